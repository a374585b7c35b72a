"""Linear and integer programs, solved by HiGHS."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from scipy import sparse

from sanon.risk.incidence import Booleans, Floats


class Rows:
    """Inequalities Σ factor · variable ≥ least, one after the other."""

    def __init__(self) -> None:
        self._length: list[int] = []
        self._column: list[int] = []
        self._factor: list[float] = []
        self._least: list[float] = []

    def add(self, columns: list[int], factors: list[float], least: float) -> None:
        """One inequality more."""
        self._length.append(len(columns))
        self._column += columns
        self._factor += factors
        self._least.append(least)

    @property
    def least(self) -> Floats:
        """The right side of each; (rows,)."""
        return np.array(self._least)

    def matrix(self, variables: int) -> sparse.csr_array:
        """The left sides; (rows, variables)."""
        row = np.repeat(np.arange(len(self._length)), self._length)
        return sparse.csr_array((self._factor, (row, self._column)), shape=(len(self._length), variables))


class Solved(NamedTuple):
    """What was found.

    Attributes:
        values: the best that were found; None if none were.
        bound: no values cost less; 0 if nothing is known.
        nodes: of the search, 0 without whole numbers.
    """

    values: Floats | None
    bound: float
    nodes: int


def minimize(
    cost: Floats,
    rows: Rows,
    deadline: float,
    *,
    lower: Floats | None = None,
    upper: Floats | None = None,
    whole: Booleans | None = None,
    nodes: int | None = None,
    gap: float = 0.0,
) -> Solved:
    """Find values of variables that satisfy all inequalities at the least cost.

    Args:
        cost: of each variable; (n,).
        rows: the inequalities.
        deadline: `time.monotonic()` at which to stop with the best found.
        lower, upper: of each variable; (n,), by default 0 and 1.
        whole: variables that are whole numbers; (n,), by default all.
        nodes: of the search after which to stop with the best found, by default no limit. Unlike the deadline this does
            not depend on how fast a machine is.
        gap: share of the cost that the bound may stay below it; the search ends there.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # a sixth of a second that other strategies save

    integral = np.ones(len(cost), dtype=np.bool_) if whole is None else whole
    with _silent():
        result = milp(
            cost,
            integrality=integral.astype(np.int64),
            bounds=Bounds(0.0 if lower is None else lower, 1.0 if upper is None else upper),
            constraints=LinearConstraint(rows.matrix(len(cost)), lb=rows.least),
            options={
                "mip_rel_gap": gap,
                "time_limit": max(deadline - time.monotonic(), 0.1),
                **({} if nodes is None else {"node_limit": nodes}),
            },
        )
    bound = result.mip_dual_bound if integral.any() else result.fun if result.success else None
    return Solved(
        values=result.x,
        bound=float(bound) if bound is not None and np.isfinite(bound) else 0.0,
        nodes=int(getattr(result, "mip_node_count", None) or 0),
    )


@contextmanager
def _silent() -> Iterator[None]:
    """Standard output of the process goes nowhere: HiGHS 1.12 prints a line there whatever it is told.

    It would stand within our JSON (https://github.com/ERGO-Code/HiGHS/issues/2783).
    """
    flush = ctypes.CDLL(None if os.name == "posix" else "msvcrt").fflush
    flush(None)
    try:
        kept = os.dup(1)
    except OSError:  # a service without standard output
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        flush(None)
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
