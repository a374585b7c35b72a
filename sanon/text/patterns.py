"""Regular expressions that are tried only where they can begin, with the matches they would have anyway.

Python's `re` tries a pattern at every letter of a text. Most patterns here begin with one of some words, or hold one of
some words wherever they match: those are read off the parsed pattern (as the prefilters of RE2 are, Cox 2010), one
Aho-Corasick automaton finds the words of all patterns in one pass over a text, and a pattern is matched where
its words stand, or so near to them that the widths of its parts allow it, or not at all. What the parse tree does not
tell is searched as ever.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from sanon.text import lexicons

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

#: Letters of a beginning that are looked at, fewer if a pattern has too many beginnings otherwise.
_LETTERS_OF_A_WORD, _MOST_WORDS = (8, 5, 3), 600
#: A class of so many letters is read as each of them.
_FEW_LETTERS = 4
#: Words stand by chance at about the sum of _COMMON ** -letters of the places of a text, figures and marks at fewer: so
#: many are worth a try each, and so many are worth a look for one.
_COMMON, _WORTH_TRYING, _WORTH_A_LOOK = 12.0, 0.2, 0.05
#: Beyond the last character of a match its end is told by one more, or by a last line break.
_MARGIN = 2
_POINTS = " \n.,'’"
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


class _Clue(NamedTuple):
    """Words one of which stands wherever a pattern matches.

    Attributes:
        words: as the automaton reads them.
        least, most: characters from the beginning of the match to that of the word; below 0 if it is looked back at.
    """

    words: frozenset[str]
    least: float = 0
    most: float = 0

    def behind(self, least: float, most: float) -> _Clue:
        """The clue of a part, for the whole that has so many characters before that part."""
        return _Clue(self.words, self.least + least, self.most + most)


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
    def _tree(self) -> list[tuple[Any, Any]]:
        return list(_parser().parse(self._source, self._flags))

    @cached_property
    def words(self) -> tuple[bool, _Clue]:
        """Whether every match begins with one of the words, or else only holds one; no words if it needs none."""
        for letters in _LETTERS_OF_A_WORD:
            begins = _shortest(_beginnings(self._tree, letters))
            if _cost(begins) <= _WORTH_TRYING:
                return True, _Clue(begins)
            if "" in begins:
                break
        held = _held(self._tree)
        return False, held if held and _cost(held.words) <= _WORTH_A_LOOK else _Clue(frozenset())

    @cached_property
    def _reach(self) -> float:
        """How many characters from its beginning on decide about a match; infinite where they cannot be told."""
        least, _ = _width(self._tree)
        return _width(self._tree, ahead=True)[1] + _MARGIN if least else math.inf

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The matches in a text, in order, none overlapping another: those of `re`."""
        found = _places(text, len(_all))
        if self._number in found.unneeded:
            return self._compiled.finditer(text)
        starts = found.of.get(self._number)
        if not starts:
            return iter(())
        begun, clue = self.words
        if begun:
            return self._begun(text, sorted(starts))
        if math.isinf(clue.most + self._reach):
            return self._compiled.finditer(text)
        return self._near(text, sorted(starts), int(clue.least), int(clue.most), int(self._reach))

    def _begun(self, text: str, starts: list[int]) -> Iterator[re.Match[str]]:
        """The matches that begin at some of the places."""
        match, position = self._compiled.match, 0
        for start in starts:
            if start >= position and (found := match(text, start)):
                position = max(found.end(), start + 1)
                yield found

    def _near(self, text: str, words: list[int], least: int, most: int, reach: int) -> Iterator[re.Match[str]]:
        """The matches that begin so many characters before some of the words."""
        search, position, at = self._compiled.search, 0, 0
        while at < len(words):
            first, last = max(words[at] - most, position), words[at] - least
            at += 1
            while at < len(words) and words[at] - most <= last + reach:
                last = words[at] - least
                at += 1
            # What lies beyond the reach of the last place decides about no match that begins before.
            while first <= last and (found := search(text, first, last + reach)) and found.start() <= last:
                first = position = found.end()
                yield found

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return next(self.finditer(text), None)


class _Places:
    """Where the words of the patterns stand in a text, by number of the pattern, in any order."""

    def __init__(self, text: str) -> None:
        automaton, owners, self.unneeded = _automaton(len(_all))
        found: defaultdict[int, list[int]] = defaultdict(list)
        for word, start, _ in automaton.find_matches_as_indexes(_looked_up(text), overlapping=True):
            found[word].append(start)
        self.of: defaultdict[int, list[int]] = defaultdict(list)
        for word, starts in found.items():
            for number in owners[word]:
                self.of[number] += starts


@lru_cache(maxsize=4)
def _places(text: str, _count: int) -> _Places:
    return _Places(text)


@lru_cache(maxsize=1)
def _automaton(_count: int) -> tuple[AhoCorasick, list[list[int]], frozenset[int]]:
    """One automaton for the words of all patterns there are, the patterns of each word, and those without words."""
    from ahocorasick_rs import AhoCorasick

    owners: defaultdict[str, list[int]] = defaultdict(list)
    unneeded = set()
    for number, pattern in enumerate(_all):
        _, clue = pattern.words
        for word in clue.words:
            owners[word].append(number)
        if not clue.words:
            unneeded.add(number)
    return AhoCorasick(list(owners)), list(owners.values()), frozenset(unneeded)


def _parser() -> Any:
    # Python keeps the parser of its patterns in a module without an official name (sre_parse before 3.11).
    return import_module("re._parser")


def _cost(words: Iterable[str]) -> float:
    """How often words stand in a text by chance, roughly."""
    return sum(math.pow(_COMMON, -len(word) - 0.5 * word.count(_FIGURE) - _marks(word)) for word in words)


def _marks(word: str) -> int:
    """Characters of a word that are rarer than letters: neither letters nor figures, blanks or common points."""
    return sum(not character.isalnum() and character not in _POINTS for character in word)


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


def _held(items: Iterable[tuple[Any, Any]]) -> _Clue | None:
    """The rarest words one of which every match of a sequence of nodes holds; None if the tree tells none."""
    items = list(items)
    options: list[_Clue] = []
    before: tuple[float, float] = 0, 0
    for first, item in enumerate(items):
        name, value = str(item[0]), item[1]
        inner: _Clue | None = None
        if name == "BRANCH":
            parts = [_held(branch) for branch in value[1]]
            known = [part for part in parts if part]
            if len(known) == len(parts):
                words = frozenset[str]().union(*(part.words for part in known))
                inner = _Clue(words, min(part.least for part in known), max(part.most for part in known))
        elif name == "SUBPATTERN":
            inner = _held(value[3])
        elif name == "ATOMIC_GROUP":
            inner = _held(value)
        elif name == "ASSERT":
            inner = _held(value[1])
            if inner and value[0] < 0:
                least, most = _width(value[1])
                inner = inner.behind(-most, -least)
        elif name in _REPEATS and value[0] > 0:
            inner = _held(value[2])
        if inner:
            options.append(inner.behind(*before))
        inside = name == "LITERAL" and first > 0 and str(items[first - 1][0]) == "LITERAL"
        if name not in _NO_WIDTH and not inside:
            options.append(_Clue(_shortest(_beginnings(items[first:], _LETTERS_OF_A_WORD[0])), *before))
        least, most = _width([item])
        before = before[0] + least, before[1] + most
    return min((one for one in options if "" not in one.words), key=lambda one: _cost(one.words), default=None)


def _width(items: Iterable[tuple[Any, Any]], *, ahead: bool = False) -> tuple[float, float]:
    """Fewest and most characters that a sequence of nodes matches; those that it looks ahead at too, if asked for."""
    widths = [_width_of_node(item, ahead=ahead) for item in items]
    return sum(least for least, _ in widths), sum(most for _, most in widths)


def _width_of_node(item: tuple[Any, Any], *, ahead: bool) -> tuple[float, float]:
    name, value = str(item[0]), item[1]
    if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
        return 1, 1
    if name in _NO_WIDTH:
        return 0, _width(value[1], ahead=True)[1] if ahead and name != "AT" and value[0] > 0 else 0
    if name == "BRANCH":
        widths = [_width(branch, ahead=ahead) for branch in value[1]]
        return min(least for least, _ in widths), max(most for _, most in widths)
    if name == "SUBPATTERN":
        return _width(value[3], ahead=ahead)
    if name == "ATOMIC_GROUP":
        return _width(value, ahead=ahead)
    if name in _REPEATS:
        fewest, times, inner = value
        least, most = _width(inner, ahead=ahead)
        return fewest * least, 0 if not most else math.inf if times == _parser().MAXREPEAT else times * most
    return 0, math.inf  # a group that is named again, or what a later Python brings
