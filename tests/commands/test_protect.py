"""Texts protected in memory, by Corpus.protect, sanon run - - and sanon serve: the same text, and nothing is kept."""

import http.client
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sanon import Corpus
from sanon.commands import protect
from sanon.commands.protect import ProtectRequest
from sanon.errors import ConfigurationError, InputRejected, PolicyNotMet
from sanon.service.server import Limits, Service
from tests.on_store import settings_of

MAIL = "anna.berger@example.org"
TEXT = f"Please write to {MAIL} about the claim."
TOKEN = "a token of the test"


@pytest.fixture(scope="module")
def corpus():
    with Corpus() as opened:
        yield opened


def test_a_text_comes_back_without_what_identifies_and_spans_say_where_it_stood(corpus):
    [document] = corpus.protect(TEXT).documents
    assert document.content == "Please write to [EMAIL] about the claim."
    [span] = document.spans
    assert (TEXT[span.start : span.end], span.entity_type, span.operator) == (MAIL, "EMAIL", "type-label")
    assert span.reason == "direct identifier: EMAIL"
    assert span.found_by


def test_documents_keep_their_ids_order_and_metadata(corpus):
    given = [{"id": "z", "content": TEXT, "metadata": {"to": MAIL, "year": 2024}}, {"id": "a", "content": "Nothing."}]
    found = corpus.protect(given)
    assert [one.id for one in found.documents] == ["z", "a"]
    assert found.documents[0].metadata == {"to": "[EMAIL]", "year": 2024}


def test_what_stays_above_the_policy_is_left_out_and_said(corpus):
    found = corpus.protect(TEXT, direct="by-risk", theta_doc=0.0, operators={"EMAIL": "keep"})
    assert found.documents == []
    assert isinstance(found.problem(), PolicyNotMet)
    assert MAIL not in str(found.problem())


def test_a_pipe_is_protected_to_a_pipe_and_leaves_nothing_behind(corpus, tmp_path):
    command = [str(Path(sys.executable).with_name("sanon")), "run", "-", "-"]
    done = subprocess.run(command, cwd=tmp_path, input=TEXT.encode(), capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.decode()) == (0, corpus.protect(TEXT).documents[0].content)
    assert list(tmp_path.iterdir()) == []


def test_line_ends_of_a_pipe_stay_and_what_is_no_text_is_refused_in_one_line(tmp_path):
    command = [str(Path(sys.executable).with_name("sanon")), "run", "-", "-"]
    done = subprocess.run(command, cwd=tmp_path, input=b"One.\r\nTwo.\r\n", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"One.\r\nTwo.\r\n")
    done = subprocess.run(command, cwd=tmp_path, input=b"One.\n\xff", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (3, b"sanon: stdin: not UTF-8 text, in line 2\n")


@pytest.fixture(scope="module")
def address():
    def answer(texts):
        return protect.run(None, settings_of(), ProtectRequest.of(texts=texts))

    with Service(answer, "127.0.0.1", 0, TOKEN, Limits(2_000, 2, 1)) as service:
        thread = threading.Thread(target=service.serve_forever, daemon=True)
        thread.start()
        yield service.server_address[:2]
        service.shutdown()
        thread.join()


def asked(address, method, path, body=None, token=TOKEN):
    """Status and body of an answer."""
    connection = http.client.HTTPConnection(*address, timeout=60)
    sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    connection.request(method, path, sent, {"Authorization": f"Bearer {token}"})
    with connection.getresponse() as answer:
        return answer.status, answer.read().decode()


def test_who_sends_too_much_or_without_the_token_is_told_so():
    limits = Limits(4_000_000, 2, 1)
    with Service(lambda _: pytest.fail("was asked"), "127.0.0.1", 0, TOKEN, limits) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        place, body = service.server_address[:2], b"x" * 9_000_000
        for _ in range(5):
            assert asked(place, "POST", "/v1/text", body)[0] == 413
            assert asked(place, "POST", "/v1/text", body, token="wrong")[0] == 401
            assert asked(place, "POST", "/v1/nothing", body)[0] == 404
        service.shutdown()


def test_the_service_gives_the_same_text_as_python(address, corpus):
    [here] = corpus.protect(TEXT).documents
    status, body = asked(address, "POST", "/v1/text", {"text": TEXT})
    assert (status, json.loads(body)) == (200, {"text": here.content, "spans": here.to_json()["spans"]})
    documents = [{"id": "1", "content": TEXT}, {"id": "2", "content": "Nothing."}]
    status, body = asked(address, "POST", "/v1/documents", {"documents": documents})
    assert (status, json.loads(body)) == (200, corpus.protect(documents).to_json())


@pytest.mark.parametrize(
    ("path", "body", "token", "status"),
    [
        ("/v1/text", {"text": TEXT}, "another", 401),
        ("/v1/texts", {"text": TEXT}, TOKEN, 404),
        ("/v1/text", {"texts": TEXT}, TOKEN, 400),
        ("/v1/text", TEXT.encode(), TOKEN, 400),
        ("/v1/text", {"text": TEXT * 100}, TOKEN, 413),
        ("/v1/documents", {"documents": [{"id": str(number), "content": "a"} for number in range(3)]}, TOKEN, 413),
        ("/v1/documents", {"documents": [{"id": "1", "content": TEXT}, {"id": "1", "content": "b"}]}, TOKEN, 200),
    ],
)
def test_what_is_refused_comes_with_its_status_and_no_value(address, path, body, token, status):
    found, answer = asked(address, "POST", path, body, token)
    assert (found, MAIL in answer) == (status, False)


def test_the_service_describes_itself(address):
    status, described = asked(address, "GET", "/openapi.json", token="")
    assert (status, set(json.loads(described)["paths"])) == (200, {"/v1/text", "/v1/documents", "/health"})
    assert asked(address, "GET", "/health", token="") == (200, '{"up": true}')
    assert "POST /v1/text" in asked(address, "GET", "/", token="")[1]


def test_others_are_not_served_without_a_token_of_their_own():
    with Corpus() as corpus, pytest.raises(ConfigurationError, match="SANON_TOKEN"):
        corpus.serve(host="0.0.0.0")


def test_no_text_is_refused(corpus):
    with pytest.raises(InputRejected):
        corpus.protect([])
