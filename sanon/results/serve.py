"""What `sanon serve` has answered."""

from __future__ import annotations

from sanon.results.base import Count, Result


class ServeResult(Result):
    """What a service has done until it was ended.

    Attributes:
        requests: that were answered with protected texts.
    """

    requests: Count
    documents: Count
