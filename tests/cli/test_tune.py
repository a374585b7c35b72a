"""sanon tune through the installed command: the example, and a model at a real socket."""

import csv
import json

import pytest

from tests.cli.conftest import EXAMPLE
from tests.fake_endpoint import FakeEndpoint, answer

TEXTS = {
    "a-1": "Zorblat malady was seen at Quix House.",
    "a-2": "Quix House again, and Zorblat malady.",
    "b-1": "Grenfold torpor was seen at Mirr Lodge.",
}
FOUND = {
    "a-1": [
        ["Zorblat malady", "zorblat malady", "MEDICAL_CONDITION", 0.8],
        ["Quix House", "quix house", "PROVIDER", 0.9],
    ],
    "a-2": [
        ["Zorblat malady", "zorblat malady", "MEDICAL_CONDITION", 0.8],
        ["Quix House", "quix house", "PROVIDER", 0.9],
    ],
    "b-1": [
        ["Grenfold torpor", "grenfold torpor", "MEDICAL_CONDITION", 0.8],
        ["Mirr Lodge", "mirr lodge", "PROVIDER", 0.9],
    ],
}


def test_the_example_is_measured_and_drawn(sanon):
    arguments = ["--entities", EXAMPLE / "entities.jsonl", "--labels", EXAMPLE / "labels.toml", "--out", "tuned"]
    done = sanon.json("tune", EXAMPLE / "documents", *arguments)
    by_hand = {row["edge_threshold"]: row for row in done["separation"] if row["entities"] == "by hand"}
    # What the README says of the corpus: nothing but what is common joins the clusters.
    assert by_hand[0.5]["between"] == 0
    assert by_hand[0.05]["between"] > 0
    assert (
        by_hand[0.5]["inside"]
        == sanon.json("run", EXAMPLE / "documents", "out", "--entities", EXAMPLE / "entities.jsonl")["load"]["counts"][
            "links"
        ]
    )
    assert {row["entities"] for row in done["chains"]} == {"by hand", "embedded"}
    # 23 labelled pairs, and 10 + 4 + 2 + 4 triples that they join in the four clusters.
    assert {row["labelled"] for row in done["chains"]} == {43}
    files = {path.name: path.read_bytes() for path in (sanon.folder / "tuned").iterdir()}
    assert set(files) == {"separation.csv", "chains.csv", "separation.png", "chains.png"}
    assert all(content.startswith(b"\x89PNG") for name, content in files.items() if name.endswith(".png"))
    rows = list(csv.DictReader(files["chains.csv"].decode().splitlines()))
    assert [float(row["f1"]) for row in rows] == [pytest.approx(row["f1"], abs=1e-5) for row in done["chains"]]
    assert not (sanon.folder / ".sanon/graph/answers.sqlite").exists()


@pytest.fixture
def annotated(sanon, write):
    for name, text in TEXTS.items():
        write(f"docs/{name}.json", {"id": name, "metadata": {}, "content": text})
    write("gold.jsonl", "\n".join(json.dumps({"id": name, "entities": FOUND[name]}) for name in TEXTS))
    return sanon


def test_the_context_filter_is_swept_with_a_model(annotated):
    def less_without_context(call):
        known = '["zorblat malady"' in call.prompt
        return None if known else answer(lambda entities: [] if call.document == "a-2" else entities[:1])

    command = ["tune", "docs", "--entities", "gold.jsonl", "--extractor", "openai", "--grid-context-strength", "0,1"]
    with FakeEndpoint(TEXTS, FOUND, script=less_without_context) as endpoint:
        done = annotated(*command, "--format", "json", **endpoint.environment)
        assert done.exit_code == 0, done.err
        calls = len(endpoint.calls)
        again = annotated(*command, "--format", "json", **endpoint.environment)
        assert (again.out, len(endpoint.calls)) == (done.out, calls)
    sweep = done.json["filter"]
    # Alone the model names one of two values in a-1 and b-1, two unigrams of four: P = 1, R = 1/2, F1 = 2/3, and none
    # in a-2. With the context, which shows a-2 what a-1 says, all of a-2.
    assert sweep["first_stage"]["rouge_model"] == pytest.approx(4 / 9)
    points = {(point["strength"], point["type_filter"]): point for point in sweep["points"]}
    assert set(points) == {(0, True), (0, False), (1, True), (1, False)}
    assert points[0, True]["rouge_model"] == pytest.approx(7 / 9)
    assert (points[0, True]["found"], points[1, True]["found"]) == pytest.approx((4 / 3, 2 / 3))
    assert points[1, True]["context"] == 0
    assert points[1, True]["rouge_model"] == pytest.approx(4 / 9)
    # The default filter makes the series of links: the model finds what links a-1 and a-2.
    assert {row["entities"] for row in done.json["separation"]} == {"by hand", "openai"}


def test_what_is_not_annotated_or_not_readable_is_refused(annotated, write):
    write("half.jsonl", json.dumps({"id": "a-1", "entities": FOUND["a-1"]}))
    half = annotated("tune", "docs", "--entities", "half.jsonl")
    assert half.exit_code == 3
    assert "2 without entities (a-2: no line in the entities file); nothing is measured" in half.err
    write("labels.toml", '[[risky]]\ndocuments = ["a-1", "z-9"]\nwhy = "x"\n')
    labels = annotated("tune", "docs", "--entities", "gold.jsonl", "--labels", "labels.toml")
    assert (labels.exit_code, "no document z-9" in labels.err) == (2, True)
