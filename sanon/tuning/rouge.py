"""ROUGE-1 F1 (Lin 2004) between the entities that were found in a document and those a person found.

Each side is the text of its distinct normalized values; unigrams are runs of letters and digits, case-folded. The
overlap counts each unigram as often as both sides have it. Ten lines instead of the package rouge-score, which brings
nltk along.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_UNIGRAM = re.compile(r"[^\W_]+")


def rouge_1(found: Iterable[str], expected: Iterable[str]) -> float:
    """F1 of the unigrams of two sets of values, in [0, 1]; 1 if both are empty."""
    ours, theirs = _unigrams(found), _unigrams(expected)
    total = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / total if total else 1.0


def _unigrams(values: Iterable[str]) -> Counter[str]:
    return Counter(word for value in set(values) for word in _UNIGRAM.findall(value.casefold()))
