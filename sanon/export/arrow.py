"""Columns of a Parquet file, in the types they had if their values still allow it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

_ZONED = re.compile(r"timestamp\[(s|ms|us|ns), tz=(.+)\]")
_DECIMAL = re.compile(r"(decimal(?:32|64|128|256))\((\d+), (-?\d+)\)")


def column_of(values: Sequence[Any], kind: str | None) -> pa.Array:
    """Make a column.

    A date that was masked is no date any more: a column that holds one becomes text.

    Args:
        values: JSON values.
        kind: the Arrow type it was read as, by its name, if known.
    """
    import pyarrow as pa

    wanted = _type_named(kind)
    if wanted is not None:
        column = _cast(values, wanted)
        if column is not None:
            return column
    elif not any(isinstance(value, str) for value in values):
        try:
            return pa.array(values)
        except pa.ArrowException:  # values of several kinds
            pass
    return pa.array([_as_text(value) for value in values], type=pa.string())


def _cast(values: Sequence[Any], wanted: pa.DataType) -> pa.Array | None:
    import pyarrow as pa

    try:
        if pa.types.is_string(wanted) or pa.types.is_large_string(wanted) or pa.types.is_string_view(wanted):
            return pa.array([_as_text(value) for value in values], type=wanted)
        if any(isinstance(value, str) for value in values):
            texts = [None if value is None else str(value) for value in values]
            column = pa.array(texts, type=pa.string()).cast(wanted)
            # "007" parses as 7, which would be another id.
            return column if column.cast(pa.string()).to_pylist() == texts else None
        return pa.array(values, type=wanted)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None


def _type_named(kind: str | None) -> pa.DataType | None:
    import pyarrow as pa

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
