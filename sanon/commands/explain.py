"""Explain: why an entity is masked or kept, what makes a document risky, what carries a chain. Only reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from sanon.commands.command import LIMITS, Command, Request, Terminal
from sanon.corpus_state.chunks import nodes_with_wholes
from sanon.deciding.corpus_in_graph import LEAST_PREFIX, CorpusInGraph, read_corpus_in_graph
from sanon.deciding.demands import operator_of
from sanon.derivation.coarsening import coarsening_of
from sanon.errors import ConfigurationError
from sanon.explanation.browser import browser_query
from sanon.explanation.chain import explain_chain
from sanon.explanation.document import explain_document, explain_people
from sanon.explanation.entity import Effects, alternatives, explain_entity, explain_level
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.replacement.operators import LABEL, OPERATORS, Remains
from sanon.replacement.operators.generalize import Generalize
from sanon.results import Explained, ExplainedChain, ExplainedDocument, ExplainedEntity
from sanon.results.explain import ExplainedPeople, ResemblingText, RungOfLadder
from sanon.risk.limits import is_above
from sanon.settings.settings import Settings

CHAINS_SHOWN = 10
ALTERNATIVES_SHOWN = 5
BREAKS_SHOWN = 8
#: A place after all that an attacker names.
NOWHERE = 1_000_000
_CHAIN_ID = re.compile(rf"[0-9a-f]{{{LEAST_PREFIX},32}}")


class ExplainRequest(Request):
    """What to explain."""

    kind: Annotated[Literal["entity", "document", "chain"], Terminal(argument=True)] = Field(
        description="What is explained."
    )
    names: Annotated[tuple[str, ...], Terminal(argument=True, metavar="ID")] = Field(
        min_length=1, description="Id of the entity, or at least 6 digits of it; ids of documents."
    )
    show_values: bool = Field(
        default=False, description="Show the values of entities, and take the value of an entity in place of its id."
    )


def run(store: Store, settings: Settings, request: ExplainRequest, progress: Progress = silent) -> Explained:
    """Explain one thing.

    Raises:
        ConfigurationError: there is no such thing, or several are named.
    """
    if request.kind != "chain" and len(request.names) > 1:
        raise ConfigurationError(f"name one {request.kind} at a time; quote an id that holds blanks")
    with working(progress, "measuring"):
        corpus = read_corpus_in_graph(store, settings)
        if request.kind == "entity":
            found: Explained = _entity(store, corpus, request.names[0], by_value=request.show_values)
        elif request.kind == "document":
            found = _document(store, corpus, request.names[0])
        else:
            found = _chain(store, corpus, request.names)
    return found.model_copy(update={"values": store.values(found.named)}) if request.show_values else found


def _entity(store: Store, corpus: CorpusInGraph, name: str, *, by_value: bool) -> ExplainedEntity:
    entity = corpus.entity(name, by_value=by_value)
    row = corpus.entities.iloc[entity]
    effects = explain_entity(corpus.masked, entity, CHAINS_SHOWN)
    masked = bool(corpus.masked.masks.now.in_documents[entity])
    runs = store.deciding_runs(row["id"]).to_dict("records")[:1] if masked else []
    run = {str(one): value for one, value in runs[0].items()} if runs else {}
    ladder = _ladder(corpus, entity) if masked else []
    by_risk = masked and row["decided_by"] != "people"
    decided_for = _decided_for(store, corpus, row["id"]) if by_risk else ()
    turned = corpus.masked.without_masks([entity]) if masked else corpus.masked.with_labels([entity])
    instead = alternatives(corpus.masked, entity, decided_for, ALTERNATIVES_SHOWN) if decided_for else (None, [])
    found = {
        "id": row["id"],
        "type": row["type"],
        "frequency": len(effects.documents),
        "masked": masked,
        "reason": (row["reason"] or "") if masked else _why_kept(corpus, entity, effects),
        "stage": row["decided_by"] if masked else None,
        "replacement": row["replacement"] if masked else None,
        "level": next((rung.level for rung in ladder if rung.shown), 0),
        "ladder": ladder,
        "run_id": run.get("id"),
        "decided_at": run.get("started_at"),
        "risk_before": run.get("risk_before"),
        "risk_after": run.get("risk_after"),
        "documents": effects.documents,
        "chains": effects.chains,
        "decided_for": instead[0],
        "alternatives": instead[1],
        "people_without": turned.people(),
        "browser_query": browser_query("why_is_this_entity_masked", row["id"]),
    }
    return ExplainedEntity.model_validate(found)


def _document(store: Store, corpus: CorpusInGraph, source_id: str) -> ExplainedDocument:
    row = corpus.document(source_id)
    found = {"resembles": _resembling_texts(store, source_id), "people": _people(corpus, [row])}
    return explain_document(corpus.masked, row, CHAINS_SHOWN).model_copy(update=found)


def _people(corpus: CorpusInGraph, documents: Sequence[int]) -> ExplainedPeople | None:
    found = explain_people(corpus.masked, documents)
    return found[0] if found else None


def _chain(store: Store, corpus: CorpusInGraph, names: Sequence[str]) -> ExplainedChain:
    rows = corpus.path(_named_chain(store, corpus, names))
    return explain_chain(corpus.masked, rows, BREAKS_SHOWN).model_copy(update={"people": _people(corpus, rows)})


def _resembling_texts(store: Store, source_id: str) -> list[ResemblingText]:
    """The texts of a background that attackers take for the one about a document's person, the first ones first.

    Args:
        source_id: of a document, or of a chunk of it: attackers read whole documents.
    """
    rows = store.resemblances()
    if not len(rows):
        return []
    nodes = nodes_with_wholes(store)
    whole = nodes.loc[nodes["source_id"] == source_id, "whole"].iloc[0]
    rows = rows[rows["document_id"].isin(nodes.loc[(nodes["whole"] == whole) & nodes["is_first"], "id"])]
    places = ("background", "attacker", "rank_before", "rank_after")
    found = [ResemblingText.model_validate({name: row[name] for name in places}) for row in rows.to_dict("records")]
    return sorted(found, key=lambda one: (one.rank_after or NOWHERE, one.rank_before or NOWHERE, one.background))


def _decided_for(store: Store, corpus: CorpusInGraph, entity_id: str) -> tuple[int, ...]:
    """Rows of the document or chain that a mask was decided for; none if one of them is no longer there."""
    row_of = {source_id: row for row, source_id in enumerate(corpus.source_ids)}
    named = store.decided_for(entity_id)
    return tuple(row_of[name] for name in named) if all(name in row_of for name in named) else ()


def _ladder(corpus: CorpusInGraph, entity: int) -> list[RungOfLadder]:
    """The rungs of a masked entity; none where the operator or the background stage leave it a label or a link."""
    masked, row, settings = corpus.masked, corpus.entities.iloc[entity], corpus.settings
    by_label = row["operator"] in (Generalize.name, LABEL.name) and row["decided_by"] != "background"
    if not by_label or OPERATORS.named(operator_of(settings.masking, row["type"])).remains is not Remains.COARSER:
        return []
    scores = masked.coarser.scores if masked.coarser else None
    if scores is None:
        scores = coarsening_of(masked.incidence, corpus.entities, settings.profile).scores
    return explain_level(masked, scores, entity)


def _why_kept(corpus: CorpusInGraph, entity: int, effects: Effects) -> str:
    if not corpus.masked.demands.candidates.allowed[entity]:
        return "kept: never_mask of the policy, or the operator keep of its type, leaves it readable"
    now = [(one.residual_risk, one.limit) for some in (effects.documents, effects.chains) for one in some]
    above = any(is_above(*one) for one in now)
    if above and corpus.decided:
        return "kept, but a document or chain of it is above its limit now: sanon redact decides again"
    if above:
        return "kept so far: a document or chain of it is above its limit, and sanon redact has not decided yet"
    return "kept: its documents and their chains are within their limits while it is readable"


def _named_chain(store: Store, corpus: CorpusInGraph, names: Sequence[str]) -> Sequence[str]:
    """Source ids of a chain that is named by them, in one text with commas or blanks too, or by the id of its node."""
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


EXPLAIN = Command("explain", ExplainRequest, run, graph="needed", settings=LIMITS)
