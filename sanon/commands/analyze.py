"""Analyze: the risks, links and chains of now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from sanon.corpus_state.runs import recorded_run
from sanon.deciding.demands import direct_readable, risk_limits
from sanon.derivation.derive import Compute, derive, derived_from, is_derived, survey_chains
from sanon.graph.store import Store
from sanon.results import AnalyzeResult
from sanon.risk.limits import above
from sanon.risk.survey import Survey
from sanon.settings.policy import Policy, category
from sanon.settings.profile import Profile
from sanon.settings.rules import Rules

WORST_CHAINS = 100
NO_RULES = Rules()


@dataclass(frozen=True)
class Analysis:
    """Everything that can link people: before any mask, and now.

    Attributes:
        documents: columns source_id, risk, residual_risk; by source id.
        entities: columns id, value, type, frequency, uniqueness, importance, masked, reason; by id.
        links: columns source, target, strength, residual_strength, hop_risk, via; source < target.
        chains: numbers by category, how many are over policy now, and the worst.
        documents_over_policy: how many are above their limits now.
        direct_readable: how many direct identifiers no mask covers.
        policy: what it was derived with.
    """

    documents: pd.DataFrame
    entities: pd.DataFrame
    links: pd.DataFrame
    chains: Survey
    documents_over_policy: int
    direct_readable: int
    policy: Policy
    profile_name: str

    def chain_items(self) -> list[dict[str, Any]]:
        """The worst chains now: documents (source ids), risk, residual_risk, category."""
        names = self.documents["source_id"].to_numpy(object)
        return [
            {
                "documents": [names[row] for row in chain.documents],
                "risk": chain.risk,
                "residual_risk": chain.residual_risk,
                "category": category(chain.pre_risk),
            }
            for chain in self.chains.worst
        ]

    def result(self) -> AnalyzeResult:
        """For other programs, without values of entities."""
        shown = ["id", "type", "frequency", "uniqueness", "importance", "masked"]
        found = {
            "documents": self.documents.to_dict("records"),
            "entities": self.entities[shown].to_dict("records"),
            "links": self.links.to_dict("records"),
            "chains": {
                "count": self.chains.count,
                "by_category": dict(self.chains.by_category),
                "items": self.chain_items(),
            },
            "over_policy": {"documents": self.documents_over_policy, "chains": self.chains.over_policy},
            "direct_readable": self.direct_readable,
            "parameters": self.policy.model_dump() | {"profile": self.profile_name},
        }
        return AnalyzeResult.model_validate(found)


def analyze(
    store: Store,
    *,
    policy: Policy,
    profile: Profile,
    rules: Rules = NO_RULES,
    compute: Compute = "auto",
    all_chains: bool = False,
) -> Analysis:
    """Read what the graph holds, after deriving it again if it was derived with other parameters.

    Raises:
        ConfigurationError: the rules accept risks of documents that the corpus lacks.
    """
    if not is_derived(store, policy, profile.name):
        with recorded_run(store, "analyze", derived_from(policy, profile.name)):
            derive(store, policy, profile, compute)
    documents, entities = store.document_risks(), store.entities()
    names = documents["source_id"].tolist()
    limits = risk_limits(store, names, policy, rules, date.today())
    accepted = [tuple(names[row] for row in chain) for chain in limits.accepted_chains]
    links = store.links(policy.edge_threshold)
    ends = [sorted(pair) for pair in zip(links["source"], links["target"], strict=True)]
    shown = pd.DataFrame(
        {
            "source": [a for a, _ in ends],
            "target": [b for _, b in ends],
            "strength": links["strength"],
            "residual_strength": links["residual_strength"],
            "hop_risk": links["hop_risk"],
            "via": [sorted(via) for via in links["via"]],
        }
    ).sort_values(["source", "target"], ignore_index=True)
    return Analysis(
        documents=documents[["source_id", "risk", "residual_risk"]],
        entities=entities[entities["frequency"] > 0][
            ["id", "value", "type", "frequency", "uniqueness", "importance", "masked", "reason"]
        ].reset_index(drop=True),
        links=shown,
        chains=survey_chains(store, policy, compute, None if all_chains else WORST_CHAINS, accepted),
        documents_over_policy=int(above(documents["residual_risk"].to_numpy(np.float64), limits.theta_doc).sum()),
        direct_readable=direct_readable(entities, profile),
        policy=policy,
        profile_name=profile.name,
    )
