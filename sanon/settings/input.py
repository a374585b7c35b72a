"""How documents are read, and what finds the entities in them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

#: `auto` takes what each document shows.
DateOrder = Literal["auto", "day-first", "month-first"]
ContextOrder = Literal["most-relevant", "least-relevant", "most-recent"]

_Strict = ConfigDict(frozen=True, extra="forbid")


class Input(BaseModel):
    """How the input is read.

    Attributes:
        extractor: name of what finds the entities.
        entities: file with entities made elsewhere, in place of an extractor.
        id_column, text_column: of CSV and Parquet files.
        chunk: rule by which documents are cut, `sentences` or `words=N`; None for whole ones.
        date_order: how dates are read that can be read in two ways.
        background: folder of texts that an attacker may know.
    """

    model_config = _Strict

    extractor: str = "embedded"
    entities: Path | None = None
    id_column: str = "id"
    text_column: str = "content"
    chunk: str | None = None
    date_order: DateOrder = "auto"
    background: Path | None = None


class Model(BaseModel):
    """The language model that an extractor or rewriting asks.

    Attributes:
        model: its name at the endpoint.
        concurrency: documents that it is asked about at the same time.
        timeout: seconds that one answer may take.
        max_input_tokens: longest prompt; longer documents go in passages.
        context_strength: least filter score, max_relevance · uniqueness, of what it is shown of the corpus, in [0, 1].
        context_direct: show it direct identifiers too.
        context_top: at most so many entities; None for all.
        context_order: which come first.
        price_input, price_output: of a million tokens, for an estimate.
    """

    model_config = _Strict

    model: str | None = None
    concurrency: int = Field(default=4, ge=1, le=64)
    timeout: float = Field(default=300.0, gt=0)
    max_input_tokens: int = Field(default=8000, ge=1)
    context_strength: float = Field(default=0.35, ge=0, le=1)
    context_direct: bool = False
    context_top: int | None = Field(default=None, ge=0)
    context_order: ContextOrder = "most-relevant"
    price_input: float | None = Field(default=None, ge=0)
    price_output: float | None = Field(default=None, ge=0)
