"""Where masked entities stand in a text: as they are, in disguise, in another format."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sanon.replacement.formats import Formats
from sanon.replacement.masked import MaskedEntity
from sanon.text.matching import Match, Matcher, merged
from sanon.text.obfuscation.decoding import Skeleton, decoded_texts
from sanon.text.obfuscation.matcher import NearMatcher, seen_disguise
from sanon.text.splicing import spliced

_GONE = "\ue000"
#: Characters of a fact from which on it is no accident: "3*4" is no 34.
_SHORTEST_FACT = 5


class Found(NamedTuple):
    """What stands in a text.

    Attributes:
        matches: what must go, by place; matches that overlapped are one.
        doubtful: what may mean a value, or somebody else; it is reported and stays.
    """

    matches: list[Match[MaskedEntity]]
    doubtful: list[Match[MaskedEntity]]


class Search:
    """All ways in which masked entities may stand in a text.

    Args:
        masked: all masked entities of the corpus. Other letters, other orders and parts are looked through for those
            that are searched in every document; line ends, markup, escapes and formats for all.

    Attributes:
        everybody: ids of all of them.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self.everybody = frozenset(entity.id for entity in masked)
        self._matcher = Matcher(masked)
        self._near = NearMatcher([entity for entity in masked if entity.corpus_wide])
        self._facts = Matcher([entity for entity in masked if not entity.corpus_wide])
        self._formats = Formats(masked)

    def find(self, text: str, mentioned: Collection[str]) -> list[Match[MaskedEntity]]:
        """What must go from a text; matches that overlap are one. Arguments as of `look`."""
        return self.look(text, mentioned).matches

    def look(self, text: str, mentioned: Collection[str]) -> Found:
        """What must go from a text, and what may have to.

        Args:
            mentioned: ids of the entities that the text's document mentions.
        """
        found = self._matcher.occurrences(text, mentioned)
        near = self.near(text, mentioned, merged(found))
        news = near.matches
        while news:
            found = sorted([*found, *news], key=lambda match: (match.start, match.end))
            # What goes from the middle of a word leaves a word behind: "JohnSmithNina" without "JohnSmith".
            news = self._matcher.occurrences(without(text, merged(found)), mentioned)
        matches = merged(found)
        return Found(matches, _outside(near.doubtful, matches))

    def near(self, text: str, mentioned: Collection[str], known: Sequence[Match[MaskedEntity]] = ()) -> Found:
        """Near misses: what means a value, or may mean it, without being it. Other arguments as of `look`.

        Args:
            known: where values stand as they are; what says no word more is left out.
        """
        readings = decoded_texts(text)
        near = self._near.find(text, readings, mentioned, known)
        certain = [Match(one.start, one.end, one.entity, one.form) for one in near if one.is_certain]
        doubtful = [Match(one.start, one.end, one.entity, one.form) for one in near if not one.is_certain]
        others = [Match(one.start, one.end, one.entity, one.form) for one in self._formats.find(readings, mentioned)]
        others += self._read_otherwise(text, readings, mentioned)
        return Found([*certain, *_outside(others, known)], doubtful)

    def _read_otherwise(
        self, text: str, readings: Sequence[Skeleton], mentioned: Collection[str]
    ) -> Iterator[Match[MaskedEntity]]:
        """Facts that stand as they are once line ends, markup and escapes are read as what they mean."""
        for reading in readings:
            for match in self._facts.occurrences(reading.cased.text, mentioned):
                if match.end - match.start >= _SHORTEST_FACT:
                    start, end = reading.cased.origin(match.start, match.end)
                    yield Match(start, end, match.entity, seen_disguise(text[start:end]) or "letters")


def _outside(matches: Sequence[Match[MaskedEntity]], known: Sequence[Match[MaskedEntity]]) -> list[Match[MaskedEntity]]:
    """Matches that do not lie inside of known ones; these are in order and do not overlap."""
    starts = [one.start for one in known]

    def is_inside(match: Match[MaskedEntity]) -> bool:
        at = bisect_right(starts, match.start) - 1
        return at >= 0 and match.end <= known[at].end

    return [match for match in matches if not is_inside(match)]


def without(text: str, matches: Sequence[Match[MaskedEntity]]) -> str:
    """The text with something else in the place of matches, as long as they are."""
    return spliced(text, ((one.start, one.end, _GONE * (one.end - one.start)) for one in matches))
