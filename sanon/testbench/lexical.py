"""Words and sentences, as the measures of the testbench compare them. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from sanon.text.folding import fold
from sanon.text.sentences import sentence_starts

_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """Runs of letters and digits, folded."""
    return _WORD.findall(fold(text).text)


def between_blanks(text: str) -> str:
    """The words of a text between blanks, so that whole words are found by `in`."""
    return f" {' '.join(words(text))} "


def sentences_of(text: str) -> list[str]:
    """The sentences and lines of a text; a line of a form is one."""
    return [piece.strip() for piece in pieces(text) if piece.strip()]


def pieces(text: str) -> list[str]:
    """The same with the blanks behind them; together they are the text."""
    found = []
    for line in text.splitlines(keepends=True):
        found += [line[a:b] for a, b in pairwise([0, *sentence_starts(line), len(line)])]
    return found


class WordWeights:
    """How much words tell: ln((N + 1) / documents that hold it), for N documents."""

    def __init__(self, texts: Iterable[str]) -> None:
        held = [set(words(text)) for text in texts]
        self._frequency = Counter(word for one in held for word in one)
        self._documents = len(held)

    def __getitem__(self, word: str) -> float:
        return math.log((self._documents + 1) / max(self._frequency[word], 1))
