"""The corpus while it is being decided: which entities are masked, and what that leaves of every risk."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from sanon.risk.chains import hop_risk
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.risk.links import Links
from sanon.risk.scores import contribution, document_risk, log_survival, risk_of


class CorpusState:
    """Document risks under a growing set of masks; a mask costs the mentions of the documents it touches.

    Attributes:
        incidence: the corpus.
        masked: (E,), grows.
        document_risk: R(d) now; (N,).
    """

    def __init__(self, incidence: Incidence, masked: Booleans) -> None:
        self.incidence = incidence
        self.masked = masked.copy()
        self.document_risk = document_risk(incidence, masked)
        self._log_survival = np.where(masked[incidence.entity], 0.0, log_survival(contribution(incidence)))

    def mask(self, entity: int) -> None:
        """Mask one entity and recompute the documents that mention it."""
        self.masked[entity] = True
        begin, order = self.incidence.by_entity
        mentions = order[begin[entity] : begin[entity + 1]]
        self._log_survival[mentions] = 0.0
        for document in self.incidence.document[mentions]:
            self.document_risk[document] = risk_of(self._terms(document).sum())

    def entities_of(self, document: int) -> Integers:
        """Entities that a document mentions, masked or not, ascending."""
        return self.incidence.entity[self.incidence.start[document] : self.incidence.start[document + 1]]

    def risk_without_each(self, document: int) -> Floats:
        """R(d) if, besides what is masked, each entity of the document were masked; same order as `entities_of`."""
        return _risk_without_each(self._terms(document))

    def terms_of_document(self, document: int) -> tuple[list[int], list[float]]:
        """The entities of a document and ln(1 − c) of each, 0 for masked ones."""
        return self.entities_of(document).tolist(), self._terms(document).tolist()

    def _terms(self, document: int) -> Floats:
        return self._log_survival[self.incidence.start[document] : self.incidence.start[document + 1]]


class ChainState(CorpusState):
    """The chain stage: links as they stood after the document stage, weakened by masks and never pruned again.

    Attributes:
        links: those of the stage; (L,).
        strength: of each link now; (L,).
    """

    def __init__(self, incidence: Incidence, masked: Booleans, links: Links) -> None:
        super().__init__(incidence, masked)
        self.links = links
        self.strength = links.strength(masked)
        self._link_terms = np.where(masked[links.via], 0.0, links.log_survival)
        self._link_of_term = np.repeat(np.arange(len(links.a)), np.diff(links.start))
        self._terms_of_entity = np.argsort(links.via, kind="stable")
        self._term_begin = np.searchsorted(links.via[self._terms_of_entity], np.arange(incidence.entities + 1))

    def mask(self, entity: int) -> None:
        """Mask one entity and recompute the documents that mention it and the links that it carries."""
        super().mask(entity)
        terms = self._terms_of_entity[self._term_begin[entity] : self._term_begin[entity + 1]]
        self._link_terms[terms] = 0.0
        for link in self._link_of_term[terms]:
            self.strength[link] = risk_of(self._terms_of_link(link).sum())

    def hop(self) -> Floats:
        """Hop risk of every link now; (L,)."""
        return hop_risk(self.strength, self.document_risk[self.links.a], self.document_risk[self.links.b])

    def chain_risk(self, documents: Sequence[int], links: Sequence[int]) -> float:
        """R(chain) now."""
        risks = self.document_risk[list(documents)]
        return float(1.0 - np.prod(1.0 - hop_risk(self.strength[list(links)], risks[:-1], risks[1:])))

    def impacts(self, documents: Sequence[int], links: Sequence[int]) -> tuple[Integers, Floats]:
        """Every unmasked entity of a chain, ascending, and R(chain) now minus R(chain) with it masked."""
        candidates = np.unique(np.concatenate([self.entities_of(document) for document in documents]))
        candidates = candidates[~self.masked[candidates]]
        risks = np.empty((len(documents), len(candidates)))
        for row, document in enumerate(documents):
            risks[row] = self.document_risk[document]
            at, present = _positions(candidates, self.entities_of(document))
            risks[row, at] = self.risk_without_each(document)[present]
        survival = np.ones(len(candidates))
        for row, link in enumerate(links):
            strength = np.full(len(candidates), self.strength[link])
            at, present = _positions(candidates, self.links.via[self.links.start[link] : self.links.start[link + 1]])
            strength[at] = _risk_without_each(self._terms_of_link(link))[present]
            survival *= 1.0 - hop_risk(strength, risks[row], risks[row + 1])
        return candidates, self.chain_risk(documents, links) - (1.0 - survival)

    def terms_of_link(self, link: int) -> tuple[list[int], list[float]]:
        """The entities that carry a link and ln(1 − s_e) of each, 0 for masked ones."""
        via = self.links.via[self.links.start[link] : self.links.start[link + 1]]
        return via.tolist(), self._terms_of_link(link).tolist()

    def copy(self) -> ChainState:
        """A state of its own; what never changes is shared."""
        other = copy.copy(self)
        for name in ("masked", "document_risk", "strength", "_log_survival", "_link_terms"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def _terms_of_link(self, link: int) -> Floats:
        return self._link_terms[self.links.start[link] : self.links.start[link + 1]]


def _risk_without_each(log_survivals: Floats) -> Floats:
    """1 − Π of all terms but one, for each term; rounding must not make a survival greater than 1."""
    return risk_of(np.minimum(log_survivals.sum() - log_survivals, 0.0))


def _positions(candidates: Integers, entities: Integers) -> tuple[Integers, Booleans]:
    """Where the entities that are candidates stand among them, and which those are; both ascending."""
    present = np.isin(entities, candidates)
    return np.searchsorted(candidates, entities[present]), present
