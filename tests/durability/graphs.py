"""Everything a graph says about a corpus, to compare two graphs; runs and the random key are left out."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from sanon.graph.engine import Engine
from sanon.graph.store import Store
from tests.graph.conftest import Place, read

_WITHIN = 1e-9
_DECIDED = (
    "MATCH (:Run)-[x:DECIDED]->(e:Entity) RETURN e.id AS id, x.reason AS reason, x.risk_before AS risk_before, "
    "x.risk_after AS risk_after"
)
_INCLUDES = (
    "MATCH (c:Chain)-[i:INCLUDES]->(d:Document) RETURN c.id AS id, i.position AS position, d.source_id AS source_id"
)

Row = tuple[Any, ...]
Graph = dict[str, dict[Row, list[Any]]]


def graph_of(engine: Engine) -> Graph:
    """Table -> key of a row -> its values."""
    store = Store(engine)
    links = store.links()
    # Which end of a link comes first, and the order in which what it shares was collected, mean nothing.
    ends = [tuple(sorted(pair)) for pair in zip(links["source"], links["target"], strict=True)]
    links = links.assign(source=[a for a, _ in ends], target=[b for _, b in ends], via=links["via"].map(sorted))
    decided = {"id": "STRING", "reason": "STRING", "risk_before": "DOUBLE", "risk_after": "DOUBLE"}
    includes = {"id": "STRING", "position": "INT64", "source_id": "STRING"}
    return {
        "documents": _by_key(store.document_versions(), "source_id"),
        "texts": {(one.source_id,): [one.content] for one, _ in store.documents()},
        "risks": _by_key(store.document_risks(), "source_id"),
        "entities": _by_key(store.entities(), "id"),
        "mentions": _by_key(store.mentioned_values(), "source_id", "entity_id"),
        "links": _by_key(links, "source", "target"),
        "chains": _by_key(store.chains(), "id"),
        "includes": {row[:2]: list(row[2:]) for row in read(engine, _INCLUDES, includes)},
        "exported": {(name,): [digest] for name, digest in store.exported_digests().items()},
        "decided": {row[:1]: list(row[1:]) for row in read(engine, _DECIDED, decided)},
    }


def graph_at(place: Place) -> Graph:
    """The same of a graph that is opened for it."""
    try:
        return graph_of(place.engine())
    finally:
        place.close()


def assert_same(one: Graph, other: Graph) -> None:
    """Equal, numbers to 1e-9. Says the table and the field of what differs."""
    assert one.keys() == other.keys()
    for table, rows in one.items():
        lacking, more = other[table].keys() - rows.keys(), rows.keys() - other[table].keys()
        assert not lacking, f"{table}: {len(lacking)} rows of {len(other[table])} are missing"
        assert not more, f"{table}: {len(more)} rows more than {len(other[table])}"
        for key, values in rows.items():
            for number, (a, b) in enumerate(zip(values, other[table][key], strict=True)):
                if isinstance(a, float) and isinstance(b, float):
                    assert a == pytest.approx(b, abs=_WITHIN, rel=0, nan_ok=True), f"{table}, field {number}"
                else:
                    assert a == b, f"{table}, field {number}"


def _by_key(frame: pd.DataFrame, *key: str) -> dict[Row, list[Any]]:
    rest = [name for name in frame.columns if name not in key]
    keys = zip(*(frame[name].tolist() for name in key), strict=True)
    values = zip(*(frame[name].tolist() for name in rest), strict=True)
    rows = {tuple(of_row): list(row) for of_row, row in zip(keys, values, strict=True)}
    assert len(rows) == len(frame), f"a key of {key} twice"
    return rows
