"""A corpus under one set of masks: its chains, their risks and limits, what is over policy. All commands count here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from sanon.results.risks import KeptInformation, PeopleFit, RiskTotals
from sanon.risk.chains import LinkGraph, chain_risk, enumerate_chains, greatest_risk, hop_risk
from sanon.risk.coarser import Coarser, CoarserTerms
from sanon.risk.hierarchy import loss
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.risk.limits import ChainLimits, above
from sanon.risk.links import Links, derive_links, links_along
from sanon.risk.masks import Masks
from sanon.risk.people import people_of
from sanon.risk.scores import document_risk
from sanon.selection.chain_risks import ChainRisks
from sanon.selection.demands import Demands
from sanon.selection.masking_state import ChainState
from sanon.selection.people_budget import PeopleBudget
from sanon.selection.requirement import Requirement
from sanon.settings.policy import Policy


@dataclass(frozen=True)
class MaskedCorpus:
    """Documents, entities, links and masks, and the policy they must meet.

    Attributes:
        incidence: which document mentions which entity.
        links: whose strength before any mask reaches the edge threshold of the policy; masks take none away.
        masks: which entities are hidden where.
        demands: limits of documents, what may be masked, operators, accepted chains.
        coarser: values that stand in place of masked entities; None if all have labels.
    """

    incidence: Incidence
    links: Links
    masks: Masks
    policy: Policy
    demands: Demands
    coarser: Coarser | None = None

    @classmethod
    def build(cls, incidence: Incidence, masks: Masks, policy: Policy, demands: Demands) -> Self:
        """Derive the links of a corpus."""
        links = derive_links(incidence, policy.edge_threshold)
        return cls(incidence, links, masks, policy, demands)

    @cached_property
    def unmasked(self) -> MaskedCorpus:
        """The same corpus without any mask."""
        return self.with_masks(Masks.none(self.incidence.entities)).with_coarser(None)

    def with_coarser(self, coarser: Coarser | None) -> MaskedCorpus:
        """The same corpus with coarser values in place of some masked entities, or with labels."""
        return self if coarser is self.coarser else replace(self, coarser=coarser)

    @cached_property
    def coarser_terms(self) -> CoarserTerms | None:
        """What the coarser values add to risks under the masks; None if there are none."""
        return CoarserTerms(self.incidence, self.coarser, self.masks.now) if self.coarser else None

    @cached_property
    def all_links(self) -> Links:
        """The links before any mask, and those that only coarser values make."""
        if self.coarser_terms is None:
            return self.links
        return self.links.joined(self.coarser_terms.opened(self.links, self.policy.edge_threshold))

    def with_masks(self, masks: Masks) -> MaskedCorpus:
        """The same corpus under other masks; the budget of people, which holds all pairs, is the same."""
        other = replace(self, masks=masks)
        vars(other)["people_budget"] = self.people_budget
        return other

    def under(self, policy: Policy, demands: Demands) -> MaskedCorpus:
        """The same corpus and masks under another policy."""
        if policy.edge_threshold != self.policy.edge_threshold:
            return MaskedCorpus.build(self.incidence, self.masks, policy, demands)
        return replace(self, policy=policy, demands=demands)

    def with_labels(self, entities: Sequence[int]) -> MaskedCorpus:
        """The same corpus with labels for some more entities, as the chain stage gives them."""
        return self.with_masks(self.masks.with_late(entities))

    def without_masks(self, entities: Sequence[int]) -> MaskedCorpus:
        """The same corpus with some entities readable."""
        return self.with_masks(self.masks.showing(entities))

    @cached_property
    def state(self) -> ChainState:
        """Risks and strengths under the masks; not to be changed, copy it."""
        return ChainState(self.incidence, self.masks.now, self.all_links, self.coarser_terms)

    @cached_property
    def graph(self) -> LinkGraph:
        """Links with their hop risks now."""
        return LinkGraph.build(self.incidence.documents, self.all_links.a, self.all_links.b, self.state.hop())

    @cached_property
    def limits(self) -> ChainLimits:
        """Of the chains over these links."""
        return self.limits_over(self.all_links)

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:
        """What the policy requires of chains, and of documents and chains together, with labels for all masks."""
        return (self.chain_risks, self.people_budget) if self.people_budget else (self.chain_risks,)

    @cached_property
    def chain_risks(self) -> ChainRisks:
        """What the policy requires of the risks of chains."""
        return ChainRisks(self.limits, self.policy.max_chain_length)

    @cached_property
    def people_budget(self) -> PeopleBudget | None:
        """What the policy requires of the people that fit; None if nothing."""
        people = self.demands.people
        if people is None:
            return None
        shown = self.coarser.shown if self.coarser else None
        return PeopleBudget(people, self.links, self.policy.max_chain_length, shown)

    def people(self) -> PeopleFit | None:
        """How many people fit; None if the policy demands nothing of them. Enumerates what may be below."""
        budget, people = self.people_budget, self.demands.people
        if budget is None or people is None:
            return None
        documents, *chains = (block.documents for block in budget.violations(self.state))
        in_a_document, in_a_chain = budget.most_digits(self.state)
        return PeopleFit(
            population=people.population,
            at_least=people.at_least,
            fewest_in_a_document=people_of(in_a_document, people.population),
            fewest_in_a_chain=people_of(in_a_chain, people.population),
            documents_below=len(np.unique(documents)),
            chains_below=_different(chains),
        )

    @cached_property
    def summary(self) -> RiskTotals:
        """The worst document, the worst chain, and how many are over policy; enumerates what may be, once."""
        over_policy = sum(
            int(above(chains.risk, self.limits.of(chains.documents, chains.links)).sum())
            for chains in enumerate_chains(self.graph, self.policy.max_chain_length, self.limits.least)
        )
        return RiskTotals(
            max_document_risk=float(self.state.document_risk.max(initial=0.0)),
            max_chain_risk=greatest_risk(self.graph, self.policy.max_chain_length),
            documents_over_policy=int(self.documents_above().sum()),
            chains_over_policy=over_policy,
        )

    def kept(self) -> KeptInformation:
        """How much of the information of masked entities stays."""
        losses = self.losses()
        return KeptInformation(coarser=sum(one < 1.0 for one in losses.values()), lost=sum(losses.values()))

    def losses(self) -> dict[int, float]:
        """Share of its information that each masked entity lost: 1 with a label."""
        masked = np.flatnonzero(self.masks.now.in_documents).tolist()
        if self.coarser is None:
            return dict.fromkeys(masked, 1.0)
        shown = {entity: int(self.coarser.shown[entity]) for entity in masked}
        return loss(self.incidence, self.coarser.scores, shown)

    def documents_above(self) -> Booleans:
        """Which documents are above their limits; (N,)."""
        return above(self.state.document_risk, self.demands.theta_doc)

    def risks_of(self, documents: Integers) -> tuple[Floats, Booleans]:
        """Risks of paths of one length (n, length), 0 where one is no chain here; and which are above their limits."""
        nothing = np.zeros(len(documents))
        if documents.shape[1] > self.policy.max_chain_length or not len(self.all_links.a):
            return nothing, nothing > 0
        link, is_chain = self._links_of(documents)
        risk = np.where(is_chain, chain_risk(self.state.hop()[link]), 0.0)
        return risk, is_chain & above(risk, self.limits.of(documents, link))

    def links_of(self, documents: Sequence[int]) -> list[int]:
        """Rows of the links along a chain."""
        link, _ = self._links_of(np.array([documents]))
        return link[0].tolist()  # type: ignore[no-any-return]

    def along(self, documents: Sequence[int]) -> ChainState:
        """One path alone, whatever the strength of its links; link i joins documents i and i+1."""
        return ChainState(self.incidence, self.masks.now, links_along(self.incidence, documents), self.coarser_terms)

    def limit_along(self, documents: Sequence[int]) -> float:
        """What the chain along some documents must reach, also where its links are below the edge threshold."""
        chain = min(tuple(documents), tuple(documents)[::-1])
        hops = np.arange(len(chain) - 1)[np.newaxis]
        return float(self.limits_over(links_along(self.incidence, chain)).of(np.array([chain]), hops)[0])

    def pre_risk_along(self, documents: Sequence[int]) -> float:
        """R_pre of the path along some documents: what its category and limit follow from."""
        hops = np.arange(len(documents) - 1)[np.newaxis]
        return float(self.limits_over(links_along(self.incidence, documents)).pre_risk(hops)[0])

    def names(self, documents: Sequence[int]) -> list[str]:
        """Source ids."""
        return [self.incidence.source_ids[document] for document in documents]

    def named(self, entity: int) -> dict[str, str]:
        """Id and type of an entity."""
        return {"id": self.incidence.entity_ids[entity], "type": self.incidence.entity_types[entity]}

    def limits_over(self, links: Links) -> ChainLimits:
        """Of the chains over some links."""
        before = self.masks.before_chains
        risk = document_risk(self.incidence, before.in_documents)
        pre_hop = hop_risk(links.strength(before.in_links), risk[links.a], risk[links.b])
        return ChainLimits(pre_hop, self.policy, self.demands.accepted_chains)

    def _links_of(self, documents: Integers) -> tuple[Integers, Booleans]:
        """Rows of the links along paths of one length (n, length-1), and which paths have all of theirs; (n,)."""
        first, second = documents[:, :-1], documents[:, 1:]
        # One number for each pair; links are sorted by it.
        wanted = np.minimum(first, second) * self.incidence.documents + np.maximum(first, second)
        keys = self.all_links.a * self.incidence.documents + self.all_links.b
        link = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return link, (keys[link] == wanted).all(axis=1)


def _different(chains: Sequence[Integers]) -> int:
    """How many different chains there are in blocks, each of one length, (n, length); several persons share one."""
    of_length = defaultdict[int, list[Integers]](list)
    for block in chains:
        of_length[block.shape[1]].append(block)
    return sum(len(np.unique(np.concatenate(blocks), axis=0)) for blocks in of_length.values())
