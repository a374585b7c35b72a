"""One chain: what its risk would be with more masks, without touching the corpus."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sanon.risk.chains import chain_risk, hop_risk
from sanon.risk.incidence import Floats, Integers
from sanon.risk.scores import risk_of
from sanon.selection.corpus_state import ChainState


class ChainEvaluator:
    """The risk of one chain under tentative labels.

    Keeps Σ ln(1 − c) of each document and Σ ln(1 − s) of each hop, and what each entity adds to them, so that a mask
    costs the length of the chain. What the state hides when the evaluator is made stays hidden.

    Attributes:
        entities: of the chain's documents, those whose link is not hidden, ascending; (n,).
    """

    def __init__(self, state: ChainState, documents: Sequence[int], links: Sequence[int]) -> None:
        of_each = [state.entities_of(document) for document in documents]
        everything, place = np.unique(np.concatenate(of_each), return_inverse=True)
        terms = np.zeros((len(everything), 2 * len(documents) - 1))
        first = 0
        for column, (document, entities) in enumerate(zip(documents, of_each, strict=True)):
            terms[place[first : first + len(entities)], column] = state.terms_of_document(document)
            first += len(entities)
        for column, link in enumerate(links, start=len(documents)):
            terms[np.searchsorted(everything, state.entities_of_link(link)), column] = state.terms_of_link(link)
        free = ~state.in_links[everything]
        self.entities: Integers = everything[free]
        self._terms = terms[free]
        self._row_of = {entity: row for row, entity in enumerate(self.entities.tolist())}
        self._documents = len(documents)
        self._total = terms.sum(axis=0)
        self._masked = np.zeros(len(self.entities), dtype=np.bool_)

    def unmasked(self) -> list[int]:
        """Entities that may still be masked, ascending."""
        return self.entities[~self._masked].tolist()  # type: ignore[no-any-return]

    def risk(self) -> float:
        """R(chain) under the tentative masks."""
        return float(self._risk(self._total))

    def impacts(self) -> tuple[Integers, Floats]:
        """The entities that may still be masked, ascending, and R(chain) now minus R(chain) with each masked."""
        free = ~self._masked
        return self.entities[free], self._risk(self._total) - self._risk(_minus(self._total, self._terms[free]))

    def risk_without(self, entities: list[int]) -> float:
        """R(chain) if some more entities were masked."""
        rows = [self._row_of[entity] for entity in entities]
        return float(self._risk(_minus(self._total, self._terms[rows].sum(axis=0))))

    def weight(self, entity: int) -> float:
        """−Σ ln(1 − c) − Σ ln(1 − s): what an entity adds to documents and hops, also where others hide it."""
        return -float(self._terms[self._row_of[entity]].sum())

    def mask(self, entity: int) -> None:
        """Add a tentative mask."""
        row = self._row_of[entity]
        self._masked[row] = True
        self._total = _minus(self._total, self._terms[row])

    def unmask(self, entity: int) -> None:
        """Take a tentative mask back."""
        row = self._row_of[entity]
        self._masked[row] = False
        self._total = self._total + self._terms[row]

    def _risk(self, totals: Floats) -> Floats:
        """R(chain) of sums of logarithms, documents first, then hops; over the last axis."""
        risks = risk_of(totals)
        documents, strengths = risks[..., : self._documents], risks[..., self._documents :]
        return chain_risk(hop_risk(strengths, documents[..., :-1], documents[..., 1:]))


def _minus(totals: Floats, terms: Floats) -> Floats:
    # Rounding must not make a survival greater than 1.
    return np.minimum(totals - terms, 0.0)
