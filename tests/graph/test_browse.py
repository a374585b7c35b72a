"""What a person pastes into Neo4j Browser runs as pasted, on both engines, and finds the neighbourhood asked for."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from sanon.cypher import Statement, schema, statement, statement_names
from sanon.derivation.derive import derive
from sanon.explanation.browser import browser_query as query
from sanon.records import Entity
from sanon.settings.policy import Policy
from tests.graph.conftest import Place, place_of, read
from tests.graph.records import PROFILE, decisions, document, mention, write

#: An id that would end a text literal, escape its end, or name a character by its number.
HOSTILE = "a'] AS x \\' \\\\u0027 \\u0027 \n\t\" – ü"
_DRAWN = re.compile(r"\b(RETURN)\b.*", re.DOTALL)
_BROWSE = [name for name in statement_names() if name.startswith("browse/")]


def _rows(place: Place, text: str) -> int:
    """How many rows the query has; a person sees what it returns drawn, a program counts."""
    counting = _DRAWN.sub("RETURN count(*) AS rows", text)
    return int(place.engine().read(Statement("test/browse", counting, frozenset(), {}, {"rows": "INT64"}))["rows"][0])


@pytest.fixture
def seeded(place: Place) -> Place:
    """A hostile id and a plain one, linked by a name and a town; the name is masked."""
    store = place.store()
    shared = [
        mention(d, value, kind) for d in (HOSTILE, "b") for value, kind in (("anna", "NAME"), ("kiel", "LOCATION"))
    ]
    write(store, [document(d) for d in (HOSTILE, "b", "c")], [*shared, mention("c", "flu", "MEDICAL_CONDITION")])
    store.start_run("r1", "2026-01-01", "redact", {}, "test")
    store.write_decisions("r1", decisions([Entity("anna", "NAME")]))
    derive(store, Policy(edge_threshold=0.05), PROFILE, "cypher")
    return place


@pytest.mark.parametrize("name", _BROWSE)
def test_a_query_to_browse_has_its_knob_in_the_first_line_and_a_comment_that_asks_its_question(name):
    one = statement(name)
    assert re.fullmatch(r"WITH .+ AS \w+", one.text.splitlines()[0])
    assert not one.parameters
    assert one.columns


def test_the_style_sheet_names_labels_types_and_properties_that_the_graph_has():
    sheet = resources.files("sanon.cypher").joinpath("browse/style.grass").read_text("utf-8")
    rules = dict(re.findall(r"^((?:node|relationship)[\w.]*) \{([^}]*(?:'[^']*'[^}]*)*)\}$", sheet, re.MULTILINE))
    # Neo4j Browser takes whatever stands outside of the braces for a selector, comments too.
    assert len(rules) == sheet.count("\n}")
    tables = "\n".join(schema("ladybug"))
    for selector, declared in rules.items():
        label = selector.partition(".")[2]
        assert label in ("", "Masked") or re.search(rf"TABLE IF NOT EXISTS {label}\(", tables)
        for shown in re.findall(r"\{(\w+)\}", declared):
            assert re.search(rf"\b{shown} STRING", tables)
    assert {"node.Document", "node.Entity", "node.Masked", "relationship.LINKED"} <= rules.keys()


def test_masked_entities_carry_a_label_of_their_own_in_neo4j(neo4j_server, tmp_path):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    store = place.store()
    write(store, [document("a")], [mention("a", "anna"), mention("a", "kiel", "LOCATION")])
    labelled = "MATCH (e:Masked) RETURN e.value AS value, e.masked AS masked"
    columns = {"value": "STRING", "masked": "BOOLEAN"}
    store.start_run("r1", "2026-01-01", "redact", {}, "test")
    store.write_decisions("r1", decisions([Entity("anna", "NAME")]))
    assert read(place.engine(), labelled, columns) == [("anna", True)]
    store.clear_decisions()
    assert read(place.engine(), labelled, columns) == []
    place.close()


def test_the_query_for_an_entity_finds_its_run_its_documents_and_the_links_it_carries(seeded):
    # One run; each of the two documents mentions it and has one link that it carries.
    assert _rows(seeded, query("why_is_this_entity_masked", Entity("anna", "NAME").id)) == 2
    assert _rows(seeded, query("why_is_this_entity_masked", Entity("anna", "NAME").id[:8])) == 2
    assert _rows(seeded, query("why_is_this_entity_masked", "0" * 32)) == 0


def test_the_query_for_a_document_finds_its_entities_whatever_its_id(seeded):
    assert _rows(seeded, query("what_makes_this_document_risky", "b")) == 2
    assert _rows(seeded, query("what_makes_this_document_risky", HOSTILE)) == 2
    assert _rows(seeded, query("what_makes_this_document_risky", "nobody")) == 0


def test_the_query_for_a_chain_finds_what_two_of_its_documents_share(seeded):
    assert _rows(seeded, query("what_carries_this_chain", ["b", HOSTILE])) == 2
    assert _rows(seeded, query("what_carries_this_chain", ["b", "c"])) == 0
