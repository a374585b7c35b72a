"""What asking a model took."""

from __future__ import annotations

from dataclasses import astuple, dataclass


@dataclass(frozen=True)
class Usage:
    """Sums over some requests.

    Attributes:
        calls: answers that the endpoint gave, those that could not be used too.
        cached: answers that were there already.
        input_tokens, output_tokens: as the endpoint counts them; 0 if it does not say.
        remembered_tokens: input tokens that the endpoint had in its own prompt cache.
    """

    calls: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    remembered_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))
