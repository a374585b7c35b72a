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
    found = []
    for line in text.splitlines():
        starts = [0, *sentence_starts(line), len(line)]
        found += [line[a:b].strip() for a, b in pairwise(starts)]
    return [sentence for sentence in found if sentence]
