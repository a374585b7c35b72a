"""Columns of a Parquet file, in the types they had if their values still allow it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

_ZONED = re.compile(r"timestamp\[(s|ms|us|ns), tz=(.+)\]")
_DECIMAL = re.compile(r"(decimal(?:32|64|128|256))\((\d+), (-?\d+)\)")


def type_of(values: Sequence[Any], kind: str | None) -> pa.DataType:
    """The type of a column, as far as some of its values tell.

    A date that was masked is no date any more: a column that holds one becomes text.

    Args:
        values: JSON values.
        kind: the Arrow type it was read as, by its name, if known.
    """
    wanted = _type_named(kind)
    if wanted is not None:
        return wanted if column_of(values, wanted) is not None else pa.string()
    if not any(isinstance(value, str) for value in values):
        try:
            return pa.array(values).type
        except pa.ArrowException:  # values of several kinds
            pass
    return pa.string()


def common_type(types: Iterable[pa.DataType]) -> pa.DataType:
    """The type of a whole column, from those of its parts: text where they differ."""
    told = {kind for kind in types if not pa.types.is_null(kind)}
    if not told:
        return pa.null()
    return told.pop() if len(told) == 1 else pa.string()


def column_of(values: Sequence[Any], kind: pa.DataType) -> pa.Array | None:
    """Make a column, or a part of one; None if a value is not of this type."""
    try:
        if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
            return pa.array([_as_text(value) for value in values], type=kind)
        if any(isinstance(value, str) for value in values):
            texts = [None if value is None else str(value) for value in values]
            column = pa.array(texts, type=pa.string()).cast(kind)
            # "007" parses as 7, which would be another id.
            return column if column.cast(pa.string()).to_pylist() == texts else None
        return pa.array(values, type=kind)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None


def _type_named(kind: str | None) -> pa.DataType | None:
    if kind is None:
        return None
    if zoned := _ZONED.fullmatch(kind):
        return pa.timestamp(zoned[1], tz=zoned[2])
    if decimal := _DECIMAL.fullmatch(kind):
        return getattr(pa, decimal[1])(int(decimal[2]), int(decimal[3]))
    try:
        return pa.type_for_alias(kind)
    except ValueError:
        return None


def _as_text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
