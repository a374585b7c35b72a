"""Which operator stands for which types, as a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


def by_operator(rows: Iterable[tuple[str, str, int, int]]) -> str:
    """generalize: 4 EVENT_DATE (3 coarser), 2 AGE; type-label: 11 NAME.

    Args:
        rows: operator, type, how many masks, how many of them show a coarser value.
    """
    said: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for operator, kind, masks, coarser in rows:
        said[operator].append((-masks, kind, coarser))
    return "; ".join(
        f"{operator}: "
        + ", ".join(
            f"{-masks} {kind}" + (f" ({coarser} coarser)" if coarser else "") for masks, kind, coarser in sorted(types)
        )
        for operator, types in sorted(said.items())
    )
