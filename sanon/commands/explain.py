"""Explain: why an entity is masked or kept, what makes a document risky, what carries a chain. Only reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sanon.corpus_state.background import node_of_whole
from sanon.corpus_state.corpus_in_graph import LEAST_PREFIX, CorpusInGraph
from sanon.deciding.demands import operator_of
from sanon.derivation.coarsening import coarsening_of
from sanon.errors import ConfigurationError
from sanon.explanation.alternatives import Alternatives, alternatives
from sanon.explanation.chain import ChainExplanation, explain_chain
from sanon.explanation.document import DocumentExplanation, explain_document
from sanon.explanation.entity import Effect, EntityExplanation, explain_entity
from sanon.explanation.level import Rung, explain_level
from sanon.graph.store import Store
from sanon.replacement.operators import LABEL, OPERATORS, Remains
from sanon.replacement.operators.generalize import Generalize
from sanon.results import ExplainedChain, ExplainedDocument, ExplainedEntity, ResemblingText
from sanon.risk.limits import is_above
from sanon.settings.policy import category

CHAINS_SHOWN = 10
ALTERNATIVES_SHOWN = 5
BREAKS_SHOWN = 8
#: A place after all that an attacker names.
NOWHERE = 1_000_000
_CHAIN_ID = re.compile(rf"[0-9a-f]{{{LEAST_PREFIX},32}}")


@dataclass(frozen=True)
class DecidedEntity:
    """One entity, with what the graph says about its decision.

    Attributes:
        entity_id, type: of it.
        reason: why it is masked, or why it is not.
        stage: that masked it; None if it is kept.
        replacement: None if it is kept.
        run_id, decided_at: of the run that masked it; risk_before, risk_after: what it did to the document or chain
            that it was decided for. None if it is kept.
        effects: on its documents and chains.
        level: of the coarser value in its place; 0 for a label or another operator.
        ladder: of a masked entity that a coarser value may stand for: the rungs up to the one that does.
        alternatives: what could have been masked in its place; None if it is kept, if it was not decided for a document
            or chain, or if that is no longer there.
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
    level: int
    ladder: tuple[Rung, ...]
    alternatives: Alternatives | None

    def result(self, corpus: CorpusInGraph) -> ExplainedEntity:
        """For other programs, without values of entities."""
        masked = corpus.masked
        others = self.alternatives.others if self.alternatives else ()
        found = {
            "id": self.entity_id,
            "type": self.type,
            "masked": self.effects.masked,
            "reason": self.reason,
            "stage": self.stage,
            "level": self.level,
            "ladder": [_rung(rung, corpus) for rung in self.ladder],
            "run_id": self.run_id,
            "documents": [
                {"source_id": masked.names(one.documents)[0]} | _risks(one) for one in self.effects.documents
            ],
            "chains": [{"documents": masked.names(one.documents)} | _risks(one) for one in self.effects.chains],
            "alternatives": [{"id": masked.incidence.entity_ids[other.entity], "cost": other.cost} for other in others],
        }
        return ExplainedEntity.model_validate(found)


def explained_entity(store: Store, corpus: CorpusInGraph, name: str) -> DecidedEntity:
    """Explain an entity.

    Args:
        store: tells which run decided.
        corpus: what the graph holds.
        name: id, or at least six digits of it.

    Raises:
        ConfigurationError: no entity, or several.
    """
    entity = corpus.entity(name)
    row = corpus.entities.iloc[entity]
    effects = explain_entity(corpus.masked, entity, CHAINS_SHOWN)
    runs = store.deciding_runs(row["id"]).to_dict("records")[:1] if effects.masked else []
    run = {str(name): value for name, value in runs[0].items()} if runs else {}
    ladder = _ladder(corpus, entity) if effects.masked else ()
    decided_for = _decided_for(store, corpus, row["id"]) if effects.masked else ()
    return DecidedEntity(
        entity_id=row["id"],
        type=row["type"],
        reason=(row["reason"] or "") if effects.masked else _why_kept(corpus, entity, effects),
        stage=row["decided_by"] if effects.masked else None,
        replacement=row["replacement"] if effects.masked else None,
        run_id=run.get("id"),
        decided_at=run.get("started_at"),
        risk_before=run.get("risk_before"),
        risk_after=run.get("risk_after"),
        effects=effects,
        level=next((rung.level for rung in ladder if rung.shown), 0),
        ladder=ladder,
        alternatives=alternatives(corpus.masked, entity, decided_for, ALTERNATIVES_SHOWN) if decided_for else None,
    )


def explained_document(corpus: CorpusInGraph, source_id: str) -> DocumentExplanation:
    """Explain a document.

    Raises:
        ConfigurationError: there is none.
    """
    return explain_document(corpus.masked, corpus.document(source_id), CHAINS_SHOWN)


def resembling_texts(store: Store, source_id: str) -> list[ResemblingText]:
    """The texts of a background that attackers take for the one about a document's person, the first ones first.

    Args:
        store: the graph.
        source_id: of a document, or of a chunk of it: attackers read whole documents.
    """
    rows = store.resemblances()
    rows = rows[rows["document_id"] == node_of_whole(store, source_id)] if len(rows) else rows
    places = ("background", "attacker", "rank_before", "rank_after")
    found = [ResemblingText.model_validate({name: row[name] for name in places}) for row in rows.to_dict("records")]
    return sorted(found, key=lambda one: (one.rank_after or NOWHERE, one.rank_before or NOWHERE, one.background))


def explained_chain(store: Store, corpus: CorpusInGraph, names: Sequence[str]) -> ChainExplanation:
    """Explain a chain.

    Args:
        store: holds the Chain nodes.
        corpus: what the graph holds.
        names: source ids; or one text, with source ids separated by commas or blanks, or the id of a Chain node.

    Raises:
        ConfigurationError: no such chain.
    """
    return explain_chain(corpus.masked, corpus.path(_named_chain(store, corpus, names)), BREAKS_SHOWN)


def document_result(
    one: DocumentExplanation, corpus: CorpusInGraph, resembles: Sequence[ResemblingText] = ()
) -> ExplainedDocument:
    """A document, for other programs."""
    masked = corpus.masked
    found = {
        "source_id": masked.names([one.document])[0],
        "risk": one.risk,
        "residual_risk": one.residual_risk,
        "limit": one.limit,
        "entities": [
            _entity(corpus, step.entity)
            | {"contribution": step.contribution, "masked": step.masked, "cumulative": step.cumulative}
            for step in one.steps
        ],
        "chains": [
            {
                "documents": masked.names(chain.documents),
                "risk": chain.risk,
                "residual_risk": chain.residual_risk,
                "limit": chain.limit,
            }
            for chain in one.chains
        ],
        "resembles": resembles,
    }
    return ExplainedDocument.model_validate(found)


def chain_result(one: ChainExplanation, corpus: CorpusInGraph) -> ExplainedChain:
    """A chain, for other programs."""
    masked = corpus.masked
    found = {
        "documents": masked.names(one.documents),
        "document_risks": list(one.document_risks),
        "residual_document_risks": list(one.residual_document_risks),
        "risk": one.risk,
        "residual_risk": one.residual_risk,
        "category": category(one.pre_risk),
        "limit": one.limit,
        "hops": [
            {
                "source": masked.names([hop.a])[0],
                "target": masked.names([hop.b])[0],
                "strength": hop.strength,
                "residual_strength": hop.residual_strength,
                "hop_risk": hop.hop_risk,
                "via": [
                    _entity(corpus, carrier.entity) | {"strength": carrier.strength, "masked": carrier.masked}
                    for carrier in hop.via
                ],
            }
            for hop in one.hops
        ],
        "breaks": [
            _entity(corpus, single.entity)
            | {"impact": single.impact, "risk_after": single.risk_after, "enough": single.enough}
            for single in one.breaks
        ],
        "together": [_entity(corpus, entity) for entity in one.together],
    }
    return ExplainedChain.model_validate(found)


def _risks(effect: Effect) -> dict[str, float]:
    return {
        "risk": effect.risk,
        "residual_risk": effect.residual_risk,
        "risk_without": effect.risk_without,
        "limit": effect.limit,
    }


def _decided_for(store: Store, corpus: CorpusInGraph, entity_id: str) -> tuple[int, ...]:
    """Rows of the document or chain that a mask was decided for; none if one of them is no longer there."""
    row_of = {source_id: row for row, source_id in enumerate(corpus.source_ids)}
    named = store.decided_for(entity_id)
    return tuple(row_of[name] for name in named) if all(name in row_of for name in named) else ()


def _ladder(corpus: CorpusInGraph, entity: int) -> tuple[Rung, ...]:
    """The rungs of a masked entity; none where the operator or the background stage leave it a label or a link."""
    masked, row = corpus.masked, corpus.entities.iloc[entity]
    by_label = row["operator"] in (Generalize.name, LABEL.name) and row["decided_by"] != "background"
    if not (by_label and OPERATORS.named(operator_of(corpus.masking, row["type"])).remains is Remains.COARSER):
        return ()
    scores = masked.coarser.scores if masked.coarser else None
    if scores is None:
        scores = coarsening_of(masked.incidence, corpus.entities, corpus.profile).scores
    return explain_level(masked, scores, entity)


def _rung(rung: Rung, corpus: CorpusInGraph) -> dict[str, Any]:
    barred = rung.barred
    return {
        "level": rung.level,
        "shown": rung.shown,
        "barred_by": corpus.masked.names(barred.documents) if barred else [],
        "risk": barred.risk if barred else None,
        "limit": barred.limit if barred else None,
    }


def _why_kept(corpus: CorpusInGraph, entity: int, effects: EntityExplanation) -> str:
    if not corpus.masked.demands.candidates.allowed[entity]:
        return "kept: never_mask of the policy, or the operator keep of its type, leaves it readable"
    above = [one for one in (*effects.documents, *effects.chains) if is_above(one.residual_risk, one.limit)]
    if above and corpus.decided:
        return "kept, but a document or chain of it is above its limit now: sanon redact decides again"
    if above:
        return "kept so far: a document or chain of it is above its limit, and sanon redact has not decided yet"
    return "kept: its documents and their chains are within their limits while it is readable"


def _named_chain(store: Store, corpus: CorpusInGraph, names: Sequence[str]) -> Sequence[str]:
    if len(names) > 1:
        return names
    text = names[0].strip()
    if "," in text:
        return [part.strip() for part in text.split(",")]
    if _CHAIN_ID.fullmatch(text) and text not in corpus.source_ids:
        chains = store.chains()
        found = chains.loc[chains["id"].str.startswith(text), "documents"].tolist()
        if len(found) == 1:
            documents: list[str] = found[0]
            return documents
        what = "no chain" if not found else f"{len(found)} chains begin with"
        raise ConfigurationError(f"{what} {text}: give more digits, or the source ids separated by commas")
    return text.split()


def _entity(corpus: CorpusInGraph, entity: int) -> dict[str, Any]:
    incidence = corpus.masked.incidence
    return {"id": incidence.entity_ids[entity], "type": incidence.entity_types[entity]}
