"""Words that a document shares with the text about its person, and with few others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sanon.attack.terms import WORD, in_columns, lower, words
from sanon.attack.weighting import Bm25, Knowledge

#: A word in more of the background texts than this share tells hardly anybody apart.
COMMON = 0.5


def shared_words(
    text: str, right: Sequence[int], rivals: Sequence[int], background: Sequence[str], knowledge: Knowledge
) -> dict[str, set[str]]:
    """Lower-case word -> how it is spelled there, of the words that count more for a right text than for its rivals.

    Args:
        text: of a document.
        right: numbers of the background texts about its person.
        rivals: numbers of the other texts most like it.
        background: all texts that an attacker may know.
        knowledge: what they have in common.
    """
    spellings: defaultdict[str, set[str]] = defaultdict(set)
    for match in WORD.finditer(text):
        spellings[lower(match[0])].add(match[0])
    if not spellings or not right:
        return {}
    known = sorted(spellings)
    columns = words([" ".join(known)]).column
    texts = [background[number] for number in (*right, *rivals)]
    counts = words(texts).counts(len(texts))
    weights = in_columns(Bm25().of_background(counts, knowledge), columns)
    for_right = weights[: len(right)].max(axis=0)
    for_rivals = weights[len(right) :].mean(axis=0) if len(rivals) else np.zeros(len(columns))
    few = knowledge.frequency[columns] <= max(COMMON * knowledge.texts, 1)
    return {word: spellings[word] for word, kept in zip(known, (for_right > for_rivals) & few, strict=True) if kept}
