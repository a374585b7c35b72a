"""The words of a text, sentence by sentence, with what stands between them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from sanon.text.sentences import sentence_starts

#: Letters and digits, joined by hyphens, apostrophes and stops: "o'brien", "bass-baritone", "u.s".
_WORD = re.compile(r"[^\W_]+(?:[-‐‑'’.][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’][sS]$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text.

    Attributes:
        start, end: offsets in the text, end excluded; a possessive "'s" stays outside.
        key: in lower case.
        sentence: number of its sentence.
        opens: whether it is the first word of its sentence or line.
        capital: whether it begins with a capital.
        after: what stands between the word before it and this one.
    """

    start: int
    end: int
    key: str
    sentence: int
    opens: bool
    capital: bool
    after: str


def words_of(text: str) -> list[Word]:
    """The words of a text in order."""
    starts = sentence_starts(text)
    found: list[Word] = []
    position, current = 0, -1
    for match in _WORD.finditer(text):
        possessive = _POSSESSIVE.search(match[0])
        value = match[0][: possessive.start()] if possessive else match[0]
        start, end = match.start(), match.start() + len(value)
        sentence = bisect_right(starts, start)
        after = text[position:start]
        opens = sentence != current or "\n" in after
        found.append(Word(start, end, value.casefold(), sentence, opens, value[0].isupper(), after))
        position, current = end, sentence
    return found
