"""What is read, and what finds the entities in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypedDict

from pydantic import AfterValidator, Field, FilePath

from sanon.records import StrictModel

#: `auto` takes what each document shows.
DateOrder = Literal["auto", "day-first", "month-first"]


def _existing(path: Path) -> Path:
    if not path.exists():
        raise ValueError(f"{path}: no such file or folder")
    return path


#: A file or a folder that is there.
ExistingPath = Annotated[Path, AfterValidator(_existing)]


class Columns(TypedDict):
    """Columns of tables."""

    id_column: str
    text_column: str


class Input(StrictModel):
    """How documents are read, and what finds the entities in them."""

    extractor: str = Field(default="embedded", description="What finds the entities.")
    entities: FilePath | None = Field(
        default=None,
        description='Entities made elsewhere, in place of an extractor: JSON lines {"id", "entities": [[original, '
        "normalized, type, relevance], …]}.",
    )
    id_column: str = Field(default="id", description="Column of the ids in tables, and entry of JSON objects.")
    text_column: str = Field(default="content", description="Column of the texts in tables, and entry of JSON objects.")
    chunk: str | None = Field(
        default=None,
        description="Cut documents into chunks, as the search index does: each is a document of the graph. Export "
        "joins them again.",
    )
    date_order: DateOrder = Field(
        default="auto",
        description="How 03/04/2024 is read. auto: as each document shows; where it does not, the date counts as both.",
    )
    background: ExistingPath | None = Field(
        default=None,
        description="Texts about people that an attacker may know, in any form that documents may have: they come into "
        "the graph, never into an export, and redact masks until they tell nobody whom a document is about.",
    )
    processes: int = Field(
        default=1,
        ge=1,
        description="How many processes look for entities at the same time; each loads the models anew.",
    )

    @property
    def columns(self) -> Columns:
        """The columns, as readers take them."""
        return {"id_column": self.id_column, "text_column": self.text_column}
