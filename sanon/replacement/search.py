"""Where masked entities stand in a text: as they are, in disguise, in another format."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sanon.replacement.formats import Formats
from sanon.replacement.masked import MaskedEntity
from sanon.text.matching import Match, Matcher, merged
from sanon.text.obfuscation.matcher import NearMatcher

_GONE = "\ue000"


class Search:
    """All ways in which masked entities may stand in a text.

    Args:
        masked: all masked entities of the corpus. Disguises are looked through for those that are searched in every
            document, formats for all.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._matcher = Matcher(masked)
        self._near = NearMatcher([entity for entity in masked if entity.corpus_wide])
        self._formats = Formats(masked)

    def find(self, text: str, mentioned: Collection[str]) -> list[Match[MaskedEntity]]:
        """What must go from a text; matches that overlap are one.

        Args:
            text: any text.
            mentioned: ids of the entities that the text's document mentions.
        """
        found = self._matcher.occurrences(text, mentioned)
        news = self.near(text, mentioned, merged(found))
        while news:
            found = sorted([*found, *news], key=lambda match: (match.start, match.end))
            # What goes from the middle of a word leaves a word behind: "JohnSmithNina" without "JohnSmith".
            news = self._matcher.occurrences(_without(text, merged(found)), mentioned)
        return merged(found)

    def near(
        self, text: str, mentioned: Collection[str], known: Sequence[Match[MaskedEntity]] = ()
    ) -> list[Match[MaskedEntity]]:
        """Near misses: what means a value without being it.

        Args:
            text: any text.
            mentioned: ids of the entities that the text's document mentions.
            known: where values stand as they are; what says no word more is left out.
        """
        found = [Match(one.start, one.end, one.entity, one.form) for one in self._near.find(text, mentioned, known)]
        return found + [
            Match(one.start, one.end, one.entity, one.form)
            for one in self._formats.find(text, mentioned)
            if not any(match.start <= one.start and one.end <= match.end for match in known)
        ]


def _without(text: str, matches: Sequence[Match[MaskedEntity]]) -> str:
    """The text with something else in the place of matches, as long as they are."""
    pieces: list[str] = []
    position = 0
    for match in matches:
        pieces += text[position : match.start], _GONE * (match.end - match.start)
        position = match.end
    return "".join((*pieces, text[position:]))
