"""Rankings: for each document the background texts that are most like it, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

#: In the place of a background text where no further one has anything in common.
NOTHING = -1
#: Texts that a ranking names.
DEPTH = 100
#: Of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
_FUSION = 60
#: Documents whose fused scores are held at once; bounds the memory.
_AT_ONCE = 500


@dataclass(frozen=True)
class Ranking:
    """The most similar background texts of each document.

    Attributes:
        texts: numbers of background texts, best first; then `NOTHING`; (N, depth).
        scores: likeness, falling; of equals the text with the smaller number comes first; (N, depth).
    """

    texts: Integers
    scores: Floats

    @classmethod
    def empty(cls, documents: int, depth: int = DEPTH) -> Ranking:
        """Before any text was looked at."""
        return cls(np.full((documents, depth), NOTHING), np.zeros((documents, depth), np.float32))

    def with_block(self, scores: Floats, first: int) -> Ranking:
        """Take in the texts from number `first` on, which are greater than those of before; scores (N, block)."""
        depth = self.texts.shape[1]
        if scores.shape[1] > depth:
            # Of texts with equal scores a partition may pick any; those with the smallest numbers are wanted.
            near = np.argpartition(-scores, depth - 1, axis=1)[:, :depth]
            least = np.take_along_axis(scores, near, axis=1).min(axis=1, keepdims=True)
            tied = (scores == least).sum(axis=1) > 1
            for row in np.flatnonzero(tied).tolist():
                near[row] = np.argsort(-scores[row], kind="stable")[:depth]
            near = np.sort(near, axis=1)
        else:
            near = np.broadcast_to(np.arange(scores.shape[1]), scores.shape)
        texts = np.concatenate([self.texts, near + first], axis=1)
        values = np.concatenate([self.scores, np.take_along_axis(scores, near, axis=1)], axis=1)
        return _best(texts, values, depth)

    def rank_of(self, right: Sequence[frozenset[int]]) -> Integers:
        """Place of the best right text of each document, from 0; `depth` if none is named; (N,)."""
        depth = self.texts.shape[1]
        return np.array(
            [
                next((place for place, text in enumerate(row) if text in wanted), depth)
                for row, wanted in zip(self.texts.tolist(), right, strict=True)
            ],
            dtype=np.int64,
        )

    def without(self, one: Integers) -> Ranking:
        """With one text of each document left out, and one place less; (N,)."""
        other = self.texts != one[:, None]
        order = np.argsort(~other, axis=1, kind="stable")[:, :-1]
        return Ranking(np.take_along_axis(self.texts, order, axis=1), np.take_along_axis(self.scores, order, axis=1))

    def rows(self, chosen: slice | Sequence[int]) -> Ranking:
        """The ranking of some documents."""
        return Ranking(self.texts[chosen], self.scores[chosen])


def fused(rankings: Sequence[Ranking], background: int) -> Ranking:
    """All rankings as one, by reciprocal rank fusion: a text scores Σ 1 / (60 + its place from 1)."""
    documents, depth = rankings[0].texts.shape
    worth = 1.0 / (_FUSION + 1.0 + np.arange(depth))
    parts = []
    for first in range(0, documents, _AT_ONCE):
        some = [ranking.texts[first : first + _AT_ONCE] for ranking in rankings]
        scores = np.zeros((len(some[0]), background), np.float32)
        for texts in some:
            row, place = np.nonzero(texts >= 0)
            scores[row, texts[row, place]] += worth[place]
        parts.append(Ranking.empty(len(scores), depth).with_block(scores, 0))
    return Ranking(np.concatenate([part.texts for part in parts]), np.concatenate([part.scores for part in parts]))


def _best(texts: Integers, scores: Floats, depth: int) -> Ranking:
    # Columns stand by rising number, so that a stable sort leaves the smaller one first. 0 is no likeness.
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    texts, scores = np.take_along_axis(texts, order, axis=1), np.take_along_axis(scores, order, axis=1)
    return Ranking(np.where(scores > 0, texts, NOTHING), np.where(scores > 0, scores, 0.0).astype(np.float32))
