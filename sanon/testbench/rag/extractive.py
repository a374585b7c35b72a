"""Answers without a model: the sentences that cover the question best; an attacker reads all that was retrieved.

That is more than a model tells, and less than what the documents show which no prompt retrieves. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sanon.testbench.lexical import WordWeights, sentences_of, words
from sanon.testbench.persons import Target

#: Two for each document that is retrieved.
SENTENCES = 6


class Extractive:
    """Quotes; never invents.

    Args:
        texts: of the index, by which a word is rare or common.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._weights = WordWeights(texts)

    def answer(self, question: str, context: Sequence[str]) -> str:
        """The sentences that cover the question best, in the order of the documents.

        One after the other is taken: always that which adds the greatest weight of words of the question that no taken
        one has (then: of all its words; the nearer document; the earlier sentence). Once nothing is added all words
        count anew. The weight of a word is ln((n + 1) / documents that hold it), for n documents.
        """
        weights = {word: self._weights[word] for word in words(question)}
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

    def confirms(self, prompt: str, context: Sequence[str]) -> bool:
        """Yes: the value stands in the context."""
        return True

    def tells(self, prompt: str, value: str, context: Sequence[str]) -> None:
        """Nothing of its own: all of the context is told."""
        return

    def judges(self, target: Target, answers: Sequence[str]) -> frozenset[int]:
        """Nobody judges."""
        return frozenset()
