"""The corpus while it is being decided: which entities are masked, and what that leaves of every risk."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence

import numpy as np

from sanon.risk.chains import hop_risk
from sanon.risk.coarser import CoarserTerms
from sanon.risk.incidence import Floats, Incidence, Integers
from sanon.risk.links import Links
from sanon.risk.masks import Hidden
from sanon.risk.scores import (
    LARGEST_CONTRIBUTION,
    contribution,
    document_risk,
    log_survival,
    risk_of,
    sum_by,
    with_terms,
)


class CorpusState:
    """Document risks under a growing set of masks; a mask costs the mentions of the documents it touches.

    Attributes:
        in_documents: entities that take no part in R(d) any more; (E,), grows.
        document_risk: R(d) now; (N,).
        masks: how many masks were added.
        touched: number of the last mask that changed a document or one of its links, 0 for none; (N,).

    Args:
        hidden: masks.
        coarser: Σ ln(1 − c(g,d)) of coarser values that stand in each document; they stay whatever is masked; (N,).
    """

    def __init__(self, incidence: Incidence, hidden: Hidden, coarser: Floats | None = None) -> None:
        self.incidence = incidence
        self.in_documents = hidden.in_documents.copy()
        self.document_risk = document_risk(incidence, self.in_documents)
        self._coarser_terms = np.zeros(incidence.documents) if coarser is None else coarser
        if coarser is not None:
            self.document_risk = with_terms(self.document_risk, coarser)
        hidden_mention = self.in_documents[incidence.entity]
        self._unmasked_terms = log_survival(contribution(incidence))
        self._log_survival = np.where(hidden_mention, 0.0, self._unmasked_terms)
        # Plain numbers cut an array faster than NumPy's.
        self._begin: Sequence[int] = incidence.start.tolist()
        self.masks = 0
        self.touched = np.zeros(incidence.documents, dtype=np.int64)

    def mask(self, entity: int) -> None:
        """Mask one entity and recompute the documents that mention it."""
        begin, order = self.incidence.by_entity
        mentions = order[begin[entity] : begin[entity + 1]]
        documents = self.incidence.document[mentions]
        self.masks += 1
        self.touched[documents] = self.masks
        if self.in_documents[entity]:
            return
        self.in_documents[entity] = True
        self._log_survival[mentions] = 0.0
        self._renew(documents)

    def mask_all(self, entities: Sequence[int]) -> None:
        """Mask some entities, as `mask` masks each, and recompute the documents that mention them once."""
        chosen = np.zeros(self.incidence.entities, dtype=np.bool_)
        chosen[list(entities)] = True
        mentions = np.flatnonzero(chosen[self.incidence.entity])
        documents = np.unique(self.incidence.document[mentions])
        self.masks += len(entities)
        self.touched[documents] = self.masks
        self.in_documents |= chosen
        self._log_survival[mentions] = 0.0
        totals = sum_by(self.incidence.document, self._log_survival, self.incidence.documents) + self._coarser_terms
        self.document_risk[documents] = risk_of(totals[documents])

    def unmask(self, entity: int) -> None:
        """Take a mask back and recompute the documents that mention the entity."""
        begin, order = self.incidence.by_entity
        mentions = order[begin[entity] : begin[entity + 1]]
        self.in_documents[entity] = False
        self._log_survival[mentions] = self._unmasked_terms[mentions]
        self._renew(self.incidence.document[mentions])

    def _renew(self, documents: Integers) -> None:
        # Plain numbers: most documents have few mentions, and a mask touches few documents.
        for document in documents.tolist():
            total = sum(self.terms_of_document(document).tolist()) + self._coarser_terms[document]
            self.document_risk[document] = 0.0 - math.expm1(total)

    def entities_of(self, document: int) -> Integers:
        """Entities that a document mentions, masked or not, ascending."""
        return self.incidence.entity[self._begin[document] : self._begin[document + 1]]

    def terms_of_document(self, document: int) -> Floats:
        """ln(1 − c) of each entity of a document, 0 for masked ones; same order as `entities_of`."""
        return self._log_survival[self._begin[document] : self._begin[document + 1]]


class ChainState(CorpusState):
    """The chain stage: the links of the corpus before any mask, weakened by masks and never pruned.

    Attributes:
        links: all of them; (L,).
        in_links: entities that take no part in strength any more; (E,), grows.
        strength: of each link now; (L,).
    """

    def __init__(self, incidence: Incidence, hidden: Hidden, links: Links, coarser: CoarserTerms | None = None) -> None:
        super().__init__(incidence, hidden, coarser.document_terms() if coarser else None)
        self.links = links
        self.in_links = hidden.in_links.copy()
        self.strength = links.strength(self.in_links)
        self._coarser_link_terms = coarser.link_terms(links) if coarser else np.zeros(len(links.a))
        if coarser:
            self.strength = with_terms(self.strength, self._coarser_link_terms)
        self._link_terms = np.where(self.in_links[links.via], 0.0, links.log_survival)
        self._link_of_term = np.repeat(np.arange(len(links.a)), np.diff(links.start))
        self._terms_of_entity = np.argsort(links.via, kind="stable")
        self._term_begin = np.searchsorted(links.via[self._terms_of_entity], np.arange(incidence.entities + 1))
        self._link_begin: Sequence[int] = links.start.tolist()

    def mask(self, entity: int) -> None:
        """Give one entity a label, and recompute the documents that mention it and the links that it carries."""
        super().mask(entity)
        self._set_in_links(entity, True)

    def mask_all(self, entities: Sequence[int]) -> None:
        """Give some entities labels, as `mask` does."""
        super().mask_all(entities)
        self.in_links[list(entities)] = True
        self._link_terms[self.in_links[self.links.via]] = 0.0
        terms = sum_by(self._link_of_term, self._link_terms, len(self.links.a))
        self.strength = risk_of(terms + self._coarser_link_terms)

    def unmask(self, entity: int) -> None:
        """Take a mask back, and recompute the documents that mention the entity and the links that it carries."""
        super().unmask(entity)
        self._set_in_links(entity, False)

    def mask_again(self, entity: int, hides_links: bool) -> None:
        """Undo `unmask`; `hides_links` says whether the mask left no link."""
        if hides_links:
            self.mask(entity)
        else:
            super().mask(entity)

    def _set_in_links(self, entity: int, hidden: bool) -> None:
        self.in_links[entity] = hidden
        terms = self._terms_of_entity[self._term_begin[entity] : self._term_begin[entity + 1]]
        self._link_terms[terms] = 0.0 if hidden else self.links.log_survival[terms]
        for link in self._link_of_term[terms].tolist():
            total = sum(self.terms_of_link(link).tolist()) + self._coarser_link_terms[link]
            self.strength[link] = 0.0 - math.expm1(total)

    def hop(self) -> Floats:
        """Hop risk of every link now; (L,)."""
        return hop_risk(self.strength, self.document_risk[self.links.a], self.document_risk[self.links.b])

    def chain_risk(self, documents: Sequence[int], links: Sequence[int]) -> float:
        """R(chain) now."""
        # Plain numbers, as for documents: this is asked for one short chain after the other.
        risks, total = self.document_risk[list(documents)].tolist(), 0.0
        for strength, risk_a, risk_b in zip(self.strength[list(links)].tolist(), risks, risks[1:], strict=False):
            hop = strength * (1.0 + (risk_a + risk_b) / 2.0) / 2.0
            total += math.log1p(-min(hop, LARGEST_CONTRIBUTION))
        return 0.0 - math.expm1(total)

    def risk(self, documents: Sequence[int], links: Sequence[int]) -> float:
        """R(d) of one document, or R(chain) of several."""
        return self.chain_risk(documents, links) if links else float(self.document_risk[documents[0]])

    def entities_of_link(self, link: int) -> Integers:
        """Entities that carry a link, masked or not, ascending."""
        return self.links.via[self._link_begin[link] : self._link_begin[link + 1]]

    def terms_of_link(self, link: int) -> Floats:
        """ln(1 − s_e) of each entity that carries a link, 0 where a mask hides it; same order as `entities_of_link`."""
        return self._link_terms[self._link_begin[link] : self._link_begin[link + 1]]

    def copy(self) -> ChainState:
        """A state of its own; what never changes is shared."""
        other = copy.copy(self)
        for name in (
            "in_documents",
            "in_links",
            "document_risk",
            "strength",
            "touched",
            "_log_survival",
            "_link_terms",
        ):
            setattr(other, name, getattr(self, name).copy())
        return other
