"""Chains against the truth: which of them belong to one hidden person, and whether an attacker walks them. Pure.

Precision, recall and F1 follow `tuning.agreement`, as Zhou 2025, section 4.2.5; there a person labelled the chains,
here the hidden person of each cluster does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, pairwise

import numpy as np

from sanon.results.chains_and_truth import CalibrationBin
from sanon.risk.chains import LinkGraph, enumerate_chains, hop_risk
from sanon.risk.incidence import Booleans, Incidence, Integers
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk
from sanon.testbench.dataset.records import GeneratedCluster
from sanon.tuning.labels import Chain

BINS = 10


def person_chains(clusters: Iterable[GeneratedCluster], max_chain_length: int) -> frozenset[Chain]:
    """The chains that are dangerous in truth: 2..k documents of one person, each step over one of the person's values.

    Only persons of risk HIGH and MEDIUM: by the tables nobody finds the others by linking documents.
    """
    found: set[Chain] = set()
    for cluster in clusters:
        if cluster.cluster.risk == "LOW":
            continue
        held = {document: values for document, values in person_values(cluster).items() if values}
        for size in range(2, max_chain_length + 1):
            for some in combinations(sorted(held), size):
                if _connected([held[one] for one in some]):
                    found.add(frozenset(some))
    return frozenset(found)


def person_values(cluster: GeneratedCluster) -> dict[str, set[tuple[str, str]]]:
    """Document -> (type, normal form) of what it holds of the hidden person."""
    person = {(known.type, known.normalized) for known in cluster.cluster.person}
    return {
        line.id: person & {(kind, normalized) for _, normalized, kind, _ in line.entities} for line in cluster.entities
    }


def _connected(values: Sequence[set[tuple[str, str]]]) -> bool:
    """Whether some order of the documents shares a value at every step; by trying them, for there are at most six."""
    starts = [(frozenset([number]), number) for number in range(len(values))]
    seen = set(starts)
    while starts:
        visited, last = starts.pop()
        if len(visited) == len(values):
            return True
        for number in range(len(values)):
            step = (visited | {number}, number)
            if number not in visited and step not in seen and values[last] & values[number]:
                seen.add(step)
                starts.append(step)
    return False


def calibration(
    incidence: Incidence,
    hidden: Booleans,
    found: Collection[tuple[int, int]],
    person: Integers,
    *,
    edge_threshold: float,
    max_chain_length: int,
) -> list[CalibrationBin]:
    """Chains by their risk, and what an attacker made of those of each bin.

    Args:
        hidden: entities that are masked; (E,). The chains are those before any mask, their risks those under it.
        found: rows (a, b), a < b, of documents of which one leads the attacker to the other; see `nearest_pairs`.
        person: number of the hidden person whom a document is about, -1 nobody; (N,).
        edge_threshold, max_chain_length: which chains there are.
    """
    links = derive_links(incidence, edge_threshold)
    risk = document_risk(incidence, hidden)
    hop = hop_risk(links.strength(hidden), risk[links.a], risk[links.b])
    graph = LinkGraph.build(incidence.documents, links.a, links.b, hop)
    walked_pairs = np.array(sorted(a * incidence.documents + b for a, b in found), dtype=np.int64)
    chains, walked, together = (np.zeros(BINS, dtype=np.int64) for _ in range(3))
    total = np.zeros(BINS)
    for block in enumerate_chains(graph, max_chain_length):
        bins = np.minimum((block.risk * BINS).astype(np.int64), BINS - 1)
        every_hop = np.ones(len(bins), dtype=np.bool_)
        for one, other in pairwise(block.documents.T):
            pair = np.minimum(one, other) * incidence.documents + np.maximum(one, other)
            every_hop &= np.isin(pair, walked_pairs)
        of = person[block.documents]
        same = (of[:, 0] >= 0) & (of == of[:, :1]).all(axis=1)
        chains += np.bincount(bins, minlength=BINS)
        walked += np.bincount(bins[every_hop], minlength=BINS)
        together += np.bincount(bins[same], minlength=BINS)
        total += np.bincount(bins, weights=block.risk, minlength=BINS)
    return [
        CalibrationBin(
            low=number / BINS,
            high=(number + 1) / BINS,
            chains=int(chains[number]),
            mean_risk=float(total[number] / chains[number]) if chains[number] else None,
            relinked=float(walked[number] / chains[number]) if chains[number] else None,
            one_person=float(together[number] / chains[number]) if chains[number] else None,
        )
        for number in range(BINS)
    ]


def nearest_pairs(nearest: Integers) -> set[tuple[int, int]]:
    """Rows (a, b), a < b, of documents of which one has the other among its nearest.

    Args:
        nearest: rows of the others that an attacker puts first for each, -1 none; (N, n).
    """
    return {
        (min(row, other), max(row, other))
        for row, others in enumerate(nearest.tolist())
        for other in others
        if other >= 0 and other != row
    }
