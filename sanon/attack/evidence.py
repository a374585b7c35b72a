"""What gives a document away: the words that put the right text before its strongest rival."""

from __future__ import annotations

from sanon.attack.terms import in_columns, label, words_and_pairs
from sanon.attack.weighting import Knowledge, TfIdf

SHOWN = 5


def telling_terms(document: str, right: str, rival: str | None, knowledge: Knowledge, shown: int = SHOWN) -> list[str]:
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
    return sorted(best, key=lambda term: (-best[term], term))[:shown]
