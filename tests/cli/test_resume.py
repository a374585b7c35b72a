"""A load that did not get to its end goes on where it was."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLE
from tests.fake_endpoint import FakeEndpoint, about, always, refuse

DOCUMENTS = EXAMPLE / "documents"


@pytest.fixture
def endpoint():
    contents = {path.stem: json.loads(path.read_text("utf-8"))["content"] for path in DOCUMENTS.glob("*.json")}
    lines = map(json.loads, (EXAMPLE / "entities.jsonl").read_text("utf-8").splitlines())
    with FakeEndpoint(contents, {line["id"]: line["entities"] for line in lines}) as running:
        yield running


def numbers(sanon, *options: str) -> dict[str, int]:
    return sanon.json("status", *options)["counts"]


def test_an_interrupted_load_goes_on_with_its_options_and_pays_for_nothing_twice(sanon, endpoint, tmp_path):
    options = ["--extractor", "openai", "--chunk", "words=60", "--context-top", "7"]
    undisturbed = sanon("load", DOCUMENTS, *options, "--graph", "undisturbed", **endpoint.environment)
    assert undisturbed.exit_code == 0
    wanted, calls = numbers(sanon, "--graph", "undisturbed"), len(endpoint.calls)

    endpoint.forget()
    endpoint.seconds = 0.2
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SANON_", "NEO4J_"))}
    loading = subprocess.Popen(
        [Path(sys.executable).with_name("sanon"), "load", DOCUMENTS, *options],
        cwd=tmp_path,
        env=clean | endpoint.environment,
        stderr=subprocess.DEVNULL,
    )
    while len(endpoint.calls) < calls // 2 + 5 and loading.poll() is None:
        time.sleep(0.05)
    loading.send_signal(signal.SIGINT)
    assert loading.wait(20) == 130
    endpoint.seconds = 0
    assert sanon("export", "out").exit_code != 0

    assert sanon("load", "--resume", **endpoint.environment).exit_code == 0
    assert numbers(sanon) == wanted
    # What was under way when it was interrupted is asked again.
    assert calls <= len(endpoint.calls) <= calls + 4
    assert sanon("load", "--resume", **endpoint.environment).exit_code == 2


def test_resume_asks_about_the_documents_that_stayed_pending(sanon, endpoint):
    endpoint.script = about({"c1-claim-form": always(refuse(400))})
    assert sanon("load", DOCUMENTS, "--extractor", "openai", **endpoint.environment).exit_code == 3
    assert sanon.json("status")["pending"] == ["c1-claim-form"]
    endpoint.forget()
    endpoint.script = lambda _call: None
    assert sanon("load", "--resume", **endpoint.environment).exit_code == 0
    assert {call.document for call in endpoint.calls} == {"c1-claim-form"}
    assert numbers(sanon)["pending"] == 0


def test_without_a_load_there_is_nothing_to_resume(sanon):
    assert sanon("load", "--resume").exit_code == 4
    assert sanon("load").exit_code == 2
    assert sanon("load", DOCUMENTS, "--resume").exit_code == 2
