"""From the candidates of all documents to mentions: phrases that some documents share, and words that few hold."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import IO

from sanon.extraction.phrases.candidates import MOST, Candidate, Candidates, Run, Value, candidates
from sanon.extraction.phrases.pieces import Kind
from sanon.extraction.span import TAGGER
from sanon.records import Document, Entity, Mention
from sanon.settings.profile import Profile

FOUND_BY = "rarity"

#: What stands in more than this share of the documents, and in more than so many, says nothing in this corpus.
FEW: dict[Kind, float] = {"title": 0.15, "words": 0.05, "number": 0.05}
#: The same for a word that the document says again, and for a title that only stands where forms print.
FEW_AGAIN, FEW_PRINTED = 0.15, 0.05
FEW_AT_LEAST = 3
#: Up to so many documents, as powers of two, a corpus tells nothing of how rare a common word is; from so many on, all.
_TELLS_NOTHING, _TELLS_ALL = 4, 6
#: Bytes of candidates that stay in memory before all go to disk.
_HELD = 64_000_000
#: Kind of a candidate -> types of a profile it may be filed under, best first.
_TYPES: dict[Kind, tuple[str, ...]] = {
    "title": ("UNIQUE_FACT",),
    "words": ("INDIRECT_IDENTIFIER",),
    "number": ("INDIRECT_IDENTIFIER",),
}


def rare_phrases(
    documents: Iterable[Document], mentions: Mapping[str, list[Mention]], profile: Profile
) -> dict[str, list[Mention]]:
    """Mentions of what is rare in the language and in the corpus, and no extractor has found.

    Args:
        documents: all documents whose extraction is finished.
        mentions: what is known of them, by source id; without what rarity found before.
        profile: which types there are.

    Returns:
        Only the additional mentions, by source id.
    """
    if not profile.rarity:
        return {document.source_id: [] for document in documents}
    types = {kind: _type(kind, profile) for kind in _TYPES}
    with SpooledTemporaryFile(max_size=_HELD) as file:
        # What a document may be told by is some kilobytes: it lies on disk, as the documents do.
        source_ids: list[str] = []
        shared = _Shared()
        guesses = types["words"]
        known = {name: [one for one in held if not _is_guess(one, guesses)] for name, held in mentions.items()}
        for document in documents:
            there = candidates(document, known.get(document.source_id, ()), profile)
            shared.count(there)
            pickle.dump(there, file, pickle.HIGHEST_PROTOCOL)
            source_ids.append(document.source_id)
        frequency = Counter(
            key for there in _read(file, len(source_ids)) for key in _settled(there, shared.phrases, 1.0)
        )
        corpus = _tells(len(source_ids))
        few = {kind: max(FEW_AT_LEAST, share * len(source_ids)) for kind, share in FEW.items()}
        few_again, few_printed = (max(FEW_AT_LEAST, share * len(source_ids)) for share in (FEW_AGAIN, FEW_PRINTED))
        rare: dict[str, list[Mention]] = {}
        for source_id, there in zip(source_ids, _read(file, len(source_ids)), strict=True):
            all_of_it = _settled(there, shared.phrases, corpus)
            kept = {
                key: one
                for key, one in all_of_it.items()
                if frequency[key] <= (few_again if one.again else few_printed if one.printed else few[one.kind])
                and not any(map(there.names, one.spellings))
            }
            held, firm = mentions.get(source_id, ()), known.get(source_id, ())
            rare[source_id] = _mentions(source_id, kept, held, firm, types, profile.rarity)
    return rare


def _read(file: IO[bytes], documents: int) -> Iterator[Candidates]:
    """The candidates of each document once more."""
    file.seek(0)
    for _ in range(documents):
        # Written by this process, into a file that nobody else can open.
        yield pickle.load(file)  # noqa: S301


def kept_masked(
    documents: Iterable[Document],
    rare: Mapping[str, list[Mention]],
    held: Mapping[str, list[Mention]],
    masked: Collection[Entity],
) -> dict[str, list[Mention]]:
    """Mentions that keep masked what was masked: found by rarity once, and cut or counted in another way now.

    A corpus that grows knows phrases that it did not know, and holds too often what was rare. What may be published
    already must not come back, so the entity stays where its spellings still stand.

    Args:
        documents: all documents whose extraction is finished.
        rare: what rarity finds now, by source id.
        held: what the graph holds of them, by source id.
        masked: entities that a decision masks.

    Returns:
        Only the additional mentions, by source id.
    """
    kept: dict[str, list[Mention]] = {}
    for document in documents:
        now = {mention.entity for mention in rare.get(document.source_id, ())}
        had = [
            mention
            for mention in held.get(document.source_id, ())
            if mention.found_by == (FOUND_BY,) and mention.entity in masked and mention.entity not in now
        ]
        if had:
            text = "\n".join(document.texts()).casefold()
            kept[document.source_id] = [m for m in had if any(value.casefold() in text for value in m.original_values)]
    return {source_id: mentions for source_id, mentions in kept.items() if mentions}


def _is_guess(mention: Mention, kind: str | None) -> bool:
    """Whether the tagger alone says that a capitalised name tells something: how much, its rarity says.

    Args:
        mention: of an extractor.
        kind: type of what tells something indirectly.
    """
    return (
        mention.found_by == (TAGGER,)
        and mention.entity.type == kind
        and all(spelling[0].isupper() for spelling in mention.original_values)
    )


def _type(kind: Kind, profile: Profile) -> str | None:
    return next((profile.accepted[name] for name in _TYPES[kind] if name in profile.accepted), None)


class _Shared:
    """The phrases of two words and more that at least two documents hold."""

    def __init__(self) -> None:
        self._once: set[str] = set()
        self.phrases: set[str] = set()

    def count(self, there: Candidates) -> None:
        """Take a document in."""
        phrases = {" ".join(part) for run in there.runs for part in _parts(run.values)}
        self.phrases |= self._once & phrases
        self._once |= phrases


def _parts(values: Value) -> Iterator[Value]:
    for first in range(len(values) - 1):
        for end in range(first + 2, len(values) + 1):
            yield values[first:end]


def _tells(documents: int) -> float:
    """How far a corpus of so many documents tells that a word is rare; in steps, so that it seldom changes."""
    doublings = documents.bit_length() - 1
    return min(1.0, max(0.0, (doublings - _TELLS_NOTHING) / (_TELLS_ALL - _TELLS_NOTHING)))


def _settled(there: Candidates, shared: Collection[str], corpus: float) -> dict[tuple[Value, Kind], Candidate]:
    """Runs cut into the longest phrases that other documents hold too, and single words.

    Args:
        there: of one document.
        shared: phrases, as text.
        corpus: how far the corpus tells what is rare.
    """
    settled = dict(there.settled)
    for run in there.runs:
        for first, end in _cut(run.values, shared):
            if end == first + 1 and run.seen[first]:
                continue
            value = run.values[first:end]
            candidate = settled.setdefault((value, "words"), Candidate("words", 0.0))
            if end == first + 1:
                relevance = max(corpus, run.strangeness[first]) * run.alone[first]
            else:
                relevance = _together(run.relevances[first:end])
            candidate.relevance = max(candidate.relevance, relevance)
            candidate.again |= end == first + 1 and run.again[first]
            candidate.spellings.add(_spelling(run, first, end))
    return settled


def _cut(values: Value, shared: Collection[str]) -> Iterator[tuple[int, int]]:
    first = 0
    while first < len(values):
        ends = (end for end in range(len(values), first + 1, -1) if " ".join(values[first:end]) in shared)
        end = next(ends, first + 1)
        yield first, end
        first = end


def _together(relevances: Iterable[float]) -> float:
    left = 1.0
    for relevance in relevances:
        left *= 1 - relevance
    return min(MOST, 1 - left)


def _spelling(run: Run, first: int, end: int) -> str:
    return run.spelling[run.offsets[first][0] : run.offsets[end - 1][1]]


def _mentions(
    source_id: str,
    candidates: Mapping[tuple[Value, Kind], Candidate],
    known: Collection[Mention],
    firm: Collection[Mention],
    types: Mapping[Kind, str | None],
    share: float,
) -> list[Mention]:
    entities = {mention.entity for mention in known}
    spelled = {spelling.casefold() for mention in firm for spelling in mention.original_values}
    found: dict[Entity, Mention] = {}
    for (value, kind), one in candidates.items():
        kind_of = types[kind]
        if kind_of is None or one.relevance <= 0:
            continue
        entity = Entity(" ".join(value), kind_of)
        if entity in entities or all(spelling.casefold() in spelled for spelling in one.spellings):
            continue
        before = found.get(entity)
        spellings = one.spellings.union(before.original_values if before else ())
        relevance = max(one.relevance * share, before.relevance if before else 0.0)
        found[entity] = Mention(source_id, entity, relevance, tuple(sorted(spellings)), (FOUND_BY,))
    return sorted(found.values(), key=lambda mention: mention.entity.id)
