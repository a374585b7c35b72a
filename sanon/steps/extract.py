"""Extract: ask an extractor about documents, and keep apart what it could not do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sanon.errors import ExtractionError
from sanon.extraction.extractor import Extractor, mentions_of
from sanon.records import Document
from sanon.steps.held import Mentions

#: Hands documents on one by one and shows how far it is; takes what is being done and how many there are.
Progress = Callable[[Iterable[Document], str, int], Iterable[Document]]


def extract(
    extractor: Extractor, documents: Sequence[Document], held: Mentions, progress: Progress
) -> tuple[Mentions, dict[str, str]]:
    """Mentions by source id, and why the others failed.

    Args:
        extractor: what is asked.
        documents: what it is asked about.
        held: mentions that the graph holds already.
        progress: shows how far it is.
    """
    found: Mentions = {}
    failed: dict[str, str] = {}
    for document in progress(documents, "extracting", len(documents)):
        try:
            found[document.source_id] = mentions_of(document.source_id, extractor.extract(document))
        except ExtractionError as error:
            failed[document.source_id] = str(error)
    return found, failed
