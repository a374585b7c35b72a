"""Bring links and worst chains of the graph to what was derived; what it holds already is not written again."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from hashlib import md5
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sanon.graph.store import Store
from sanon.risk.chains import LinkGraph, hop_risk, worst_chains
from sanon.risk.incidence import Integers
from sanon.risk.limits import limit_of
from sanon.risk.survey import HopRisks, surveyed
from sanon.settings.policy import Policy, category
from sanon.settings.rules import Acceptance

#: Chains kept in the graph, for people to look at: as many of the worst before any mask, and of the worst now.
CHAINS_IN_GRAPH = 100
#: A number that differs by less from what the graph holds is not written again. It is compared with what is right now,
#: so such differences do not add up.
UNCHANGED = 1e-12


class Derived(NamedTuple):
    """What the graph should hold.

    Attributes:
        links: columns a, b (ids of documents, in any order), strength, residual_strength, hop_risk, via (ids of
            entities), pre_hop_risk.
        documents: with their risks, as `store.document_risks()` gives them.
        none_as_before: each link has an end whose risk was another in the graph.
    """

    links: pd.DataFrame
    documents: pd.DataFrame
    none_as_before: bool = False


def differing(rows: pd.DataFrame, held: pd.DataFrame, numbers: Sequence[str]) -> pd.DataFrame:
    """The rows, by id, of which a number is not what the graph holds; what it lacks is NaN."""
    there = held.set_index("id")[list(numbers)].reindex(rows["id"])
    same = np.ones(len(rows), dtype=np.bool_)
    for name in numbers:
        same &= np.abs(rows[name].to_numpy(np.float64) - there[name].to_numpy(np.float64)) <= UNCHANGED
    return rows[~same]


def ends_in_order(links: pd.DataFrame) -> pd.DataFrame:
    """The smaller id first: Neo4j orders texts by UTF-16 units, and a link must not be written in both directions."""
    ends = links["a"].to_numpy(object), links["b"].to_numpy(object)
    first, last = (pd.Series(some(*ends), links.index, object) for some in (np.minimum, np.maximum))
    return links.assign(a=first, b=last)


def hop_risks(links: pd.DataFrame, documents: pd.DataFrame, a: Integers, b: Integers) -> HopRisks:
    """Hop risks of derived links between rows a and b of the documents."""
    risk = documents["risk"].to_numpy(np.float64)
    unmasked = hop_risk(links["strength"].to_numpy(np.float64), risk[a], risk[b])
    return HopRisks(unmasked, links["pre_hop_risk"].to_numpy(np.float64), links["hop_risk"].to_numpy(np.float64))


def write_links(store: Store, links: pd.DataFrame, documents: pd.DataFrame, *, none_as_before: bool = False) -> None:
    """Bring the links of the graph to what was derived; see `Derived`. What cannot be right is not read."""
    if none_as_before and len(links) and store.replace_links(links):
        return
    held = store.links()
    pair = _pairs(documents["id"], links["a"], links["b"])
    pair_held = _pairs(documents["source_id"], held["source"], held["target"])
    # A relationship has no key: an engine that was killed may hold one twice. Both go, and the right one comes anew.
    once = np.flatnonzero(~pd.Series(pair_held).duplicated(keep=False).to_numpy())
    row = np.append(once, -1)[pd.Index(pair_held[once]).get_indexer(pd.Index(pair))]
    held_before = np.flatnonzero(row >= 0)
    same = np.ones(len(held_before), dtype=np.bool_)
    for name in ("strength", "residual_strength", "hop_risk", "pre_hop_risk"):
        now, before = links[name].to_numpy(np.float64)[held_before], held[name].to_numpy(np.float64)[row[held_before]]
        same &= np.abs(now - before) <= UNCHANGED
    via, via_before = links["via"].tolist(), held["via"].tolist()
    for position in np.flatnonzero(same).tolist():
        same[position] = set(via[held_before[position]]) == set(via_before[row[held_before[position]]])
    id_of = dict(zip(documents["source_id"], documents["id"], strict=True))
    gone = held[~np.isin(np.arange(len(held)), row[held_before])]
    store.change_links(
        links,
        gone=pd.DataFrame({"a": gone["source"].map(id_of), "b": gone["target"].map(id_of)}),
        changed=links.iloc[held_before[~same]],
        new=links[row < 0],
    )


def _pairs(names: pd.Series[Any], a: pd.Series[Any], b: pd.Series[Any]) -> Integers:
    """A number for each pair of documents that are named so, the same for the same two; parallel to a and b."""
    rows = pd.Index(names, dtype=object)
    numbers: Integers = rows.get_indexer(pd.Index(a)) * (len(rows) + 1) + rows.get_indexer(pd.Index(b))
    return numbers


def write_worst_chains(
    store: Store, policy: Policy, links: pd.DataFrame, documents: pd.DataFrame, accepted: Collection[Acceptance]
) -> None:
    """The worst chains before any mask, the worst ones now, and those that are accepted: what a person looks at."""
    nodes, names = documents["id"].to_numpy(object), documents["source_id"].to_numpy(object)
    row_of = pd.Index(nodes)
    a, b = (row_of.get_indexer(pd.Index(links[end])) for end in ("a", "b"))
    hops = hop_risks(links, documents, a, b)
    graphs = [LinkGraph.build(len(documents), a, b, hop) for hop in (hops.unmasked, hops.now)]
    found = {chain for graph in graphs for chain in worst_chains(graph, policy.max_chain_length, CHAINS_IN_GRAPH)}
    of_documents = dict(found)
    agreed = _accepted_rows(accepted, names, a, b) if accepted else {}
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
    written = differing(chains, held, ["risk", "residual_risk", "pre_risk", "included", "highest_allowed"])
    store.change_chains(sorted(set(held["id"]) - set(chains["id"])), written)


def _accepted_rows(
    accepted: Collection[Acceptance], names: NDArray[np.object_], a: Integers, b: Integers
) -> dict[tuple[int, ...], str]:
    """Rows of accepted chains, from the smaller end, and until when and why; those that are no chains are left out."""
    row_of = {name: row for row, name in enumerate(names.tolist())}
    linked = set(zip(a.tolist(), b.tolist(), strict=True))
    agreed = {}
    for one in accepted:
        path = tuple(row_of.get(name, -1) for name in one.chain or ())
        if path and all((x, y) in linked or (y, x) in linked for x, y in itertools.pairwise(path)):
            agreed[min(path, path[::-1])] = f"until {one.until}: {one.reason}"
    return agreed
