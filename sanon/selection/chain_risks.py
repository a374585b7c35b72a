"""The requirement that no chain is above its limit of risk."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from sanon.results.risks import Stage
from sanon.risk.chains import LinkGraph, chain_risk, enumerate_chains, hop_risk
from sanon.risk.incidence import Floats, Integers
from sanon.risk.limits import ChainLimits, above
from sanon.risk.scores import risk_of
from sanon.selection.masking_state import ChainState
from sanon.selection.requirement import HELD, Evaluator, Requirement, ToTreat
from sanon.selection.violations import Violation, Violations


class ChainRisks(Requirement):
    """No chain of up to k documents is above its limit.

    Args:
        limits: of the chains.
        held: violations in memory at a time.
    """

    stage: Stage = "chain"

    def __init__(self, limits: ChainLimits, max_chain_length: int, held: int = HELD) -> None:
        self._limits, self._longest, self.held = limits, max_chain_length, held

    def violations(self, state: ChainState) -> Iterator[Violations]:
        """See `Requirement`."""
        graph = LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())
        for chains in enumerate_chains(graph, self._longest, self._limits.least):
            limit = self._limits.of(chains.documents, chains.links)
            over = above(chains.risk, limit)
            if over.any():
                none = np.zeros((int(over.sum()), 0), dtype=np.int64)
                yield Violations(chains.risk[over], chains.documents[over], chains.links[over], limit[over], none)

    def to_treat(self, state: ChainState, hopeless: Collection[Violation]) -> ToTreat:
        """See `Requirement`: all others."""
        passed = {one.documents for one in hopeless}
        return ToTreat((block.without_documents(passed) for block in self.violations(state)), is_all=True)

    def values(self, state: ChainState, violations: Violations) -> Floats:
        """R(chain) now."""
        found = np.zeros(len(violations))
        for at, length in violations.by_length():
            risks = state.document_risk[violations.documents[at, :length]]
            strength = state.strength[violations.links[at, : length - 1]]
            found[at] = chain_risk(hop_risk(strength, risks[:, :-1], risks[:, 1:]))
        return found

    def value(self, state: ChainState, violation: Violation, evaluator: Evaluator) -> float:
        """R(chain) now. Measured on the corpus: the same sums as everywhere decide when it is enough."""
        return state.chain_risk(violation.documents, violation.links)

    def risk(self, state: ChainState, violation: Violation, value: float) -> float:
        """See `Requirement`: the value."""
        return value

    def evaluator(self, state: ChainState, violation: Violation) -> ChainEvaluator:
        """See `Requirement`."""
        return ChainEvaluator(state, violation.documents, violation.links)


class ChainEvaluator(Evaluator):
    """The risk of one chain under tentative labels.

    Keeps Σ ln(1 − c) of each document and Σ ln(1 − s) of each hop, and what each entity adds to them, so that a mask
    costs the length of the chain. What the state hides when the evaluator is made stays hidden.
    """

    def __init__(self, state: ChainState, documents: Sequence[int], links: Sequence[int]) -> None:
        everything = np.unique(np.concatenate([state.entities_of(document) for document in documents]))
        terms = np.zeros((len(everything), 2 * len(documents) - 1))
        for column, document in enumerate(documents):
            terms[np.searchsorted(everything, state.entities_of(document)), column] = state.terms_of_document(document)
        for column, link in enumerate(links, start=len(documents)):
            terms[np.searchsorted(everything, state.entities_of_link(link)), column] = state.terms_of_link(link)
        free = ~state.in_links[everything]
        self._entities: Integers = everything[free]
        self._terms = terms[free]
        self._row_of = {entity: row for row, entity in enumerate(self._entities.tolist())}
        self._documents = len(documents)
        self._total = terms.sum(axis=0)
        self._masked = np.zeros(len(self._entities), dtype=np.bool_)

    def unmasked(self) -> list[int]:
        """See `Evaluator`: entities whose link is not hidden."""
        return self._entities[~self._masked].tolist()  # type: ignore[no-any-return]

    def value(self) -> float:
        """R(chain) under the tentative masks."""
        return float(self._risk(self._total))

    def value_without(self, entities: list[int]) -> float:
        """See `Evaluator`."""
        rows = [self._row_of[entity] for entity in entities]
        return float(self._risk(_minus(self._total, self._terms[rows].sum(axis=0))))

    def impacts(self) -> dict[int, float]:
        """See `Evaluator`."""
        free = ~self._masked
        impacts = self._risk(self._total) - self._risk(_minus(self._total, self._terms[free]))
        return dict(zip(self._entities[free].tolist(), impacts.tolist(), strict=True))

    def weight(self, entity: int) -> float:
        """−Σ ln(1 − c) − Σ ln(1 − s)."""
        return -float(self._terms[self._row_of[entity]].sum())

    def mask(self, entity: int) -> None:
        """See `Evaluator`."""
        row = self._row_of[entity]
        self._masked[row] = True
        self._total = _minus(self._total, self._terms[row])

    def unmask(self, entity: int) -> None:
        """See `Evaluator`."""
        row = self._row_of[entity]
        self._masked[row] = False
        self._total = self._total + self._terms[row]

    def _outside(self, order: Sequence[int], masks: int, limit: float) -> list[int]:
        """See `Evaluator`: whatever may be masked next is evaluated at once, up to the first that stays outside."""
        terms = self._terms[[self._row_of[entity] for entity in order]]
        total, inside, outside, first = self._total, np.zeros(len(order), dtype=np.bool_), list[int](), 0
        while first < len(order):
            totals = _minus(total, np.cumsum(terms[first:], axis=0))
            values = self._risk(totals)
            if masks > 1:
                with_one_more = self._risk(_minus(totals[:, None], terms))
                masked = inside | np.tri(len(totals), len(order), first, dtype=np.bool_)
                masked[:, outside] = False
                values = np.where(masked, values[:, None], with_one_more).min(axis=1)
            enough = ~above(values, limit)
            masked_now = int(enough.argmax()) if enough.any() else len(enough)
            inside[first : first + masked_now] = True
            total = totals[masked_now - 1] if masked_now else total
            first += masked_now
            if first < len(order):
                outside.append(first)
            first += 1
        return [order[place] for place in outside]

    def _risk(self, totals: Floats) -> Floats:
        """R(chain) of sums of logarithms, documents first, then hops; over the last axis."""
        risks = risk_of(totals)
        documents, strengths = risks[..., : self._documents], risks[..., self._documents :]
        return chain_risk(hop_risk(strengths, documents[..., :-1], documents[..., 1:]))


def _minus(totals: Floats, terms: Floats) -> Floats:
    # Rounding must not make a survival greater than 1.
    return np.minimum(totals - terms, 0.0)
