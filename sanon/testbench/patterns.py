"""Patterns: text with choices, from which texts are drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

_PLAIN = r"(?:[^{}|]|\{\w+(?::\w+)?\})*"
#: {a|b}, where a and b may hold slots.
_CHOICE = re.compile(rf"\{{({_PLAIN}(?:\|{_PLAIN})+)\}}")
_RANGE = re.compile(r"<(\d+)\.\.(\d+)>")
_WORD = re.compile(r"<(\w+)(:cap)?>")
#: Lists that every pattern may name.
_USUAL: Mapping[str, Sequence[str]] = {
    "year": [str(year) for year in range(1978, 2020)],
    "n": [str(number) for number in range(12, 461)],
}


def drawn(pattern: str, rng: Random, words: Mapping[str, Sequence[str]] = _USUAL) -> str:
    """One of what a pattern stands for; slots such as {town} stay.

    {a|b} is a choice, <3..9> a number, <word> one of a list, <word:cap> the same with a capital.
    """
    text, before = pattern, ""
    while text != before:
        before, text = text, _CHOICE.sub(lambda match: rng.choice(match[1].split("|")), text)

    def word(match: re.Match[str]) -> str:
        found = rng.choice(words[match[1]])
        return found[:1].upper() + found[1:] if match[2] else found

    before = ""
    while text != before:  # a word of a list may name a range or a list itself
        before, text = text, _WORD.sub(word, text)
        text = _RANGE.sub(lambda match: str(rng.randint(int(match[1]), int(match[2]))), text)
    return text
