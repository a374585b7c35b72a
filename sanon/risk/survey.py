"""All chains of a corpus counted, and the worst of them named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import Chains, LinkGraph, Worst, chain_risk, enumerate_chains
from sanon.risk.incidence import Floats, Integers
from sanon.risk.limits import ChainLimits, above
from sanon.settings.policy import HIGH_FROM, MEDIUM_FROM, Category


class SurveyedChain(NamedTuple):
    """One chain.

    Attributes:
        documents: rows, from the smaller end.
        risk: before any mask.
        residual_risk: now.
        pre_risk: after list, direct and document stage; its category and limit follow from it.
    """

    documents: tuple[int, ...]
    risk: float
    residual_risk: float
    pre_risk: float


@dataclass(frozen=True)
class Survey:
    """How many chains there are, and the worst of them.

    Attributes:
        by_category: number of HIGH, MEDIUM and LOW chains, by their risk before the chain stage.
        over_policy: how many are above their limits now.
        worst: by falling residual risk, ties by the documents.
    """

    by_category: dict[Category, int]
    over_policy: int
    worst: list[SurveyedChain]

    @property
    def count(self) -> int:
        """Number of chains."""
        return sum(self.by_category.values())


class HopRisks(NamedTuple):
    """Hop risk of every link: before any mask, before the chain stage, and now; (L,) each."""

    unmasked: Floats
    before_chains: Floats
    now: Floats


#: Bins of equal width over [0, 1]; the last one holds 1.
BINS = 10


class ChainHistogram(NamedTuple):
    """How many chains fall into each bin before any mask and now, and how many were above their limits."""

    before: Integers
    now: Integers
    over_before: int


@dataclass(frozen=True)
class AllChains:
    """The chains of 2..k documents over some links, looked at one after the other and not held.

    Attributes:
        documents: N.
        a, b: ends of the links, all whose strength before any mask reaches the edge threshold; (L,).
        hops: of those links.
        limits: of chains over those links.
        longest: k.
    """

    documents: int
    a: Integers
    b: Integers
    hops: HopRisks
    limits: ChainLimits
    longest: int

    def survey(self, limit: int | None) -> Survey:
        """Count all and keep the `limit` worst (None: all); memory is that of those kept."""
        counts: dict[Category, int] = {"HIGH": 0, "MEDIUM": 0, "LOW": 0}
        over, worst = 0, Worst(limit)
        for chains in self._each():
            pre_risk = self.limits.pre_risk(chains.links)
            high, medium = int((pre_risk >= HIGH_FROM).sum()), int((pre_risk >= MEDIUM_FROM).sum())
            counts["HIGH"] += high
            counts["MEDIUM"] += medium - high
            counts["LOW"] += len(pre_risk) - medium
            over += int(above(chains.risk, self.limits.of(chains.documents, chains.links)).sum())
            worst.take(chains)
        return Survey(counts, over, surveyed(worst.by_risk(), self.a, self.b, self.hops))

    def histogram(self) -> ChainHistogram:
        """Count all by their risk."""
        before, now = np.zeros(BINS, dtype=np.int64), np.zeros(BINS, dtype=np.int64)
        over = 0
        for chains in self._each():
            unmasked = chain_risk(self.hops.unmasked[chains.links])
            before += binned(unmasked)
            now += binned(chains.risk)
            over += int(above(unmasked, self.limits.of(chains.documents, chains.links)).sum())
        return ChainHistogram(before, now, over)

    def _each(self) -> Iterator[Chains]:
        return enumerate_chains(LinkGraph.build(self.documents, self.a, self.b, self.hops.now), self.longest)


def surveyed(
    found: list[tuple[tuple[int, ...], float]], a: Integers, b: Integers, hops: HopRisks
) -> list[SurveyedChain]:
    """Some chains over links with all their risks, in the same order."""
    if not found:
        return []
    ends = {end for documents, _ in found for end in documents}
    near = np.flatnonzero(np.isin(a, list(ends)) & np.isin(b, list(ends))).tolist()
    link_of = {frozenset((int(a[row]), int(b[row]))): row for row in near}
    chains = []
    for documents, _ in found:
        links = np.array([link_of[frozenset(pair)] for pair in pairwise(documents)])
        risk, pre_risk, now = (float(chain_risk(hop[links])) for hop in (hops.unmasked, hops.before_chains, hops.now))
        chains.append(SurveyedChain(documents, risk, now, pre_risk))
    return chains


def binned(risks: Floats) -> Integers:
    """How many of some numbers in [0, 1] fall into each bin; (BINS,)."""
    return np.bincount(bin_of(risks), minlength=BINS)


def bin_of(risks: Floats) -> Integers:
    """The bin of each of some numbers in [0, 1]."""
    return np.minimum((risks * BINS).astype(np.int64), BINS - 1)
