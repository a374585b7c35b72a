"""How many people have a condition: a table of those that many have, since the tagger learnt from rare ones."""

from __future__ import annotations

from functools import cache
from math import log10

from sanon.packaged import table


def known_exponent(condition: str) -> float | None:
    """X of "one in 10^x adults has it", of a condition by its name alone; None if the table lacks it.

    The figures and their sources stand in `prevalence.toml`.
    """
    return _exponents().get(" ".join(condition.casefold().split()))


@cache
def _exponents() -> dict[str, float]:
    """Name of a condition in small letters -> exponent."""
    return {
        " ".join(name.split()): log10(condition["one_in"])
        for condition in table("sanon.extraction", "prevalence").values()
        for name in condition["names"].split(";")
    }
