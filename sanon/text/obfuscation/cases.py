"""Names in the cases of Slavic languages: "Marka Nowaka", "z Tomkiem", "Соколовой"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Generic, Literal, NamedTuple, TypeVar

from sanon.packaged import table
from sanon.text import lexicons
from sanon.text.frequencies import is_everyday_somewhere, zipf_somewhere
from sanon.text.obfuscation.decoding import Skeleton, skeleton
from sanon.text.obfuscation.full_names import is_one_name
from sanon.text.obfuscation.keys import PersonName, is_word
from sanon.text.obfuscation.tokens import Tokens
from sanon.text.searched import SearchedEntity
from sanon.text.titles import is_common, says_else

_Entity = TypeVar("_Entity", bound=SearchedEntity)

#: Letters that a name has at least, and what of it stays in all cases ("Eva", "Evy").
_SHORTEST, _SHORTEST_STEM = 3, 2
_VOWELS = frozenset(skeleton("aeiouyаеиоуыэюяіїєйь"))
#: Zipf value from which on a word is one that texts use.
_WORD = 3.0


class InCase(NamedTuple, Generic[_Entity]):
    """A name in a text, in another case than it was found in.

    Attributes:
        first, last: numbers of its words.
        kind: the whole name, or what of it.
        is_certain: whether it can mean nobody else.
    """

    first: int
    last: int
    entity: _Entity
    kind: Literal["value", "surname", "given name"]
    is_certain: bool


class NamesInCases(Generic[_Entity]):
    """The names of people in other cases: given name and surname in all documents, one of them where he is known to be.

    Args:
        people: with their names.
    """

    def __init__(self, people: Iterable[tuple[_Entity, PersonName]]) -> None:
        self._people: dict[tuple[str, str], _Entity] = {}
        self._called: defaultdict[str, dict[str, _Entity]] = defaultdict(dict)
        self._surnamed: defaultdict[str, dict[str, _Entity]] = defaultdict(dict)
        for entity, name in people:
            self._add(entity, name)
        #: Words of names, by what becomes of them.
        self._names_of: dict[str, tuple[str, ...]] = {}
        for word in sorted({*self._called, *self._surnamed, *(word for pair in self._people for word in pair)}):
            for form in case_forms(word):
                self._names_of[form] = (*self._names_of.get(form, ()), word)

    def _add(self, entity: _Entity, name: PersonName) -> None:
        given = name.called[0][0] if name.called and len(name.called[0]) == 1 else ""
        surname = name.surname[0] if len(name.surname) == 1 else ""
        if given and surname:
            self._people.setdefault((given, surname), entity)
        if given and not says_else(given):
            self._called[given].setdefault(entity.id, entity)
        if surname and not is_common(surname):
            self._surnamed[surname].setdefault(entity.id, entity)

    def find(self, tokens: Tokens, decoded: Skeleton, mentioned: Collection[str]) -> Iterator[InCase[_Entity]]:
        """The names that stand in a decoded text in other cases.

        Args:
            mentioned: ids of the entities that the text's document mentions.
        """
        if self._names_of.keys().isdisjoint(tokens.words):
            return
        for at, word in enumerate(tokens.words):
            names = self._names_of.get(word, ())
            if at and (names or tokens.words[at - 1] in self._names_of):
                yield from self._whole(tokens, at, decoded, mentioned)
            if names:
                yield from self._alone(names, tokens, at, decoded, mentioned)

    def _whole(
        self, tokens: Tokens, at: int, decoded: Skeleton, mentioned: Collection[str]
    ) -> Iterator[InCase[_Entity]]:
        """The full names, in either order, that end with a word, and of which one word at least is in another case."""
        words = tokens.words[at - 1 : at + 1]
        before, last = ((word, *self._names_of.get(word, ())) for word in words)
        for pair in product(before, last):
            changed = [word for word, name in zip(words, pair, strict=True) if word != name]
            entity = self._people.get(pair) or self._people.get((pair[1], pair[0])) if changed else None
            if entity and is_one_name(tokens, at - 1, at, decoded):
                # "Martina Nowak" may be another person than Martin.
                is_certain = len(changed) > 1 or changed[0] not in lexicons.names() or entity.id in mentioned
                yield InCase(at - 1, at, entity, "value", is_certain)

    def _alone(
        self, names: Iterable[str], tokens: Tokens, at: int, decoded: Skeleton, mentioned: Collection[str]
    ) -> Iterator[InCase[_Entity]]:
        """The given names and surnames that a word is in another case; given names where the person is mentioned."""
        is_name = _is_name_here(tokens, at, decoded)
        for name in names:
            if is_name or _is_given_name(tokens, at, decoded):
                for entity in _those(self._called, name, mentioned):
                    yield InCase(at, at, entity, "given name", is_certain=True)
            if is_name:
                known = list(_those(self._surnamed, name, mentioned))
                for entity in known or ([] if is_word(name) else self._surnamed.get(name, {}).values()):
                    yield InCase(at, at, entity, "surname", is_certain=bool(known))


def _those(holders: Mapping[str, dict[str, _Entity]], name: str, mentioned: Collection[str]) -> Iterator[_Entity]:
    return (entity for key, entity in holders.get(name, {}).items() if key in mentioned)


def _is_name_here(tokens: Tokens, at: int, decoded: Skeleton) -> bool:
    """Whether a word with a capital letter is in no list of words, or stands within a sentence."""
    start, end = decoded.in_cased(tokens.start(at), tokens.end(at))
    word, seen = tokens.words[at], decoded.cased.text[start:end]
    if not seen[:1].isupper() or is_word(word):
        return False
    is_rare = word.isascii() and zipf_somewhere(seen.casefold()) < _WORD
    return is_rare or (seen[1:].islower() and decoded.is_within(start))


def _is_given_name(tokens: Tokens, at: int, decoded: Skeleton) -> bool:
    """Whether a word is a listed given name that begins with its only capital letter: "Annie"; not "Ani", neither."""
    start, end = decoded.in_cased(tokens.start(at), tokens.end(at))
    seen = decoded.cased.text[start:end]
    if not (seen[:1].isupper() and seen[1:].islower() and tokens.words[at] in lexicons.given_names()):
        return False
    return decoded.is_within(start) or not is_everyday_somewhere(seen.casefold())


def case_forms(name: str) -> frozenset[str]:
    """What becomes of a word of a name in the cases of Slavic languages, all letters as in a skeleton."""
    if len(name) < _SHORTEST:
        return frozenset()
    rules = _rules()
    forms = {
        name.removesuffix(end) + other
        for end, others in rules.vowel
        if name.endswith(end) and len(name) - len(end) >= _SHORTEST_STEM
        for other in others
    }
    stems = [name.removesuffix(end) + other for end, other in rules.stems if name.endswith(end)]
    if name[-1] not in _VOWELS or stems:
        forms |= {stem + end for stem in (name, *stems) if len(stem) > _SHORTEST_STEM for end in rules.consonant}
    return frozenset(forms - {name})


class _Rules(NamedTuple):
    consonant: tuple[str, ...]
    stems: tuple[tuple[str, str], ...]
    vowel: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def _rules() -> _Rules:
    listed = table("sanon.text.obfuscation", "cases")
    return _Rules(
        tuple(skeleton(end) for ends in listed["consonant"].values() for end in ends.split()),
        tuple((skeleton(end), skeleton(stem)) for end, stem in listed["stems"].items()),
        tuple((skeleton(end), tuple(map(skeleton, ends.split()))) for end, ends in listed["vowel"].items()),
    )
