"""`sanon doctor` sees what is there and what is wrong, and leaves everything as it was."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import sanon
from sanon.derivation.derive import derive
from sanon.diagnosis.extraction import endpoint_check
from sanon.graph.rows import document_rows
from sanon.records import Entity
from sanon.settings.policy import Policy
from tests.cli.conftest import Result, Sanon
from tests.graph.conftest import Place, drop_schema, empty, place_of, read
from tests.graph.records import PROFILE, decisions, document, mention, write
from tests.neo4j_server import Server

KEY = "sk-nobody-may-read-this"
_LAST_RUN, _CLAIM, _CORPUS = "last run", "claim", "corpus"


@pytest.fixture
def seeded(place: Place) -> Place:
    """Two linked documents and one whose extraction failed; one of three entities masked; a redact that is done."""
    store = place.store()
    shared = [mention(d, "anna") for d in "ab"]
    write(store, [document("a"), document("b")], [*shared, mention("a", "kiel", "LOCATION"), mention("b", "flu")])
    store.upsert_documents(document_rows([(document("unread"), "pending")]))
    store.start_run("r1", "2026-01-01T00:00:00.000000+00:00", "redact", {}, "test")
    store.write_decisions("r1", decisions([Entity("flu", "NAME")]))
    derive(store, Policy(edge_threshold=0.1), PROFILE, "cypher")
    store.finish_run("r1", {"masked": 1})
    place.close()
    return place


def _doctor(folder: Path, place: Place, **environment: str) -> Result:
    return Sanon(folder)("doctor", "--graph", place.graph, "--format", "json", **place.environment | environment)


def _findings(result: Result) -> dict[str, tuple[str, str]]:
    """Name -> grade and what was seen."""
    return {one["name"]: (one["grade"], one["seen"]) for one in result.json["checks"]}


def _fingerprint(place: Place) -> object:
    """Everything that a look could have changed."""
    folder = Path(place.graph)
    if folder.is_dir():
        return [(child.name, hashlib.sha256(child.read_bytes()).hexdigest()) for child in sorted(folder.iterdir())]
    nodes = "MATCH (n) RETURN count(n) AS nodes, sum(size(keys(n))) AS properties"
    return read(place.engine(), nodes, {"nodes": "INT64", "properties": "INT64"})


def test_it_says_what_the_graph_holds_and_changes_nothing(seeded, tmp_path):
    before = _fingerprint(seeded)
    result = _doctor(tmp_path, seeded)
    found = _findings(result)
    assert result.exit_code == 0
    assert result.json["usable"] is True
    assert found[_CORPUS] == ("ok", "3 documents, 3 entities (1 masked), 4 mentions, 1 links")
    assert found["pending"] == ("warn", "1 documents, which are never exported")
    assert found[_LAST_RUN] == ("ok", "redact of 2026-01-01T00:00:00, done; the numbers are complete")
    assert found[_CLAIM][0] == found["lexicons"][0] == found["tagger"][0] == "ok"
    lists = len(list((Path(sanon.__file__).parent / "text/lexicons").glob("*.txt*")))
    assert found["lexicons"][1].startswith(f"{lists} lists of sanon")
    assert re.fullmatch(r"\d+\.\d ms, the median of 9 round trips", found["latency"][1])
    assert _fingerprint(seeded) == before


def test_it_tells_a_run_at_work_from_one_that_was_interrupted(seeded, tmp_path):
    store = seeded.store()
    store.claim()
    store.start_run("r2", "2026-01-02T00:00:00.000000+00:00", "load", {}, "test")
    at_work = _findings(_doctor(tmp_path, seeded))
    assert at_work[_CLAIM][0] == "warn"
    assert at_work[_LAST_RUN] == ("ok", "load of 2026-01-02T00:00:00, at work")
    seeded.close()
    left = _findings(_doctor(tmp_path, seeded))
    assert left[_CLAIM][0] == "ok"
    assert left[_LAST_RUN] == ("warn", "load of 2026-01-02T00:00:00, interrupted: the numbers are not complete")


def test_a_place_without_a_graph_stays_without_one(tmp_path):
    for graph in (".sanon/graph", str(tmp_path / "new")):
        result = Sanon(tmp_path)("doctor", "--graph", graph)
        assert result.exit_code == 0
        assert "there is no graph yet; sanon load DOCS makes it" in result.out
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_stays_empty(neo4j_server, tmp_path):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    result = _doctor(tmp_path, place)
    assert result.exit_code == 0
    assert _findings(result)[_CORPUS] == ("warn", "there is none yet")
    assert read(place.engine(), "MATCH (n) RETURN count(n) AS nodes", {"nodes": "INT64"}) == [(0,)]
    place.close()


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("graph.lbdb", b"not a graph" * 1000, "cannot be opened"),
        ("letters.txt", b"Dear Anna", "holds something else"),
        ("graph.lbdb", b"", "there is no graph yet"),
    ],
)
def test_a_folder_without_a_graph_of_ours_is_told(file, content, told, tmp_path):
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / file).write_bytes(content)
    result = Sanon(tmp_path)("doctor", "--graph", folder)
    assert told in result.out
    assert result.exit_code == (4 if content else 0)
    assert (folder / file).read_bytes() == content


def test_others_who_may_read_the_folder_are_told(tmp_path):
    place = place_of("ladybug", tmp_path, lambda: pytest.fail("no server"))
    place.store()
    place.close()
    Path(place.graph).chmod(0o755)
    found = _findings(_doctor(tmp_path, place))
    assert found["folder"] == ("warn", "mode 0755: others may read the originals")
    assert Path(place.graph).stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"NEO4J_USERNAME": "stranger", "NEO4J_PASSWORD": KEY}, "user or password is wrong"),
        ({"NEO4J_DATABASE": "elsewhere"}, "no database elsewhere; set NEO4J_DATABASE"),
    ],
)
def test_a_server_that_refuses_is_one_line_and_exit_code_4(changed, told, neo4j_server, tmp_path):
    place = Place(neo4j_server.uri, neo4j_server.environment, lambda: pytest.fail("not to be opened"))
    result = _doctor(tmp_path, place, **changed)
    assert result.exit_code == 4
    assert result.json["usable"] is False
    assert told in result.out
    assert KEY not in result.out + result.err


def test_a_password_in_the_address_is_not_repeated(tmp_path):
    for output_format in ("text", "json"):
        graph = f"bolt://neo4j:{KEY}@localhost:7687"
        result = Sanon(tmp_path)("doctor", "--graph", graph, "--format", output_format)
        assert result.exit_code == 4
        assert "set NEO4J_USERNAME and NEO4J_PASSWORD" in result.out
        assert KEY not in result.out + result.err


def test_missing_constraints_are_named_and_the_next_command_makes_them(neo4j_server, tmp_path):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    write(place.store(), [document("a")])
    with neo4j_server.driver() as driver:
        driver.execute_query("DROP CONSTRAINT sanon_chain_id", database_=neo4j_server.database)
    assert _findings(_doctor(tmp_path, place))["constraints"] == ("warn", "missing: sanon_chain_id")
    place.store()
    assert _findings(_doctor(tmp_path, place))["constraints"] == ("ok", "10 of 10")
    place.close()


def test_a_database_of_another_program_is_told(neo4j_server, tmp_path):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    drop_schema(neo4j_server)
    with neo4j_server.driver() as driver:
        driver.execute_query("CREATE (:Document {title: 'mine'})", database_=neo4j_server.database)
    result = _doctor(tmp_path, place)
    assert result.exit_code == 4
    assert _findings(result)["constraints"][0] == "fail"
    empty(place.engine())
    place.close()


@contextmanager
def _endpoint(status: int, body: bytes, **headers: str) -> Iterator[tuple[str, list[tuple[str, str | None]]]]:
    """An address, and the requests it got: method with path, and key."""
    asked: list[tuple[str, str | None]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((f"GET {self.path}", self.headers["Authorization"]))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


_TWO_MODELS = json.dumps({"data": [{"id": "small"}, {"id": "large"}]}).encode()


@pytest.mark.parametrize(
    ("status", "body", "wanted", "grade", "told"),
    [
        (200, _TWO_MODELS, None, "ok", "{host}, with a key: 2 models"),
        (200, _TWO_MODELS, "large", "ok", "{host}, with a key: offers large"),
        (200, _TWO_MODELS, "huge", "fail", "{host}, with a key: no model huge among 2"),
        (200, b"<html>", None, "fail", "{host}, with a key: gives no list of models"),
        (200, b'{"models": 3}', None, "fail", "{host}, with a key: gives no list of models"),
        (401, b"", None, "fail", "{host}, with a key: the key was refused"),
        (503, b"", None, "fail", "{host}, with a key: status 503"),
    ],
)
def test_the_endpoint_is_asked_for_its_models_only(status, body, wanted, grade, told):
    with _endpoint(status, body) as (address, asked):
        found = endpoint_check({"OPENAI_BASE_URL": address, "OPENAI_API_KEY": KEY}, wanted)
    assert (found.name, found.grade, found.seen) == ("endpoint", grade, told.format(host=urlsplit(address).netloc))
    assert asked == [("GET /v1/models", f"Bearer {KEY}")]


def test_the_key_does_not_follow_a_redirect():
    with _endpoint(200, _TWO_MODELS) as (elsewhere, reached), _endpoint(302, b"", Location=elsewhere) as (address, _):
        found = endpoint_check({"OPENAI_BASE_URL": address, "OPENAI_API_KEY": KEY}, None)
    assert reached == []
    assert found.seen.endswith("status 302")


@pytest.mark.parametrize(
    ("environment", "grade", "told"),
    [
        ({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, "fail", "127.0.0.1:1, without a key: gives no list of models"),
        ({"OPENAI_BASE_URL": "file:///etc"}, "fail", "OPENAI_BASE_URL is no address"),
        ({"OPENAI_BASE_URL": "http://me:hunter2@127.0.0.1:1/v1"}, "fail", "127.0.0.1:1, without"),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:port/v1"}, "fail", "gives no list"),
        ({"OPENAI_BASE_URL": "http://[::1/v1"}, "fail", "OPENAI_BASE_URL is no address"),
        ({"OPENAI_API_KEY": KEY}, "ok", "api.openai.com, with a key, not asked"),
        ({}, "ok", "none; OPENAI_BASE_URL names one"),
    ],
)
def test_an_endpoint_that_cannot_be_asked_is_told_and_none_is_asked_that_was_not_named(environment, grade, told):
    found = endpoint_check(environment, None)
    assert found.grade == grade
    assert told in found.seen
    assert KEY not in found.seen
    assert "hunter2" not in found.seen


def test_a_failing_endpoint_does_not_make_the_graph_unusable(tmp_path):
    result = Sanon(tmp_path)("doctor", OPENAI_BASE_URL="http://127.0.0.1:1/v1", OPENAI_API_KEY=KEY)
    assert result.exit_code == 0
    assert "fail  endpoint     127.0.0.1:1, with a key: gives no list of models; does it run?" in result.out
    assert KEY not in result.out + result.err


def test_a_person_reads_one_line_for_each_finding(neo4j_server: Server, tmp_path):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    place.store()
    lines = Sanon(tmp_path)("doctor", "--graph", place.graph, **place.environment).out.splitlines()
    assert all(line.split()[0] in ("ok", "warn", "fail") for line in lines)
    assert [line.split()[1] for line in lines][:4] == ["address", "server", "database", "writing"]
    place.close()
