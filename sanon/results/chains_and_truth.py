"""What chains are worth against the truth."""

from __future__ import annotations

from sanon.results.base import Count, Result, Share
from sanon.results.tune import ChainAgreement


class CalibrationBin(Result):
    """Chains whose risk lies in [low, high); 1 is in the last one.

    Attributes:
        mean_risk: of them; None without any, as the shares.
        relinked: share of them that an attacker walks: at every hop he finds one document by the other.
        one_person: share of them whose documents all tell of the same hidden person.
    """

    low: Share
    high: Share
    chains: Count
    mean_risk: Share | None
    relinked: Share | None
    one_person: Share | None


class ChainTruth(Result):
    """Chains against the truth: how well they are found, and how their risk relates to what an attacker gets.

    Attributes:
        max_chain_length: documents of a chain at most.
        edge_threshold: of the calibration.
        attacker: who looks for the documents that belong to each other; finds those that he puts among the `first`.
        agreements: before any mask, by edge and risk threshold.
        best: the one with the greatest F1; the policy's edge threshold wins a tie.
        at_policy: at the edge threshold of the policy, and chains of every risk.
        calibration: of the chains before any mask, by their risk.
    """

    max_chain_length: int
    edge_threshold: Share
    attacker: str
    first: Count
    agreements: list[ChainAgreement]
    best: ChainAgreement
    at_policy: ChainAgreement
    calibration: list[CalibrationBin]
