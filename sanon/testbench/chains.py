"""Chains against the truth: which of them belong to one hidden person, and whether an attacker walks them.

Precision, recall and F1 follow `tuning.agreement`, as Zhou 2025, section 4.2.5; there a person labelled the chains,
here the hidden person of each cluster does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, pairwise, permutations
from pathlib import Path

import numpy as np

from sanon.derivation.incidence import read_incidence
from sanon.graph.open import open_existing
from sanon.results.bench import CalibrationBin, ChainTruth
from sanon.risk.chains import LinkGraph, enumerate_chains, hop_risk
from sanon.risk.incidence import Incidence, Integers
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk
from sanon.risk.survey import BINS, bin_of, binned
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.testbench.dataset.records import GeneratedCluster
from sanon.testbench.metrics.search import FIRST, nearest_texts
from sanon.tuning.agreement import agreement
from sanon.tuning.labels import Chain

EDGE_THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(4, 20))
RISK_THRESHOLDS = (0.0, 0.25, 0.5, 0.75)
_ATTACKER = "tfidf, bm25, characters together"


def chains_against_truth(
    graph: Path, clusters: Sequence[GeneratedCluster], profile: Profile, policy: Policy
) -> ChainTruth:
    """Compare the chains of a graph with the hidden persons, and their risks with what an attacker relinks.

    Args:
        graph: holds the documents of the clusters, each whole.
        policy: edge threshold and length of the chains.

    Raises:
        ConfigurationError: the profile lacks a type of the graph.
    """
    with open_existing(str(graph)) as store:
        incidence = read_incidence(store, profile)
    edges = sorted({*EDGE_THRESHOLDS, policy.edge_threshold})
    labelled = person_chains(clusters, policy.max_chain_length)
    rows = agreement(incidence, labelled, policy.max_chain_length, edges, RISK_THRESHOLDS)
    texts = {document.id: document.content for cluster in clusters for document in cluster.documents}
    walked = nearest_pairs(nearest_texts([texts[name] for name in incidence.source_ids]))
    ours = [row for row in rows if row.edge_threshold == policy.edge_threshold]
    return ChainTruth(
        max_chain_length=policy.max_chain_length,
        edge_threshold=policy.edge_threshold,
        attacker=_ATTACKER,
        first=FIRST,
        agreements=rows,
        best=max(rows, key=lambda row: (row.f1, row in ours)),
        at_policy=ours[0],
        calibration=calibration(incidence, walked, _persons(clusters, incidence), policy),
    )


def _persons(clusters: Sequence[GeneratedCluster], incidence: Incidence) -> Integers:
    """Number of the cluster whose person each document is about, -1 nobody; (N,)."""
    of = {
        document: number
        for number, cluster in enumerate(clusters)
        for document, values in person_values(cluster).items()
        if values
    }
    return np.array([of.get(name, -1) for name in incidence.source_ids], dtype=np.int64)


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
                # At most six orders: does one share a value at every step?
                if any(all(held[a] & held[b] for a, b in pairwise(order)) for order in permutations(some)):
                    found.add(frozenset(some))
    return frozenset(found)


def person_values(cluster: GeneratedCluster) -> dict[str, frozenset[tuple[str, str]]]:
    """Document -> (type, normal form) of what it holds of the hidden person."""
    return {line.id: line.values.intersection(cluster.cluster.values) for line in cluster.entities}


def calibration(
    incidence: Incidence, walked: Collection[tuple[int, int]], person: Integers, policy: Policy
) -> list[CalibrationBin]:
    """Chains before any mask by their risk, and what an attacker made of those of each bin.

    Args:
        walked: rows (a, b), a < b, of documents of which one leads the attacker to the other; see `nearest_pairs`.
        person: number of the hidden person whom a document is about, -1 nobody; (N,).
        policy: edge threshold and length of the chains.
    """
    nothing = np.zeros(incidence.entities, dtype=np.bool_)
    links, risk = derive_links(incidence, policy.edge_threshold), document_risk(incidence, nothing)
    hop = hop_risk(links.strength(nothing), risk[links.a], risk[links.b])
    graph = LinkGraph.build(incidence.documents, links.a, links.b, hop)
    walked_pairs = np.array(sorted(a * incidence.documents + b for a, b in walked), dtype=np.int64)
    chains, relinked, together = (np.zeros(BINS, dtype=np.int64) for _ in range(3))
    total = np.zeros(BINS)
    for block in enumerate_chains(graph, policy.max_chain_length):
        every_hop = np.ones(len(block.risk), dtype=np.bool_)
        for one, other in pairwise(block.documents.T):
            pair = np.minimum(one, other) * incidence.documents + np.maximum(one, other)
            every_hop &= np.isin(pair, walked_pairs)
        of = person[block.documents]
        same = (of[:, 0] >= 0) & (of == of[:, :1]).all(axis=1)
        chains += binned(block.risk)
        relinked += binned(block.risk[every_hop])
        together += binned(block.risk[same])
        total += np.bincount(bin_of(block.risk), weights=block.risk, minlength=BINS)
    return [
        CalibrationBin(
            low=number / BINS,
            high=(number + 1) / BINS,
            chains=count,
            mean_risk=float(total[number] / count) if count else None,
            relinked=float(relinked[number] / count) if count else None,
            one_person=float(together[number] / count) if count else None,
        )
        for number, count in enumerate(chains.tolist())
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
