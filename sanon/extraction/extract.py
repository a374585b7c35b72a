"""Extract: ask an extractor about documents, and keep apart what it could not do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

import pandas as pd

from sanon.corpus.spool import Documents
from sanon.corpus_state.stored_corpus import Mentions, Version, reads_differently
from sanon.errors import ExtractionError
from sanon.extraction.build import Extraction
from sanon.extraction.llm.context import Known, existing_entities
from sanon.extraction.llm.extractor import IN_CONTEXT, LanguageModelExtractor
from sanon.extraction.llm.parallel import in_parallel
from sanon.extraction.mentions import bounded, mentions_of
from sanon.extraction.phrases.rarity import FOUND_BY as RARITY
from sanon.extraction.processes import WORTH_BYTES, extract_in_processes, extracted
from sanon.records import Document, Entity, Finding, Mention
from sanon.resolution.corpus_search import FOUND_BY as SPREAD
from sanon.risk.incidence import Incidence
from sanon.risk.scores import importance

_Item = TypeVar("_Item")


class Progress(Protocol):
    """Hands items on one by one and shows how far it is; takes what is being done and how many there are."""

    def __call__(self, items: Iterable[_Item], what: str, total: int, /) -> Iterable[_Item]:
        """The same items."""


Failures = dict[str, str]


def unextracted(versions: Mapping[str, Version], held: Mapping[str, Version | None]) -> list[str]:
    """The documents that the graph does not hold as they are now, with their mentions.

    Args:
        versions: of the documents of the input.
        held: what the graph holds.

    Returns:
        Source ids.
    """
    return [source_id for source_id, version in versions.items() if reads_differently(held.get(source_id), version)]


def extract(
    extraction: Extraction, documents: Documents, held: Mentions, progress: Progress
) -> tuple[Mentions, Failures]:
    """Mentions by source id, and why the others failed.

    Args:
        extraction: what is asked; a language model is asked twice, the second time with what the corpus mentions.
        documents: what it is asked about.
        held: mentions of the other documents, which the graph holds already.
        progress: shows how far it is.
    """
    if extraction.model:
        found, failed = _in_two_stages(extraction.model, documents, held, progress)
    else:
        found, failed = _one_by_one(extraction, documents, progress)
    mentions: Mentions = {}
    for source_id, findings in found.items():
        try:
            mentions[source_id] = mentions_of(source_id, bounded(findings))
        except ExtractionError as error:
            failed[source_id] = str(error)
    return mentions, failed


def _in_two_stages(
    extractor: LanguageModelExtractor, documents: Sequence[Document], held: Mentions, progress: Progress
) -> tuple[dict[str, list[Finding]], Failures]:
    alone, failed = _side_by_side(extractor.extract, documents, extractor.workers, progress, "asking the model")
    mentions = {source_id: mentions_of(source_id, found) for source_id, found in alone.items()}
    asked = {document.source_id for document in documents}
    others = {source_id: _found_alone(there) for source_id, there in held.items() if source_id not in asked}
    existing = existing_entities(known_entities(others, mentions), extractor.profile, extractor.context)
    if not existing:
        return alone, failed

    def again(document: Document) -> list[Finding]:
        return extractor.extract_in_context(document, existing, alone[document.source_id])

    remaining = [document for document in documents if document.source_id in alone]
    found, failed_again = _side_by_side(again, remaining, extractor.workers, progress, "asking again, with the corpus")
    return found, failed | failed_again


def known_entities(held: Mapping[str, list[Mention]], read: Mapping[str, list[Mention]]) -> list[Known]:
    """The entities of the corpus with their filter scores.

    Args:
        held: mentions of the documents that only the graph holds, by source id.
        read: of those that this load extracts.
    """
    corpus = {**held, **read}
    relevance: dict[Entity, float] = {}
    latest: dict[Entity, tuple[bool, str]] = {}
    for source_id, there in corpus.items():
        for mention in there:
            relevance[mention.entity] = max(mention.relevance, relevance.get(mention.entity, 0.0))
            latest[mention.entity] = max((source_id in read, source_id), latest.get(mention.entity, (False, "")))
    # The filter score is the importance of an entity whose type has the weight 1.
    ids = {entity.id: entity for entity in relevance}
    entities = pd.DataFrame({"id": list(ids), "type": "", "weight": 1.0, "masked": False})
    rows = [(m.source_id, m.entity.id, m.relevance) for there in corpus.values() for m in there]
    incidence = Incidence.build(corpus, entities, pd.DataFrame(rows, columns=["source_id", "entity_id", "relevance"]))
    scores = importance(incidence).tolist()
    return [
        Known(ids[entity_id], relevance[ids[entity_id]], score, latest[ids[entity_id]])
        for entity_id, score in zip(incidence.entity_ids, scores, strict=True)
    ]


def _found_alone(mentions: list[Mention]) -> list[Mention]:
    """Without what was found only by knowing the corpus: what is in a context does not come from a context."""
    return [mention for mention in mentions if not {IN_CONTEXT, SPREAD, RARITY}.issuperset(mention.found_by)]


def _one_by_one(
    extraction: Extraction, documents: Documents, progress: Progress
) -> tuple[dict[str, list[Finding]], Failures]:
    found: dict[str, list[Finding]] = {}
    failed: Failures = {}
    if extraction.processes > 1 and sum(map(documents.size, documents.ids)) >= WORTH_BYTES:
        results = extract_in_processes(extraction.extractor, documents, extraction.processes)
    else:
        results = ((document.source_id, extracted(extraction.extractor, document)) for document in documents)
    for source_id, result in progress(results, "extracting", len(documents)):
        if isinstance(result, ExtractionError):
            failed[source_id] = str(result)
        else:
            found[source_id] = result
    return found, failed


def _side_by_side(
    work: Callable[[Document], list[Finding]],
    documents: Sequence[Document],
    workers: int,
    progress: Progress,
    what: str,
) -> tuple[dict[str, list[Finding]], Failures]:
    """The same with several documents at a time; what comes out does not depend on which is done first."""
    done: dict[str, list[Finding] | ExtractionError] = {}

    def as_they_get_done() -> Iterator[Document]:
        for document, result in in_parallel(work, documents, workers):
            if isinstance(result, Exception) and not isinstance(result, ExtractionError):
                raise result
            done[document.source_id] = result
            yield document

    for _ in progress(as_they_get_done(), what, len(documents)):
        pass
    in_order = [(document.source_id, done[document.source_id]) for document in documents]
    found = {source_id: result for source_id, result in in_order if not isinstance(result, ExtractionError)}
    return found, {source_id: str(error) for source_id, error in in_order if isinstance(error, ExtractionError)}
