"""What a term counts in a likeness: TF-IDF with the cosine, and BM25."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float32]


#: Of BM25: how soon repeating a term stops to count, and how far long texts are held against themselves.
_K1, _B = 1.2, 0.75


class Knowledge(NamedTuple):
    """What an attacker knows of all background texts together.

    Attributes:
        frequency: of each column, in how many texts it stands.
        mean_length: terms in a text.
    """

    texts: int
    frequency: NDArray[np.int32]
    mean_length: float


class TfIdf:
    """(1 + ln tf) · (ln((1 + n) / (1 + df)) + 1), each text of length 1: as scikit-learn with `sublinear_tf`."""

    def rarity(self, knowledge: Knowledge, columns: NDArray[np.integer]) -> Floats:
        """The second factor; 0 for a term that no background text has, which tells nobody apart."""
        frequency = knowledge.frequency[columns].astype(np.float32)
        rarity: Floats = np.log((1.0 + knowledge.texts) / (1.0 + frequency)) + 1.0
        rarity[frequency == 0] = 0.0
        return rarity

    def of_documents(self, counts: csr_matrix, knowledge: Knowledge) -> csr_matrix:
        """The same for both sides."""
        return self.of_background(counts, knowledge)

    def of_background(self, counts: csr_matrix, knowledge: Knowledge) -> csr_matrix:
        """Weights of texts."""
        weights = (1.0 + np.log(counts.data)) * self.rarity(knowledge, counts.indices)
        weighted = _with(counts, weights)
        length = np.sqrt(np.add.reduceat(np.append(weights**2, 0.0), weighted.indptr[:-1]))
        length[np.diff(weighted.indptr) == 0] = 0.0
        return _with(weighted, weights / np.repeat(np.where(length > 0, length, 1.0), np.diff(weighted.indptr)))


class Bm25:
    """Okapi BM25 (Robertson and Zaragoza 2009).

    ln(1 + (n − df + ½) / (df + ½)) · tf (k₁ + 1) / (tf + k₁ (1 − b + b · length / mean length)), for each time that the
    document holds the term.
    """

    def of_documents(self, counts: csr_matrix, knowledge: Knowledge) -> csr_matrix:
        """How often a term stands in the document: it is the question."""
        return counts

    def of_background(self, counts: csr_matrix, knowledge: Knowledge) -> csr_matrix:
        """Weights of texts."""
        frequency = knowledge.frequency[counts.indices].astype(np.float32)
        idf = np.log1p((knowledge.texts - frequency + 0.5) / (frequency + 0.5))
        length = np.asarray(counts.sum(axis=1)).ravel() / max(knowledge.mean_length, 1.0)
        damping = np.repeat(_K1 * (1.0 - _B + _B * length), np.diff(counts.indptr)).astype(np.float32)
        return _with(counts, idf * counts.data * (_K1 + 1.0) / (counts.data + damping))


def _with(counts: csr_matrix, weights: Floats) -> csr_matrix:
    return csr_matrix((weights.astype(np.float32), counts.indices, counts.indptr), shape=counts.shape)


#: Makes counts into weights; the likeness of a document and a text is the sum of the products of their weights.
Weighting = TfIdf | Bm25
