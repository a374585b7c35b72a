"""Analyze: the risks, links and chains of now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from sanon.derivation.derive import Compute, derive, derived_from, is_derived, survey_chains
from sanon.graph.store import Store
from sanon.risk.chains import Survey
from sanon.settings.policy import Policy, category
from sanon.settings.profile import Profile
from sanon.steps.runs import recorded_run

WORST_CHAINS = 100


@dataclass(frozen=True)
class Analysis:
    """Everything that can link people now, masked entities left out.

    Attributes:
        documents: columns source_id, risk; by source id.
        entities: columns id, value, type, frequency, uniqueness, importance, masked, reason; by id.
        links: columns source, target, strength, hop_risk, via; source < target.
        chains: numbers by category, and the worst.
        policy: what it was derived with.
    """

    documents: pd.DataFrame
    entities: pd.DataFrame
    links: pd.DataFrame
    chains: Survey
    policy: Policy
    profile_name: str

    def chain_items(self) -> list[dict[str, Any]]:
        """The worst chains: documents (source ids), risk, category."""
        names = self.documents["source_id"].to_numpy(object)
        return [
            {"documents": [names[row] for row in documents], "risk": risk, "category": category(risk)}
            for documents, risk in self.chains.worst
        ]

    def to_json(self) -> dict[str, Any]:
        """The form that other programs rely on: schemas/analyze-1.json. No values of entities."""
        shown = ["id", "type", "frequency", "uniqueness", "importance", "masked"]
        return {
            "documents": self.documents.to_dict("records"),
            "entities": self.entities[shown].to_dict("records"),
            "links": self.links.to_dict("records"),
            "chains": {
                "count": self.chains.count,
                "by_category": dict(self.chains.by_category),
                "items": self.chain_items(),
            },
            "parameters": self.policy.model_dump() | {"profile": self.profile_name},
        }


def analyze(
    store: Store, *, policy: Policy, profile: Profile, compute: Compute = "auto", all_chains: bool = False
) -> Analysis:
    """Read what the graph holds, after deriving it again if it was derived with other parameters."""
    if not is_derived(store, policy, profile.name):
        with recorded_run(store, "analyze", derived_from(policy, profile.name)):
            derive(store, policy, profile, compute)
    documents, entities = store.document_risks(), store.entities()
    masked = set(entities.loc[entities["masked"], "id"])
    links = store.links(policy.edge_threshold)
    ends = [sorted(pair) for pair in zip(links["source"], links["target"], strict=True)]
    shown = pd.DataFrame(
        {
            "source": [a for a, _ in ends],
            "target": [b for _, b in ends],
            "strength": links["residual_strength"],
            "hop_risk": links["hop_risk"],
            "via": [sorted(set(via) - masked) for via in links["via"]],
        }
    ).sort_values(["source", "target"], ignore_index=True)
    return Analysis(
        documents=documents[["source_id"]].assign(risk=documents["residual_risk"]),
        entities=entities[entities["frequency"] > 0][
            ["id", "value", "type", "frequency", "uniqueness", "importance", "masked", "reason"]
        ].reset_index(drop=True),
        links=shown,
        chains=survey_chains(store, policy, compute, None if all_chains else WORST_CHAINS),
        policy=policy,
        profile_name=profile.name,
    )
