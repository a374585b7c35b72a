"""The system `levels`."""

from __future__ import annotations

from collections import Counter
from functools import cache

from sanon.packaged import lines_of
from sanon.resolution.ladders import Ladders
from sanon.testbench.systems.contract import Detection, Protected, System
from sanon.testbench.workshop import Workshop


@cache
def choices() -> dict[tuple[str, int], Counter[int]]:
    """(type, rungs of the ladder) -> level -> how often readers chose it; 0 is a label, 1 the finest rung.

    `benchmarks/levels/measure.py --table` makes the file.
    """
    found: dict[tuple[str, int], Counter[int]] = {}
    for line in lines_of("sanon.testbench.data", "levels.tsv")[1:]:
        kind, rungs, level, times = line.split("\t")
        found.setdefault((kind, int(rungs)), Counter())[int(level)] = int(times)
    return found


def level_of(entity_type: str, rungs: int) -> int:
    """The level chosen most often for a type and a length of ladder, of two the coarser; the finest where nobody chose.

    Type and number of candidates are the features of Olstad 2023 that Zhang and Qiu 2024 build on.
    """
    chosen = choices().get((entity_type, rungs)) or Counter({1: 1})
    return max(chosen, key=lambda level: (chosen[level], level == 0, level))


class Levels(System[Detection]):
    """Asks neither how rare a value is nor what documents tell together (Zhang and Qiu 2024)."""

    name = "levels"
    summary = "every value generalized to the level that people choose for its type and ladder"
    parameters = Detection

    def protect(self, workshop: Workshop) -> Protected:
        """A rung in brackets in place of each value, a label where there is no ladder, or people choose none."""
        found, ladders = workshop.found(self.options.extraction), Ladders(workshop.profile)
        instead = {}
        for one, kind, value in zip(*(found.entities[name].tolist() for name in ("id", "type", "value")), strict=True):
            climb = ladders.climb(kind, value)
            level = level_of(kind, len(climb.rungs)) if climb else 0
            instead[one] = f"[{climb.rungs[level - 1].text if climb and level else kind}]"
        return Protected(workshop.exchanged(found, instead), len(instead))
