"""Regular expressions that are tried only where they can begin, with the matches they would have anyway.

Python's `re` tries a pattern at every letter of a text. Most patterns here begin with one of some words, or hold one of
some words wherever they match: those are read off the parsed pattern (as the prefilters of RE2 are, Cox 2010), one
Aho-Corasick automaton finds the words of all patterns in one pass over a text, and a pattern is matched where
its words stand, or not at all. What the parse tree does not tell is searched as ever.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sanon.text import lexicons

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

#: Letters of a beginning that are looked at, fewer if a pattern has too many beginnings otherwise.
_LETTERS_OF_A_WORD, _MOST_WORDS = (8, 5, 3), 600
#: A class of so many letters is read as each of them.
_FEW_LETTERS = 4
#: Words stand by chance at about the sum of _COMMON ** -letters of the places of a text, figures at fewer: so many are
#: worth a try each, and so many are worth a look for one.
_COMMON, _WORTH_TRYING, _WORTH_A_LOOK = 12.0, 0.2, 0.05
#: What every figure is read as.
_FIGURE = "0"

#: Beginnings: those that the rest of the pattern follows directly, and those that anything may follow.
_Beginnings = tuple[set[str], set[str]]
_NO_WIDTH = frozenset(("AT", "ASSERT", "ASSERT_NOT"))
_REPEATS = frozenset(("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))

_all: list[Pattern] = []


class _Letters(dict[int, str]):
    """Folded letters, worked out when they first occur: alike for what `re` takes for one another without case."""

    def __missing__(self, code: int) -> str:
        folded = "i" if chr(code) == "ı" else lexicons.fold(chr(code).casefold())
        # Surrogates cannot reach the automaton; what folds to several letters would move the offsets.
        letter = folded if len(folded) == 1 and not 0xD800 <= code < 0xE000 else " "
        self[code] = letter
        return letter


_LETTERS = _Letters()


class _Figures(dict[int, int]):
    """What stands for a letter of a folded text where all figures are alike."""

    def __missing__(self, code: int) -> int:
        self[code] = ord(_FIGURE) if chr(code).isdecimal() else code
        return self[code]


_FIGURES = _Figures()


def _looked_up(text: str) -> str:
    """A text as the automaton reads it."""
    return folded(text).translate(_FIGURES)


@cache
def _letter(code: int) -> str:
    return _looked_up(chr(code))


@lru_cache(maxsize=4)
def folded(text: str) -> str:
    """Small letters without accents, letter by letter, so that offsets stay those of the text."""
    return text.lower() if text.isascii() else text.translate(_LETTERS)


class Pattern:
    """A regular expression whose matches in a whole text are asked for, of many texts.

    Args:
        pattern, flags: as for `re.compile`.
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source, self._flags = pattern, flags
        self._number = len(_all)
        _all.append(self)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._source, self._flags)

    @cached_property
    def words(self) -> tuple[bool, frozenset[str]]:
        """Whether every match begins with one of the words, or else only holds one; no words if it needs none."""
        tree = list(_parser().parse(self._source, self._flags))
        for letters in _LETTERS_OF_A_WORD:
            begins = _shortest(_beginnings(tree, letters))
            if _cost(begins) <= _WORTH_TRYING:
                return True, begins
            if "" in begins:
                break
        held = _held(tree)
        return False, held if held is not None and _cost(held) <= _WORTH_A_LOOK else frozenset()

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The matches in a text, in order, none overlapping another: those of `re`."""
        found = _places(text, len(_all))
        if self._number in found.unneeded or self._number in found.held:
            yield from self._compiled.finditer(text)
            return
        position = 0
        for start in found.begins.get(self._number, ()):
            if start >= position and (match := self._compiled.match(text, start)):
                position = max(match.end(), start + 1)
                yield match

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return next(self.finditer(text), None)


class _Places:
    """Where the words of the patterns stand in a text, by number of the pattern."""

    def __init__(self, text: str) -> None:
        automaton, owners, self.unneeded = _automaton(len(_all))
        self.held: set[int] = set()
        begins: defaultdict[int, list[int]] = defaultdict(list)
        for word, start, _ in automaton.find_matches_as_indexes(_looked_up(text), overlapping=True):
            held, begun = owners[word]
            self.held.update(held)
            for number in begun:
                begins[number].append(start)
        for starts in begins.values():
            starts.sort()
        self.begins = begins


@lru_cache(maxsize=4)
def _places(text: str, _count: int) -> _Places:
    return _Places(text)


@lru_cache(maxsize=1)
def _automaton(_count: int) -> tuple[AhoCorasick, list[tuple[list[int], list[int]]], frozenset[int]]:
    """One automaton for the words of all patterns that there are; and for each word who holds it and who begins so."""
    from ahocorasick_rs import AhoCorasick

    owners: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    unneeded = set()
    for number, pattern in enumerate(_all):
        begins, words = pattern.words
        for word in words:
            owners[word][begins].append(number)
        if not words:
            unneeded.add(number)
    return AhoCorasick(list(owners)), list(owners.values()), frozenset(unneeded)


def _parser() -> Any:
    # Python keeps the parser of its patterns in a module without an official name (sre_parse before 3.11).
    return import_module("re._parser")


def _cost(words: Iterable[str]) -> float:
    """How often words stand in a text by chance, roughly."""
    return sum(math.pow(_COMMON, -len(word) - 0.5 * word.count(_FIGURE)) for word in words)


def _shortest(beginnings: _Beginnings) -> frozenset[str]:
    """Beginnings without those that begin with another."""
    kept: list[str] = []
    for word in sorted(beginnings[0] | beginnings[1]):
        if not kept or not word.startswith(kept[-1]):
            kept.append(word)
    return frozenset(kept)


def _beginnings(items: Iterable[tuple[Any, Any]], letters: int) -> _Beginnings:
    """What a sequence of nodes can begin with, up to so many letters."""
    going_on, ended = {""}, set[str]()
    for item in items:
        if str(item[0]) in _NO_WIDTH:
            continue
        next_on, next_ended = _of_node(item, letters)
        if len(going_on) * (len(next_on) + len(next_ended)) + len(ended) > _MOST_WORDS:
            return set(), going_on | ended
        ended |= {(word + more)[:letters] for word in going_on for more in next_ended}
        joined = {word + more for word in going_on for more in next_on}
        going_on = {word for word in joined if len(word) < letters}
        ended |= {word[:letters] for word in joined - going_on}
        if not going_on:
            break
    return going_on, ended


def _of_node(item: tuple[Any, Any], letters: int) -> _Beginnings:
    name, value = str(item[0]), item[1]
    if name == "LITERAL":
        return {_letter(value)}, set()
    if name == "IN":
        return _of_class(value)
    if name == "BRANCH":
        parts = [_beginnings(branch, letters) for branch in value[1]]
        return set[str]().union(*(on for on, _ in parts)), set[str]().union(*(ended for _, ended in parts))
    if name == "SUBPATTERN":
        return _beginnings(value[3], letters)
    if name == "ATOMIC_GROUP":
        return _beginnings(value, letters)
    if name in _REPEATS:
        least, most, inner = value
        going_on, ended = _beginnings(list(inner) * min(max(least, 1), letters), letters)
        if most != max(least, 1):
            going_on, ended = set(), going_on | ended
        return (going_on | {""}, ended) if least == 0 else (going_on, ended)
    return set(), {""}


def _of_class(members: Iterable[tuple[Any, Any]]) -> _Beginnings:
    letters: set[str] = set()
    for kind, value in members:
        if str(kind) == "LITERAL":
            letters.add(_letter(value))
        elif str(kind) == "RANGE" and value[1] - value[0] < 10:
            letters |= {_letter(code) for code in range(value[0], value[1] + 1)}
        elif str(kind) == "CATEGORY" and str(value) == "CATEGORY_DIGIT":
            letters.add(_FIGURE)
        else:
            return set(), {""}
    return (letters, set()) if len(letters) <= _FEW_LETTERS else (set(), {""})


def _held(items: Iterable[tuple[Any, Any]]) -> frozenset[str] | None:
    """The rarest words one of which every match of a sequence of nodes holds; None if the tree tells none."""
    items = list(items)
    options: list[frozenset[str]] = []
    for first, item in enumerate(items):
        name, value = str(item[0]), item[1]
        inner: frozenset[str] | None = None
        if name == "BRANCH":
            parts = [_held(branch) for branch in value[1]]
            known = [part for part in parts if part is not None]
            inner = frozenset().union(*known) if len(known) == len(parts) else None
        elif name == "SUBPATTERN":
            inner = _held(value[3])
        elif name == "ATOMIC_GROUP":
            inner = _held(value)
        elif name == "ASSERT":
            inner = _held(value[1])
        elif name in _REPEATS and value[0] > 0:
            inner = _held(value[2])
        if inner:
            options.append(inner)
        inside = name == "LITERAL" and first > 0 and str(items[first - 1][0]) == "LITERAL"
        if name not in _NO_WIDTH and not inside:
            options.append(_shortest(_beginnings(items[first:], _LETTERS_OF_A_WORD[0])))
    return min((option for option in options if "" not in option), key=_cost, default=None)
