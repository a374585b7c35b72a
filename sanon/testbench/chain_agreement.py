"""Chains against the truth of generated documents, before and after protection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from sanon.api import Corpus
from sanon.attack.ranking import Integers
from sanon.attack.terms import MASK
from sanon.derivation.incidence import read_incidence
from sanon.graph.open import open_existing
from sanon.results.chains_and_truth import ChainTruth
from sanon.risk.incidence import Booleans, Incidence
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.testbench.chains import calibration, nearest_pairs, person_chains, person_values
from sanon.testbench.dataset.records import GeneratedCluster
from sanon.testbench.metrics.search import FIRST, nearest_texts
from sanon.tuning.agreement import agreement

EDGE_THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(4, 20))
RISK_THRESHOLDS = (0.0, 0.25, 0.5, 0.75)
_ATTACKER = "tfidf, bm25, characters together"


def chains_against_truth(
    graph: Path, clusters: Sequence[GeneratedCluster], profile: Profile, policy: Policy
) -> ChainTruth:
    """Compare the chains of a graph with the hidden persons, and their risks with what an attacker relinks.

    Args:
        graph: holds the documents of the clusters, each whole; it is redacted anew, by type labels.
        policy: edge threshold and length of the chains, and the masks of the second calibration.

    Raises:
        ConfigurationError: the profile lacks a type of the graph.
        LeakFound, PolicyNotMet: as an export.
    """
    with open_existing(str(graph)) as store:
        incidence = read_incidence(store, profile)
    edges = sorted({*EDGE_THRESHOLDS, policy.edge_threshold})
    labelled = person_chains(clusters, policy.max_chain_length)
    rows = agreement(incidence, labelled, policy.max_chain_length, edges, RISK_THRESHOLDS)
    with Corpus(graph, profile=profile.name, policy=Policy(**policy.model_dump())) as corpus:
        corpus.redact(fresh=True)
        hidden = _hidden(corpus.entities, incidence)
        made = corpus.protected()
    originals = {document.id: document.content for cluster in clusters for document in cluster.documents}
    masked = re.compile(r"\[(?:" + "|".join(map(re.escape, profile.types)) + r")\]")
    left = {name: masked.sub(MASK, text) for name, text in zip(made["id"], made["content"], strict=True)}
    person = _persons(clusters, incidence)
    pairs = {pair for pair in combinations(range(incidence.documents), 2) if person[pair[0]] == person[pair[1]] >= 0}
    before, after = (
        nearest_pairs(nearest_texts([texts[name] for name in incidence.source_ids])) for texts in (originals, left)
    )
    nothing = np.zeros(incidence.entities, dtype=np.bool_)
    bins = [
        calibration(
            incidence,
            mask,
            found,
            person,
            edge_threshold=policy.edge_threshold,
            max_chain_length=policy.max_chain_length,
        )
        for mask, found in ((nothing, before), (hidden, after))
    ]
    ours = [row for row in rows if row.edge_threshold == policy.edge_threshold]
    return ChainTruth(
        max_chain_length=policy.max_chain_length,
        edge_threshold=policy.edge_threshold,
        attacker=_ATTACKER,
        first=FIRST,
        agreements=rows,
        best=max(rows, key=lambda row: (row.f1, row in ours)),
        at_policy=ours[0],
        originals=bins[0],
        protected=bins[1],
        pairs=len(pairs),
        pairs_relinked=len(pairs & before) / len(pairs) if pairs else None,
        pairs_relinked_protected=len(pairs & after) / len(pairs) if pairs else None,
    )


def _hidden(entities: pd.DataFrame, incidence: Incidence) -> Booleans:
    masked = set(entities["id"][entities["masked"].astype(bool)].tolist())
    return np.array([one in masked for one in incidence.entity_ids], dtype=np.bool_)


def _persons(clusters: Sequence[GeneratedCluster], incidence: Incidence) -> Integers:
    """Number of the cluster whose person each document is about, -1 nobody; (N,)."""
    of = {
        document: number
        for number, cluster in enumerate(clusters)
        for document, values in person_values(cluster).items()
        if values
    }
    return np.array([of.get(name, -1) for name in incidence.source_ids], dtype=np.int64)
