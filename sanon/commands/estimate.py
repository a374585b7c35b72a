"""Estimate: what a load would ask a language model, and what that takes. Nothing is asked and nothing is written."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from sanon.corpus.reading import read_corpus
from sanon.corpus_state.stored_corpus import StoredCorpus, version_of
from sanon.extraction.build import Extraction
from sanon.extraction.extract import extract, unextracted
from sanon.extraction.llm.usage import Usage
from sanon.graph.store import Store
from sanon.progress import Progress
from sanon.results import EstimateResult
from sanon.settings.input import Model


def estimate(
    store: Store | None,
    docs: Path,
    *,
    extraction: Extraction,
    id_column: str = "id",
    text_column: str = "content",
    skip: Collection[Path] = (),
    reextract: bool = False,
    model: Model,
    progress: Progress = lambda documents, _what, _total: documents,
) -> EstimateResult:
    """Go through a load up to the last question and count.

    What the model would find is not known: the context of the second stage is what the rules find, and what answers in
    the cache and the graph say.

    Args:
        store: the graph; None if there is none yet.
        docs: folder or file.
        extraction: an extractor that asks nobody and counts.
        model: its prices.
        id_column, text_column, skip, reextract, progress: as for a load.

    Raises:
        ConfigurationError: nothing to read at `docs`.
    """
    reading = read_corpus(docs, id_column=id_column, text_column=text_column, skip=skip)
    held = StoredCorpus.read(store) if store else None
    versions = {document.source_id: version_of(document) for document in reading.documents}
    asked = reading.documents.only(unextracted(versions, held.versions if held and not reextract else {}))
    extract(extraction, asked, held.mentions if held else {}, progress)
    usage = extraction.model.report.usage if extraction.model else Usage()
    return EstimateResult(
        documents=len(asked),
        calls=usage.calls,
        cached=usage.cached,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost=_cost(usage, model),
    )


def _cost(usage: Usage, model: Model) -> float | None:
    if model.price_input is None or model.price_output is None:
        return None
    return (model.price_input * usage.input_tokens + model.price_output * usage.output_tokens) / 1e6
