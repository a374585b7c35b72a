"""Ladders of what people have, take, do and belong to: conditions, medicines, occupations, organisations, peoples."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sanon.resolution.ladders import words
from sanon.resolution.ladders.places import country_of
from sanon.resolution.ladders.rungs import Climb, Rung, climb, plain
from sanon.text.lexicons import fold

_TOKENS = re.compile(r"[^\W_]+(?:['’.&-]+[^\W_]+)*")
_WORD = re.compile(r"[^\W_]+")
_STATUS = re.compile(
    r"^(?:retired|former|ex-|apprentice|trainee|student|senior|junior|assistant|chief|an?|the|freelance|licensed) ?"
)
_NO_ORGANISATION = re.compile(r"\b(?:v\.|act|code|law|article|instrument|diplomas?)(?:\W|$)")
_LONGEST = 6
_WHERE = re.compile(r" (?:at|in|of|on|during|from|near|after|by|beim?|im|auf|von) ")


def condition_ladder(value: str) -> Climb | None:
    """Histoplasmosis -> block of MeSH -> chapter; of a longer text, by the longest disease that it names."""
    tokens = _TOKENS.findall(fold(value))
    known = words.conditions()
    for length in range(min(len(tokens), _LONGEST), 0, -1):
        for first in range(len(tokens) - length + 1):
            term = " ".join(tokens[first : first + length])
            if (block := known.get(term)) and (length == len(tokens) or len(term) > 4):
                names = words.condition_names()
                return climb(fold(value), [plain(names[code]) for code in (block, block[:3]) if code in names])
    return None


def medicine_ladder(value: str) -> Climb | None:
    """Vemurafenib -> targeted cancer medicine -> cancer medicine; operations and examinations by kind."""
    key = fold(value)
    known = words.exact("medicines.txt")
    tokens = _TOKENS.findall(key)
    coarser = known.get(key) or next((known[token] for token in tokens if token in known), None) or _by_stem(tokens)
    return climb(key, [plain(text) for text in coarser]) if coarser else None


def _by_stem(tokens: list[str]) -> tuple[str, ...] | None:
    # At least two letters stand before the ending.
    ended = [token[2:] for token in tokens if token[2:].endswith(_every_ending())]
    if not ended:
        return None
    return next((coarser for coarser, endings in _endings() if any(one.endswith(endings) for one in ended)), None)


@lru_cache(maxsize=1)
def _every_ending() -> tuple[str, ...]:
    return tuple(one for _, endings in _endings() for one in endings)


@lru_cache(maxsize=1)
def _endings() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What medicines end with that are of one kind."""
    return [
        (coarser, tuple(stem[1:] for stem in stems if stem.startswith("-")))
        for coarser, stems in words.kinds("medicines.txt")
    ]


def occupation_ladder(value: str) -> Climb | None:
    """Primary school teacher -> teaching professional -> professional: groups of ISCO-08."""
    key = fold(value).strip(" .,")
    exact, last = words.occupations()
    bare = _STATUS.sub("", key)
    code = exact.get(key) or exact.get(bare) or last.get(bare.rpartition(" ")[2])
    if code is None:
        return None
    groups = words.occupation_groups()
    return climb(key, [plain(groups[one]) for one in dict.fromkeys((code, code[0])) if one in groups])


def organisation_ladder(value: str) -> Climb | None:
    """Ankara Administrative Court -> administrative court in Turkey -> administrative court -> court."""
    key = fold(value)
    if _NO_ORGANISATION.search(key):
        return None
    # A council of the Ministry is a council.
    head, joined, _ = key.partition(" of the ")
    found = _kind_of(head) or (_kind_of(key) if joined else None)
    if found is None:
        return None
    sector, kind = found
    code = country_of(value)
    where = [plain(f"{kind} in {words.countries()[code].name}")] if code else []
    return climb(key, [*where, plain(kind), plain(sector)])


def _kind_of(key: str) -> tuple[str, str] | None:
    """Sector and kind of an organisation by the words of its name."""
    if _first_words("organisations.txt").isdisjoint(_WORD.findall(key)):
        return None
    for (sector, *kinds), names in words.kinds("organisations.txt"):
        if any(_is_in(name, key) for name in names):
            return sector, kinds[0] if kinds else sector
    return None


@cache
def _first_words(listed: str) -> frozenset[str]:
    """With what the names of the kinds in a list begin: few values hold one of these words."""
    return frozenset(_WORD.findall(name)[0] for _, names in words.kinds(listed) for name in names)


def event_ladder(value: str) -> Climb | None:
    """Holm Harbour Run -> sports event; of two words the last one says what it is: Fall Festival -> festival."""
    key = fold(value)
    if _first_words("events.txt").isdisjoint(_WORD.findall(key)):
        return None
    head = _WHERE.split(key)[0]
    found = [
        (place, kind)
        for (kind,), names in words.kinds("events.txt")
        if (place := max(_end(name, head) for name in names))
    ]
    if not found and head != key:
        found = [(1, kind) for (kind,), names in words.kinds("events.txt") if any(_is_in(name, key) for name in names)][
            :1
        ]
    return climb(key, [plain(max(found)[1])]) if found else None


def people_ladder(value: str) -> Climb | None:
    """Turkish -> West Asian -> Asian; Baptist -> Christian."""
    key = fold(value)
    coarser = words.exact("peoples.txt").get(key.removesuffix(" citizen").removesuffix(" national"))
    return climb(key, [Rung(fold(text), text) for text in coarser]) if coarser else None


def _end(name: str, text: str) -> int:
    """Where a name stands last in a text as whole words, 0 if it does not."""
    return max((match.end() for match in _whole(name).finditer(text)), default=0) if name in text else 0


def _is_in(name: str, text: str) -> bool:
    return name in text and _whole(name).search(text) is not None


@lru_cache(maxsize=4096)
def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])")
