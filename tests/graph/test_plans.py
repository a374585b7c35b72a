"""How Neo4j means to run what loads and derives: by an index where single nodes are meant, and in bounded memory.

An Eager holds all rows before the statement goes on. In a statement that takes rows these are the at most 10,000 that
are sent at once, and Neo4j plans one wherever a row could read what another one writes; elsewhere it must be named. A
scan for single ids, or a product of anything but two nodes found by their ids, costs as much as the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import neo4j
import pytest

from sanon.cypher import schema, statement, statement_names
from tests.neo4j_server import Server

#: Nodes of each label: enough that an index is worth it to the planner.
_NODES = 2_000
_FILLED = """
UNWIND range(1, $nodes) AS n
CREATE (d:Document {id: 'd' + n, source_id: 's' + n, state: 'extracted', prefix_importance: 0.5, prefix_weight: 0.1})
CREATE (e:Entity {id: 'e' + n, type: 'AGE', weight: 1.0, frequency: 1, uniqueness: 1.0, importance: 0.9, masked: false})
CREATE (d)-[:MENTIONS {relevance: 0.9}]->(e)
CREATE (:Chain {id: 'c' + n})
"""
_SHARED = "MATCH (d:Document), (e:Entity) WHERE e.id IN ['e1', 'e2', 'e3'] MERGE (d)-[:MENTIONS {relevance: 0.5}]->(e)"
_LINKED = "MATCH (a:Document {id: 'd1'}), (b:Document) WHERE b.id <> 'd1' CREATE (a)-[:LINKED {strength: 0.6}]->(b)"

_SCANS = {"NodeByLabelScan", "AllNodesScan", "DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan"}
_FORBIDDEN = {"Eager", "CartesianProduct", "ValueHashJoin", "NodeHashJoin", *_SCANS}
#: What is allowed where, and why.
ALLOWED: dict[str, dict[str, str]] = {
    "derive/entity_numbers": {
        "NodeByLabelScan": "every entity is meant: frequencies are those of the whole corpus",
        "DirectedRelationshipTypeScan": "or every mention",
        "Eager": "properties that the statement read are set; one row for each entity",
    },
    "derive/unmentioned_entity_numbers": {
        "NodeByLabelScan": "which entities nothing mentions, no index knows",
        "Eager": "an entity that nothing mentions any more is rare",
    },
    "derive/document_risks": {"Eager": "risks are compared and set; one row for each document of a batch"},
    "derive/prefixes": {"Eager": "one row for each document of a batch"},
    "derive/prefix_weights": {"Eager": "prefix_importance is read and prefix_weight set; one row for each document"},
    "derive/delete_chains": {"Eager": "a hundred chains at most"},
    "load/delete_resemblances": {
        "NodeByLabelScan": "all of them go; they are found anew",
        "DirectedRelationshipTypeScan": "all of them go; they are found anew",
    },
    "load/delete_documents": {"Eager": "what hangs on a document goes with it; a batch of them"},
    "load/delete_mentions": {"Eager": "as for documents"},
    "load/delete_unmentioned_entities": {
        "NodeByLabelScan": "which entities nothing mentions, no index knows",
        "Eager": "they are found before any goes",
    },
    "load/update_weights": {
        "NodeByLabelScan": "entities have no index by type, and it is one pass for each type of the profile",
        "Eager": "a weight is compared and set; nothing to do but after a change of the profile",
        "CartesianProduct": "types with entities: the pass for each type",
    },
}
ALLOWED |= {"read/link_strengths": {"ValueHashJoin": "of the entities of two documents, for one pair at a time"}}
#: Statements of the derivation that only read.
_READ = ("read/link_candidates", "read/link_strengths")
_SEEKS = ("NodeUniqueIndexSeek", "NodeIndexSeek", "MultiNodeIndexSeek")


@pytest.fixture(scope="module")
def session(neo4j_server: Server) -> Iterator[neo4j.Session]:
    with neo4j_server.driver() as driver, driver.session(database=neo4j_server.database) as opened:
        opened.run("MATCH (n) DETACH DELETE n").consume()
        for text in schema("neo4j"):
            opened.run(text).consume()
        for text in (_FILLED, _SHARED, _LINKED):
            opened.run(text, nodes=_NODES).consume()
        opened.run("CALL db.awaitIndexes(300)").consume()
        # Plans made for another graph are kept, and indexes are sampled again only after a while.
        opened.run("CALL db.prepareForReplanning(300)").consume()
        yield opened
        opened.run("MATCH (n) DETACH DELETE n").consume()


def _operators(plan: Mapping[str, Any]) -> Iterator[str]:
    """Names of all operators but products of nodes that are found by their ids."""
    name, children = plan["operatorType"].split("@")[0], plan.get("children", ())
    if name != "CartesianProduct" or not all(child["operatorType"].startswith(_SEEKS) for child in children):
        yield name
    for child in children:
        yield from _operators(child)


@pytest.mark.parametrize(
    "name",
    [
        *(name for name in statement_names() if name.split("/")[0] in ("load", "derive") and "/ladybug/" not in name),
        *_READ,
    ],
)
def test_the_server_means_to_run_a_statement_by_its_indexes(name: str, session: neo4j.Session):
    one = statement(name)
    given = {parameter: ["d1"] if parameter in ("ids", "source_ids") else 0.5 for parameter in one.parameters}
    if one.rows:
        given["rows"] = [dict.fromkeys(one.rows)]
    plan = session.run(f"EXPLAIN {one.text}", given).consume().plan
    assert plan is not None
    found = set(_operators(plan))
    allowed = ALLOWED.get(name, {}).keys() | ({"Eager"} if one.rows else set())
    assert not found & _FORBIDDEN - allowed
    if "NodeByLabelScan" not in allowed:
        assert any(operator.startswith(_SEEKS) for operator in found)


def test_nothing_is_allowed_that_is_not_there():
    assert ALLOWED.keys() <= set(statement_names())
