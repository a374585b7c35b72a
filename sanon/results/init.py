"""What `sanon init` wrote."""

from __future__ import annotations

from sanon.results.base import Result


class InitResult(Result):
    """The files that a new corpus begins with.

    Attributes:
        profile: the entity types that the configuration names.
        source: the text that the preset follows; empty if none.
        replaced: which of them were there before.
    """

    preset: str
    profile: str
    source: str
    files: list[str]
    replaced: list[str]
