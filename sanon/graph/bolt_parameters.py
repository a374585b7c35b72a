"""What is sent over Bolt: rows as one list for each column, in portions; ordered results as lists of rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from sanon.cypher import Statement
from sanon.graph.engine import arrow_rows

#: Rows sent with one statement.
ROWS_AT_ONCE = 10_000
#: The line by which a statement takes its rows, and a column in it.
_TAKE_ROWS = re.compile(r"^UNWIND \$rows AS row WITH (.*)$", re.MULTILINE)
_TAKE_COLUMN = re.compile(r"\brow\.(\w+) AS ")
#: The last line of a statement that orders all that it returns.
_ORDER = re.compile(r"\n(ORDER BY .*)$")
#: Rows in one list.
_LISTED = 1_000


def text_of(statement: Statement) -> str:
    """The text with rows taken from lists, one for each column: as maps they would repeat the names in every row."""

    def take(line: re.Match[str]) -> str:
        columns = _TAKE_COLUMN.sub(r"$rows.\1[row] AS ", line[1])
        return f"UNWIND range(0, size($rows.{next(iter(statement.rows))}) - 1) AS row WITH {columns}"

    return _TAKE_ROWS.sub(take, statement.text, count=1)


def in_lists(statement: Statement) -> Statement | None:
    """The same rows in lists of 1,000, the one column that it returns; None for what does not order them.

    To order rows the server holds all of them anyway, others it sends as it finds them. 65,000 entities took server and
    client 2.9 seconds of CPU row by row, 1.4 in lists: the driver makes an object of each row.
    """
    ordered = _ORDER.search(statement.text)
    if ordered is None:
        return None
    text = (
        f"CALL {{\n{statement.text[: ordered.start()]}\n}}\nWITH * {ordered[1]}\n"
        f"WITH collect([{', '.join(statement.columns)}]) AS rows\n"
        f"UNWIND range(0, size(rows) - 1, {_LISTED}) AS first\n"
        f"RETURN rows[first..first + {_LISTED}] AS rows"
    )
    return replace(statement, text=text)


def batches_of_rows(
    statement: Statement, rows: pd.DataFrame | None, parameters: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Parameters of each run: rows as one list of Python's own types for each column."""
    if rows is None:
        yield parameters
        return
    for first in range(0, len(rows), ROWS_AT_ONCE):
        some = arrow_rows(statement, rows.iloc[first : first + ROWS_AT_ONCE])
        yield parameters | {"rows": some.to_pydict()}


def portions_of_mentions(entities: pd.DataFrame, mentions: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Parameters of `load/neo4j/create_mentions`: whole documents, until they have `ROWS_AT_ONCE` mentions."""
    if mentions.empty:
        return
    place_of = {entity_id: place for place, entity_id in enumerate(entities["id"])}
    columns = {f"{name}s": entities[name].tolist() for name in ("id", "value", "type", "weight")}
    columns |= {name: entities[name].tolist() for name in ("frequency", "uniqueness", "importance")}
    properties = ("relevance", "original_values", "found_by", "person", "confidence")
    rows = mentions.sort_values("source_id", kind="stable", ignore_index=True)
    documents, starts = np.unique(rows["source_id"].to_numpy(object), return_index=True)
    ends = [*starts[1:].tolist(), len(rows)]
    first = 0
    for last, end in enumerate(ends):
        begin = int(starts[first])
        if end - begin < ROWS_AT_ONCE and last + 1 < len(ends):
            continue
        some = rows.iloc[begin:end]
        places: dict[int, int] = {}
        of_mentions = [places.setdefault(place_of[one], len(places)) for one in some["entity_id"]]
        yield {
            **{name: [column[place] for place in places] for name, column in columns.items()},
            "documents": documents[first : last + 1].tolist(),
            "starts": [*(starts[first : last + 1] - begin).tolist(), end - begin],
            "entities": of_mentions,
            **{name: some[name].tolist() for name in properties},
        }
        first = last + 1


def portions_of_links(links: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Parameters of `derive/neo4j/create_links`: `ROWS_AT_ONCE` links, and each of their documents once."""
    properties = ("strength", "residual_strength", "hop_risk", "via", "pre_hop_risk")
    for first in range(0, len(links), ROWS_AT_ONCE):
        some = links.iloc[first : first + ROWS_AT_ONCE]
        place_of, ids = pd.factorize(pd.concat([some["a"], some["b"]]))
        yield {
            "ids": ids.tolist(),
            "a": place_of[: len(some)].tolist(),
            "b": place_of[len(some) :].tolist(),
            **{name: some[name].tolist() for name in properties},
        }
