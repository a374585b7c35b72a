"""Every derived number of a graph, in a form that two graphs can be compared in."""

from __future__ import annotations

from typing import Any

import pytest

from sanon.derivation.writing import CHAINS_IN_GRAPH
from sanon.graph.engine import Engine
from sanon.graph.store import Store
from tests.graph.conftest import read

WITHIN = 1e-9
NUMBERS = {"abs": WITHIN, "rel": 0, "nan_ok": True}


def numbers_of(store: Store, engine: Engine) -> dict[str, Any]:
    """Documents, entities that are mentioned, links with what carries them, and the worst chains."""
    links = {frozenset((row["source"], row["target"])): row for row in store.links().to_dict("records")}
    chains = read(
        engine,
        "MATCH (c:Chain)-[i:INCLUDES]->(d:Document) RETURN c.id AS id, i.position AS position, "
        "d.source_id AS document, c.risk AS risk, "
        "c.residual_risk AS residual_risk, c.category AS category, c.documents AS documents, c.pre_risk AS pre_risk",
        {"id": "STRING", "position": "INT64", "document": "STRING", "risk": "DOUBLE", "residual_risk": "DOUBLE",
         "category": "STRING", "documents": "STRING[]", "pre_risk": "DOUBLE"},
    )  # fmt: skip
    return {
        "documents": {
            row["source_id"]: (row["risk"], row["residual_risk"], row["pre_risk"])
            for row in store.document_risks().to_dict("records")
        },
        "entities": {
            row["id"]: (row["frequency"], row["uniqueness"], row["importance"], row["weight"])
            for row in store.entities().to_dict("records")
            if row["frequency"] != 0
        },
        "links": {
            ends: (row["strength"], row["residual_strength"], row["hop_risk"], row["pre_hop_risk"])
            for ends, row in links.items()
        },
        "via": {ends: set(row["via"]) for ends, row in links.items()},
        "chains": {tuple(row[6]): (row[3], row[4], row[7]) for row in chains},
        "positions": {(tuple(row[6]), row[1]): row[2] for row in chains},
    }


def assert_same_numbers(one: dict[str, Any], other: dict[str, Any]) -> None:
    for kind in ("documents", "entities", "links"):
        assert one[kind].keys() == other[kind].keys()
        for key, numbers in one[kind].items():
            assert numbers == pytest.approx(other[kind][key], **NUMBERS), kind
    assert one["via"] == other["via"]
    if len(one["chains"]) < CHAINS_IN_GRAPH:
        assert one["chains"].keys() == other["chains"].keys()
        assert one["positions"] == other["positions"]
        for chain, risks in one["chains"].items():
            assert risks == pytest.approx(other["chains"][chain], **NUMBERS)
    else:
        # Which of equally bad chains are the last to be kept is a matter of rounding.
        for which in (0, 1):
            risks = [
                sorted((chain[which] for chain in graph["chains"].values()), reverse=True) for graph in (one, other)
            ]
            assert risks[0][:CHAINS_IN_GRAPH] == pytest.approx(risks[1][:CHAINS_IN_GRAPH], **NUMBERS)
    for chain, position in one["positions"]:
        assert one["positions"][chain, position] == chain[position]
