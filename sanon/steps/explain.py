"""Explain: why an entity is masked or kept, what makes a document risky, what carries a chain. Only reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sanon.errors import ConfigurationError
from sanon.explanation.alternatives import Instead, alternatives
from sanon.explanation.chain import ChainExplanation, explain_chain
from sanon.explanation.document import DocumentExplanation, explain_document
from sanon.explanation.entity import EntityExplanation, explain_entity
from sanon.graph.store import Store
from sanon.selection.choice import is_above
from sanon.settings.policy import category
from sanon.steps.standing import LEAST_PREFIX, Standing

CHAINS_SHOWN = 10
ALTERNATIVES_SHOWN = 5
BREAKS_SHOWN = 8
_REASON = re.compile(r"(document|chain) (.*): risk [\d.]+ above [\d.]+", re.DOTALL)
_CHAIN_ID = re.compile(rf"[0-9a-f]{{{LEAST_PREFIX},32}}")


@dataclass(frozen=True)
class DecidedEntity:
    """One entity, with what the graph says about its decision.

    Attributes:
        entity_id, type: of it.
        reason: why it is masked, or why it is not.
        stage: list, document or chain; None if it is kept.
        replacement: None if it is kept.
        run_id, decided_at: of the run that masked it; risk_before, risk_after: what it did to the document or chain
            that the reason names. None if it is kept.
        effects: on its documents and chains.
        instead: what could have been masked in its place; None if it is kept, if a list demands its mask, or if what
            the reason names is no longer there.
    """

    entity_id: str
    type: str
    reason: str
    stage: str | None
    replacement: str | None
    run_id: str | None
    decided_at: str | None
    risk_before: float | None
    risk_after: float | None
    effects: EntityExplanation
    instead: Instead | None

    def to_json(self, standing: Standing) -> dict[str, Any]:
        """The form that other programs rely on: schemas/explain-1.json. No values of entities."""
        situation = standing.situation
        found = self.instead.alternatives if self.instead else ()
        return {
            "id": self.entity_id,
            "type": self.type,
            "masked": self.effects.masked,
            "reason": self.reason,
            "stage": self.stage,
            "run_id": self.run_id,
            "documents": [
                {"source_id": situation.names(one.documents)[0], "risk": one.risk, "risk_without": one.risk_without}
                for one in self.effects.documents
            ],
            "chains": [
                {"documents": situation.names(one.documents), "risk": one.risk, "risk_without": one.risk_without}
                for one in self.effects.chains
            ],
            "alternatives": [
                {"id": situation.incidence.entity_ids[other.entity], "cost": other.cost} for other in found
            ],
        }


def explained_entity(store: Store, standing: Standing, name: str) -> DecidedEntity:
    """Explain an entity.

    Args:
        store: tells which run decided.
        standing: the corpus.
        name: id, or at least six digits of it.

    Raises:
        ConfigurationError: no entity, or several.
    """
    entity = standing.entity(name)
    row = standing.entities.iloc[entity]
    effects = explain_entity(standing.situation, entity, CHAINS_SHOWN)
    runs = store.deciding_runs(row["id"]).to_dict("records")[:1] if effects.masked else []
    run = {str(name): value for name, value in runs[0].items()} if runs else {}
    decided_for = reason_documents(row["reason"] or "", standing.source_ids) if effects.masked else None
    return DecidedEntity(
        entity_id=row["id"],
        type=row["type"],
        reason=(row["reason"] or "") if effects.masked else _why_kept(standing, entity, effects),
        stage=row["decided_by"] if effects.masked else None,
        replacement=row["replacement"] if effects.masked else None,
        run_id=run.get("id"),
        decided_at=run.get("started_at"),
        risk_before=run.get("risk_before"),
        risk_after=run.get("risk_after"),
        effects=effects,
        instead=alternatives(standing.situation, entity, decided_for, ALTERNATIVES_SHOWN) if decided_for else None,
    )


def explained_document(standing: Standing, source_id: str) -> DocumentExplanation:
    """Explain a document.

    Raises:
        ConfigurationError: there is none.
    """
    return explain_document(standing.situation, standing.document(source_id), CHAINS_SHOWN)


def explained_chain(store: Store, standing: Standing, names: Sequence[str]) -> ChainExplanation:
    """Explain a chain.

    Args:
        store: holds the Chain nodes.
        standing: the corpus.
        names: source ids; or one text, with source ids separated by commas or blanks, or the id of a Chain node.

    Raises:
        ConfigurationError: no such chain.
    """
    return explain_chain(standing.situation, standing.path(_named_chain(store, standing, names)), BREAKS_SHOWN)


def document_json(one: DocumentExplanation, standing: Standing) -> dict[str, Any]:
    """A document: schemas/explain-1.json."""
    situation = standing.situation
    return {
        "source_id": situation.names([one.document])[0],
        "risk": one.risk,
        "risk_unmasked": one.risk_unmasked,
        "limit": one.limit,
        "entities": [
            _entity(standing, step.entity)
            | {"contribution": step.contribution, "masked": step.masked, "cumulative": step.cumulative}
            for step in one.steps
        ],
        "chains": [
            {"documents": situation.names(chain.documents), "risk": chain.risk, "limit": chain.limit}
            for chain in one.chains
        ],
    }


def chain_json(one: ChainExplanation, standing: Standing) -> dict[str, Any]:
    """A chain: schemas/explain-1.json."""
    situation = standing.situation
    return {
        "documents": situation.names(one.documents),
        "document_risks": list(one.document_risks),
        "risk": one.risk,
        "risk_unmasked": one.risk_unmasked,
        "category": category(one.risk),
        "limit": one.limit,
        "hops": [
            {
                "source": situation.names([hop.a])[0],
                "target": situation.names([hop.b])[0],
                "strength": hop.strength,
                "strength_unmasked": hop.strength_unmasked,
                "hop_risk": hop.hop_risk,
                "via": [
                    _entity(standing, carrier.entity) | {"strength": carrier.strength, "masked": carrier.masked}
                    for carrier in hop.via
                ],
            }
            for hop in one.hops
        ],
        "breaks": [
            _entity(standing, single.entity)
            | {"impact": single.impact, "risk_after": single.risk_after, "enough": single.enough}
            for single in one.breaks
        ],
        "together": [_entity(standing, entity) for entity in one.together],
    }


def reason_documents(reason: str, source_ids: Sequence[str]) -> tuple[int, ...] | None:
    """Rows of the document or chain that a reason names; None if it names none that is there.

    A source id may hold the dash that stands between two of a chain, so pieces are put together until all are known.
    """
    found = _REASON.fullmatch(reason)
    if not found:
        return None
    row_of = {source_id: row for row, source_id in enumerate(source_ids)}
    if found[1] == "document":
        return (row_of[found[2]],) if found[2] in row_of else None
    pieces = found[2].split(" – ")
    ends: dict[int, tuple[int, ...]] = {0: ()}
    for last in range(1, len(pieces) + 1):
        for first in range(last):
            name = " – ".join(pieces[first:last])
            if first in ends and name in row_of:
                ends.setdefault(last, (*ends[first], row_of[name]))
    return ends.get(len(pieces))


def _why_kept(standing: Standing, entity: int, effects: EntityExplanation) -> str:
    if not standing.situation.demands.candidates.allowed[entity]:
        return "kept: the policy never masks it"
    above = [one for one in (*effects.documents, *effects.chains) if is_above(one.risk, one.limit)]
    if above and standing.decided:
        return "kept, but a document or chain of it is above its limit now: sanon redact decides again"
    if above:
        return "kept so far: a document or chain of it is above its limit, and sanon redact has not decided yet"
    return "kept: its documents and their chains are within their limits while it is readable"


def _named_chain(store: Store, standing: Standing, names: Sequence[str]) -> Sequence[str]:
    if len(names) > 1:
        return names
    text = names[0].strip()
    if "," in text:
        return [part.strip() for part in text.split(",")]
    if _CHAIN_ID.fullmatch(text) and text not in standing.source_ids:
        chains = store.chains()
        found = chains.loc[chains["id"].str.startswith(text), "documents"].tolist()
        if len(found) == 1:
            documents: list[str] = found[0]
            return documents
        what = "no chain" if not found else f"{len(found)} chains begin with"
        raise ConfigurationError(f"{what} {text}: give more digits, or the source ids separated by commas")
    return text.split()


def _entity(standing: Standing, entity: int) -> dict[str, Any]:
    incidence = standing.situation.incidence
    return {"id": incidence.entity_ids[entity], "type": incidence.entity_types[entity]}
