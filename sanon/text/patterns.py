"""Regular expressions that are tried only where they can begin, with the matches they would have anyway.

Python's `re` tries a pattern at every letter of a text. Most patterns here begin with one of some words, or hold one of
some words wherever they match: those are read off the parsed pattern (as the prefilters of RE2 are, Cox 2010), one
Aho-Corasick automaton finds the words of all patterns in one pass over a text, and a pattern is matched where
its words stand, or so near to them that the widths of its parts allow it, or not at all; at capitals only, if it begins
with one. What the parse tree does not tell is searched as ever.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from importlib import import_module
from itertools import chain
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
#: Characters that are searched in the time that a match is tried at one, and that it takes to look for capitals.
_A_TRY, _WIDE = 4, 8
#: Beyond the last character of a match its end is told by one more, or by a last line break.
_MARGIN = 2
_POINTS = " \n.,'’"
#: What every figure is read as.
_FIGURE = "0"

#: Beginnings: those that the rest of the pattern follows directly, and those that anything may follow.
_Beginnings = tuple[set[str], set[str]]
_NO_WIDTH = frozenset(("AT", "ASSERT", "ASSERT_NOT"))
_REPEATS = frozenset(("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))

#: Capital letters, and what is rare beside them.
_UPPER = re.compile(r"[^\W\da-zß-öø-ÿ_]")

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


#: Words one of which stands wherever a pattern matches, as the automaton reads them, each with the fewest and the most
#: characters from the beginning of the match to that of the word; below 0 if it is looked back at.
_Clue = dict[str, tuple[float, float]]
#: First and last place where a match may begin.
_Window = tuple[float, float]
#: Places of words, and the fewest and the most characters before them.
_Near = tuple[list[int], float, float]


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
                return True, dict.fromkeys(begins, (0, 0))
            if "" in begins:
                break
        held = _held(self._tree)
        return False, held if held and _cost(held) <= _WORTH_A_LOOK else {}

    @cached_property
    def _reach(self) -> float:
        """How many characters from its beginning on decide about a match; infinite where they cannot be told."""
        least, _ = _width(self._tree)
        return _width(self._tree, ahead=True)[1] + _MARGIN if least else math.inf

    @cached_property
    def _capital(self) -> bool:
        """Whether every match begins with a capital letter."""
        return not self._flags & re.IGNORECASE and _begins_with_capital(self._tree) is True

    @cached_property
    def opens_number(self) -> bool:
        """Whether no match begins behind a figure with another."""
        name, value = str(self._tree[0][0]), self._tree[0][1]
        if name == "AT":
            return str(value) in ("AT_BOUNDARY", "AT_BEGINNING")
        return name == "ASSERT_NOT" and value[0] < 0 and len(value[1]) == 1 and _is_with_figures(*value[1][0])

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The matches in a text, in order, none overlapping another: those of `re`."""
        found = _places(text, len(_all))
        if starts := found.begun.get(self._number):
            return self._begun(text, sorted(chain.from_iterable(starts)))
        if near := found.near.get(self._number):
            return self._near(text, near)
        return self._compiled.finditer(text) if self._number in found.unneeded else iter(())

    def _begun(self, text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
        """The matches that begin at some of the places."""
        match, position = self._compiled.match, 0
        for start in starts:
            if start >= position and (found := match(text, start)):
                position = max(found.end(), start + 1)
                yield found

    def _near(self, text: str, near: list[_Near]) -> Iterator[re.Match[str]]:
        """The matches that begin so many characters before some of the words, found in the cheapest way."""
        joined = _joined(sorted((start - most, start - least) for starts, least, most in near for start in starts))
        places = sum(last - first + 1 for first, last in joined)
        if self._capital and places > _WIDE * len(joined):
            return self._begun(text, _within(_capitals(text), joined))
        if not math.isinf(self._reach + places):
            return self._searched(text, _joined(joined, int(self._reach)), int(self._reach))
        if _A_TRY * places > len(text):
            return self._compiled.finditer(text)
        return self._begun(text, chain.from_iterable(range(int(first), int(last) + 1) for first, last in joined))

    def _searched(self, text: str, windows: Iterable[_Window], reach: int) -> Iterator[re.Match[str]]:
        """The same, searched: what lies beyond the reach of a window's end decides about no match within."""
        search, position = self._compiled.search, 0
        for begin, end in windows:
            first, last = max(int(begin), position), int(end)
            while first <= last and (found := search(text, first, last + reach)) and found.start() <= last:
                first = position = found.end()
                yield found

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return next(self.finditer(text), None)


class _Places:
    """Where patterns may match in a text, by number of the pattern, in any order.

    Attributes:
        begun: places where a match may begin, by word.
        near: places of words, with the characters before them from which on a match may begin.
        unneeded: patterns that may match anywhere.
    """

    def __init__(self, text: str) -> None:
        automaton, owners, self.unneeded = _automaton(len(_all))
        found: defaultdict[int, list[int]] = defaultdict(list)
        for word, start, _ in automaton.find_matches_as_indexes(_looked_up(text), overlapping=True):
            found[word].append(start)
        self.begun: defaultdict[int, list[list[int]]] = defaultdict(list)
        self.near: defaultdict[int, list[_Near]] = defaultdict(list)
        for word, starts in found.items():
            for number in owners[word].begun:
                self.begun[number].append(starts)
            if owners[word].opened:
                firsts = [start for start in starts if not text[start - 1 : start].isdecimal()]
                for number in owners[word].opened:
                    self.begun[number].append(firsts)
            for number, least, most in owners[word].near:
                self.near[number].append((starts, least, most))


class _Owners(NamedTuple):
    """The patterns that a word is of.

    Attributes:
        begun: those that begin with it.
        opened: those that begin with it, and with the first figure of a number.
        near: those that hold it, with the fewest and the most characters before it.
    """

    begun: list[int]
    opened: list[int]
    near: list[tuple[int, float, float]]


@lru_cache(maxsize=4)
def _capitals(text: str) -> list[int]:
    """Where capital letters stand."""
    return [match.start() for match in _UPPER.finditer(text) if match[0].isupper()]


def _within(places: list[int], windows: list[_Window]) -> Iterator[int]:
    """Those of some places that lie in windows, both in order."""
    for first, last in windows:
        yield from places[bisect_left(places, first) : bisect_right(places, last)]


def _joined(windows: list[_Window], gap: int = 1) -> list[_Window]:
    """Windows in order; one for those between which no more than a gap lies."""
    joined = []
    first, last = windows[0]
    for begin, end in windows:
        if begin > last + gap:
            joined.append((first, last))
            first, last = begin, end
        elif end > last:
            last = end
    joined.append((first, last))
    return joined


@lru_cache(maxsize=4)
def _places(text: str, _count: int) -> _Places:
    return _Places(text)


@lru_cache(maxsize=1)
def _automaton(_count: int) -> tuple[AhoCorasick, list[_Owners], frozenset[int]]:
    """One automaton for the words of all patterns there are, the patterns of each word, and those without words."""
    from ahocorasick_rs import AhoCorasick

    owners: defaultdict[str, _Owners] = defaultdict(lambda: _Owners([], [], []))
    unneeded = set()
    for number, pattern in enumerate(_all):
        begun, clue = pattern.words
        for word, (least, most) in clue.items():
            if begun and word.startswith(_FIGURE) and pattern.opens_number:
                owners[word].opened.append(number)
            elif begun:
                owners[word].begun.append(number)
            else:
                owners[word].near.append((number, least, most))
        if not clue:
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


def _begins_with_capital(items: Iterable[tuple[Any, Any]]) -> bool | None:
    """Whether a sequence of nodes begins with a capital letter; None if it may be empty."""
    for name, value in ((str(item[0]), item[1]) for item in items):
        found: bool | None = None
        if name == "LITERAL":
            found = chr(value).isupper()
        elif name == "IN":
            found = all(_is_upper(*member) for member in value)
        elif name == "BRANCH":
            branches = {_begins_with_capital(branch) for branch in value[1]}
            found = False not in branches and (None if None in branches else True)
        elif name == "SUBPATTERN":
            found = _begins_with_capital(value[3])
        elif name == "ATOMIC_GROUP":
            found = _begins_with_capital(value)
        elif name in _REPEATS:
            found = _begins_with_capital(value[2])
            found = None if found and value[0] == 0 else found
        elif name not in _NO_WIDTH:
            found = False
        if found is not None:
            return found
    return None


def _is_upper(kind: Any, value: Any) -> bool:
    """Whether a member of a class is a capital letter, or a range of them."""
    first, last = value if str(kind) == "RANGE" else (value, value)
    if str(kind) not in ("LITERAL", "RANGE"):
        return False
    return all(_UPPER.match(chr(code)) and chr(code).isupper() for code in range(first, last + 1))


def _is_with_figures(name: Any, members: Any) -> bool:
    """Whether a node is a class that all figures belong to."""
    if str(name) != "IN" or str(members[0][0]) == "NEGATE":
        return False
    return any(str(value) in ("CATEGORY_WORD", "CATEGORY_DIGIT") for _, value in members)


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
            inner = _either(known) if len(known) == len(parts) else None
        elif name == "SUBPATTERN":
            inner = _held(value[3])
        elif name == "ATOMIC_GROUP":
            inner = _held(value)
        elif name == "ASSERT":
            inner = _held(value[1])
            if inner and value[0] < 0:
                least, most = _width(value[1])
                inner = _behind(inner, -most, -least)
        elif name in _REPEATS and value[0] > 0:
            inner = _held(value[2])
        if inner:
            options.append(_behind(inner, *before))
        inside = name == "LITERAL" and first > 0 and str(items[first - 1][0]) == "LITERAL"
        if name not in _NO_WIDTH and not inside:
            options.append(dict.fromkeys(_shortest(_beginnings(items[first:], _LETTERS_OF_A_WORD[0])), before))
        least, most = _width([item])
        before = before[0] + least, before[1] + most
    return min((one for one in options if "" not in one), key=_cost, default=None)


def _behind(clue: _Clue, least: float, most: float) -> _Clue:
    """The clue of a part, for the whole that has so many characters before that part."""
    return {word: (least + nearest, most + farthest) for word, (nearest, farthest) in clue.items()}


def _either(clues: list[_Clue]) -> _Clue:
    """The clue of what matches one of some parts."""
    found: _Clue = {}
    for clue in clues:
        for word, (least, most) in clue.items():
            nearest, farthest = found.get(word, (least, most))
            found[word] = min(least, nearest), max(most, farthest)
    return found


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
