"""Background stage: mask until no attacker finds the text about a document's person among the first ones.

An attacker gives every background text the score Σ_t q(n_t) · w_t, with n_t the places of
the term t in the document that no mask hides and q(n) = n, or 1 + ln n. A mask takes places away and raises no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_matrix, csr_matrix

from sanon.risk.incidence import Booleans, Floats, Integers
from sanon.selection.solver import Rows, minimize

#: Relative difference of scores that counts: attackers compute with fewer digits.
_TIE = 1e-4
#: Weight of the score of the right text itself, compared with its lead.
_DRAW = 1e-3
#: A mask that takes no more than this for its cost takes nothing.
_LEAST = 1e-9


@dataclass(frozen=True)
class Contest:
    """One attacker before one document.

    Attributes:
        entity: candidates, as columns of the incidence, ascending; (C,).
        hides: which places of terms each candidate would hide; (C, P).
        hidden: places that masks hide already; (P,).
        term: the term at each place; (P,).
        damped: whether a term counts 1 + ln n, or n times.
        right: weights of the terms in the texts about the person; (texts, T).
        rivals: the same of the texts most like the document; (texts, T).
    """

    attacker: str
    entity: Integers
    hides: csr_matrix
    hidden: Booleans
    term: Integers
    damped: bool
    right: Floats
    rivals: Floats

    def readable(self, masked: Booleans) -> Booleans:
        """Places that no mask hides when some entities are masked, (E,); (P,)."""
        chosen = masked[self.entity]
        readable: Booleans = ~self.hidden & (np.asarray(self.hides[chosen].sum(axis=0)).ravel() == 0)
        return readable

    def scores(self, readable: Booleans) -> tuple[Floats, Floats]:
        """Of the right texts and of the rivals."""
        weight = self._weight(self._counted(readable))
        return self.right @ weight, self.rivals @ weight

    def is_found(self, masked: Booleans, candidates: int) -> bool:
        """Whether fewer than `candidates` rivals come before the best right text."""
        right, rivals = self.scores(self.readable(masked))
        return _found(float(right.max(initial=0.0)), rivals, candidates)

    def gains(self, masked: Booleans, candidates: int) -> Floats | None:
        """How much of the lead over the first rivals each candidate takes, as a share of the score; None if unfound."""
        readable = self.readable(masked)
        right, rivals = self.scores(readable)
        best = int(right.argmax())
        if not _found(float(right[best]), rivals, candidates):
            return None
        first = np.argsort(-rivals, kind="stable")[:candidates]
        lead = self.right[best] - (self.rivals[first].mean(axis=0) if len(first) else 0.0)
        # What helps rivals is no reason against a mask; where none is behind, the right text must lose what it has.
        lost = self._lost(readable)
        taken = np.maximum(lost @ lead, 0.0) + _DRAW * (lost @ self.right[best])
        gains: Floats = taken / right[best]
        return gains

    def need(self, candidates: int) -> tuple[Integers, Floats, float]:
        """For a lower bound: the candidates, the most that each can take from the right text, and what it must lose.

        The score of the right text must fall to what the last of the first rivals has; those fall too, or stay. Since q
        is concave and q(0) = 0, masks that hide m of n places take at most q(n) · m / n, which adds up.
        """
        readable = ~self.hidden
        right, rivals = self.scores(readable)
        score, last = float(right.max(initial=0.0)), 0.0
        if len(rivals) >= candidates:
            last = float(np.sort(rivals)[-candidates])
        counted = self._counted(readable)
        share = np.divide(self._weight(counted), counted, out=np.zeros(len(counted)), where=counted > 0)
        return self.entity, self._touched(readable) @ (share * self.right[int(right.argmax())]), score - last

    def _counted(self, readable: Booleans) -> Floats:
        return np.bincount(self.term[readable], minlength=self.rivals.shape[1]).astype(np.float64)

    def _weight(self, counted: Floats) -> Floats:
        if not self.damped:
            return counted
        return np.where(counted > 0, 1.0 + np.log(np.maximum(counted, 1.0)), 0.0)

    def _touched(self, readable: Booleans) -> csr_matrix:
        """How many readable places of each term each candidate hides; (C, T)."""
        places = self.hides.tocoo()
        alive = readable[places.col]
        rows, terms = places.row[alive], self.term[places.col[alive]]
        shape = (len(self.entity), self.rivals.shape[1])
        return csr_matrix(coo_matrix((np.ones(len(rows)), (rows, terms)), shape=shape))

    def _lost(self, readable: Booleans) -> csr_matrix:
        """What each term loses of its weight with each candidate masked; (C, T)."""
        touched, counted = self._touched(readable), self._counted(readable)
        before = counted[touched.indices]
        lost = self._weight(before) - self._weight(before - touched.data)
        return csr_matrix((lost, touched.indices, touched.indptr), shape=touched.shape)


class BackgroundChoice(NamedTuple):
    """A mask, the number of the document that it helps most to hide, and the attackers that found it before."""

    entity: int
    document: int
    attackers: tuple[str, ...]


def hide(
    documents: Sequence[Sequence[Contest]], masked: Booleans, allowed: Booleans, cost: Floats, candidates: int
) -> list[BackgroundChoice]:
    """Choose masks by the lead that they take from right texts for their cost, in all documents, against all attackers.

    At the end masks that are not needed are given back, the dearest first.

    Args:
        documents: the contests of each.
        masked: entities that were masked since the contests were made; (E,).
        allowed: entities that may be masked; (E,).
        cost: of each; (E,).
        candidates: how many other texts must come before the right one.
    """
    state = _State(documents, masked, candidates)
    chosen: list[BackgroundChoice] = []
    while True:
        worth = np.where(allowed & ~state.masked, state.gain / cost, 0.0)
        best = int(worth.argmax()) if len(worth) else 0
        if not len(worth) or worth[best] <= _LEAST:
            break
        chosen.append(state.choice(best))
        state.mask(best)
    open_documents = state.found_documents()
    for one in sorted(chosen, key=lambda one: (-cost[one.entity], one.entity)):
        state.mask(one.entity, False)
        if state.found_documents() - open_documents:
            state.mask(one.entity)
        else:
            chosen.remove(one)
    return chosen


class _State:
    """Documents under a changing set of masks: who finds which, and what each mask would take from their leads."""

    def __init__(self, documents: Sequence[Sequence[Contest]], masked: Booleans, candidates: int) -> None:
        self.masked = masked.copy()
        self.gain = np.zeros(len(masked))
        self._documents = documents
        self._candidates = candidates
        self._gains: list[dict[int, float]] = [{} for _ in documents]
        self._finders: list[tuple[str, ...]] = [() for _ in documents]
        self._of_entity: dict[int, set[int]] = {}
        for number, contests in enumerate(documents):
            for one in contests:
                for entity in one.entity.tolist():
                    self._of_entity.setdefault(entity, set()).add(number)
            self._look(number)

    def mask(self, entity: int, masked: bool = True) -> None:
        """Mask an entity, or unmask it, and look at its documents again."""
        self.masked[entity] = masked
        for number in sorted(self._of_entity.get(entity, ())):
            self._look(number)

    def found_documents(self) -> set[int]:
        """Numbers of the documents that an attacker finds."""
        return {number for number, finders in enumerate(self._finders) if finders}

    def choice(self, entity: int) -> BackgroundChoice:
        """The entity, for the document that it helps most."""
        documents = sorted(self._of_entity[entity])
        helped = max(documents, key=lambda number: (self._gains[number].get(entity, 0.0), -number))
        return BackgroundChoice(entity, helped, self._finders[helped])

    def _look(self, number: int) -> None:
        for entity, gain in self._gains[number].items():
            self.gain[entity] -= gain
        gains: dict[int, float] = {}
        finders = []
        for one in self._documents[number]:
            taken = one.gains(self.masked, self._candidates)
            if taken is None:
                continue
            finders.append(one.attacker)
            for entity, gain in zip(one.entity.tolist(), taken.tolist(), strict=True):
                gains[entity] = gains.get(entity, 0.0) + gain
        for entity, gain in gains.items():
            self.gain[entity] += gain
        self._gains[number], self._finders[number] = gains, tuple(finders)


def lower_bound(needs: Sequence[tuple[Integers, Floats, float]], cost: Floats) -> float:
    """No set of masks that hides all documents costs less.

    The linear relaxation of "the masks take from the right text what it must lose" over all documents and attackers.

    Args:
        needs: candidates, the most that each takes, and what must be taken; one for each document and attacker.
        cost: of each entity; (E,).
    """
    rows, entities = Rows(), np.unique(np.concatenate([entity for entity, _, _ in needs] or [np.zeros(0, np.int64)]))
    for entity, most, wanted in needs:
        if wanted > 0 and len(entity):
            least = min(wanted, float(most.sum()))
            rows.add(np.searchsorted(entities, entity).tolist(), most.tolist(), least)
    continuous = np.zeros(len(entities), dtype=np.bool_)
    return minimize(cost[entities], rows, np.inf, whole=continuous).bound if len(entities) else 0.0


def _found(right: float, rivals: Floats, candidates: int) -> bool:
    return right > 0 and int((rivals > right * (1.0 + _TIE)).sum()) < candidates
