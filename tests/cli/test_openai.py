"""A language model behind an endpoint that does everything wrong an endpoint can, through the installed command."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from email.utils import formatdate
from importlib import resources
from pathlib import Path

import pandas as pd
import pytest

from sanon.api import Corpus
from tests.cli.conftest import EXAMPLE, Sanon
from tests.fake_endpoint import (
    KEY,
    FakeEndpoint,
    about,
    always,
    answer,
    break_in_body,
    cut_off,
    first,
    hang,
    no_choices,
    raw,
    refuse,
    refusing,
    reset,
    say,
)

TEXTS = {
    record["id"]: record["content"]
    for path in sorted((EXAMPLE / "documents").glob("*.json"))
    for record in [json.loads(path.read_text("utf-8"))]
}
ANSWERS = {
    record["id"]: record["entities"]
    for line in (EXAMPLE / "entities.jsonl").read_text("utf-8").splitlines()
    for record in [json.loads(line)]
}
#: Values that no message may hold.
VALUES = {entity[0] for entities in ANSWERS.values() for entity in entities if len(entity[0]) > 4}
TABLES = ("documents", "entities", "mentions", "links", "chains")
#: The client waits between its tries; an endpoint may ask for less.
AT_ONCE = {"Retry_After_Ms": "1"}


class Asking(Sanon):
    """`sanon` with an endpoint; no output of any command may hold the key or a value of an entity."""

    def __init__(self, folder: Path, endpoint: FakeEndpoint) -> None:
        super().__init__(folder)
        self.endpoint = endpoint

    def __call__(self, *arguments, **environment):
        result = super().__call__(*arguments, **{**self.endpoint.environment, **environment})
        assert KEY not in result.out + result.err
        assert "Traceback" not in result.err
        assert [value for value in VALUES if value in result.err] == []
        return result

    def load(self, *arguments, documents=EXAMPLE / "documents"):
        return self("load", documents, "--extractor", "openai", *arguments)

    def tables(self):
        return tables_of(self.folder / ".sanon/graph")

    def pending(self):
        return sorted(self.json("status")["pending"])


def tables_of(graph):
    with Corpus(graph) as corpus:
        return {name: getattr(corpus, name) for name in TABLES}


def assert_same(tables, expected):
    for name in TABLES:
        columns = list(expected[name].columns)
        keys = [column for column in columns if expected[name][column].map(lambda cell: isinstance(cell, str)).all()]
        ordered = [table[name].sort_values(keys).reset_index(drop=True) for table in (tables, expected)]
        pd.testing.assert_frame_equal(*ordered, rtol=0, atol=1e-9, obj=name)


@pytest.fixture
def endpoint():
    with FakeEndpoint(TEXTS, ANSWERS) as started:
        yield started


@pytest.fixture
def asking(tmp_path, endpoint):
    return Asking(tmp_path, endpoint)


@pytest.fixture
def few(tmp_path):
    """A folder with five documents."""
    folder = tmp_path / "few"
    folder.mkdir()
    for path in (EXAMPLE / "documents").glob("c2-*.json"):
        shutil.copy(path, folder)
    return folder


@pytest.fixture(scope="module")
def load(tmp_path_factory):
    """A load in which nothing goes wrong: its tables, and the documents that it asked about again."""
    with FakeEndpoint(TEXTS, ANSWERS) as endpoint:
        asking = Asking(tmp_path_factory.mktemp("undisturbed"), endpoint)
        result = asking.load()
        assert result.exit_code == 0, result.err
        # Two stages: each document is asked about once, and once more if there is anything to judge.
        asked = [call.document for call in endpoint.calls]
        assert set(asked[: len(TEXTS)]) == set(TEXTS)
        judged = set(asked[len(TEXTS) :])
        assert len(judged) == len(asked) - len(TEXTS) > len(TEXTS) / 2
        return asking.tables(), judged


@pytest.fixture(scope="module")
def undisturbed(load):
    """The tables of a load in which nothing goes wrong."""
    return load[0]


@pytest.fixture(scope="module")
def judged(load):
    """The documents that a load asks about in its second stage."""
    return load[1]


def test_what_the_model_finds_is_in_the_graph(undisturbed):
    mentions = undisturbed["mentions"].merge(undisturbed["entities"], left_on="entity_id", right_on="id")
    found = set(zip(mentions["source_id"], mentions["type"], strict=True))
    lacking = {
        (source_id, kind)
        for source_id, entities in ANSWERS.items()
        for original, _, kind, _ in entities
        if original in TEXTS[source_id] and (source_id, kind) not in found
    }
    assert lacking == set()


NOISE = [
    ["Winnifred Unheard-Of", "winnifred unheard-of", "NAME", 1.0],  # stands nowhere
    ["2031", "31/12/2031", "EVENT_DATE", 0.9],
    ["the", "the", "ALIEN", 0.9],
    ["the", "the", "LOCATION", 7],
    ["the", "the", "LOCATION", -0.5],
    ["the", "the", "LOCATION", float("nan")],
    ["the", "the", "LOCATION", "high"],
    ["the", None, "LOCATION", 0.5],
    [3, "3", "AGE", 0.5],
    ["the", "the", "LOCATION"],
    ["", "", "NAME", 1.0],
    None,
    "the",
    7,
    {"a": {"b": []}},
    [[], [], [], []],
]
FIELDS = ("original_value", "normalized_value", "entity_type", "relevance")
PASSING = {
    "429 with seconds": first(1, refuse(429, Retry_After="1")),
    "429 with a date": first(1, lambda *here: refuse(429, Retry_After=formatdate(time.time() + 2, usegmt=True))(*here)),
    "500": first(2, refuse(500, **AT_ONCE)),
    "503": first(1, refuse(503, **AT_ONCE)),
    "408": first(1, refuse(408, **AT_ONCE)),
    "reset": first(1, reset),
    "time-out": first(1, hang),
    "cut off": first(1, cut_off()),
    "cut off in its body": first(1, break_in_body),
    "cut off in a fence": first(1, say('```json\n{"entities": [["a", ')),
    "no answer": first(1, say("")),
    "prose": first(1, say("I found several people in it.")),
    "other JSON": first(1, say('{"people": []}')),
    "a list": first(1, say("[]")),
    "entities is no list": first(1, say('{"entities": {"NAME": "x"}}')),
    "nothing but noise": first(1, answer(lambda _entities: NOISE[-4:])),
    "noise": always(answer(lambda entities: NOISE + entities)),
    "much noise": always(answer(lambda entities: entities + NOISE * 20_000)),
    "objects": always(answer(lambda entities: [dict(zip(FIELDS, entity, strict=True)) for entity in entities])),
    "twice": always(answer(lambda entities: entities + entities)),
    "backwards": always(answer(lambda entities: entities[::-1])),
}


def test_an_estimate_says_that_unchanged_documents_keep_what_another_extractor_or_profile_found(asking, few):
    note = "note: 5 documents did not change and keep what another extractor, model, recognizer or profile found"
    assert "keep what" not in asking.load("--estimate", documents=few).err
    assert asking("load", few).exit_code == 0
    asked = asking.load("--estimate", documents=few)
    assert f"{note}; --reextract finds anew" in asked.err
    assert "0 to ask about" in asked.out
    assert asking.json("load", few, "--extractor", "openai", "--estimate")["extracted_otherwise"] == 5
    assert "keep what" not in asking.load("--estimate", "--reextract", documents=few).err
    assert asking.load("--reextract", documents=few).exit_code == 0
    assert "keep what" not in asking.load("--estimate", documents=few).err
    ours = asking.folder / "ours.toml"
    ours.write_text(resources.files("sanon.settings.profiles").joinpath("insurance.toml").read_text("utf-8"))
    ours.write_text(ours.read_text().replace('name = "insurance"', 'name = "ours"'))
    assert note in asking.load("--estimate", "--profile", ours, documents=few).err


def test_an_estimate_by_a_profile_that_lacks_types_of_the_graph_is_refused_as_the_load_is(asking, few):
    assert asking("load", few).exit_code == 0
    early = ("--profile", "insurance-early")
    refused = asking.load(*early, "--estimate", documents=few)
    assert (refused.exit_code, refused.err) == (2, asking.load(*early, documents=few).err)
    assert "or load with --reextract" in refused.err
    assert asking.load(*early, "--estimate", "--reextract", documents=few).exit_code == 0


def test_faults_that_pass_leave_no_trace(asking, undisturbed):
    scripts = dict(zip(TEXTS, PASSING.values(), strict=False))
    assert len(scripts) == len(PASSING)
    asking.endpoint.script = about(scripts)
    result = asking.load("--timeout", 4)
    assert result.exit_code == 0, result.err
    assert_same(asking.tables(), undisturbed)
    waited = [_pause(asking.endpoint.calls, document) for document in list(TEXTS)[:2]]
    # The date in the header has no fractions of a second.
    assert min(waited) >= 1.0
    asking.endpoint.forget()
    assert asking.load().exit_code == 0
    assert asking.load("--reextract").exit_code == 0
    assert asking.endpoint.calls == []
    assert_same(asking.tables(), undisturbed)


def _pause(calls, document):
    first_call, second = [call.at for call in calls if call.document == document][:2]
    return second - first_call


def test_a_document_that_is_too_long_for_one_answer_is_asked_about_in_passages(asking, few, undisturbed):
    asking.endpoint.script = lambda call: (
        cut_off("length") if call.document and TEXTS[call.document] in call.prompt else None
    )
    result = asking.load(documents=few)
    assert result.exit_code == 0, result.err
    found = asking.tables()["mentions"].set_index(["source_id", "entity_id"]).index
    whole = undisturbed["mentions"].set_index(["source_id", "entity_id"]).index
    assert set(found) >= {mention for mention in whole if (few / f"{mention[0]}.json").exists()}


@pytest.mark.parametrize(
    "script",
    [
        refusing("json_schema", "response_format of type json_schema is not supported"),
        refusing("response_format", "unknown field response_format"),
        refusing("temperature", "Unsupported value: 'temperature' does not support 0 with this model."),
    ],
    ids=["no schema", "no format at all", "no temperature"],
)
def test_an_endpoint_that_refuses_a_parameter_is_asked_without(asking, undisturbed, judged, script):
    asking.endpoint.script = script
    result = asking.load()
    assert result.exit_code == 0, result.err
    assert_same(asking.tables(), undisturbed)
    refused = len(asking.endpoint.calls) - len(TEXTS) - len(judged)
    # Found out once, by the documents that were under way at that time, not by each.
    assert 1 <= refused <= 2 * 4


LASTING = {
    "cut off": cut_off(),
    "no answer": say(""),
    "null": say(None),
    "content filter": say(None, "content_filter"),
    "prose": say("There is nobody in this document."),
    "other JSON": say('{"people": []}'),
    "nothing but noise": answer(lambda _entities: NOISE[-4:]),
    "too long": cut_off("length"),
    "400": refuse(400, "something else is wrong"),
    "no choices": no_choices,
    "not UTF-8": raw(b'{"choices": [{"message": {"content": "\xff\xfe"}}]}'),
    "not JSON": raw(b"<html>login</html>"),
    "500": refuse(500, **AT_ONCE),
    "429": refuse(429, **AT_ONCE),
}


@pytest.mark.slow
def test_faults_that_last_keep_a_document_from_the_export(asking, undisturbed):
    # One good document between any two, since an endpoint that fails several times in a row is not asked any more.
    faulty = dict(zip(list(TEXTS)[1::2] + list(TEXTS)[0:4:2], LASTING.values(), strict=True))
    asking.endpoint.script = about({document: always(behaviour) for document, behaviour in faulty.items()})
    result = asking.load("--concurrency", 1)
    assert result.exit_code == 3, result.err
    assert asking.pending() == sorted(faulty)
    assert [document for document in faulty if document not in result.err] == []
    assert max(call.attempt for call in asking.endpoint.calls) <= 12
    asking("redact")
    exported = asking("export", "out")
    assert exported.exit_code in (0, 3), exported.err
    kept = sorted(path.stem for path in (asking.folder / "out").glob("c*.json") if path.stem != "changes")
    assert kept == sorted(TEXTS.keys() - faulty.keys())
    everything = b"\n".join(path.read_bytes() for path in (asking.folder / "out").rglob("*") if path.is_file())
    assert [document for document in faulty if _sentences_in(TEXTS[document], everything)] == []

    asking.endpoint.script = lambda _call: None
    asking.endpoint.forget()
    assert asking.load().exit_code == 0
    assert {call.document for call in asking.endpoint.calls} == set(faulty)
    masks = asking.tables()["entities"]["masked"]
    assert masks.any()


def _sentences_in(text, data):
    return [sentence for sentence in text.split(". ") if len(sentence) > 30 and sentence.encode() in data]


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [(refuse(401), "OPENAI_API_KEY"), (refuse(403), "403"), (refuse(404), "fake-model"), (refuse(402), "credit")],
    ids=["401", "403", "404", "402"],
)
def test_an_endpoint_that_refuses_everything_is_asked_once(asking, few, behaviour, said):
    asking.endpoint.script = always(behaviour)
    result = asking.load("--concurrency", 2, documents=few)
    assert result.exit_code == 5
    assert said in result.err
    assert len(asking.endpoint.calls) <= 2
    assert asking.pending() == sorted(path.stem for path in few.iterdir())
    assert asking("export", "out").exit_code != 0
    assert not (asking.folder / "out").exists()


@pytest.mark.parametrize("answered", [10, len(TEXTS) + 10], ids=["first stage", "second stage"])
def test_an_endpoint_that_stops_answering_is_left_alone_and_what_it_said_stays(asking, undisturbed, judged, answered):
    calls = asking.endpoint.calls
    asking.endpoint.script = lambda _call: None if len(calls) <= answered else refuse(503, **AT_ONCE)
    result = asking.load("--concurrency", 1)
    assert result.exit_code == 5, result.err
    # A document is done after its second stage, where it has one.
    done = {call.document for call in calls[len(TEXTS) : answered]}
    assert (judged if done else TEXTS.keys()) - done <= set(asking.pending()) <= TEXTS.keys() - done
    # Far from all documents with six tries each: three in a row.
    assert len(calls) - answered <= 3 * 6
    asking.endpoint.forget()
    asking.endpoint.script = lambda _call: None
    assert asking.load().exit_code == 0
    assert len(asking.endpoint.calls) == len(TEXTS) + len(judged) - answered
    assert_same(asking.tables(), undisturbed)


def test_where_nobody_listens_the_load_ends_soon(asking, few):
    started = time.monotonic()
    result = asking("load", few, "--extractor", "openai", OPENAI_BASE_URL="http://127.0.0.1:9/v1")
    assert result.exit_code == 5
    assert "127.0.0.1:9" in result.err
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("again", [("load", EXAMPLE / "documents", "--extractor", "openai"), ("load", "--resume")])
def test_a_load_that_was_killed_goes_on_where_it_was(asking, undisturbed, judged, again):
    asking.endpoint.seconds = 0.2
    command = [str(Path(sys.executable).with_name("sanon")), "load", EXAMPLE / "documents", "--extractor", "openai"]
    with subprocess.Popen(
        [*map(str, command), "--concurrency", "2"],
        cwd=asking.folder,
        env=os.environ | asking.endpoint.environment,
        stderr=subprocess.DEVNULL,
    ) as load:
        until = time.monotonic() + 120
        # In the middle of the second stage.
        while len(asking.endpoint.calls) < len(TEXTS) + 10 and time.monotonic() < until:
            time.sleep(0.01)
        assert load.poll() is None
        load.kill()
    assert load.returncode == -9
    before = [call.prompt for call in asking.endpoint.calls]
    asking.endpoint.forget()
    result = asking(*again)
    assert result.exit_code == 0, result.err
    after = [call.prompt for call in asking.endpoint.calls]
    # Only those that were under way are asked again.
    assert len(set(before).intersection(after)) <= 2
    assert len(set(before).union(after)) == len(TEXTS) + len(judged)
    assert len(after) <= len(TEXTS) + len(judged) - len(before) + 2
    assert_same(asking.tables(), undisturbed)


def test_no_more_documents_are_under_way_than_allowed_and_first_prompts_begin_alike(asking, judged):
    asking.endpoint.seconds = 0.1
    assert asking.load("--concurrency", 3).exit_code == 0
    assert asking.endpoint.most_at_once == 3
    calls = asking.endpoint.calls
    assert {call.authorization for call in calls} == {f"Bearer {KEY}"}
    first, second = calls[: len(TEXTS)], calls[len(TEXTS) :]
    assert {call.document for call in first} == set(TEXTS)
    assert len({_before(call.prompt) for call in first}) == 1
    assert {call.document for call in second} == judged
    # A direct identifier needs no context to be seen, and is not sent about with the documents of others.
    contexts = " ".join(_before(call.prompt) for call in second)
    assert '["gannet point", "PROVIDER"]' in contexts
    assert "quintanilla" not in contexts


def _before(prompt: str) -> str:
    """What stands before all that comes from a document."""
    return re.split("Extract the entities|These values were extracted|Programs that understand nothing", prompt)[0]


def test_without_a_model_or_a_key_nothing_starts(asking):
    assert asking("load", EXAMPLE / "documents", "--extractor", "openai", SANON_MODEL="").exit_code == 2
    no_key = {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": ""}
    result = asking("load", EXAMPLE / "documents", "--extractor", "openai", **no_key)
    assert result.exit_code == 2
    assert "OPENAI_API_KEY" in result.err
    assert asking.endpoint.calls == []


def test_neither_key_nor_answers_lie_open(asking):
    assert asking.load().exit_code == 0
    files = [path for path in (asking.folder / ".sanon").rglob("*") if path.is_file()]
    assert [path.name for path in files if KEY.encode() in path.read_bytes()] == []
    holding = [path for path in files if b"Quintanilla-Reyes" in path.read_bytes()]
    assert holding
    for path in holding:
        folders = [folder for folder in path.parents if folder.is_relative_to(asking.folder / ".sanon")]
        assert path.stat().st_mode & 0o077 == 0 or any(folder.stat().st_mode & 0o077 == 0 for folder in folders)
