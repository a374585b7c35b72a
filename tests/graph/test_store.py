"""What a store promises, on each engine."""

from __future__ import annotations

from contextlib import nullcontext

import pandas as pd
import pyarrow as pa
import pytest

from sanon.corpus.record import LONGEST_ID
from sanon.corpus_state.runs import recorded_run
from sanon.cypher import statement
from sanon.derivation.derive import derive, derived_from, is_derived
from sanon.errors import GraphError
from sanon.graph.engine import Engine, frame_of
from sanon.graph.rows import document_rows, mention_rows
from sanon.graph.store import Store
from sanon.records import Document, Entity, Mention, Source
from sanon.settings.policy import Policy
from tests.graph.conftest import Place
from tests.graph.records import PROFILE, decisions, document, mention, write

HARD = {
    "quotes": "\"double\" 'single' `back` “curly” \\ \\n {{x}} $rows //",
    "nul": "a\0b\0",
    "control": "\x01\x07\x1b[31m\x7f\x85",
    "emoji": "👩‍👩‍👧 🏳️‍🌈 \U0001f600",
    "right to left": "שלום \u202eevil\u202c مرحبا",
    "lines": "\r\n\r\u2028\u2029\ttab",
    "combining": "e\u0301 é \ufeff\u200b",
    "numbers": "NaN null true 1e400 0x10",
    "long": "lorem ipsum " * 90_000,
}


def _same(found: Document, wanted: Document) -> bool:
    return found == wanted and found.source == wanted.source


@pytest.mark.parametrize("known", [[], [document("known")]], ids=["into an empty graph", "beside another"])
def test_documents_are_read_as_they_were_written(known, store: Store):
    write(store, known)
    documents = [
        Document(
            source_id=f"../{name}/{text[:40]}",
            content=text,
            metadata={"text": text[:2000], text[:40]: [None, True, 1, 1.5, {"deep": [text[:40]]}], "empty": {}},
            source=Source(path=f"{text[:40]}.csv", form="csv", position=3, columns=("b", "a"), top_level=("x",)),
        )
        for name, text in HARD.items()
    ]
    store.upsert_documents(
        document_rows([(one, "pending" if number % 2 else "extracted") for number, one in enumerate(documents)])
    )
    found = {one.source_id: (one, state) for one, state in store.documents()}
    assert len(found) == len(documents) + len(known)
    for number, one in enumerate(documents):
        again, state = found[one.source_id]
        assert _same(again, one)
        assert list(again.metadata) == list(one.metadata)
        assert state == ("pending" if number % 2 else "extracted")
    assert store.counts()["pending"] == len(documents) // 2


@pytest.mark.parametrize("known", [[], [mention("known", "known")]], ids=["into an empty graph", "beside others"])
def test_mentions_are_read_as_they_were_written(known, store: Store):
    write(store, [document("known"), document("d")], known)
    written = [
        Mention(
            "d",
            Entity(text[:5000], "NAME"),
            number / 8,
            (text[:5000], name),
            ("rules", text[:40]),
            text[:40],
            number / 16,
        )
        for number, (name, text) in enumerate(HARD.items())
    ]
    written.append(Mention("d", Entity("nowhere", "EVENT"), 0.0, (), ()))
    store.upsert_mentions(*mention_rows(written, PROFILE.weights))
    entities, values = store.entities().set_index("id"), store.mentioned_values()
    rows = values[values["source_id"] == "d"].set_index("entity_id")
    assert len(rows) == len(written)
    for one in written:
        row = rows.loc[one.entity.id]
        assert (row["relevance"], row["original_values"], row["found_by"], row["person"], row["confidence"]) == (
            one.relevance,
            list(one.original_values),
            list(one.found_by),
            one.person,
            one.confidence,
        )
        assert entities.loc[one.entity.id, "value"] == one.entity.value
        assert entities.loc[one.entity.id, "weight"] == PROFILE.weights[one.entity.type]
        assert not entities.loc[one.entity.id, "masked"]
        assert entities.loc[one.entity.id, "replacement"] is None
    persons = store.persons().set_index("entity_id")["person"].to_dict()
    assert persons == {one.entity.id: one.person for one in written if one.person is not None}


def test_documents_come_by_the_characters_of_their_ids_whatever_order_the_engine_has(store: Store):
    ids = sorted(["a", "a-b", "B", "é", "\uff5e", "\U0001f600", "\ud7ff", "\ue000", "a\0", "10", "9"])
    write(store, [document(source_id) for source_id in reversed(ids)])
    assert [one.source_id for one, _ in store.documents()] == ids
    assert store.document_risks()["source_id"].tolist() == ids
    assert store.document_versions()["source_id"].tolist() == ids


def test_the_longest_id_that_input_may_have_is_stored_also_with_the_number_of_a_chunk(store: Store):
    ids = [*("é" * (LONGEST_ID // 2) + end for end in ("", "#9999999")), "a" * LONGEST_ID]
    write(store, [document(source_id) for source_id in ids], [mention(source_id, "anna") for source_id in ids])
    assert [one.source_id for one, _ in store.documents()] == sorted(ids)
    assert sorted(store.mentions()["source_id"]) == sorted(ids)


def test_writing_twice_changes_nothing(store: Store):
    for _ in range(2):
        write(store, [document("a"), document("b")])
    assert store.counts()["documents"] == 2


def test_an_entity_that_is_there_keeps_its_decision(store: Store):
    anna = mention("a", "anna")
    write(store, [document("a"), document("b")], [anna])
    store.start_run("r", "2026-01-01", "redact", {}, "1")
    store.write_decisions("r", decisions([anna.entity]))
    store.upsert_mentions(*mention_rows([mention("b", "anna")], PROFILE.weights))
    assert store.entities()["masked"].tolist() == [True]
    assert store.entities()["replacement"].tolist() == ["[NAME]"]


def test_deleting_takes_mentions_and_links_along_and_leaves_the_rest(store: Store):
    write(store, [document(d) for d in "abc"], [mention(d, "anna") for d in "abc"] + [mention("a", "berta")])
    derive(store, Policy(edge_threshold=0.05), PROFILE, "cypher")
    assert store.relationship_counts() == {"mentions": 4, "links": 3}
    store.delete_documents({"a", "nobody"})
    assert store.document_versions()["source_id"].tolist() == ["b", "c"]
    assert store.relationship_counts() == {"mentions": 2, "links": 1}
    assert set(store.entities()["value"]) == {"anna", "berta"}
    store.delete_unmentioned_entities()
    assert set(store.entities()["value"]) == {"anna"}
    store.delete_mentions(["b"])
    assert store.mentions()["source_id"].tolist() == ["c"]


def test_a_masked_entity_outlives_its_mentions(store: Store):
    anna = mention("a", "anna")
    write(store, [document("a")], [anna])
    store.start_run("r", "2026-01-01", "redact", {}, "1")
    store.write_decisions("r", decisions([anna.entity]))
    store.delete_documents(["a"])
    store.delete_unmentioned_entities()
    assert store.entities()["value"].tolist() == ["anna"]
    store.clear_decisions()
    store.delete_unmentioned_entities()
    assert store.entities().empty


def test_decisions_are_written_and_taken_back(store: Store):
    mentions = [mention("a", name) for name in ("anna", "berta", "clara")]
    write(store, [document("a")], mentions)
    store.start_run("r", "2026-01-01", "redact", {}, "1")
    store.write_decisions("r", decisions(one.entity for one in mentions[:2]))
    masked = store.entities().query("masked")
    assert set(masked["value"]) == {"anna", "berta"}
    assert set(masked["reason"]) == {"a reason"}
    assert set(masked["decided_by"]) == {"chain"}
    store.clear_decisions([mentions[0].entity.id])
    assert set(store.entities().query("masked")["value"]) == {"berta"}
    store.clear_decisions()
    assert store.counts()["masked"] == 0
    assert store.entities()[["replacement", "operator", "reason", "decided_by"]].isna().all(axis=None)


def test_the_weights_of_a_profile_reach_every_entity_of_a_named_type(store: Store):
    write(store, [document("a")], [mention("a", "anna"), mention("a", "kiel", "LOCATION")])
    store.update_weights({"NAME": 0.125})
    weights = dict(zip(store.entities()["type"], store.entities()["weight"], strict=True))
    assert weights == {"NAME": 0.125, "LOCATION": PROFILE.weights["LOCATION"]}


def test_runs_come_last_first_and_an_unfinished_one_has_no_counts(store: Store):
    store.start_run("b", "2026-01-01T00:00:00.000001+00:00", "load", {"x": [1, None, "ä"]}, "1")
    store.start_run("a", "2026-01-01T00:00:00.000002+00:00", "redact", {}, "1")
    store.finish_run("b", {"added": 3})
    assert [(run.id, run.command, run.counts) for run in store.runs()] == [
        ("a", "redact", None),
        ("b", "load", {"added": 3}),
    ]
    assert store.runs()[1].parameters == {"x": [1, None, "ä"]}


def test_a_run_is_the_last_one_also_after_one_of_a_clock_that_is_ahead(store: Store):
    store.start_run("ahead", "2999-01-01T00:00:00.000000+00:00", "redact", {}, "1")
    store.finish_run("ahead", {})
    with recorded_run(store, "load", {}):
        pass
    assert [run.command for run in store.runs()] == ["load", "redact"]


def test_numbers_of_an_interrupted_run_are_not_trusted(store: Store):
    policy, parameters = Policy(), derived_from(Policy(), "insurance")
    assert not is_derived(store, policy, "insurance")
    with recorded_run(store, "load", parameters):
        assert not is_derived(store, policy, "insurance")
    assert is_derived(store, policy, "insurance")
    with pytest.raises(KeyboardInterrupt), recorded_run(store, "redact", parameters):
        raise KeyboardInterrupt
    assert not is_derived(store, policy, "insurance")


def test_a_transaction_is_kept_whole_or_not_at_all(store: Store):
    write(store, [document("before")])
    with pytest.raises(ZeroDivisionError), store.transaction():  # noqa: PT012 - the whole transaction is at stake
        store.delete_documents(["before"])
        write(store, [document("a")], [mention("a", "anna")])
        assert store.counts()["documents"] == 1
        raise ZeroDivisionError
    assert store.document_versions()["source_id"].tolist() == ["before"]
    assert store.entities().empty
    with store.transaction():
        write(store, [document("a")], [mention("a", "anna")])
    assert store.counts()["documents"] == 2


def test_overlapping_transactions_are_kept_in_their_order_until_one_fails(store: Store):
    """Each shares entities with the one before, which may still be on its way into the graph."""

    def write_one(number: int) -> None:
        names = ("everybody's", f"name {number}", f"name {number + 1}", f"own {number}")
        write(store, [document(f"d{number}")], [mention(f"d{number}", name) for name in names])

    with store.overlapping_commits():
        for number in range(6):
            with store.transaction():
                write_one(number)
        assert store.counts()["documents"] == 6, "what is read waits for what was written"
    with store.overlapping_commits():
        for number in (1, 3):
            with store.transaction():
                store.delete_documents([f"d{number}"])
                write_one(number)
    assert store.relationship_counts()["mentions"] == 24
    with pytest.raises(ZeroDivisionError), store.overlapping_commits():  # noqa: PT012 - all of them are at stake
        for number in range(6, 9):
            with store.transaction():
                write_one(number)
                if number == 8:
                    raise ZeroDivisionError
    kept = len(store.document_versions())
    assert kept in (6, 8), "what was committed before, with those before the one that failed or without"
    assert store.document_versions()["source_id"].tolist() == [f"d{number}" for number in range(kept)]
    frequencies = store.mentions()["entity_id"].value_counts()
    assert {one.value: frequencies[one.id] for one in store.entities().itertuples()} == {
        "everybody's": kept,
        **{f"name {number}": 2 if 0 < number < kept else 1 for number in range(kept + 1)},
        **{f"own {number}": 1 for number in range(kept)},
    }
    for number in range(kept, 9):
        with store.transaction():
            write_one(number)
    assert store.counts()["documents"] == 9
    assert store.relationship_counts()["mentions"] == 36


def test_a_failed_statement_names_its_file_and_no_value(engine: Engine, store: Store):
    write(store, [document("a"), document("b")], [mention("a", "anna")])
    with pytest.raises(GraphError) as caught, store.transaction():
        # Arithmetic on a text fails on every engine, and both quote it.
        engine.write(statement("derive/entity_numbers"), documents="hunter2")
    assert "derive/entity_numbers" in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert store.counts()["documents"] == 2


def test_the_key_of_pseudonyms_stays(place: Place):
    first = place.store()
    key = first.pseudonym_key()
    assert len(key) == 32
    assert Store(first._engine).pseudonym_key() == key
    first._engine.write(statement("load/write_corpus"), pseudonym_key="00")
    assert first.pseudonym_key() == key


def test_what_was_exported_is_remembered(store: Store):
    assert store.exported_digests() == {}
    assert store.exported_masks() == set()
    store.write_exported({"ä": "1", "b": "2"}, ["e"])
    assert store.exported_digests() == {"ä": "1", "b": "2"}
    assert store.exported_masks() == {"e"}


def test_a_graph_keeps_what_was_written_when_it_is_closed_and_opened_again(place: Place):
    write(place.store(), [document("a")], [mention("a", "anna")])
    place.close()
    assert place.store().relationship_counts()["mentions"] == 1


class Lossy:
    """An engine that loses the last row of everything, silently, as engines have done."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __getattr__(self, name: str):
        return getattr(self._engine, name)

    def write(self, statement, rows=None, **parameters):
        self._engine.write(statement, None if rows is None else rows.iloc[:-1], **parameters)

    def bulk_load(self, table, rows):
        return self._engine.bulk_load(table, rows.iloc[:-1])

    def replace_links(self, links):
        return self._engine.replace_links(links.iloc[:-1])

    def create_links(self, links):
        self._engine.create_links(links.iloc[:-1])

    def load_documents(self, rows):
        return self._engine.load_documents(rows.iloc[:-1])

    def load_mentions(self, entities, mentions):
        return self._engine.load_mentions(entities, mentions.iloc[:-1])


@pytest.mark.parametrize("known", [False, True], ids=["into an empty graph", "beside others"])
@pytest.mark.parametrize("what", ["documents", "entities", "mentions", "masked entities", "links"])
def test_a_lost_row_is_noticed_and_nothing_is_kept(what, known, engine: Engine):
    sound = Store(engine)
    if known:
        write(sound, [document("known"), document("other")], [mention("known", "known"), mention("other", "known")])
    mentions = [mention(source_id, name) for source_id in "ab" for name in ("anna", "berta")]
    if what != "documents":
        write(sound, [document("a"), document("b")])
    if what in ("masked entities", "mentions"):
        write(sound, [], mentions if what == "masked entities" else mentions[:2])
        sound.start_run("r", "2026-01-01", "redact", {}, "1")
    store = Store(Lossy(engine))
    before = store.counts() | store.relationship_counts()
    # Links are changed in a transaction of their own.
    together = nullcontext() if what == "links" else store.transaction()
    with pytest.raises(GraphError, match=f"({what}|mentions) where"), together:  # noqa: PT012 - one of them
        if what == "documents":
            write(store, [document("a"), document("b")])
        elif what == "masked entities":
            store.write_decisions("r", decisions(one.entity for one in mentions))
        elif what == "links":
            new = {"a": [document("a").id], "b": [document("b").id], "strength": 0.5, "residual_strength": 0.5}
            nothing = pd.DataFrame({"a": [], "b": []})
            links = pd.DataFrame(new | {"hop_risk": 0.25, "via": [["e"]], "pre_hop_risk": 0.25})
            store.change_links(links, nothing, nothing, links)
        else:
            store.upsert_mentions(*mention_rows(mentions[2:] if what == "mentions" else mentions, PROFILE.weights))
    assert sound.counts() | sound.relationship_counts() == before


def test_portions_hold_every_document_once_and_none_is_too_large(store: Store, engine: Engine):
    sizes = {f"d{number}": 1_000_000 * number for number in range(1, 40)}
    portions = list(store.portions(sizes))
    assert sorted(source_id for portion in portions for source_id in portion) == sorted(sizes)
    limit = engine.transaction_bytes
    if limit is None:
        assert len(portions) == 1
    else:
        assert all(len(portion) == 1 or sum(sizes[one] for one in portion) <= limit for portion in portions)
    assert list(store.portions({})) == []


_TEXTS = pa.list_(pa.string())


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["a", None, ""], pa.string()),
        ([["a", None], None, [], ["ü"]], _TEXTS),
        ([[1.5, 2.0], None, [], [0.0]], pa.list_(pa.float64())),
        ([[["a", None], [], None], None, [], [["ü"]]], pa.list_(_TEXTS)),
    ],
)
def test_lists_are_read_as_they_were_written_also_from_parts_of_a_column(cells, kind):
    array, schema = pa.array(cells, kind), pa.schema([("x", kind)])
    for parts in ([array], [array.slice(0, 1), array.slice(1)], [array.slice(2, 1)]):
        wanted = [cell for part in parts for cell in part.to_pylist()]
        assert frame_of([pa.chunked_array(parts)], schema)["x"].tolist() == wanted
