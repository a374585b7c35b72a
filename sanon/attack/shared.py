"""Words that a document shares with the text about its person, and with few others; those that give it away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sanon.attack.terms import WORD, in_columns, label, lower, words, words_and_pairs
from sanon.attack.weighting import Bm25, Knowledge, TfIdf

#: A word in more of the background texts than this share tells hardly anybody apart.
COMMON = 0.5
#: Words that are named as what gave a document away.
SHOWN = 5


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


def telling_terms(document: str, right: str, rival: str | None, knowledge: Knowledge) -> list[str]:
    """Words and pairs of words by how much more they count for the right text than for the rival, the most first.

    Args:
        right: the background text about its person.
        rival: the best other one; None if there is no other.
        knowledge: of words and pairs in the background.
    """
    counts = words_and_pairs([document, right, rival or ""]).counts(3)
    weights = TfIdf().of_background(counts, knowledge)
    places = words_and_pairs([document])
    asked, wanted, other = in_columns(weights, places.column)
    best: dict[str, float] = {}
    for start, end, lead in zip(places.start, places.end, asked * (wanted - other), strict=True):
        if lead > 0:
            best[label(document, start, end)] = float(lead)
    return sorted(best, key=lambda term: (-best[term], term))[:SHOWN]
