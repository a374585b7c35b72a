"""Places, countries and regions from the gazetteer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from sanon.extraction.span import Span
from sanon.text import lexicons

_WORD = r"[^\W\d_a-z][^\W\d_]*(?:[’'-][^\W\d_]+)*\.?"
_CAPITALISED = re.compile(rf"(?<![\w-]){_WORD}")
_LINKS = frozenset(("of", "upon", "on", "am", "an", "der", "the", "and", "de", "la", "le", "sur", "in", "im"))
_NEXT = re.compile(r"[ \u00a0]([^\W\d_]{1,24}(?:[’'-][^\W\d_]+)*\.?)")
_IN = re.compile(
    r"\b(?:in|In|at|from|From|near|to|of|outside|around|via|aus|nach|bei|Ort|City|Town|lives in|,)[ \u00a0\n:]+$"
)


@cache
def _first_words() -> frozenset[str]:
    """What places and regions begin with."""
    return frozenset(name.partition(" ")[0] for name in (*lexicons.places(), *lexicons.regions()))


def find_places(text: str) -> Iterator[Span]:
    """The longest entry of the gazetteer at each capitalised word; small places need a preposition before them."""
    places, regions, given = lexicons.places(), lexicons.regions(), lexicons.given_names()
    family, first = lexicons.surnames(), _first_words()
    after = 0
    for match in _CAPITALISED.finditer(text):
        if match.start() < after:
            continue
        end, key, best = match.end(), lexicons.fold(match[0]), None
        if key.rstrip(".") not in first and key not in first:
            continue
        for _ in range(5):
            plain = key.rstrip(".")
            if key in regions or plain in regions or plain in places:
                best = (
                    plain if plain in regions or plain in places else key,
                    end - (text[end - 1] == "." and key not in regions),
                )
            following = _NEXT.match(text, end)
            if not following or not (following[1][0].isupper() or following[1] in _LINKS):
                break
            key, end = f"{key} {lexicons.fold(following[1])}", following.end()
        if best is None:
            continue
        name, stop = best
        if name in regions:
            after = stop
            yield Span(match.start(), stop, "LOCATION", 0.15 if regions[name] == "country" else 0.3, "lexicon")
            continue
        hinted = _IN.search(text, max(0, match.start() - 12), match.start()) is not None
        ambiguous = " " not in name and (name in given or name in family or len(name) < 4)
        size = places[name]
        if hinted or (not ambiguous and size >= 100) or (size >= 300 and name not in given):
            after = stop
            yield Span(
                match.start(), stop, "LOCATION", 0.35 if size >= 1000 else 0.5 if size >= 100 else 0.65, "lexicon"
            )
