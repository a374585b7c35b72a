"""Likeness by weighted counts of terms, block by block, so that memory does not grow with the background."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.sparse import csr_matrix, vstack

from sanon.attack.attackers.contract import Attacker
from sanon.attack.ranking import DEPTH, Floats, Integers, Ranking
from sanon.attack.terms import COLUMNS, Places, pieces, placed, words, words_and_pairs
from sanon.attack.weighting import Bm25, Knowledge, TfIdf, Weighting
from sanon.progress import Progress, silent

#: Background texts looked at in one step.
_BLOCK = 1_000
#: Columns in more than this share of the texts are multiplied densely: nearly every pair of texts shares them.
_COMMON = 0.02


class TermAttacker(Attacker):
    """Compares weighted counts of terms.

    Attributes:
        weighting: what terms count.
    """

    weighting: ClassVar[Weighting]
    by_default = True

    @staticmethod
    @abstractmethod
    def terms(texts: Sequence[str]) -> Places:
        """Find the terms of some texts."""

    def count(self, texts: Sequence[str]) -> csr_matrix:
        """How often each term stands in each text; (texts, COLUMNS)."""
        return self.terms(texts).counts(len(texts))

    def rank(
        self,
        documents: Sequence[str],
        background: Sequence[str],
        progress: Progress,
        depth: int = DEPTH,
        knowledge: Knowledge | None = None,
    ) -> Ranking:
        """The background is read twice, block by block, so that memory does not grow with it; once if it is known."""
        blocks = blocks_of(len(background))
        knowledge = knowledge or self.knowledge_of(background, progress)
        weighted = _Weighted.of(
            [
                self.weighting.of_documents(self.count(documents[b.start : b.stop]), knowledge)
                for b in blocks_of(len(documents))
            ],
            knowledge,
        )
        ranking = Ranking.empty(len(documents), depth)
        for block in progress(blocks, f"{self.name}: comparing", len(blocks)):
            counts = self.count(background[block.start : block.stop])
            ranking = ranking.with_block(
                weighted.likeness(self.weighting.of_background(counts, knowledge)), block.start
            )
        return ranking

    def knowledge_of(self, background: Sequence[str], progress: Progress = silent) -> Knowledge:
        """What the background texts have in common."""
        frequency, total = np.zeros(COLUMNS, np.int32), 0.0
        blocks = blocks_of(len(background))
        for block in progress(blocks, f"{self.name}: counting", len(blocks)):
            counts = self.count(background[block.start : block.stop])
            columns, texts = np.unique(counts.indices, return_counts=True)
            frequency[columns] += texts
            total += float(counts.data.sum())
        return Knowledge(len(background), frequency, total / max(len(background), 1))


@dataclass(frozen=True)
class _Weighted:
    """Weights of the documents, as what nearly all texts share and what few do.

    Attributes:
        columns: that documents have, ascending; (F,).
        place: of each column in common and rare, one after the other; (F,).
        common: dense, (N, F'); rare: the others.
    """

    columns: Integers
    place: Integers
    common: Floats
    rare: csr_matrix

    @classmethod
    def of(cls, weights: Sequence[csr_matrix], knowledge: Knowledge) -> _Weighted:
        columns = np.unique(np.concatenate([part.indices for part in weights])).astype(np.int64)
        is_common = knowledge.frequency[columns] > _COMMON * knowledge.texts
        number = int(is_common.sum())
        place = np.where(is_common, np.cumsum(is_common), number + np.cumsum(~is_common)) - 1
        together = [placed(part, columns, place) for part in weights]
        return cls(
            columns,
            place,
            np.concatenate([part[:, :number].toarray() for part in together]),
            csr_matrix(vstack([part[:, number:] for part in together], format="csr")),
        )

    def likeness(self, weights: csr_matrix) -> Floats:
        """Of each document to each of some texts; (N, texts)."""
        number = self.common.shape[1]
        here = placed(weights, self.columns, self.place)
        found: Floats = self.common @ here[:, :number].toarray().T
        found += (self.rare @ here[:, number:].T).toarray()
        return found


def blocks_of(number: int, size: int = _BLOCK) -> list[range]:
    """Numbers of texts, a block at a time."""
    return [range(first, min(first + size, number)) for first in range(0, number, size)]


class Bm25Attacker(TermAttacker):
    """Compares words, by Okapi BM25."""

    name = "bm25"
    summary = "words, by Okapi BM25"
    terms = staticmethod(words)
    weighting = Bm25()


class CharacterAttacker(TermAttacker):
    """Compares pieces of words, by TF-IDF."""

    name = "characters"
    summary = "pieces of words, by TF-IDF"
    terms = staticmethod(pieces)
    weighting = TfIdf()


class TfIdfAttacker(TermAttacker):
    """Compares words and pairs of words, by TF-IDF."""

    name = "tfidf"
    summary = "words and pairs of words, by TF-IDF"
    terms = staticmethod(words_and_pairs)
    weighting = TfIdf()
