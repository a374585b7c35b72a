"""What a metric is: it reads a trial, and gives numbers under names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from sanon.testbench.trial import Trial


class Column(NamedTuple):
    """A number of a metric, as tables show it.

    Attributes:
        key: its name in JSON and CSV; dots lead into what a name holds, as in "utility.general_single.exact".
        title: over the column.
        shown: whether the table on the terminal has it; CSV and page have all.
    """

    key: str
    title: str
    shown: bool = False


class Metric(ABC):
    """Measures one thing about every system.

    Attributes:
        summary: what it measures, in one sentence.
        order: where its columns stand among those of other metrics, the smaller the earlier.
        needs_model: whether it asks a language model; without one it is left out.
        slow: whether it questions the index or compares meanings, which takes nearly all of the time.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]
    order: ClassVar[int] = 100
    needs_model: ClassVar[bool] = False
    slow: ClassVar[bool] = False

    def numbers(self, trial: Trial) -> Mapping[str, object]:
        """What `measure` gives; where there is nothing to measure, each key with None."""
        return self.measure(trial) or dict.fromkeys(one.key for one in self.columns)

    @abstractmethod
    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Key -> number, or a record of `results.bench`; empty if there is nothing to measure."""


def mean(values: Sequence[float | None]) -> float | None:
    """The mean of those that are there; None of nothing."""
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else None
