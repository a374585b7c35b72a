"""Numbers derived in arrays, and written back where they differ."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.derivation.coarsening import decided_coarser
from sanon.derivation.incidence import incidence_of
from sanon.derivation.writing import Derived, differing, hop_risks
from sanon.graph.store import Store
from sanon.resolution.mentions import Mentions
from sanon.risk.chains import hop_risk
from sanon.risk.coarser import CoarserTerms
from sanon.risk.incidence import Incidence
from sanon.risk.limits import ChainLimits
from sanon.risk.links import Links, derive_links
from sanon.risk.masks import Masks
from sanon.risk.scores import document_risk, frequency, importance, uniqueness, with_terms
from sanon.risk.survey import AllChains, ChainHistogram, Survey
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile


class Linked(NamedTuple):
    """A corpus and the links that it has before any mask."""

    incidence: Incidence
    links: Links

    @classmethod
    def of(cls, incidence: Incidence, policy: Policy) -> Linked:
        """Derive the links."""
        return cls(incidence, derive_links(incidence, policy.edge_threshold))

    @classmethod
    def of_mentions(cls, mentions: Mentions, policy: Policy, profile: Profile) -> Linked:
        """Of whole documents, from all that they mention."""
        ids = {entity: entity.id for entity in {mention.entity for found in mentions.values() for mention in found}}
        entities = pd.DataFrame(
            {
                "id": list(ids.values()),
                "type": [entity.type for entity in ids],
                "weight": [profile.weights[entity.type] for entity in ids],
            }
        )
        rows = [(source_id, ids[one.entity], one.relevance) for source_id, found in mentions.items() for one in found]
        columns = ["source_id", "entity_id", "relevance"]
        return cls.of(Incidence.build(mentions, entities, pd.DataFrame(rows, columns=columns)), policy)

    def entity_numbers(self) -> pd.DataFrame:
        """Columns frequency, uniqueness, importance; by id."""
        numbers = {
            "frequency": frequency(self.incidence),
            "uniqueness": uniqueness(self.incidence),
            "importance": importance(self.incidence),
        }
        return pd.DataFrame(numbers, index=pd.Index(list(self.incidence.entity_ids), name="id"))

    def risks(self) -> dict[str, float]:
        """Of documents, by source id, before any mask."""
        risk = document_risk(self.incidence, np.zeros(self.incidence.entities, dtype=np.bool_))
        return dict(zip(self.incidence.source_ids, risk.tolist(), strict=True))


def derived(
    store: Store,
    entities: pd.DataFrame,
    policy: Policy,
    profile: Profile,
    linked: Linked | None = None,
    masks: Masks | None = None,
) -> Derived:
    """Bring the numbers of entities and documents in the graph to what is right, and derive the links.

    Args:
        entities: as the store holds them.
        linked: the corpus and its links, where they are known; derived again if the graph holds others.
        masks: where they are known; by default as the entities have them.
    """
    by_id, held = entities.sort_values("id", ignore_index=True), store.document_risks()
    there = by_id["id"].tolist(), held["source_id"].tolist()
    if linked is None or there != (linked.incidence.entity_ids, linked.incidence.source_ids):
        linked = Linked.of(incidence_of(store, entities, held["source_id"], profile), policy)
    incidence, links = linked
    masks = masks or Masks.of_decisions(by_id)
    risk, residual_risk, pre_risk = (
        document_risk(incidence, hidden)
        for hidden in (
            np.zeros(incidence.entities, dtype=np.bool_),
            masks.now.in_documents,
            masks.before_chains.in_documents,
        )
    )
    coarser = decided_coarser(incidence, by_id, profile)
    coarser_terms = CoarserTerms(incidence, coarser, masks.now) if coarser else None
    if coarser_terms:
        residual_risk = with_terms(residual_risk, coarser_terms.document_terms())
    entity_ids = np.array(incidence.entity_ids, dtype=object)
    numbers = linked.entity_numbers().reset_index()
    store.write_entity_numbers(differing(numbers, entities, ["frequency", "uniqueness", "importance"]))
    documents = held.assign(risk=risk, residual_risk=residual_risk, pre_risk=pre_risk)
    changed = differing(documents, held, ["risk", "residual_risk", "pre_risk"])
    store.write_document_risks(changed)
    moved = documents.index.isin(changed.index)
    residual_strength = links.strength(masks.now.in_links)
    if coarser_terms:
        links = links.joined(coarser_terms.opened(links, policy.edge_threshold))
        residual_strength = with_terms(links.strength(masks.now.in_links), coarser_terms.link_terms(links))
    pre_strength = links.strength(masks.before_chains.in_links)
    node_ids = held["id"].to_numpy(object)
    via = entity_ids[links.via].tolist()
    found = pd.DataFrame(
        {
            "a": pd.Series(node_ids[links.a], dtype=object),
            "b": pd.Series(node_ids[links.b], dtype=object),
            "strength": links.strength(np.zeros(incidence.entities, dtype=np.bool_)),
            "residual_strength": residual_strength,
            "hop_risk": hop_risk(residual_strength, residual_risk[links.a], residual_risk[links.b]),
            "via": [via[begin:end] for begin, end in itertools.pairwise(links.start.tolist())],
            "pre_hop_risk": hop_risk(pre_strength, pre_risk[links.a], pre_risk[links.b]),
        }
    )
    return Derived(found, documents, none_as_before=bool((moved[links.a] | moved[links.b]).all()))


def surveyed_chains(store: Store, policy: Policy, limit: int | None, accepted: Collection[tuple[str, ...]]) -> Survey:
    """As `derive.survey_chains`."""
    documents, links = store.document_risks(), store.links(policy.edge_threshold)
    return _chains_over(documents, links, policy, accepted).survey(limit)


def histogram_of_chains(
    documents: pd.DataFrame, links: pd.DataFrame, policy: Policy, accepted: Collection[tuple[str, ...]]
) -> ChainHistogram:
    """How many chains fall into each bin of risk.

    Args:
        documents, links: as `store.document_risks()` and `store.links()` give them.
        accepted: source ids of chains whose risk is accepted.
    """
    return _chains_over(documents, links, policy, accepted).histogram()


def _chains_over(
    documents: pd.DataFrame, links: pd.DataFrame, policy: Policy, accepted: Collection[tuple[str, ...]]
) -> AllChains:
    row_of = {source_id: row for row, source_id in enumerate(documents["source_id"])}
    a, b = (links[end].map(row_of).to_numpy(np.int64) for end in ("source", "target"))
    hops = hop_risks(links, documents, a, b)
    paths = {min(path, path[::-1]) for path in (tuple(row_of[d] for d in chain) for chain in accepted)}
    limits = ChainLimits(hops.before_chains, policy, paths)
    return AllChains(len(documents), a, b, hops, limits, policy.max_chain_length)
