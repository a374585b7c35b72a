"""The language model that finds entities or rewrites sentences."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sanon.records import StrictModel

ContextOrder = Literal["most-relevant", "least-relevant", "most-recent"]


class Model(StrictModel):
    """The language model behind an OpenAI-compatible endpoint, and how it is asked."""

    model: str | None = Field(default=None, description="Name of the language model at the endpoint.")
    concurrency: int = Field(
        default=4, ge=1, le=64, description="Documents or sentences that the model is asked about at the same time."
    )
    timeout: float = Field(default=300.0, gt=0, description="Seconds that one answer of the model may take.")
    max_input_tokens: int = Field(
        default=8000,
        ge=1,
        description="Longest prompt for the model; longer documents are asked about in passages that overlap.",
    )
    context_strength: float = Field(
        default=0.35,
        ge=0,
        le=1,
        description="The model is shown what the corpus mentions if max_relevance · uniqueness is at least this.",
    )
    context_direct: bool = Field(default=False, description="Show the model direct identifiers of the corpus too.")
    context_top: int | None = Field(default=None, ge=0, description="Show the model at most so many entities.")
    context_order: ContextOrder = Field(
        default="most-relevant",
        description="Which entities are shown first, if not all may be shown or fit into the prompt.",
    )
    price_input: float | None = Field(
        default=None, ge=0, description="Price of a million tokens that the model reads, for an estimate."
    )
    price_output: float | None = Field(
        default=None, ge=0, description="Price of a million tokens that the model writes, for an estimate."
    )
