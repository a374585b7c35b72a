"""What bench is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.commands.command import Request, Terminal
from sanon.settings.input import ExistingPath

#: A field of requests.
SEED = Field(default=7, description="Seed of all that is drawn at random; the same seed gives the same.")


class BenchRequest(Request):
    """What is to be measured."""

    folders: Annotated[tuple[ExistingPath, ...], Terminal(argument=True, metavar="DIR...")] = Field(
        default=(), description="Folders that sanon generate made, or archives."
    )
    systems: Annotated[str | None, Terminal(metavar="NAME,NAME,…")] = Field(
        default=None,
        description="What to compare, such as verbatim,direct-only,sanon@k=2,sanon@operator=generalize; see --list. "
        "[default: all systems, without ablations; on archives fewer]",
    )
    out: Path = Field(
        default=Path("bench"),
        description="Folder for tables, page and caches; the same command again goes on from there. [default: bench]",
    )
    clusters: int | None = Field(default=None, ge=1, description="Measure the first so many clusters only.")
    seed: int = SEED
    chains: bool = Field(
        default=False,
        description="Compare the chains with the hidden persons too, and their risk with what an attacker relinks; "
        "with the extra plot a picture is drawn.",
    )
    curves: Annotated[str | None, Terminal(metavar="EXTRACTION")] = Field(
        default=None,
        description="Measure families of systems too, from little protection to much, and compare them at equal words "
        "kept and at equal leakage; this extractor, or `given`, finds the entities in all of them.",
    )
    quick: bool = Field(
        default=False,
        description="Measure only what needs no index: what stands in documents, which lead to each other, how many "
        "people fit, and which answers are left. Takes seconds a system instead of minutes.",
    )

    @property
    def labels(self) -> list[str]:
        """The systems that are named, each with its parameters."""
        return [name.strip() for name in (self.systems or "").split(",") if name.strip()]
