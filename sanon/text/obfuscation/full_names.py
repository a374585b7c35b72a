"""Full names with another name between their words, or with one wrong letter: "Eva Maria Lang", "Eva Lnag"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from sanon.text.obfuscation.decoding import Skeleton
from sanon.text.obfuscation.keys import PersonName, is_word
from sanon.text.obfuscation.tokens import Tokens
from sanon.text.searched import SearchedEntity

_Entity = TypeVar("_Entity", bound=SearchedEntity)

MIDDLE_NAME, MISTYPED, SPLIT = "middle name", "mistyped", "split"
#: What stands between the parts of a name in a form, a record or a query: "First name: Jane\nLast name: Roe".
_LABEL = re.compile(r"[\"']?[\s,;&|]{1,9}[\"']?\w+(?:[ _-]\w+){0,2}[\"']?\s{0,4}[:=]\s{0,9}[\"']?")
_MOST_OF_LABEL = 3
_MOST_BETWEEN = 2
#: Letters that a word has at least, of which one may be wrong.
_SHORTEST_GIVEN, _SHORTEST_SURNAME = 4, 5


class FullName(NamedTuple, Generic[_Entity]):
    """A name in a text.

    Attributes:
        first, last: numbers of its words.
        form: `MIDDLE_NAME`, `MISTYPED` or `SPLIT`; the two parts of a name that is split are two.
        is_certain: whether it can hardly mean anybody else.
    """

    first: int
    last: int
    entity: _Entity
    form: str
    is_certain: bool = False


class FullNames(Generic[_Entity]):
    """The full names of people, found by one of their words.

    Args:
        people: with their names; those of two words or more are searched.
    """

    def __init__(self, people: Iterable[tuple[_Entity, PersonName]]) -> None:
        self._by_surname: defaultdict[str, dict[str, _Entity]] = defaultdict(dict)
        self._by_given: defaultdict[str, dict[str, _Entity]] = defaultdict(dict)
        for entity, name in people:
            if name.called and len(name.called[0]) == len(name.surname) == 1:
                (given,), (surname,) = name.called[0], name.surname
                self._by_surname[surname].setdefault(given, entity)
                self._by_given[given].setdefault(surname, entity)

    def find(self, tokens: Tokens, decoded: Skeleton) -> Iterator[FullName[_Entity]]:
        """The names that stand in a decoded text with something between them, or with one wrong letter."""
        if self._by_surname.keys().isdisjoint(tokens.words) and self._by_given.keys().isdisjoint(tokens.words):
            return
        for at, word in enumerate(tokens.words):
            if word in self._by_surname:
                yield from self._ending(tokens, at, decoded)
                yield from self._split(self._by_surname[word], tokens, at, decoded)
            if word in self._by_given:
                yield from self._split(self._by_given[word], tokens, at, decoded)
                yield from self._beginning(tokens, at, decoded)

    def _ending(self, tokens: Tokens, at: int, decoded: Skeleton) -> Iterator[FullName[_Entity]]:
        """Names that end with the surname at a word."""
        of_given = self._by_surname[tokens.words[at]]
        for first in range(at - 2, max(at - 2 - _MOST_BETWEEN, -1), -1):
            entity = of_given.get(tokens.words[first])
            if entity and is_one_name(tokens, first, at, decoded):
                yield FullName(first, at, entity, MIDDLE_NAME, is_certain=True)
                return
        entity = _mistyped(of_given, tokens.words[at - 1], _SHORTEST_GIVEN) if at else None
        if entity and is_one_name(tokens, at - 1, at, decoded):
            yield FullName(at - 1, at, entity, MISTYPED)

    def _beginning(self, tokens: Tokens, at: int, decoded: Skeleton) -> Iterator[FullName[_Entity]]:
        """Names that begin with the given name at a word, and end with a surname that has one wrong letter."""
        of_surname, following = self._by_given[tokens.words[at]], tokens.words[at + 1 : at + 2]
        entity = _mistyped(of_surname, following[0], _SHORTEST_SURNAME) if following else None
        if entity and is_one_name(tokens, at, at + 1, decoded):
            yield FullName(at, at + 1, entity, MISTYPED)

    def _split(
        self, entity_of: Mapping[str, _Entity], tokens: Tokens, at: int, decoded: Skeleton
    ) -> Iterator[FullName[_Entity]]:
        """The two parts of names of which one is a word, and the other stands behind a label."""
        for other in range(at + 2, min(at + 2 + _MOST_OF_LABEL, len(tokens.words))):
            entity = entity_of.get(tokens.words[other])
            if entity and _LABEL.fullmatch(decoded.text, tokens.end(at), tokens.start(other)):
                is_certain = not (is_word(tokens.words[at]) and is_word(tokens.words[other]))
                yield from (FullName(one, one, entity, SPLIT, is_certain) for one in (at, other))


def _mistyped(entity_of: Mapping[str, _Entity], word: str, shortest: int) -> _Entity | None:
    """Whose name a word would be with one letter right."""
    lengths = range(max(len(word) - 1, shortest), len(word) + 2)
    return next((one for name, one in entity_of.items() if len(name) in lengths and is_one_edit(name, word)), None)


def is_one_name(tokens: Tokens, first: int, last: int, decoded: Skeleton) -> bool:
    """Whether words begin with capitals, and nothing but blanks and the dots of initials stands between them."""
    for at in range(first, last):
        gap = decoded.text[tokens.end(at) : tokens.start(at + 1)]
        if gap.removeprefix("." if len(tokens.words[at]) == 1 else "") != " ":
            return False
    starts = (decoded.in_cased(tokens.start(at), tokens.end(at))[0] for at in range(first, last + 1))
    return all(decoded.cased.text[start].isupper() for start in starts)


def is_one_edit(word: str, other: str) -> bool:
    """Whether one letter more, less or other, or two that changed places, make a word another one."""
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    same = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), None)
    if same is None:
        return True
    rest, others = word[same:], other[same:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == others[1:] or rest[1:] == others or rest == others[1:] or swapped == others
