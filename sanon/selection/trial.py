"""One chain on the bench: mask and unmask its entities without touching the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import expm1

from sanon.selection.corpus_state import ChainState


class Trial:
    """The risk of one chain under masks that are only tried.

    Keeps the sums of ln(1 − c) per document and of ln(1 − s) per hop, so that a mask costs the length of the chain.
    Masks of the state at the time of making are those of the trial too.
    """

    def __init__(self, state: ChainState, documents: Sequence[int], links: Sequence[int]) -> None:
        length = len(documents)
        self._terms: dict[int, tuple[list[float], list[float]]] = {}
        self._documents, self._hops = [0.0] * length, [0.0] * (length - 1)
        self._masked: set[int] = set()
        for place, document in enumerate(documents):
            for entity, term in zip(*state.terms_of_document(document), strict=True):
                if not state.masked[entity]:
                    self._terms_of(entity, length)[0][place] = term
                    self._documents[place] += term
        for place, link in enumerate(links):
            for entity, term in zip(*state.terms_of_link(link), strict=True):
                if not state.masked[entity]:
                    self._terms_of(entity, length)[1][place] = term
                    self._hops[place] += term

    def _terms_of(self, entity: int, length: int) -> tuple[list[float], list[float]]:
        return self._terms.setdefault(entity, ([0.0] * length, [0.0] * (length - 1)))

    def unmasked(self) -> list[int]:
        """Entities of the chain's documents that are not masked, ascending."""
        return sorted(self._terms.keys() - self._masked)

    def risk(self) -> float:
        """R(chain) under the masks tried."""
        return _risk(self._documents, self._hops)

    def impact(self, entity: int) -> float:
        """R(chain) now minus R(chain) with one more entity masked."""
        return self.risk() - self.risk_without([entity])

    def risk_without(self, entities: list[int]) -> float:
        """R(chain) if some more entities were masked."""
        documents, hops = self._documents, self._hops
        for entity in entities:
            documents = _minus(documents, self._terms[entity][0])
            hops = _minus(hops, self._terms[entity][1])
        return _risk(documents, hops)

    def weight(self, entity: int) -> float:
        """−Σ ln(1 − c) − Σ ln(1 − s): what an entity adds to documents and hops, also where others hide it."""
        documents, hops = self._terms[entity]
        return -sum(documents) - sum(hops)

    def mask(self, entity: int) -> None:
        """Try a mask."""
        self._masked.add(entity)
        documents, hops = self._terms[entity]
        self._documents, self._hops = _minus(self._documents, documents), _minus(self._hops, hops)

    def unmask(self, entity: int) -> None:
        """Take a mask back."""
        self._masked.discard(entity)
        documents, hops = self._terms[entity]
        self._documents = [total + term for total, term in zip(self._documents, documents, strict=True)]
        self._hops = [total + term for total, term in zip(self._hops, hops, strict=True)]


def _minus(totals: list[float], terms: list[float]) -> list[float]:
    # Rounding must not make a survival greater than 1.
    return [min(total - term, 0.0) for total, term in zip(totals, terms, strict=True)]


def _risk(documents: list[float], hops: list[float]) -> float:
    risks = [-expm1(total) for total in documents]
    survival = 1.0
    for hop, (a, b) in zip(hops, pairwise(risks), strict=True):
        survival *= 1.0 + expm1(hop) * (1.0 + (a + b) / 2.0) / 2.0
    return 1.0 - survival
