"""Documents and chains above their limits, in arrays: there may be millions, and few of them are ever looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from sanon.risk.incidence import Booleans, Floats, Integers
from sanon.settings.policy import TIE

#: Stands in a row behind the documents, links and subjects of one that has fewer.
PADDING = -1


class Violation(NamedTuple):
    """A document or chain above its limit; ordered worst first, ties by the source ids of the documents.

    Attributes:
        falling_value: minus its value when it was found.
        documents, links: rows of its documents and of its links.
        limit: the highest value that it may have.
        subjects: rows of the persons or documents whose values were added up; none for a risk.
    """

    falling_value: float
    documents: tuple[int, ...]
    links: tuple[int, ...]
    limit: float
    subjects: tuple[int, ...] = ()

    @property
    def value(self) -> float:
        """Its value when it was found."""
        return -self.falling_value


@dataclass(frozen=True)
class Violations:
    """n documents or chains above their limits.

    Attributes:
        value: of each when it was found; (n,).
        documents: rows, PADDING behind those of shorter chains; (n, width).
        links: rows, likewise; (n, width-1).
        limit: the highest value that each may have; (n,).
        subjects: rows of the persons or documents whose values were added up, likewise; (n, width), or (n, 0).
    """

    value: Floats
    documents: Integers
    links: Integers
    limit: Floats
    subjects: Integers

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Violation]:
        documents, links, subjects = (
            map(_unpadded, one.tolist()) for one in (self.documents, self.links, self.subjects)
        )
        return map(Violation, (-self.value).tolist(), documents, links, self.limit.tolist(), subjects)

    def where(self, rows: Booleans | Integers | slice) -> Self:
        """Some of them."""
        return type(self)(*(getattr(self, column.name)[rows] for column in fields(self)))

    def without_documents(self, passed: Collection[tuple[int, ...]]) -> Self:
        """All but those of some documents."""
        return self.where(~_is_among(self.documents, passed)) if passed else self

    def without_subjects(self, passed: Collection[tuple[int, ...]]) -> Self:
        """All but those of some subjects."""
        return self.where(~_is_among(self.subjects, passed)) if passed else self

    def sorted(self) -> Self:
        """All of them, the worst first; of those that differ by rounding, as their documents are sorted."""
        value = without_rounding(self.value)
        order = np.argsort(-value, kind="stable")
        value = value[order]
        tied = np.zeros(len(order), dtype=np.bool_)
        tied[1:] = value[1:] == value[:-1]
        tied[:-1] |= tied[1:]
        # Few are tied, and the columns that decide between them are many.
        rows = order[tied]
        columns = (*self.documents[rows].T, *self.subjects[rows].T)
        order[tied] = rows[np.lexsort((*columns[::-1], -value[tied]))]
        return self.where(order)

    def by_length(self) -> Iterator[tuple[Integers, int]]:
        """Rows with the same number of documents, and that number."""
        if not (self.documents[:, -1:] == PADDING).any():
            yield np.arange(len(self)), self.documents.shape[1]
            return
        length = (self.documents != PADDING).sum(axis=1)
        for each in np.unique(length).tolist():
            yield np.flatnonzero(length == each), each

    @classmethod
    def of(cls, violations: Sequence[Violation]) -> Self:
        """The same as arrays."""
        width = max((len(one.documents) for one in violations), default=1)
        subjects = max((len(one.subjects) for one in violations), default=0)
        return cls(
            np.array([one.value for one in violations], dtype=np.float64),
            _table([one.documents for one in violations], width),
            _table([one.links for one in violations], width - 1),
            np.array([one.limit for one in violations], dtype=np.float64),
            _table([one.subjects for one in violations], subjects),
        )

    @classmethod
    def joined(cls, parts: Sequence[Violations]) -> Self:
        """Several tables as one."""
        columns = []
        for column in fields(cls):
            of_each = [getattr(part, column.name) for part in parts]
            if of_each[0].ndim > 1:
                width = max(one.shape[1] for one in of_each)
                padded = [(0, width - one.shape[1]) for one in of_each]
                of_each = [
                    np.pad(one, ((0, 0), pad), constant_values=PADDING)
                    for one, pad in zip(of_each, padded, strict=True)
                ]
            columns.append(np.concatenate(of_each))
        return cls(*columns)


def without_rounding(values: Floats) -> Floats:
    """Values of which those that differ by rounding are equal."""
    return np.round(values / TIE) * TIE


def _unpadded(row: list[int]) -> tuple[int, ...]:
    return tuple(row[: row.index(PADDING)] if row and row[-1] == PADDING else row)


def _table(rows: Sequence[tuple[int, ...]], width: int) -> Integers:
    table = np.full((len(rows), width), PADDING, dtype=np.int64)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table


def _is_among(table: Integers, rows: Collection[tuple[int, ...]]) -> Booleans:
    """Which rows of a table, with PADDING behind, are among some rows; (n,)."""
    width = table.shape[1]
    wanted = _table([row for row in rows if len(row) <= width], width)
    found = np.isin(_hashed(table), _hashed(wanted))
    among = set(map(tuple, wanted.tolist()))
    found[found] = [tuple(row) in among for row in table[found].tolist()]
    return found


def _hashed(table: Integers) -> NDArray[np.uint64]:
    """A number for each row, equal for equal rows; multiplicative hashing (Knuth, TAOCP 3, 6.4)."""
    number = np.zeros(len(table), dtype=np.uint64)
    for column in table.T:
        number = (number ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
    return number
