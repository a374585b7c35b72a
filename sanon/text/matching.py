"""Find the values of all entities that are sought in a text, in one pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from ahocorasick_rs import AhoCorasick

from sanon.text.aligned import AlignedText
from sanon.text.folding import fold
from sanon.text.searched import SearchedEntity
from sanon.text.words import continues, joins, separates

_Entity = TypeVar("_Entity", bound=SearchedEntity)


class Stretch(Protocol):
    """Anything with a place in a text."""

    @property
    def start(self) -> int:
        """Offset of the first character."""
        ...

    @property
    def end(self) -> int:
        """Offset behind the last one."""
        ...


class Match(NamedTuple, Generic[_Entity]):
    """A stretch of the unfolded text, and the entity that names it.

    Attributes:
        disguise: how the value stands there, if not as it is.
    """

    start: int
    end: int
    entity: _Entity
    disguise: str | None = None


class _Claim(NamedTuple, Generic[_Entity]):
    """An entity that has a value, and whether it claims it in every document."""

    entity: _Entity
    corpus_wide: bool


class Matcher(Generic[_Entity]):
    """All values of all entities in one automaton.

    Args:
        entities: what is sought; several may share a value.
    """

    def __init__(self, entities: Sequence[_Entity]) -> None:
        claims: defaultdict[str, dict[str, _Claim[_Entity]]] = defaultdict(dict)
        for entity in entities:
            for value in entity.search_values:
                claims[fold(value).text.strip()].setdefault(entity.id, _Claim(entity, corpus_wide=False))
            for value in entity.corpus_wide_values:
                claims[fold(value).text.strip()][entity.id] = _Claim(entity, corpus_wide=True)
        claims.pop("", None)
        self._claims = [
            sorted(claim.values(), key=lambda one: (-one.entity.weight, one.entity.id)) for claim in claims.values()
        ]
        self._automaton = AhoCorasick(list(claims))

    def find(self, text: str, mentioned: Collection[str]) -> list[Match[_Entity]]:
        """Find what must go: values of the entities mentioned and of all direct identifiers, as whole words.

        Matches that overlap become one, named by the longest of them (then: leftmost, heaviest, smallest id).

        Args:
            mentioned: ids of the entities that the text's document mentions; a set, if there are many.
        """
        # Overlapping matches, filtered, then the longest: leftmost-longest would drop "New York" in "New York Times"
        # for a key "New York Time" that then fails as a word.
        return merged(self.occurrences(text, mentioned))

    def occurrences(self, text: str, mentioned: Collection[str]) -> list[Match[_Entity]]:
        """Find the same, each match by itself: overlapping ones stay apart, and cover their own value only."""
        return sorted(self._whole_words(fold(text), text, mentioned), key=lambda match: (match.start, match.end))

    def _whole_words(self, folded: AlignedText, text: str, mentioned: Collection[str]) -> Iterator[Match[_Entity]]:
        for number, start, end in self._automaton.find_matches_as_indexes(folded.text, overlapping=True):
            for entity, corpus_wide in self._claims[number]:
                if corpus_wide or entity.id in mentioned:
                    if is_edge(folded, text, start) and is_edge(folded, text, end):
                        yield Match(*folded.origin(start, end), entity)
                    break


def merged(matches: list[Match[_Entity]]) -> list[Match[_Entity]]:
    """One match for those that overlap, named by the longest of them (then: leftmost, heaviest, smallest id).

    Args:
        matches: sorted by their start.
    """
    return [min(group, key=_strongest)._replace(start=start, end=end) for start, end, group in _overlapping(matches)]


def _strongest(match: Match[_Entity]) -> tuple[int, int, float, str]:
    return match.start - match.end, match.start, -match.entity.weight, match.entity.id


def _overlapping(matches: list[Match[_Entity]]) -> Iterator[tuple[int, int, list[Match[_Entity]]]]:
    """Group matches, sorted by start, that overlap directly or through others."""
    group: list[Match[_Entity]] = []
    end = 0
    for match in matches:
        if group and match.start >= end:
            yield group[0].start, end, group
            group = []
        group.append(match)
        end = max(end, match.end) if len(group) > 1 else match.end
    if group:
        yield group[0].start, end, group


def is_edge(folded: AlignedText, text: str, index: int) -> bool:
    """Whether a match may begin or end before the folded character `index`."""
    if index in (0, len(folded.text)):
        return True
    left, right = folded.text[index - 1], folded.text[index]
    if not continues(right) and not (joins(left) and joins(right)):
        return True
    return separates(text[folded.origin(index - 1, index)[1] : folded.origin(index, index + 1)[0]])
