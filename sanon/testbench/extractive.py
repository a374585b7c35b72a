"""Answers without a model: the sentences that share most with the question; an attacker reads all that was retrieved.

The attacker so has the worst of all models before him: one that tells whatever stands in its context. Pure.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from sanon.testbench.attacks import Target
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.utility import words
from sanon.text.sentences import sentence_starts

#: One for each document that is retrieved.
SENTENCES = 3


class Extractive:
    """Quotes; never invents.

    Args:
        texts: of the index, by which a word is rare or common.
    """

    name = "extractive"

    def __init__(self, texts: Iterable[str]) -> None:
        known = [set(words(text)) for text in texts]
        counted = Counter(word for one in known for word in one)
        self._weights = {word: math.log((len(known) + 1) / number) for word, number in counted.items()}

    def answer(self, question: str, context: Sequence[str]) -> str:
        """The sentences with the greatest weight of words of the question, in the order of the documents.

        The weight of a word is ln((n + 1) / documents that hold it), for n documents; of equals the nearer document
        and the earlier sentence goes first.
        """
        asked = set(words(question))
        sentences = [sentence for text in context for sentence in sentences_of(text)]
        weighed = [
            (-sum(self._weights.get(word, 0.0) for word in asked & set(words(sentence))), place)
            for place, sentence in enumerate(sentences)
        ]
        return " ".join(sentences[place] for place in sorted(place for _, place in sorted(weighed)[:SENTENCES]))

    def confirms(self, prompt: str, secret: Giveaways, context: Sequence[str]) -> bool:
        """Whether the value stands in the context."""
        return bool(secret.of_all(context))

    def tells(self, prompt: str, value: str, context: Sequence[str]) -> Sequence[str]:
        """All of the context."""
        return context

    def judges(self, target: Target, answers: Sequence[str]) -> frozenset[int]:
        """Nobody judges."""
        return frozenset()


def sentences_of(text: str) -> list[str]:
    """The sentences and lines of a text; a line of a form is one."""
    found = []
    for line in text.splitlines():
        starts = [0, *sentence_starts(line), len(line)]
        found += [line[a:b].strip() for a, b in pairwise(starts)]
    return [sentence for sentence in found if sentence]
