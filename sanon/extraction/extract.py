"""Extract: ask an extractor about documents, and keep apart what it could not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

import pandas as pd

from sanon.corpus.spool import Documents
from sanon.errors import ExtractionError
from sanon.extraction.build import Extraction
from sanon.extraction.judging import JudgingExtractor, Parted, parted
from sanon.extraction.llm.context import IN_CONTEXT, Context, CorpusEntity, existing_entities
from sanon.extraction.llm.parallel import in_parallel
from sanon.extraction.llm.requests import shown
from sanon.extraction.mentions import bounded, mentions_of
from sanon.extraction.processes import WORTH_BYTES, extract_in_processes, extracted
from sanon.extraction.registry import Finder
from sanon.progress import Progress, watched_within
from sanon.records import Document, Entity, Finding, Mention
from sanon.resolution.corpus_search import FOUND_BY as SPREAD
from sanon.resolution.mentions import Mentions
from sanon.risk.incidence import Incidence
from sanon.risk.scores import importance

Result = TypeVar("Result")
Failures = dict[str, str]


def extract(
    extraction: Extraction, documents: Documents, held: Mentions, progress: Progress
) -> tuple[Mentions, Failures]:
    """Mentions by source id, and why the others failed.

    Args:
        extraction: what is asked; what judges is asked twice, the second time with candidates and the corpus.
        documents: what it is asked about.
        held: mentions of the other documents, which the graph holds already.
        progress: shows how far it is.
    """
    if extraction.model and extraction.rules:
        found, failed = _in_two_stages(extraction.model, extraction.rules, documents, held, progress)
    else:
        found, failed = _one_by_one(extraction, documents, progress)
    mentions: Mentions = {}
    for source_id, findings in found.items():
        try:
            mentions[source_id] = mentions_of(source_id, bounded(findings))
        except ExtractionError as error:
            failed[source_id] = str(error)
    return mentions, failed


class _Read(NamedTuple):
    """A document after the first stage: what the rules found, and what the extractor that judges found alone."""

    rules: Parted
    alone: list[Finding]

    @property
    def counted(self) -> list[Finding]:
        """What counts whatever is judged."""
        return [*self.rules.certain, *self.alone]


def _in_two_stages(
    judge: JudgingExtractor, rules: Finder, documents: Sequence[Document], held: Mentions, progress: Progress
) -> tuple[dict[str, list[Finding]], Failures]:
    def read(document: Document) -> _Read:
        found = rules.extract(document)
        return _Read(parted(found, judge.profile), judge.read(document, found))

    first, failed = _done_in_parallel(read, documents, judge.workers, progress, "asking the model")
    mentions = {source_id: mentions_of(source_id, one.counted) for source_id, one in first.items()}
    asked = {document.source_id for document in documents}
    others = {source_id: _found_alone(there) for source_id, there in held.items() if source_id not in asked}
    context = Context(existing_entities(corpus_entities(others, mentions), judge.profile, judge.context))

    def again(document: Document) -> list[Finding]:
        one = first[document.source_id]
        existing = context.beside(shown(document))
        return [*one.counted, *judge.judge(document, one.alone, one.rules, existing)]

    remaining = [document for document in documents if document.source_id in first]
    found, failed_again = _done_in_parallel(again, remaining, judge.workers, progress, "asking again, as a judge")
    return found, failed | failed_again


def corpus_entities(held: Mapping[str, list[Mention]], read: Mapping[str, list[Mention]]) -> list[CorpusEntity]:
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
        CorpusEntity(ids[entity_id], relevance[ids[entity_id]], score, latest[ids[entity_id]])
        for entity_id, score in zip(incidence.entity_ids, scores, strict=True)
    ]


def _found_alone(mentions: list[Mention]) -> list[Mention]:
    """Without what was found only by knowing the corpus: what is in a context does not come from a context."""
    return [mention for mention in mentions if not {IN_CONTEXT, SPREAD}.issuperset(mention.found_by)]


def _one_by_one(
    extraction: Extraction, documents: Documents, progress: Progress
) -> tuple[dict[str, list[Finding]], Failures]:
    found: dict[str, list[Finding]] = {}
    failed: Failures = {}
    several = extraction.processes > 1 and len(documents) > 1
    if several and sum(map(documents.size, documents.ids)) >= WORTH_BYTES:
        results = extract_in_processes(extraction.extractor, documents, extraction.processes)
    else:
        results = ((document.source_id, extracted(extraction.extractor, document)) for document in documents)
    with watched_within(progress):
        for source_id, result in progress(results, "extracting", len(documents)):
            if isinstance(result, ExtractionError):
                failed[source_id] = str(result)
            else:
                found[source_id] = result
    return found, failed


def _done_in_parallel(
    work: Callable[[Document], Result],
    documents: Sequence[Document],
    workers: int,
    progress: Progress,
    what: str,
) -> tuple[dict[str, Result], Failures]:
    """Work on several documents at a time; what comes out does not depend on which is done first."""
    done: dict[str, Result | ExtractionError] = {}

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
