"""What gives a document away: the words that put the right text before its strongest rival."""

from __future__ import annotations

import numpy as np

from sanon.attack.terms import terms_of, word_and_pair_counts
from sanon.attack.weighting import Knowledge, TfIdf

SHOWN = 5


def telling_terms(document: str, right: str, rival: str | None, knowledge: Knowledge, shown: int = SHOWN) -> list[str]:
    """Words and pairs of words by how much more they count for the right text than for the rival, the most first.

    Args:
        document: protected text.
        right: the background text about its person.
        rival: the best other one; None if there is no other.
        knowledge: of words and pairs in the background.
    """
    weights = TfIdf().of_background(word_and_pair_counts([document, right, rival or ""]), knowledge)
    terms = terms_of(document)
    asked, wanted, other = (np.asarray(weights[row, terms.column].todense()).ravel() for row in range(3))
    lead = asked * (wanted - other)
    best: dict[str, float] = {}
    for label, value in zip(terms.label, lead.tolist(), strict=True):
        if value > 0:
            best[label] = value
    return sorted(best, key=lambda label: (-best[label], label))[:shown]
