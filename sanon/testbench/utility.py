"""How good an answer is, beside the judge: exact truth, ROUGE-1, BERTScore and Recall@k. All in [0, 1]. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from sanon.attack.ranking import Floats
from sanon.testbench.giveaways import normal
from sanon.testbench.lexical import between_blanks, words

#: What parts the facts of an answer that has several.
_AND = ";"
#: How an answer may begin where a document begins otherwise.
_LEAD = re.compile(r"^(?:because|the|a|an)\s+", re.IGNORECASE)
_QUANTITY = re.compile(r"^\W*[\d.,]+\W*[^\W\d]*$|^\W*[A-Z]{0,3}\s?[\d.,]+$")


def exact(answer: str, expected: str) -> float:
    """1 if the answer states every fact of the expected one; else 0. Facts are parted by semicolons."""
    return float(all(states(answer, fact) for fact in expected.split(_AND) if fact.strip()))


def states(text: str, fact: str) -> bool:
    """Whether a fact stands in a text: word by word, or as the same date or quantity written in another way."""
    said, sought = between_blanks(text), words(_LEAD.sub("", fact.strip()))
    if f" {' '.join(sought)} " in said:
        return True
    if not (_QUANTITY.match(fact.strip()) or normal(fact).dates):
        return False
    here, there = normal(fact), normal(text)
    return bool(here.dates & there.dates or here.quantities & there.quantities)


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
