"""A relationship has no key, and no engine keeps a pair from being linked twice: that is for the store to see to."""

from __future__ import annotations

import pandas as pd
import pytest

from sanon.cypher import Statement
from sanon.derivation.writing import write_links
from sanon.graph.engine import Engine
from sanon.graph.store import Store
from tests.graph.conftest import read
from tests.graph.records import document, write


class Interrupted:
    """An engine that is interrupted by Control+C when links are counted behind a change of them."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self.links_written = engine, 0

    def __getattr__(self, name: str):
        return getattr(self._engine, name)

    def replace_links(self, links):
        done = self._engine.replace_links(links)
        self.links_written += done
        return done

    def create_links(self, links):
        self._engine.create_links(links)
        self.links_written += 1

    def read(self, statement, rows=None, **parameters):
        if self.links_written and statement.name == "read/totals":
            raise KeyboardInterrupt
        return self._engine.read(statement, rows, **parameters)


_AGAIN = """
MATCH (a:Document {source_id: 'd0'}), (b:Document {source_id: 'd1'})
CREATE (a)-[:LINKED {strength: 0.5}]->(b)
"""
_PAIRS = "MATCH (a:Document)-[:LINKED]->(b:Document) RETURN a.source_id AS a, b.source_id AS b"


def _links(strength: float, changed: float | None = None) -> pd.DataFrame:
    """Links of document 0 with all others; the last ten of them of another strength."""
    nodes = [document(f"d{number}").id for number in range(30)]
    numbers = dict.fromkeys(("strength", "residual_strength", "hop_risk", "pre_hop_risk"), strength)
    links = pd.DataFrame({"a": nodes[0], "b": nodes[1:], "via": [["e"]] * 29, **numbers})
    links.loc[19:, "strength"] = changed or strength
    return links


def test_a_pair_is_linked_once_whatever_interrupts_a_change_of_links(engine: Engine):
    store = Store(engine)
    write(store, [document(f"d{number}") for number in range(30)])
    documents = store.document_risks()
    write_links(store, _links(0.5), documents)
    with pytest.raises(KeyboardInterrupt):
        write_links(Store(Interrupted(engine)), _links(0.5, 0.6), documents)
    write_links(store, _links(0.5, 0.6), documents)
    pairs = [("d0", f"d{number}") for number in range(1, 30)]
    assert read(engine, _PAIRS, {"a": "STRING", "b": "STRING"}) == sorted(pairs)
    assert sorted(store.links()["strength"]) == [0.5] * 19 + [0.6] * 10


def test_a_pair_that_an_engine_holds_twice_is_linked_once_by_the_next_derivation(engine: Engine):
    store = Store(engine)
    write(store, [document(f"d{number}") for number in range(30)])
    documents = store.document_risks()
    write_links(store, _links(0.5), documents)
    engine.write(Statement("test/again", _AGAIN, frozenset(), {}, {}))
    write_links(store, _links(0.5), documents)
    pairs = [("d0", f"d{number}") for number in range(1, 30)]
    assert read(engine, _PAIRS, {"a": "STRING", "b": "STRING"}) == sorted(pairs)
