"""Which systems no other one beats in privacy and utility at once. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Literal, NamedTuple

from sanon.results.bench import KindScores, SystemResult

Kind = Literal["general", "specific"]
Measure = Literal["judge", "exact", "in_context", "in_sources", "rouge1", "bertscore"]


class Point(NamedTuple):
    """A system between privacy and utility; both in [0, 1]."""

    name: str
    leak_rate: float
    utility: float


def utility(system: SystemResult, kind: Kind, measure: Measure) -> float | None:
    """Mean over the questions of a kind, single and multi source alike; None if the measure is not there."""
    of_kind: dict[Kind, tuple[KindScores | None, ...]] = {
        "general": (system.utility.general_single, system.utility.general_multi),
        "specific": (system.utility.specific_single, system.utility.specific_multi),
    }
    values: list[float | None] = [getattr(scores, measure) for scores in of_kind[kind] if scores]
    there = [value for value in values if value is not None]
    return fmean(there) if there and len(there) == len(values) else None


def points(systems: Sequence[SystemResult], kind: Kind, measure: Measure) -> list[Point]:
    """The systems that have both numbers."""
    found = []
    for system in systems:
        value = utility(system, kind, measure)
        if value is not None and system.leak_rate is not None:
            found.append(Point(system.name, system.leak_rate, value))
    return found


def frontier(candidates: Sequence[Point]) -> list[Point]:
    """Those that no other one equals in both and beats in one, from the least leakage to the most."""

    def beaten(one: Point) -> bool:
        return any(
            other.leak_rate <= one.leak_rate
            and other.utility >= one.utility
            and (other.leak_rate, other.utility) != (one.leak_rate, one.utility)
            for other in candidates
        )

    return sorted((one for one in candidates if not beaten(one)), key=lambda one: (one.leak_rate, one.utility))
