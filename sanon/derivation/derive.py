"""Derive every number of the graph: in the database by Cypher, or in arrays written back. Both give the same."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from hashlib import md5
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sanon.derivation.coarsening import decided_coarser, shown_levels
from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.risk.chains import LinkGraph, hop_risk, worst_chains
from sanon.risk.coarser import CoarserValues
from sanon.risk.incidence import Incidence, Integers
from sanon.risk.limits import ChainLimits, limit_of
from sanon.risk.links import HUB, SUFFIX_SHARE, bound_of, derive_links
from sanon.risk.masks import Masks
from sanon.risk.scores import document_risk, frequency, importance, uniqueness, with_terms
from sanon.risk.survey import HopRisks, Survey, SurveyedChain, survey, surveyed
from sanon.settings.policy import Policy, category
from sanon.settings.profile import Profile
from sanon.settings.rules import Acceptance

Compute = Literal["auto", "cypher", "arrays"]

#: Up to here the database takes about as long as reading everything and writing back what differs. Seconds, database
#: against arrays, a hub in half of the documents, an idle machine: 645 mentions .09, .07 (Ladybug) and .11, .10 (Neo4j
#: that has planned the statements before; .46, .27 otherwise); 2,070 mentions .12, .09 and .21, .14 (.54, .29);
#: 10,467 mentions .31, .14 and (1.24, .61).
CYPHER_UP_TO_MENTIONS = 1_000
#: Chains kept in the graph, for people to look at: as many of the worst before any mask, and of the worst now.
CHAINS_IN_GRAPH = 100
#: Which chains the numbers are about; a graph that was derived with others is derived again.
CHAINS_OF = "links before any mask"
#: A number that differs by less from what the graph holds is not written again. It is compared with what is right now,
#: so such differences do not add up.
UNCHANGED = 1e-12


class Computed(NamedTuple):
    """Where the numbers were derived, and why there; a sentence for a person."""

    where: Literal["cypher", "arrays"]
    why: str

    def __str__(self) -> str:
        return f"derived in {'the database' if self.where == 'cypher' else 'arrays'}: {self.why}"


def derived_from(policy: Policy, profile_name: str) -> dict[str, Any]:
    """The parameters that the numbers in the graph depend on."""
    return {
        "edge_threshold": policy.edge_threshold,
        "max_chain_length": policy.max_chain_length,
        "profile": profile_name,
        "chains": CHAINS_OF,
    }


def is_derived(store: Store, policy: Policy, profile_name: str) -> bool:
    """Whether the graph's numbers are complete and were derived with these parameters."""
    runs = store.runs()
    if not runs or not runs[0].finished:
        return False
    return all(runs[0].parameters.get(name) == value for name, value in derived_from(policy, profile_name).items())


def derive(
    store: Store, policy: Policy, profile: Profile, compute: Compute, accepted: Collection[Acceptance] | None = None
) -> Computed:
    """Derive uniqueness, importance, risks, links and the worst chains, before any mask and with the masks of now.

    Everything is computed, since N is in every uniqueness; what the graph holds already is not written again.

    Args:
        accepted: risks that count as accepted today; by default those that the graph remembers.

    Returns:
        Where it was computed, and why there.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks.
    """
    store.update_weights(profile.weights, [name for name, kind in profile.types.items() if kind.direct])
    computed = _where(store, compute)
    links = _in_database(store, policy) if computed.where == "cypher" else _in_arrays(store, policy, profile)
    documents = store.document_risks()
    _write_links(store, links, documents)
    if accepted is None:
        remembered = store.remembered()
        accepted = [one for one in (remembered.rules.accepted if remembered else ()) if one.until >= date.today()]
    _write_worst_chains(store, policy, links, documents, accepted)
    return computed


def _where(store: Store, compute: Compute) -> Computed:
    if compute == "arrays":
        return Computed(compute, "as asked")
    if shown_levels(store.entities()):
        return Computed("arrays", "coarser values stand in place of some masked ones")
    mentions = store.relationship_counts()["mentions"]
    if compute == "cypher":
        return Computed(compute, "as asked")
    if mentions <= CYPHER_UP_TO_MENTIONS:
        return Computed("cypher", f"{mentions:,} mentions are at most {CYPHER_UP_TO_MENTIONS:,}")
    return Computed("arrays", f"{mentions:,} mentions are more than {CYPHER_UP_TO_MENTIONS:,}")


def read_incidence(store: Store, profile: Profile) -> Incidence:
    """The extracted documents, and the entities they mention with the weights of a profile.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks.
    """
    return _incidence(store, store.entities(), profile)


def _incidence(store: Store, entities: pd.DataFrame, profile: Profile) -> Incidence:
    mentions = store.mentions()
    # An entity that no document mentions is kept for its mask alone, and may be of a type of another profile.
    require_types(entities["type"][entities["id"].isin(set(mentions["entity_id"]))], profile)
    return Incidence.build(
        store.document_risks()["source_id"],
        entities[["id", "type"]].assign(weight=entities["type"].map(profile.weights).fillna(0.0)),
        mentions,
    )


def require_types(types: Iterable[str], profile: Profile) -> None:
    """Stop if a profile lacks a type that the graph holds.

    Raises:
        ConfigurationError: it does.
    """
    lacking = sorted(set(types) - profile.types.keys())
    if lacking:
        raise ConfigurationError(
            f"the graph holds entities of types that profile {profile.name} lacks: {', '.join(lacking)}; "
            "name the profile it was loaded with, or load with --reextract"
        )


def survey_chains(
    store: Store, policy: Policy, compute: Compute, limit: int | None, accepted: Collection[tuple[str, ...]] = ()
) -> Survey:
    """Count the chains over the links before any mask, and find those that are worst now.

    Args:
        store: derived.
        policy: thresholds.
        compute: where.
        limit: how many of the worst; None for all.
        accepted: source ids of chains whose risk is accepted.

    Returns:
        Documents are rows of `store.document_risks()`.
    """
    documents = store.document_risks()
    row_of = {source_id: row for row, source_id in enumerate(documents["source_id"])}
    if compute == "cypher" and not shown_levels(store.entities()):
        categories, over_policy = store.chain_categories(policy, accepted)
        worst = store.worst_chains(policy.max_chain_length, policy.edge_threshold, limit or sum(categories.values()))
        rows = [tuple(row_of[d] for d in chain) for chain in worst["documents"]]
        risks = (worst[name].tolist() for name in ("risk", "residual_risk", "pre_risk"))
        return Survey(categories, over_policy, list(itertools.starmap(SurveyedChain, zip(rows, *risks, strict=True))))
    links = store.links(policy.edge_threshold)
    a, b = (links[end].map(row_of).to_numpy(np.int64) for end in ("source", "target"))
    hops = _hop_risks(links, documents, a, b)
    paths = {min(path, path[::-1]) for path in (tuple(row_of[d] for d in chain) for chain in accepted)}
    limits = ChainLimits(hops.before_chains, policy, paths)
    return survey(len(documents), a, b, hops, limits, policy.max_chain_length, limit)


def _hop_risks(links: pd.DataFrame, documents: pd.DataFrame, a: Integers, b: Integers) -> HopRisks:
    """Hop risks of derived links between rows a and b of the documents."""
    risk = documents["risk"].to_numpy(np.float64)
    unmasked = hop_risk(links["strength"].to_numpy(np.float64), risk[a], risk[b])
    return HopRisks(unmasked, links["pre_hop_risk"].to_numpy(np.float64), links["hop_risk"].to_numpy(np.float64))


def _in_database(store: Store, policy: Policy) -> pd.DataFrame:
    """Derive entities and documents in place, and links as a table."""
    store.derive_entity_numbers()
    store.derive_document_risks()
    bound = bound_of(policy.edge_threshold) / math.log(10)
    links = store.derived_links(policy.edge_threshold, bound, bound * SUFFIX_SHARE, HUB)
    return _ends_in_order(links)


def _in_arrays(store: Store, policy: Policy, profile: Profile) -> pd.DataFrame:
    """Derive entities and documents and write them back, and links as a table."""
    entities = store.entities()
    incidence, masks = _incidence(store, entities, profile), Masks.of_decisions(entities.sort_values("id"))
    held = store.document_risks()
    risk, residual_risk, pre_risk = (
        document_risk(incidence, hidden)
        for hidden in (
            np.zeros(incidence.entities, dtype=np.bool_),
            masks.now.in_documents,
            masks.before_chains.in_documents,
        )
    )
    coarser = decided_coarser(incidence, entities.sort_values("id", ignore_index=True), profile)
    values = CoarserValues(incidence, coarser.spread, masks.now, coarser.shown) if coarser else None
    if values:
        residual_risk = with_terms(residual_risk, values.document_terms())
    entity_ids = np.array(incidence.entity_ids, dtype=object)
    numbers = pd.DataFrame(
        {
            "id": entity_ids,
            "frequency": frequency(incidence),
            "uniqueness": uniqueness(incidence),
            "importance": importance(incidence),
        }
    )
    store.write_entity_numbers(_differing(numbers, entities, ["frequency", "uniqueness", "importance"]))
    risks = held[["id"]].assign(risk=risk, residual_risk=residual_risk, pre_risk=pre_risk)
    store.write_document_risks(_differing(risks, held, ["risk", "residual_risk", "pre_risk"]))
    links = derive_links(incidence, policy.edge_threshold)
    residual_strength = links.strength(masks.now.in_links)
    if values:
        links = links.joined(values.opened(links, policy.edge_threshold))
        residual_strength = with_terms(links.strength(masks.now.in_links), values.link_terms(links))
    pre_strength = links.strength(masks.before_chains.in_links)
    node_ids = held["id"].to_numpy(object)
    return _ends_in_order(
        pd.DataFrame(
            {
                "a": node_ids[links.a],
                "b": node_ids[links.b],
                "strength": links.strength(np.zeros(incidence.entities, dtype=np.bool_)),
                "residual_strength": residual_strength,
                "hop_risk": hop_risk(residual_strength, residual_risk[links.a], residual_risk[links.b]),
                "via": np.split(entity_ids[links.via], links.start[1:-1]) if len(links.a) else [],
                "pre_hop_risk": hop_risk(pre_strength, pre_risk[links.a], pre_risk[links.b]),
            }
        )
    )


def _ends_in_order(links: pd.DataFrame) -> pd.DataFrame:
    """The smaller id first: Neo4j orders texts by UTF-16 units, and a link must not be written in both directions."""
    ordered = [(min(ends), max(ends)) for ends in zip(links["a"].tolist(), links["b"].tolist(), strict=True)]
    return links.assign(a=[a for a, _ in ordered], b=[b for _, b in ordered])


def _differing(rows: pd.DataFrame, held: pd.DataFrame, numbers: Sequence[str]) -> pd.DataFrame:
    """The rows, by id, of which a number is not what the graph holds; what it lacks is NaN."""
    there = held.set_index("id")[list(numbers)].reindex(rows["id"])
    same = np.ones(len(rows), dtype=np.bool_)
    for name in numbers:
        same &= np.abs(rows[name].to_numpy(np.float64) - there[name].to_numpy(np.float64)) <= UNCHANGED
    return rows[~same]


def _write_links(store: Store, links: pd.DataFrame, documents: pd.DataFrame) -> None:
    """Bring the links of the graph to what was derived."""
    id_of = dict(zip(documents["source_id"], documents["id"], strict=True))
    held = store.links()
    held = held.assign(a=held["source"].map(id_of), b=held["target"].map(id_of))
    of_pair = {pair: row for row, pair in enumerate(zip(held["a"].tolist(), held["b"].tolist(), strict=True))}
    there = [of_pair.pop(pair, -1) for pair in zip(links["a"].tolist(), links["b"].tolist(), strict=True)]
    row = np.array(there, dtype=np.int64)
    known = np.flatnonzero(row >= 0)
    same = np.ones(len(known), dtype=np.bool_)
    for name in ("strength", "residual_strength", "hop_risk", "pre_hop_risk"):
        now, before = links[name].to_numpy(np.float64)[known], held[name].to_numpy(np.float64)[row[known]]
        same &= np.abs(now - before) <= UNCHANGED
    via, via_before = links["via"].tolist(), held["via"].tolist()
    for position in np.flatnonzero(same).tolist():
        same[position] = set(via[known[position]]) == set(via_before[row[known[position]]])
    store.change_links(
        gone=held.iloc[sorted(of_pair.values())][["a", "b"]], changed=links.iloc[known[~same]], new=links[row < 0]
    )


def _write_worst_chains(
    store: Store, policy: Policy, links: pd.DataFrame, documents: pd.DataFrame, accepted: Collection[Acceptance]
) -> None:
    """The worst chains before any mask, the worst ones now, and those that are accepted: what a person looks at."""
    nodes, names = documents["id"].to_numpy(object), documents["source_id"].to_numpy(object)
    row_of = {node: row for row, node in enumerate(nodes.tolist())}
    a, b = (links[end].map(row_of).to_numpy(np.int64) for end in ("a", "b"))
    hops = _hop_risks(links, documents, a, b)
    graphs = [LinkGraph.build(len(documents), a, b, hop) for hop in (hops.unmasked, hops.now)]
    found = {chain for graph in graphs for chain in worst_chains(graph, policy.max_chain_length, CHAINS_IN_GRAPH)}
    of_documents = dict(found)
    agreed = _accepted_rows(accepted, names, set(zip(a.tolist(), b.tolist(), strict=True)))
    of_documents |= {rows: 0.0 for rows in agreed if rows not in of_documents}
    worst = sorted(surveyed(sorted(of_documents.items()), a, b, hops), key=lambda chain: (-chain.risk, chain.documents))
    paths = [nodes[list(chain.documents)].tolist() for chain in worst]
    chains = pd.DataFrame(
        {
            "id": [md5("\n".join(path).encode()).hexdigest() for path in paths],
            "documents": [names[list(chain.documents)].tolist() for chain in worst],
            "nodes": paths,
            "risk": [chain.risk for chain in worst],
            "residual_risk": [chain.residual_risk for chain in worst],
            "pre_risk": [chain.pre_risk for chain in worst],
            "category": pd.Series([category(chain.pre_risk) for chain in worst], dtype=object),
            "included": [len(path) for path in paths],
            "accepted": pd.Series([agreed.get(chain.documents, "") for chain in worst], dtype=object),
        }
    )
    limits = limit_of(chains["pre_risk"].to_numpy(np.float64), policy)
    chains["highest_allowed"] = np.where(chains["accepted"] == "", limits, 1.0)
    held = store.chains()
    written = _differing(chains, held, ["risk", "residual_risk", "pre_risk", "included", "highest_allowed"])
    store.change_chains(sorted(set(held["id"]) - set(chains["id"])), written)


def _accepted_rows(
    accepted: Collection[Acceptance], names: NDArray[np.object_], linked: set[tuple[int, int]]
) -> dict[tuple[int, ...], str]:
    """Rows of accepted chains, from the smaller end, and until when and why; those that are no chains are left out."""
    row_of = {name: row for row, name in enumerate(names.tolist())}
    agreed = {}
    for one in accepted:
        path = tuple(row_of.get(name, -1) for name in one.chain or ())
        if path and all((x, y) in linked or (y, x) in linked for x, y in itertools.pairwise(path)):
            agreed[min(path, path[::-1])] = f"until {one.until}: {one.reason}"
    return agreed
