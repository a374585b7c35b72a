"""What an extraction anew finds of a document that still stands in its export, judged as the graph decided about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sanon.audit.places import CUT, places
from sanon.extraction.registry import Finder
from sanon.extraction.span import standing
from sanon.graph.store import Store
from sanon.records import Document, Finding
from sanon.replacement.masked import RedactedDocument
from sanon.replacement.operators import rewrites
from sanon.text.folding import fold


class Decided(NamedTuple):
    """An entity as the graph holds it for a document."""

    type: str
    normalized_value: str
    relevance: float
    masked: bool


#: Source id of a whole document and a folded value -> the entities that it is a spelling of there.
Decisions = Mapping[tuple[str, str], Sequence[Decided]]


def decisions_of(store: Store, owners: Mapping[str, str]) -> Decisions:
    """What the graph knows and decided about the values of each document.

    Args:
        owners: source id in the graph -> id of the whole document.
    """
    entities = store.entities().set_index("id")[["type", "value", "masked"]]
    held = store.mentioned_values()[["source_id", "entity_id", "relevance", "original_values"]]
    decided = defaultdict[tuple[str, str], list[Decided]](list)
    known = dict(zip(entities.index, entities.itertuples(index=False, name=None), strict=True))
    for source_id, entity_id, relevance, spellings in held.itertuples(index=False, name=None):
        kind, value, masked = known[entity_id]
        one = Decided(kind, value, relevance, bool(masked))
        for spelling in spellings:
            decided[owners[source_id], _folded(spelling)].append(one)
    return decided


class StandingFindings:
    """An extractor that finds only what stands outside of what was replaced: "[NAME]" is nobody, nor is a stand-in.

    Masks change how the text around them is understood. Where the original is at hand, and the export equals it outside
    of the masks, the original is read, and what of that stands is found. Else the export is read.

    Args:
        documents: the export beside the originals; a document without one is its own.
        decisions: of the graph; what it masks is looked for as a leak, what it keeps counts as it does there. None if
            the originals are not those of a graph.
    """

    def __init__(self, extractor: Finder, documents: Sequence[RedactedDocument], decisions: Decisions | None) -> None:
        self.name = extractor.name
        self._extractor, self._decisions = extractor, decisions or {}
        self._documents = {one.document.source_id: one for one in documents}
        self._undecided: set[tuple[str, str]] | None = None if decisions is None else set()

    @property
    def undecided(self) -> int | None:
        """How many values were found, each once a document, about which the graph decided nothing."""
        return None if self._undecided is None else len(self._undecided)

    def extract(self, document: Document) -> list[Finding]:
        """Findings that stand outside of what was replaced.

        Raises:
            ExtractionError: the extractor failed.
        """
        compared = self._documents[document.source_id]
        there = list(places(compared))
        outside = CUT.join(place.outside for place in there)
        rewritten = any(rewrites(span.operator) for span in compared.spans)
        if rewritten or not all(place.is_true for place in there):
            folded = fold(outside).text
            found = [one for one in self._extractor.extract(document) if _folded(one.original_value) in folded]
            self._count((compared.original.source_id, _folded(one.original_value)) for one in found)
            return found
        read = self._extractor.extract(compared.original)
        left = [one for one in read if one.original_value and any(standing(outside, [one.original_value]))]
        return [judged for one in left for judged in self._judged(compared.original.source_id, one)]

    def _judged(self, source_id: str, found: Finding) -> Iterator[Finding]:
        """What the graph kept of a finding; the finding itself, if the graph does not know its value there."""
        key = source_id, _folded(found.original_value)
        decided = self._decisions.get(key, ())
        if not decided:
            self._count((key,))
            yield found
        elif not any(one.masked for one in decided):
            for one in decided:
                yield replace(
                    found,
                    entity_type=one.type,
                    normalized_value=one.normalized_value,
                    relevance=one.relevance,
                )

    def _count(self, undecided: Iterable[tuple[str, str]]) -> None:
        if self._undecided is not None:
            self._undecided.update(undecided)


def _folded(value: str) -> str:
    return fold(value).text.strip()
