"""The command, on three clusters whose numbers can be worked out, and with a model whose answers are known."""

import csv
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from logging.handlers import BufferingHandler
from pathlib import Path

import pytest
from click.testing import CliRunner

from sanon.cli.bench_tables import print_bench
from sanon.cli.main import cli
from sanon.errors import ConfigurationError
from sanon.results import BenchResult
from sanon.results.bench import BenchParameters
from sanon.settings.model import Model
from sanon.testbench import output
from sanon.testbench.bench import bench
from sanon.testbench.output import digest_of, key_of
from sanon.testbench.page import Point, frontier
from sanon.testbench.request import BenchRequest
from tests.fake_endpoint import FakeEndpoint, say
from tests.testbench import small


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small.write(tmp_path_factory.mktemp("testbench") / "small")


def run(folder, out, *arguments, environment=None):
    """In this process: each start of the command would take seconds."""
    done = CliRunner().invoke(
        cli, ["bench", str(folder), "--out", str(out), *arguments, "--format", "json"], env=environment or {}
    )
    if done.exception:
        raise done.exception
    return done


@pytest.fixture(scope="module")
def measured(folder, tmp_path_factory):
    """Without a model."""
    out = tmp_path_factory.mktemp("out") / "bench"
    names = ",".join(
        f"{name}@extraction=given" if name not in ("verbatim", "presidio", "sage") else name
        for name in [
            "verbatim",
            "every-entity",
            "direct-only",
            "random",
            "document@theta=0.75",
            "presidio",
            "lprag",
            "sage",
            "sanon",
        ]
    )
    return out, run(folder, out, "--systems", names)


def system(found, name):
    return next(one for one in found["systems"] if one["name"].removesuffix("@extraction=given") == name)


def test_what_leaks_is_what_stands_in_the_documents(measured):
    found = json.loads(measured[1].stdout)
    verbatim, direct, every = (system(found, name) for name in ("verbatim", "direct-only", "every-entity"))
    assert (verbatim["masks"], verbatim["words_kept"], verbatim["leak_rate"], verbatim["membership"]) == (0, 1, 1, 1)
    # Cluster c has one value, which every prompt about it names: the others' values are all told.
    assert verbatim["targeted"] == pytest.approx(2 / 3)
    # Of a: condition .85 and provider .65 remain, of name 1.00 and number .95 nothing; b and c have no direct ones.
    of_a = (0.85 + 0.65) / (1.00 + 0.95 + 0.85 + 0.65)
    assert direct["masks"] == 2
    assert direct["leak_rate"] == pytest.approx((of_a + 1 + 1) / 3)
    # Of the HIGH one .43 is below .6, of the MEDIUM one all is above .8.
    assert direct["leaked_clusters"] == 0.5
    assert direct["leaks_by_type"]["NAME"] == {"entities": 1, "leaked": 0}
    assert (every["leak_rate"], every["leaked_clusters"]) == (0, 0)


def test_what_can_be_answered_is_what_still_stands_there(measured):
    found = json.loads(measured[1].stdout)
    verbatim, every = (system(found, name)["utility"] for name in ("verbatim", "every-entity"))
    # With three sentences of six documents every single fact is quoted.
    assert [verbatim[kind]["exact"] for kind in ("specific_single", "general_single")] == [1, 1]
    assert [verbatim[kind]["recall_at_k"] for kind in verbatim] == [1, 1, 1, 1]
    assert every["general_single"]["exact"] == 1
    assert every["specific_single"]["exact"] == 0
    # Of "61 years", "the canteen and the bee prize" … every fact stands in the sources, but for what is masked.
    assert [verbatim[kind]["in_sources"] for kind in verbatim] == [1, 1, 1, 1]
    assert every["specific_multi"]["in_sources"] == pytest.approx(2 / 3)
    assert verbatim["specific_single"]["judge"] is None


def test_what_was_done_without_a_model_is_said(measured, capsys):
    found = json.loads(measured[1].stdout)
    print_bench(BenchResult.model_validate_json((measured[0] / "bench.json").read_bytes()))
    assert re.search(r"\nsage +needs a model: --model", capsys.readouterr().out)
    assert [one["name"] for one in found["skipped"]] == ["sage"]
    assert len(found["without_model"]) == 4
    assert "note: judge: none" in measured[1].stderr


def test_tables_and_page_hold_every_system_and_no_value(measured):
    out, done = measured
    rows = list(csv.DictReader((out / "systems.csv").read_text().splitlines()))
    assert [row["name"] for row in rows] == [one["name"] for one in json.loads(done.stdout)["systems"]]
    assert float(rows[0]["general_single_exact"]) == 1
    page = (out / "frontier.html").read_text()
    assert page.count("<svg") == 6
    assert "direct-only" in page
    # Nothing is fetched: no address but that of a name space, and the browser is told so.
    assert not re.search(r"(?:src|href|url)\s*[=(]", page)
    assert "default-src 'none'" in page
    for text in (page, (out / "systems.csv").read_text(), done.stdout, done.stderr):
        assert "Ann Roe" not in text
        assert "AB-123456" not in text


def test_the_same_command_measures_nothing_again(folder, measured):
    out, done = measured
    again = run(folder, out, "--systems", "direct-only@extraction=given,verbatim")
    assert again.stderr.count("measured before") == 2
    first = json.loads(done.stdout)
    assert json.loads(again.stdout)["systems"] == [system(first, "direct-only"), system(first, "verbatim")]


def test_other_code_measures_anew(folder, measured, tmp_path, monkeypatch):
    done, source = measured[1], tmp_path / "source"
    source.mkdir()
    digests = []
    for line in ("k = 3", "k = 4"):
        (source / "retrieval.py").write_text(line)
        digests.append(digest_of([source]))
    (source / "__pycache__").mkdir()
    (source / "__pycache__" / "retrieval.pyc").touch()
    assert digest_of([source]) == digests[1] != digests[0]
    monkeypatch.setattr(output, "code_digest", lambda: digests[0])
    changed = run(folder, measured[0], "--systems", "verbatim")
    assert "measured before" not in changed.stderr
    assert (
        json.loads(changed.stdout)["parameters"]["code"] == digests[0] != json.loads(done.stdout)["parameters"]["code"]
    )


def test_ablations_are_named_and_measured_like_systems(folder, tmp_path):
    names = [
        "sanon@k=2",
        "sanon@strategy=optimal@theta=0.8@operator=surrogate@extraction=given",
        "document@theta=equal@extraction=given",
        "sanon@chunk=words:8@extraction=given",
    ]
    said = ("--systems", ",".join(names), "--clusters", "2", "--quick")
    found = json.loads(run(folder, tmp_path / "out", *said).stdout)
    assert [one["name"] for one in found["systems"]] == names
    assert found["parameters"]["documents"] == 4


def test_a_quick_run_questions_no_index_and_leaves_the_rest_as_it_is(folder, tmp_path, measured):
    request = BenchRequest(systems="sanon@extraction=given", quick=True)
    (quick,) = bench(folder, tmp_path, request, Model()).systems
    whole = system(json.loads(measured[1].stdout), "sanon")
    assert quick.leak_rate is quick.recall_at_k is quick.utility.general_single is None
    assert (whole["leak_rate"], whole["recall_at_k"]) != (None, None)
    for key in ("words_kept", "readable", "joined_pairs", "general_left", "specific_left", "linkable"):
        assert quick.number(key) == whole[key] is not None
    assert not list((tmp_path / "index").glob("*-*"))
    # What was measured quickly is not taken for the whole.
    parameters = BenchParameters.model_validate(json.loads(measured[1].stdout)["parameters"])
    assert key_of(parameters, "sanon", quick=True) != key_of(parameters, "sanon", quick=False)


def test_what_cannot_be_measured_is_named(folder, tmp_path):
    with pytest.raises(ConfigurationError, match="no system"):
        run(folder, tmp_path / "out", "--systems", "magic")
    with pytest.raises(ConfigurationError, match="sanon generate"):
        run(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_plain_installation_is_told_what_to_install(folder, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "chromadb", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'sanon\[bench\]'"):
        run(folder, tmp_path / "out")
    assert not (tmp_path / "out").exists()


# --- with a model -------------------------------------------------------------------------------------------------


def honest(call):
    """Yes if the value stands in the context; answers that name a drug; a judge that is half satisfied."""
    time.sleep(0.01)
    asked = call.body["messages"][-1]["content"]
    properties = call.body["response_format"]["json_schema"]["schema"]["properties"]
    if "score" in properties:
        return say('{"score": 0.5}')
    if "leaked" in properties:
        return say('{"leaked": [0]}')
    if "entities" in properties:
        return say('{"entities": []}')
    if "texts" in properties:
        return say('{"texts": [1]}')
    if "person" in properties:
        return say('{"person": "", "values": []}')
    if "enum" in properties["answer"]:
        return say(json.dumps({"answer": "Yes" if "vemurafenib" in asked else "No"}))
    return say('{"answer": "It is vemurafenib, as Brest knows."}')


ARGUMENTS = ("--systems", "verbatim,direct-only@extraction=given", "--model", "fake-model", "--concurrency", "2")


@pytest.fixture(scope="module")
def endpoint():
    with FakeEndpoint({}, {}) as served:
        served.script = honest
        yield served


@pytest.fixture(scope="module")
def asked(folder, endpoint, tmp_path_factory):
    """An undisturbed run: what came out, what was said, and the prompts."""
    notes = BufferingHandler(capacity=100)
    logging.getLogger("sanon").addHandler(notes)
    done = run(folder, tmp_path_factory.mktemp("model") / "out", *ARGUMENTS, environment=endpoint.environment)
    said = "\n".join(record.getMessage() for record in notes.buffer)
    return json.loads(done.stdout), said, [call.prompt for call in endpoint.calls]


def test_judge_and_truth_are_compared(asked):
    found, said, _ = asked
    verbatim = system(found, "verbatim")
    assert verbatim["utility"]["general_multi"]["judge"] == 0.5
    # .5 counts as right; of the 12 answers none has every fact of the expected one.
    assert verbatim["agreement"]["answers"] == verbatim["agreement"]["judge_only"] == 12
    assert verbatim["agreement"]["agree"] == 0
    # "Brest" is told for prompts that do not name it, in cluster b alone; the judge says 0 for all three persons.
    assert verbatim["leaks_by_type"]["LOCATION"] == {"entities": 2, "leaked": 2}
    assert verbatim["agreement"]["leaks_patterns_only"] == 1
    # The judge alone found the occupation of b, .70 beside AGE and LOCATION of .55 each, in one of three clusters.
    occupation = 0.70 / (0.70 + 0.55 + 0.55) / 3
    assert verbatim["leak_rate"] - verbatim["agreement"]["leak_rate_without_judge"] == pytest.approx(occupation)
    assert found["without_model"] == []
    assert "texts of the documents are sent to 127.0.0.1" in said


def test_a_killed_bench_goes_on_and_pays_nothing_twice(folder, tmp_path, endpoint, asked):
    undisturbed, _, prompts = asked
    assert len(prompts) == len(set(prompts)) > 50
    endpoint.forget()
    command = [str(Path(sys.executable).with_name("sanon")), "bench", str(folder), "--out", str(tmp_path), *ARGUMENTS]
    killed = subprocess.Popen(command, env=os.environ | endpoint.environment, stdout=subprocess.DEVNULL)
    while len(endpoint.calls) < len(prompts) // 2:
        assert killed.poll() is None
        time.sleep(0.005)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert len(endpoint.calls) < len(prompts)
    found = json.loads(run(folder, tmp_path, *ARGUMENTS, environment=endpoint.environment).stdout)
    # But for those that were under way, two at a time.
    assert len(prompts) <= len(endpoint.calls) <= len(prompts) + 2
    for one in (*found["systems"], *undisturbed["systems"]):
        one.pop("seconds")
    assert found == undisturbed


def test_more_systems_with_the_same_extractor_pay_nothing_for_it_twice(folder, tmp_path, endpoint):
    wanted = ["--quick", *ARGUMENTS[2:], "--systems"]
    found = {"environment": endpoint.environment}
    endpoint.forget()
    run(folder, tmp_path, *wanted, "every-entity@extraction=openai", **found)
    asked = len(endpoint.calls)
    assert asked >= 6  # documents
    run(folder, tmp_path, *wanted, "every-entity@extraction=openai,direct-only@extraction=openai", **found)
    assert len(endpoint.calls) == asked


def test_chains_are_compared_with_the_hidden_persons(folder, tmp_path):
    """Cluster a: both documents name Ann Roe and her disease; b: both name the lighthouse keeper; c is LOW.

    u of what stands in two of six documents = ln(7/2) / ln 7 = .644: the name alone links a (.64), the occupation does
    not link b (.9 · .644 · .70 = .41, below .5).
    """
    found = json.loads(run(folder, tmp_path / "out", "--systems", "verbatim", "--chains").stdout)["chains"]
    policy = found["at_policy"]
    assert (policy["labelled"], policy["hits"], policy["recall"]) == (2, 1, 0.5)
    # With six documents the five nearest are all others: the one chain, of a, is walked.
    assert [(one["chains"], one["relinked"]) for one in found["calibration"] if one["chains"]] == [(1, 1)]
    assert (tmp_path / "out" / "chains.png").read_bytes()[1:4] == b"PNG"


def test_a_system_that_another_beats_is_not_on_the_frontier():
    verbatim, masked, worse, twin = (
        Point("v", 0.9, 0.8),
        Point("m", 0.5, 0.7),
        Point("w", 0.6, 0.7),
        Point("t", 0.5, 0.7),
    )
    nothing = Point("n", 0.0, 0.1)
    assert frontier([worse, verbatim, twin, nothing, masked]) == [nothing, twin, masked, verbatim]
