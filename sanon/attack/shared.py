"""Words that a document shares with the text about its person, and with few others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sanon.attack.terms import WORD, in_columns, lower, words
from sanon.attack.weighting import Bm25, Knowledge

#: A word in more of the background texts than this share tells hardly anybody apart.
COMMON = 0.5


class Compared(NamedTuple):
    """A document, and what an attacker compares it with.

    Attributes:
        right: numbers of the texts about its person.
        rivals: numbers of the other texts most like it.
    """

    text: str
    right: Sequence[int]
    rivals: Sequence[int]


def shared_words(one: Compared, background: Sequence[str], knowledge: Knowledge) -> dict[str, set[str]]:
    """Lower-case word -> how it is spelled there, of the words that count more for a right text than for its rivals."""
    spellings: defaultdict[str, set[str]] = defaultdict(set)
    for match in WORD.finditer(one.text):
        spellings[lower(match[0])].add(match[0])
    if not spellings or not one.right:
        return {}
    known = sorted(spellings)
    columns = words([" ".join(known)]).column
    texts = [background[text] for text in (*one.right, *one.rivals)]
    counts = words(texts).counts(len(texts))
    weights = in_columns(Bm25().of_background(counts, knowledge), columns)
    right = weights[: len(one.right)].max(axis=0)
    rivals = weights[len(one.right) :].mean(axis=0) if len(one.rivals) else np.zeros(len(columns))
    few = knowledge.frequency[columns] <= max(COMMON * knowledge.texts, 1)
    return {word: spellings[word] for word, kept in zip(known, (right > rivals) & few, strict=True) if kept}
