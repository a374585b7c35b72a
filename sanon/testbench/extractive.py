"""Answers without a model: the sentences that cover the question best; an attacker reads all that was retrieved.

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

#: Two for each document that is retrieved.
SENTENCES = 6


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
        """The sentences that cover the question best, in the order of the documents.

        One after the other is taken: always that which adds the greatest weight of words of the question that no taken
        one has (then: of all its words; the nearer document; the earlier sentence). Once nothing is added all words
        count anew. The weight of a word is ln((n + 1) / documents that hold it), for n documents.
        """
        weights = {word: self._weights.get(word, 0.0) for word in words(question)}
        sentences = [sentence for text in context for sentence in sentences_of(text)]
        shared = [weights.keys() & set(words(sentence)) for sentence in sentences]
        whole = [sum(weights[word] for word in sorted(held)) for held in shared]
        taken: list[int] = []
        missing = set(weights)

        def added(place: int) -> float:
            return sum(weights[word] for word in sorted(shared[place] & missing))

        while len(taken) < min(SENTENCES, len(sentences)):
            left = [place for place in range(len(sentences)) if place not in taken]
            if not any(added(place) for place in left):
                missing = set(weights)
            taken.append(max(left, key=lambda place: (added(place), whole[place], -place)))
            missing -= shared[taken[-1]]
        return " ".join(sentences[place] for place in sorted(taken))

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
