"""Words and sentences, as the measures of the testbench compare them. Pure."""

from __future__ import annotations

import re
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
