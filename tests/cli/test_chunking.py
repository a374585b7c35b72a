"""Chunks from the command line: what comes out is the input, byte for byte outside of what was masked."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLE

CASES = Path(__file__).parents[3] / "shared" / "data" / "tab"
NAME = "Max\n\nMüller-Lüdenscheidt"


def _rebuilt(out: Path, source_id: str, content: str) -> str:
    """What the spans make of an original text."""
    spans = [json.loads(line) for line in (out / ".sanon/spans.jsonl").read_text("utf-8").splitlines()]
    pieces, position = [], 0
    for span in (span for span in spans if (span["source_id"], span["field"]) == (source_id, "content")):
        pieces += [content[position : span["start"]], span["replacement"]]
        position = span["end"]
    return "".join([*pieces, content[position:]])


def test_the_example_corpus_in_sentences_comes_back_whole_with_fewer_masks(sanon):
    documents, entities = EXAMPLE / "documents", EXAMPLE / "entities.jsonl"
    whole = sanon.json("run", documents, "whole", "--entities", entities, "--graph", "whole-graph")
    cut = sanon.json("run", documents, "out", "--entities", entities, "--chunk", "sentences")
    number = len(list(documents.iterdir()))
    assert (cut["load"]["documents"], cut["export"]["documents"]) == (number, number)
    assert cut["load"]["counts"]["documents"] > 3 * number
    assert cut["load"]["counts"]["entities"] == whole["load"]["counts"]["entities"]
    assert 0 < len(cut["redact"]["masked"]) < len(whole["redact"]["masked"])
    for file in documents.iterdir():
        original = json.loads(file.read_text("utf-8"))
        content = _rebuilt(sanon.folder / "out", original["id"], original["content"])
        exported = json.loads((sanon.folder / "out" / file.name).read_text("utf-8"))
        assert exported == original | {"content": content}
    again = sanon.json("load", documents, "--entities", entities, "--chunk", "sentences")
    assert (again["added"], again["changed"], again["unchanged"]) == ([], [], number)
    assert sanon.json("status")["exportable"]


def _long_text():
    """A text of some thousand words in all kinds of line breaks, with the same man in every fifth paragraph."""
    paragraphs = [
        f"{number}. On {number % 28 + 1} March 20{number % 90 + 10} nothing of note occurred in ward {number}. "
        f"The nurse no. {number} left!\r\nShe went home{'  ' * (number % 3)} by tram."
        + ("\tThe patient was Dr.\n\nMax\n\nMüller-Lüdenscheidt. He slept." if number % 5 == 0 else "")
        for number in range(1, 301)
    ]
    return "\ufeff" + "\n\n".join(paragraphs) + "\n\n \u200b"


@pytest.mark.parametrize("rule", ["sentences", "words=7"])
def test_a_long_text_with_values_across_paragraphs_comes_back_byte_for_byte(sanon, write, rule):
    text = _long_text()
    write("docs/deep/long.txt", text.encode())
    # Another form, where the entities file has nobody: direct identifiers go from it too, also across a cut.
    row = f"Seen by {NAME}. {'He left. ' * 9}"
    write("docs/two.csv", f'id,content,by\r\nrow,"{row}",Max Müller-Lüdenscheidt\r\n')
    found = [["Dr. Max Müller-Lüdenscheidt", "max", "NAME", 1.0], ["ward 7", "7", "EVENT", 0.2]]
    lines = [{"id": "deep/long.txt", "entities": found}, {"id": "row", "entities": []}]
    entities = write("entities.jsonl", "\n".join(map(json.dumps, lines)))
    done = sanon.json("run", "docs", "out", "--entities", entities, "--chunk", rule, "--theta-doc", 0)
    assert done["load"]["counts"]["documents"] > 500
    out = sanon.folder / "out"
    expected = text.replace(NAME, "[NAME]").replace("ward 7.", "[EVENT].")
    assert (out / "deep/long.txt").read_bytes() == expected.encode()
    assert _rebuilt(out, "deep/long.txt", text) == expected
    (table,) = csv.DictReader(io.StringIO((out / "two.csv").read_bytes().decode(), newline=""))
    assert table == {"id": "row", "content": row.replace(NAME, "[NAME]"), "by": "[NAME]"}
    assert sanon.json("export", "renamed", "--rename")["documents"] == 2
    (renamed,) = (sanon.folder / "renamed").rglob("*.txt")
    assert renamed.read_bytes() == expected.encode()
    nothing = {"added": [], "changed": [], "removed": [], "newly_masked": 0}
    assert sanon.json("export", "renamed", "--rename", "--overwrite")["changes"] == nothing


def test_a_rule_that_is_none_is_a_usage_error_and_the_configuration_may_hold_one(sanon, write):
    write("docs/a.txt", "One. Two.")
    entities = write("entities.jsonl", '{"id": "a.txt", "entities": []}')
    wrong = sanon("load", "docs", "--entities", entities, "--chunk", "pages")
    assert wrong.exit_code == 2
    assert "words=N" in wrong.err
    assert not (sanon.folder / ".sanon").exists()
    write("sanon.toml", 'chunk = "words=1"')
    loaded = sanon("load", "docs", "--entities", entities)
    assert "1 document in the graph, as 2 chunks: 1 new" in loaded.out


@pytest.mark.skipif(not CASES.is_dir(), reason="the court cases are not here")
def test_court_cases_keep_more_in_chunks(sanon):
    folder = sanon.folder / "docs"
    folder.mkdir()
    cases = sorted((CASES / "documents").iterdir())[:12]
    for case in cases:
        shutil.copy(case, folder)
    common = ("docs", "out", "--overwrite", "--entities", CASES / "entities.jsonl", "--profile", "legal")
    masks = {}
    for rule in ("none", "words=200", "sentences"):
        chunk = () if rule == "none" else ("--chunk", rule)
        masks[rule] = len(sanon.json("run", *common, "--graph", rule, *chunk)["redact"]["masked"])
        for case in cases:
            original = json.loads(case.read_text("utf-8"))
            content = _rebuilt(sanon.folder / "out", original["id"], original["content"])
            exported = json.loads((sanon.folder / "out" / case.name).read_text("utf-8"))
            assert exported["content"] == content
    assert masks["sentences"] < masks["words=200"] < masks["none"]
