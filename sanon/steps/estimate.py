"""Estimate: what a load would ask a language model, and what that takes. Nothing is asked and nothing is written."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from sanon.corpus.reading import read_corpus
from sanon.extraction.build import Extraction
from sanon.extraction.llm.extractor import LanguageModelExtractor
from sanon.extraction.llm.usage import Usage
from sanon.graph.store import Store
from sanon.steps.extract import Progress, extract, unextracted
from sanon.steps.held import Held, version_of


class Estimate(NamedTuple):
    """What a load would take.

    Attributes:
        documents: how many of the input the model would be asked about.
        usage: calls, answers that are there already, and tokens by the rule of `requests.tokens`.
    """

    documents: int
    usage: Usage


def estimate(
    store: Store | None,
    docs: Path,
    *,
    extractor: LanguageModelExtractor,
    id_column: str = "id",
    text_column: str = "content",
    skip: Collection[Path] = (),
    reextract: bool = False,
    progress: Progress = lambda documents, _what, _total: documents,
) -> Estimate:
    """Go through a load up to the last question and count.

    What the model would find is not known: the context of the second stage is what the rules find, and what answers in
    the cache and the graph say.

    Args:
        store: the graph; None if there is none yet.
        docs: folder or file.
        extractor: one that asks nothing.
        id_column, text_column, skip, reextract, progress: as for a load.

    Raises:
        ConfigurationError: nothing to read at `docs`.
    """
    reading = read_corpus(docs, id_column=id_column, text_column=text_column, skip=skip)
    held = Held.read(store) if store else None
    versions = {document.source_id: version_of(document) for document in reading.documents}
    asked = reading.documents.only(unextracted(versions, held.versions if held and not reextract else {}))
    extract(Extraction.asking(extractor), asked, held.mentions if held else {}, progress)
    return Estimate(len(asked), extractor.report.usage)
