"""Analyze: the risks, links and chains, before any mask and now."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
import pandas as pd
from pydantic import Field

from sanon.commands.command import LIMITS, Command, Request, Terminal
from sanon.corpus_state.runs import recorded_run
from sanon.corpus_state.stored_corpus import counts_of
from sanon.deciding.corpus_in_graph import read_corpus_in_graph
from sanon.deciding.demands import direct_readable, risk_limits
from sanon.derivation.derive import derive, derived_from, is_derived, survey_chains
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.results import AnalyzeResult
from sanon.risk.limits import above
from sanon.settings.policy import category
from sanon.settings.settings import Settings

WORST_CHAINS = 100


class AnalyzeRequest(Request):
    """How much to list."""

    all_chains: bool = Field(default=False, description=f"List every chain, not only the worst {WORST_CHAINS}.")
    entities: Annotated[Literal["all", "masked", "readable"], Terminal(python_only=True)] = Field(
        default="all", description="Which entities to list."
    )
    rows: Annotated[int | None, Terminal(python_only=True)] = Field(
        default=None, ge=0, description="List at most so many documents, entities, links and chains, the worst first."
    )
    show_values: bool = Field(default=False, description="Show the values of entities; they are hidden otherwise.")


def run(store: Store, settings: Settings, request: AnalyzeRequest, progress: Progress = silent) -> AnalyzeResult:
    """Read what the graph holds, after deriving it again if it was derived with other limits.

    Raises:
        ConfigurationError: the rules accept risks of documents that the corpus lacks.
    """
    with working(progress, "measuring"):
        return _measured(store, settings, request)


def _measured(store: Store, settings: Settings, request: AnalyzeRequest) -> AnalyzeResult:
    policy, profile = settings.policy, settings.profile
    if not is_derived(store, policy, profile.name):
        with recorded_run(store, "analyze", derived_from(policy, profile.name)):
            derive(store, policy, profile, settings.compute)
    documents, entities = store.document_risks(), store.entities()
    names = documents["source_id"].tolist()
    limits = risk_limits(store, names, settings)
    accepted = [tuple(names[row] for row in chain) for chain in limits.accepted_chains]
    worst = None if request.all_chains else WORST_CHAINS if request.rows is None else request.rows
    chains = survey_chains(store, policy, settings.compute, worst, accepted)
    listed = _listed_entities(entities, request)
    people = read_corpus_in_graph(store, settings).masked.people() if policy.at_least else None
    found = {
        "counts": counts_of(store),
        "max_document_risk": float(documents["risk"].max()) if len(documents) else 0.0,
        "max_residual_document_risk": float(documents["residual_risk"].max()) if len(documents) else 0.0,
        "documents": _listed_documents(documents, request.rows).to_dict("records"),
        "entities": listed.to_dict("records"),
        "links": _listed_links(store.links(policy.edge_threshold), request.rows).to_dict("records"),
        "chains": {
            "count": chains.count,
            "by_category": dict(chains.by_category),
            "items": [
                {
                    "documents": [names[row] for row in chain.documents],
                    "risk": chain.risk,
                    "residual_risk": chain.residual_risk,
                    "category": category(chain.pre_risk),
                }
                for chain in chains.worst
            ],
        },
        "over_policy": {
            "documents": int(above(documents["residual_risk"].to_numpy(np.float64), limits.theta_doc).sum()),
            "chains": chains.over_policy,
        },
        "direct_readable": direct_readable(entities, profile),
        "people": people,
        "parameters": policy.model_dump() | {"profile": profile.name},
        "values": store.values(listed["id"]) if request.show_values else {},
    }
    return AnalyzeResult.model_validate(found)


def _listed_documents(documents: pd.DataFrame, rows: int | None) -> pd.DataFrame:
    """All documents by their ids, or some by falling risk."""
    shown = documents[["source_id", "risk", "residual_risk"]]
    return shown if rows is None else _worst(shown, ["residual_risk", "source_id"], rows)


def _listed_entities(entities: pd.DataFrame, request: AnalyzeRequest) -> pd.DataFrame:
    """Entities that documents mention, those that are asked for; all by id, some by falling importance."""
    masked = entities["masked"]
    there = entities["frequency"] > 0
    if request.entities != "all":
        there &= masked if request.entities == "masked" else ~masked
    reasons = [
        reason or None if is_masked else None for reason, is_masked in zip(entities["reason"], masked, strict=True)
    ]
    shown = entities.assign(reason=pd.Series(reasons, index=entities.index, dtype=object))[there]
    shown = shown[["id", "type", "frequency", "uniqueness", "importance", "masked", "reason"]]
    if request.rows is None and request.entities == "all":
        return shown
    return _worst(shown, ["importance", "id"], request.rows)


def _listed_links(links: pd.DataFrame, rows: int | None) -> pd.DataFrame:
    """Links with their ends in order; all by their ends, some by falling strength."""
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
    return shown if rows is None else _worst(shown, ["residual_strength", "source", "target"], rows)


def _worst(table: pd.DataFrame, columns: list[str], rows: int | None) -> pd.DataFrame:
    """The first rows by a falling number and then by rising names; all of them if no number is given."""
    ordered = table.sort_values(columns, ascending=[False, *(True for _ in columns[1:])])
    return ordered if rows is None else ordered.head(rows)


ANALYZE = Command("analyze", AnalyzeRequest, run, graph="needed", settings=LIMITS | {"compute"})
