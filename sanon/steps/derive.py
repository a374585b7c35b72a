"""Derive every number of the graph: in the database by Cypher, or in arrays written back. Both give the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
import pandas as pd

from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.policy import Policy, category
from sanon.profile import Profile
from sanon.risk.chains import LinkGraph, Survey, hop_risk, survey
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk, frequency, importance, uniqueness

Compute = Literal["auto", "cypher", "arrays"]

#: Up to here Cypher is as fast as arrays on the embedded engine: 0.09 s against 0.15 s for 3,827 mentions. Beyond, it
#: is not: 1.3 s in arrays for 83,565 mentions with hubs, and 0.04 s for each of 10,000 documents in Cypher.
CYPHER_UP_TO_MENTIONS = 2_000
#: Chains kept in the graph, for people to look at.
CHAINS_IN_GRAPH = 100


def derived_from(policy: Policy, profile_name: str) -> dict[str, Any]:
    """The parameters that the numbers in the graph depend on."""
    return {
        "edge_threshold": policy.edge_threshold,
        "max_chain_length": policy.max_chain_length,
        "profile": profile_name,
    }


def is_derived(store: Store, policy: Policy, profile_name: str) -> bool:
    """Whether the graph's numbers are complete and were derived with these parameters."""
    runs = store.runs()
    if not runs or not runs[0].finished:
        return False
    return all(runs[0].parameters.get(name) == value for name, value in derived_from(policy, profile_name).items())


def derive(store: Store, policy: Policy, profile: Profile, compute: Compute) -> None:
    """Derive uniqueness, importance, risks, links and the worst chains, before any mask and with the masks of now.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks.
    """
    store.update_weights(profile.weights)
    if compute == "auto":
        few = store.relationship_counts()["mentions"] <= CYPHER_UP_TO_MENTIONS
        compute = "cypher" if few else "arrays"
    if compute == "cypher":
        store.derive_entity_numbers()
        store.derive_document_risks()
        store.derive_links(policy.edge_threshold)
    else:
        _derive_in_arrays(store, policy, profile)
    _write_worst_chains(store, policy)


def read_incidence(store: Store, profile: Profile) -> Incidence:
    """The extracted documents, the entities they mention with the weights of a profile, and the masks of now.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks.
    """
    entities, mentions = store.entities(), store.mentions()
    # An entity that no document mentions is kept for its mask alone, and may be of a type of another profile.
    require_types(entities["type"][entities["id"].isin(set(mentions["entity_id"]))], profile)
    return Incidence.build(
        store.document_risks()["source_id"],
        entities[["id", "type", "masked"]].assign(weight=entities["type"].map(profile.weights).fillna(0.0)),
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


def survey_chains(store: Store, policy: Policy, compute: Compute, limit: int | None) -> Survey:
    """Count the chains of now and find the worst; documents are rows of `store.document_risks()`."""
    documents = store.document_risks()
    row_of = {source_id: row for row, source_id in enumerate(documents["source_id"])}
    if compute == "cypher":
        categories = store.chain_categories(policy.max_chain_length, policy.edge_threshold)
        worst = store.worst_chains(policy.max_chain_length, policy.edge_threshold, limit or sum(categories.values()))
        rows = [tuple(row_of[d] for d in chain) for chain in worst["documents"]]
        return Survey(categories, list(zip(rows, worst["risk"], strict=True)))
    links = store.links(policy.edge_threshold)
    a = links["source"].map(row_of).to_numpy(np.int64)
    b = links["target"].map(row_of).to_numpy(np.int64)
    graph = LinkGraph.build(len(documents), a, b, links["hop_risk"].to_numpy(np.float64))
    return survey(graph, policy.max_chain_length, limit)


def _derive_in_arrays(store: Store, policy: Policy, profile: Profile) -> None:
    incidence = read_incidence(store, profile)
    node_ids = store.document_risks()["id"].to_numpy(object)
    unmasked = np.zeros(incidence.entities, dtype=np.bool_)
    risk, residual_risk = document_risk(incidence, unmasked), document_risk(incidence, incidence.masked)
    links = derive_links(incidence, policy.edge_threshold, unmasked)
    residual_strength = links.strength(incidence.masked)
    entity_ids = np.array(incidence.entity_ids, dtype=object)
    store.write_entity_numbers(
        pd.DataFrame(
            {
                "id": entity_ids,
                "frequency": frequency(incidence),
                "uniqueness": uniqueness(incidence),
                "importance": importance(incidence),
            }
        )
    )
    store.write_document_risks(pd.DataFrame({"id": node_ids, "risk": risk, "residual_risk": residual_risk}))
    store.delete_links()
    a, b = node_ids[links.a], node_ids[links.b]
    store.write_links(
        pd.DataFrame(
            {
                "a": np.minimum(a, b),
                "b": np.maximum(a, b),
                "strength": links.strength(unmasked),
                "residual_strength": residual_strength,
                "hop_risk": hop_risk(residual_strength, residual_risk[links.a], residual_risk[links.b]),
                "via": np.split(entity_ids[links.via], links.start[1:-1]) if len(a) else [],
            }
        )
    )


def _write_worst_chains(store: Store, policy: Policy) -> None:
    """The chains that were worst before any mask, and what is left of each: what a person wants to look at."""
    documents, links = store.document_risks(), store.links()
    row_of = {source_id: row for row, source_id in enumerate(documents["source_id"])}
    a, b = (links[end].map(row_of).to_numpy(np.int64) for end in ("source", "target"))
    risk = documents["risk"].to_numpy(np.float64)
    before = hop_risk(links["strength"].to_numpy(np.float64), risk[a], risk[b])
    worst = survey(LinkGraph.build(len(documents), a, b, before), policy.max_chain_length, CHAINS_IN_GRAPH).worst
    now = dict(zip(zip(a.tolist(), b.tolist(), strict=True), links["hop_risk"], strict=True))
    names = documents["source_id"].to_numpy(object)
    rows = [
        (tuple(names[list(chain)]), chain_risk, _risk_along(chain, now), category(chain_risk))
        for chain, chain_risk in worst
    ]
    store.replace_chains(pd.DataFrame(rows, columns=["documents", "risk", "residual_risk", "category"]))


def _risk_along(chain: tuple[int, ...], hop: dict[tuple[int, int], float]) -> float:
    survival = 1.0
    for a, b in itertools.pairwise(chain):
        survival *= 1.0 - (hop[a, b] if (a, b) in hop else hop[b, a])
    return 1.0 - survival
