"""What `sanon generate` has made."""

from __future__ import annotations

from typing import Literal

from sanon.results.base import Count, Result, Share


class RejectedCluster(Result):
    """A line of `rejected.jsonl`: a cluster that was not made.

    Attributes:
        reason: what is wrong; no value and no text.
    """

    cluster: str
    stage: str
    reason: str


class GenerateResult(Result):
    """Documents with truth: schemas/generate-1.json.

    Attributes:
        clusters, documents, mentions, questions: how many of each were written.
        by_risk: HIGH, MEDIUM, LOW -> clusters.
        by_format: format -> documents.
        recurring: share of the sentences of four words or more that stand in another document too.
        thrown_away: attempts at clusters that the validator refused, and that were made anew.
    """

    out: str
    generator: Literal["grammar", "model"]
    seed: int
    model: str | None
    clusters: Count
    documents: Count
    mentions: Count
    questions: Count
    by_risk: dict[str, Count]
    by_format: dict[str, Count]
    recurring: Share | None = None
    thrown_away: Count
    rejected: list[RejectedCluster]
