"""What was decided in a review."""

from __future__ import annotations

from sanon.results.base import Count, Result


class ReviewResult(Result):
    """Decisions of one session: schemas/review-1.json.

    Attributes:
        mask, keep: entities; accepted: documents and chains.
    """

    policy_file: str
    mask: Count
    keep: Count
    accepted: Count
