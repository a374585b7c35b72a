"""The stated shares of the world, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sanon.packaged import lines_of, table

_DATA = "sanon.testbench.register.data"


def _rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in lines_of(_DATA, name)]


@dataclass(frozen=True)
class Illness:
    """A disease or an injury, and what goes with it.

    Attributes:
        other: another name; empty if there is none.
        medicines, procedures: by which it is treated.
        share: of all adults, who live with it; 0 for injuries, which come of accidents.
        causes: kinds of accident, of an injury.
    """

    name: str
    other: str
    medicines: tuple[str, ...]
    procedures: tuple[str, ...]
    share: float
    causes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Occupation:
    """What people do, and the share of all adults who do it."""

    name: str
    sector: str
    share: float


def shares() -> dict[str, Any]:
    """The file of shares."""
    return table(_DATA, "shares")


@cache
def illnesses() -> tuple[Illness, ...]:
    """Diseases from the rarest to the commonest, then injuries."""
    diseases = (
        Illness(name, other, tuple(drugs.split(";")), tuple(procedures.split(";")), float(share) / 100_000)
        for name, other, drugs, procedures, share in _rows("conditions.tsv")
    )
    injuries = (
        Illness(name, "", tuple(drugs.split(";")), tuple(procedures.split(";")), 0.0, tuple(causes.split(";")))
        for name, causes, drugs, procedures in _rows("injuries.tsv")
    )
    return (*diseases, *injuries)


@cache
def occupations() -> tuple[Occupation, ...]:
    """The occupations that people of the register may have."""
    return tuple(Occupation(name, sector, float(share) / 100_000) for name, sector, share in _rows("occupations.tsv"))


def patterns() -> dict[str, Any]:
    """How places, providers, employers, accidents and unique facts are named."""
    return table(_DATA, "names")
