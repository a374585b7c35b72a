"""What a person pastes into Neo4j Browser about the example corpus, beside the slow reference.

Nodes come back as the engine gives them to anybody; both look like maps.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sanon.cypher import statement, statement_names
from sanon.extraction.adapters.entities_file import read_entities_file
from sanon.extraction.build import Extraction
from sanon.graph.store import Store
from sanon.settings.policy import Policy
from tests import reference
from tests.graph.conftest import ENGINES, place_of
from tests.graph.records import PROFILE
from tests.on_store import load, redact

EXAMPLE = Path(__file__).parents[2] / "examples" / "insurance"
MEMO, RECORD = "c1-insurance-memo", "c1-medical-record"
Rows = list[dict[str, Any]]


class Example:
    """The example corpus, loaded and redacted in one graph.

    Attributes:
        engine: its name.
        slow: the method once more.
        masked: ids of what was masked.
    """

    def __init__(self, engine: str, store: Store, rows_of: Callable[[str], Rows]) -> None:
        self.engine, self._rows_of = engine, rows_of
        load(
            store,
            EXAMPLE / "documents",
            extraction=Extraction(read_entities_file(EXAMPLE / "entities.jsonl", PROFILE)),
            profile=PROFILE,
            policy=Policy(at_least=0),
        )
        redact(store, profile=PROFILE, policy=Policy(at_least=0))
        entities = store.entities()
        self.masked = set(entities.loc[entities["masked"].astype(bool), "id"])
        self.reasons = dict(zip(entities["id"], entities["reason"], strict=True))
        self.slow = reference.Corpus.of(
            {"documents": store.document_risks(), "entities": entities, "mentions": store.mentions()}
        )
        self.links = self.slow.links(0.5)

    def paste(self, name: str, **knobs: Any) -> Rows:
        """Rows of a query, run as it stands in its file but for the knobs in its first line."""
        text = statement(f"browse/{name}").text
        first, rest = text.split("\n", 1)
        for knob, value in knobs.items():
            literal = json.dumps(value).replace('"', "'")
            first, changed = re.subn(rf"('[^']*'|\[[^]]*\]|[\d.]+) AS {knob}\b", f"{literal} AS {knob}", first)
            assert changed == 1
        return self._rows_of(f"{first}\n{rest}")

    def share(self, entity: str, a: str, b: str) -> float:
        return max(self.slow.contribution(entity, a), self.slow.contribution(entity, b))


@pytest.fixture(scope="module", params=ENGINES)
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Example]:
    server = None
    if request.param == "neo4j":
        server = request.getfixturevalue("neo4j_server")
    place = place_of(request.param, tmp_path_factory.mktemp("example"), lambda: server)  # type: ignore[arg-type,return-value]
    store = place.store()
    if server is not None:
        with server.driver() as driver:
            yield Example(
                request.param,
                store,
                lambda text: [dict(one) for one in driver.execute_query(text, database_=server.database).records],
            )
    else:
        connection = store._engine._connection  # type: ignore[attr-defined] # as a person with a Ladybug shell
        yield Example(request.param, store, lambda text: list(connection.execute(text).rows_as_dict()))
    place.close()


#: What the example has none of: all risks are below their limits, nothing is pending, nobody accepted a risk; there is
#: no background.
_NOTHING_HERE = {
    "accepted_risks",
    "chains_over_policy_now",
    "direct_identifiers_still_readable",
    "pending_documents",
    "whom_does_a_document_resemble",
}
_BROWSE = [name.removeprefix("browse/") for name in statement_names() if name.startswith("browse/")]


@pytest.mark.parametrize("name", _BROWSE)
def test_a_query_answers_as_pasted_and_shows_no_text_of_a_document(example, name):
    if example.engine == "ladybug" and name == "chains_through_this_document":
        pytest.skip("Ladybug has no COLLECT { }")
    rows = example.paste(name)
    assert bool(rows) == (name not in _NOTHING_HERE)
    columns = list(statement(f"browse/{name}").columns.values())
    drawn = [kind.startswith(("NODE", "RELATIONSHIP")) for kind in columns]
    assert drawn == sorted(drawn)
    # Neo4j Browser draws whatever holds a node: without what joins them, nodes are loose dots in place of the table.
    assert not any(drawn) or any(kind.startswith(("RELATIONSHIP", "PATH")) for kind in columns)
    assert not any("content" in cell for row in rows for cell in row.values() if isinstance(cell, dict))


def test_riskiest_documents_are_those_with_what_still_identifies(example):
    rows = example.paste("riskiest_documents", least_risk=0.6)
    slow, masked = example.slow, example.masked
    expected = {
        (d, e): (slow.document_risk(d, masked), slow.document_risk(d, set()), slow.contribution(e, d))
        for d, entities in slow.documents.items()
        if slow.document_risk(d, masked) >= 0.6
        for e in entities.keys() - masked
    }
    found = {(row["document"], row["id"]): (row["risk_now"], row["risk_before"], row["contribution"]) for row in rows}
    assert len({d for d, _ in expected}) > 3
    assert found.keys() == expected.keys()
    for key, numbers in found.items():
        assert numbers == pytest.approx(expected[key], abs=1e-9)
    risks = [row["risk_now"] for row in rows]
    assert risks == sorted(risks, reverse=True)


def test_the_people_who_fit_a_document_are_divided_by_what_each_readable_value_is_true_of(example):
    rows = example.paste("how_many_people_fit", population=8e9, source_id=MEMO)
    mentions = example.slow.documents[MEMO]  # no direct identifier is readable
    readable = {entity: 9.9 * mentions[entity] for entity in mentions.keys() - example.masked}
    assert {row["id"]: row["value_digits"] for row in rows} == pytest.approx(readable)
    assert len(readable) > 3
    (people,) = {row["people"] for row in rows}
    assert people == pytest.approx(8e9 / math.prod(10**digits for digits in readable.values()))


def test_what_links_two_documents_is_what_both_mention(example):
    rows = example.paste("what_links_these_documents", one=MEMO, other=RECORD)
    shared = example.slow.shared(MEMO, RECORD)
    assert {row["e"]["id"]: row["share"] for row in rows} == pytest.approx(
        {e: example.share(e, MEMO, RECORD) for e in shared}, abs=1e-9
    )
    assert {row["e"]["id"] for row in rows if row["masked"]} == shared & example.masked
    # The shares make the strength of the link, as the comment says.
    open_shares = math.prod(1 - row["share"] for row in rows if not row["masked"])
    assert 1 - open_shares == pytest.approx(example.slow.strength(MEMO, RECORD, example.masked), abs=1e-9)
    assert rows[0]["strength_before"] == pytest.approx(example.slow.strength(MEMO, RECORD, set()), abs=1e-9)


def test_choke_points_are_counted_in_the_stored_chains(example):
    # All 58 chains of the example are among the 100 worst, so the reference needs no list of its own.
    chains = example.slow.chains(example.links, 3)
    carried: dict[str, int] = {}
    for chain in chains:
        for entity in set().union(*(example.slow.shared(a, b) for a, b in itertools.pairwise(chain))):
            carried[entity] = carried.get(entity, 0) + 1
    assert len(chains) <= 100
    rows = example.paste("choke_point_entities", least_chains=10)
    assert {row["id"]: row["chains"] for row in rows} == {e: n for e, n in carried.items() if n >= 10}
    assert [row["chains"] for row in rows] == sorted((row["chains"] for row in rows), reverse=True)
    assert {row["id"] for row in rows if row["masked"]} == {row["id"] for row in rows} & example.masked
    for row in rows:
        carriers = {pair for pair in example.links if row["id"] in example.slow.shared(*pair)}
        in_chains = {tuple(sorted(pair)) for chain in chains for pair in itertools.pairwise(chain)}
        drawn = set(row["documents"])
        assert drawn == {d for pair in carriers & in_chains for d in pair}


def test_what_comes_back_is_what_the_formulas_say_without_the_mask(example):
    slow, masked = example.slow, example.masked
    # The clinic, masked for a chain, mentioned by several documents.
    entity = max(masked, key=lambda e: (sum(e in entities for entities in slow.documents.values()), e))
    rows = example.paste("what_comes_back_if_i_unmask_it", entity_id=entity[:12])
    without = masked - {entity}
    assert {row["document"] for row in rows} == {d for d in slow.documents if entity in slow.documents[d]}
    found = {}
    for row in rows:
        d = row["document"]
        assert row["risk_now"] == pytest.approx(slow.document_risk(d, masked), abs=1e-9)
        assert row["risk_then"] == pytest.approx(slow.document_risk(d, without), abs=1e-9)
        if row["linked"] is None:
            continue
        o = row["linked"]
        found[d, o] = tuple(row[name] for name in ("strength_now", "strength_then", "hop_now", "hop_then"))
    expected = {
        (d, o): (
            slow.strength(d, o, masked), slow.strength(d, o, without), slow.hop(d, o, masked), slow.hop(d, o, without)
        )
        for a, b in example.links
        for d, o in ((a, b), (b, a))
        if entity in slow.documents[d]
    }  # fmt: skip
    assert len(expected) > 4
    assert any(then > now for _, _, now, then in expected.values())
    assert found.keys() == expected.keys()
    for pair, numbers in found.items():
        assert numbers == pytest.approx(expected[pair], abs=1e-9)


def test_what_is_not_masked_cannot_come_back(example):
    kept = next(e for e in example.slow.weight if e not in example.masked)
    assert example.paste("what_comes_back_if_i_unmask_it", entity_id=kept) == []


def test_the_last_run_shows_each_mask_with_its_reason_and_its_documents(example):
    rows = example.paste("what_changed_in_the_last_run", command="redact")
    assert {row["command"] for row in rows} == {"redact"}
    assert {row["e"]["id"]: row["reason"] for row in rows} == {e: example.reasons[e] for e in example.masked}
    assert {(row["document"], row["e"]["id"]) for row in rows} == {
        (d, e) for d, entities in example.slow.documents.items() for e in entities.keys() & example.masked
    }
    # The insurer's own telephones are true of everybody in its archive: relevance 0.
    telling = [row for row in rows if example.slow.importance(row["e"]["id"]) > 0]
    assert len(telling) > len(rows) / 2
    assert all(row["risk_after"] < row["risk_before"] for row in telling)


def test_the_last_load_shows_the_documents_it_brought(example):
    rows = example.paste("what_changed_in_the_last_run", command="load")
    assert {(row["command"], row["e"]) for row in rows} == {("load", None)}
    assert sorted(row["loaded_document"] for row in rows) == sorted(example.slow.documents)


def test_chains_through_a_document_are_all_of_them(example):
    if example.engine == "ladybug":
        with pytest.raises(RuntimeError, match="Parser exception"):
            example.paste("chains_through_this_document", source_id=MEMO)
        return
    rows = example.paste("chains_through_this_document", source_id=MEMO)
    slow, masked = example.slow, example.masked
    expected = {
        chain: (slow.chain_risk(chain, masked), slow.chain_risk(chain, set()))
        for chain in slow.chains(example.links, 3)
        if MEMO in chain
    }
    found = {}
    for row in rows:
        path = tuple(row["documents"])
        found[min(path, path[::-1])] = row["risk_now"], row["risk_before"]
    assert len(rows) == len(found) > 5
    assert found.keys() == expected.keys()
    for chain, numbers in found.items():
        assert numbers == pytest.approx(expected[chain], abs=1e-9)
