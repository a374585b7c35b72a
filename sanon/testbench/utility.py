"""How good an answer is, beside the judge: exact truth, ROUGE-1, BERTScore and Recall@k. All in [0, 1]. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from sanon.attack.ranking import Floats
from sanon.text.folding import fold

_WORD = re.compile(r"[^\W_]+")
#: What joins the facts of an answer that has several.
_AND = re.compile(r"\s*(?:;|,|\band\b)\s*")


def words(text: str) -> list[str]:
    """Runs of letters and digits, folded: what the metrics of words compare."""
    return _WORD.findall(fold(text).text)


def exact(answer: str, expected: str) -> float:
    """1 if every fact of the expected answer stands in the answer, word by word, in whatever order; else 0.

    Facts are parted by commas, semicolons and "and": of two facts one is not enough.
    """
    said = f" {' '.join(words(answer))} "
    facts = [" ".join(words(fact)) for fact in _AND.split(expected)]
    return float(all(f" {fact} " in said for fact in facts if fact))


def rouge1_recall(answer: str, expected: str) -> float:
    """Share of the words of the expected answer that stand in the answer, each as often as it does (Lin 2004)."""
    ours, theirs = Counter(words(answer)), Counter(words(expected))
    return (ours & theirs).total() / theirs.total() if theirs else 0.0


def bertscore_recall(answer: Floats, expected: Floats) -> float:
    """Mean over the expected tokens of the likeness of the nearest token of the answer (Zhang et al. 2020).

    Not rescaled by a baseline: unrelated texts come to about .3, not to 0.

    Args:
        answer, expected: token states of length 1, (tokens, width).
    """
    if not len(answer) or not len(expected):
        return 0.0
    return float(min(max(float((expected @ answer.T).max(axis=1).mean()), 0.0), 1.0))


def recall_at_k(retrieved: Sequence[str], sources: Collection[str]) -> float:
    """Share of the sources that were retrieved."""
    return sum(source in retrieved for source in sources) / len(sources)
