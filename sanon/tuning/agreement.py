"""What thresholds do: chains above a risk against those that a person calls dangerous, links inside of clusters.

A chain counts by its documents: whether a–b–c or b–a–c, its risk is that of the worst order. Precision and recall are
over chains; F1 is their harmonic mean, 2·hits / (found + labelled).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from sanon.results.tune import ChainAgreement, SeparationRow
from sanon.risk.chains import LinkGraph, enumerate_chains, hop_risk
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk
from sanon.tuning.labels import Chain

_UNIGRAM = re.compile(r"[^\W_]+")


def rouge_1(found: Iterable[str], expected: Iterable[str]) -> float:
    """ROUGE-1 F1 (Lin 2004) of what was found in a document and what a person found, in [0, 1]; 1 if both are empty.

    Each side is the text of its distinct normalized values; unigrams are runs of letters and digits, case-folded. The
    overlap counts each unigram as often as both sides have it. Ten lines in place of the package rouge-score, which
    brings nltk along.
    """
    ours, theirs = _unigrams(found), _unigrams(expected)
    total = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / total if total else 1.0


def _unigrams(values: Iterable[str]) -> Counter[str]:
    return Counter(word for value in set(values) for word in _UNIGRAM.findall(value.casefold()))


def agreement(
    incidence: Incidence,
    labelled: Collection[Chain],
    max_chain_length: int,
    edge_thresholds: Sequence[float],
    risk_thresholds: Sequence[float],
) -> list[ChainAgreement]:
    """The agreement at each pair of thresholds, before any mask.

    Args:
        labelled: chains of 2..k documents that are dangerous.
        edge_thresholds, risk_thresholds: ascending.
    """
    result = []
    for edge_threshold in edge_thresholds:
        risks = chain_risks(incidence, edge_threshold, max_chain_length)
        for risk_threshold in risk_thresholds:
            found = {chain for chain, risk in risks.items() if risk >= risk_threshold}
            hits = len(found.intersection(labelled))
            result.append(ChainAgreement.of(edge_threshold, risk_threshold, len(found), hits, len(labelled)))
    return result


def chain_risks(incidence: Incidence, edge_threshold: float, max_chain_length: int) -> dict[Chain, float]:
    """Greatest risk of the chains over the same documents, before any mask."""
    unmasked = np.zeros(incidence.entities, dtype=np.bool_)
    risk = document_risk(incidence, unmasked)
    links = derive_links(incidence, edge_threshold)
    hop = hop_risk(links.strength(unmasked), risk[links.a], risk[links.b])
    graph = LinkGraph.build(incidence.documents, links.a, links.b, hop)
    risks: dict[Chain, float] = {}
    for chains in enumerate_chains(graph, max_chain_length):
        for rows, chain_risk in zip(chains.documents.tolist(), chains.risk.tolist(), strict=True):
            chain = frozenset(incidence.source_ids[row] for row in rows)
            risks[chain] = max(chain_risk, risks.get(chain, 0.0))
    return risks


def separation(
    incidence: Incidence, cluster: Mapping[str, str], edge_thresholds: Sequence[float], entities: str
) -> list[SeparationRow]:
    """Count the links of each threshold, before any mask.

    Args:
        cluster: of each source id.
        edge_thresholds: in (0, 1], ascending.
        entities: whose they are.
    """
    unmasked = np.zeros(incidence.entities, dtype=np.bool_)
    links = derive_links(incidence, edge_thresholds[0])
    strength = links.strength(unmasked)
    of = np.array([cluster[source_id] for source_id in incidence.source_ids], dtype=object)
    same = of[links.a] == of[links.b]
    return [
        SeparationRow(
            entities=entities,
            edge_threshold=threshold,
            inside=int((same & (strength >= threshold)).sum()),
            between=int((~same & (strength >= threshold)).sum()),
        )
        for threshold in edge_thresholds
    ]
