"""Section 7 of the design, each case through the command line."""

import json
import stat
import sys

from sanon.cli.main import DEFECT, main
from sanon.errors import GraphError

GOOD = {"id": "good", "metadata": {}, "content": "Patient Anna Berger lives in Ulm."}


def _entities(write, **by_id):
    lines = [json.dumps({"id": source_id, "entities": entities}) for source_id, entities in by_id.items()]
    return write("entities.jsonl", "\n".join(lines))


BAD = {
    "binary.txt": (bytes(range(256)) * 4, 2, "UTF-8"),
    "blank.json": ({"id": "x1", "content": "  \n"}, None, "blank"),
    "broken.json": ('{"id": "x2", "content": ', 1, "JSON"),
    "cells.csv": ("id,content\nfine1,fine\nx3\n", 3, "cell"),
    "column.csv": ("id,text\nx4,secret text\n", 1, "content"),
    "empty.json": ("", None, "empty"),
    "fake.parquet": (b"PAR1 not really", None, "Parquet"),
    "latin.txt": ("Müller".encode("latin-1"), 1, "UTF-8"),
    "list.json": ([1, 2], None, "object"),
    "metadata.json": ({"id": "x5", "content": "secret text", "metadata": 3}, None, "metadata"),
    "no-content.json": ({"id": "x6"}, None, "content"),
    "no-id.json": ({"content": "secret text"}, None, "id"),
    "number.json": ({"id": "x7", "content": 5}, None, "string"),
    "picture.png": (b"\x89PNG", None, "form"),
    "second.jsonl": ('{"id": "fine2", "content": "fine"}\n{"id": "x8"}\n', 2, "content"),
    "surrogate.json": ('{"id": "x9", "content": "secret \\ud800 text"}', None, "surrogate"),
}


def test_what_is_no_document_is_named_and_the_rest_goes_on(sanon, write):
    write("docs/good.json", GOOD)
    for name, (content, _, _) in BAD.items():
        write(f"docs/{name}", content)
    entities = _entities(write, good=[["Anna Berger", "anna berger", "NAME", 1.0]], fine1=[], fine2=[])
    result = sanon("run", "docs", "out", "--entities", entities)
    assert result.exit_code == 3
    listed = [json.loads(row) for row in (sanon.folder / ".sanon/graph/rejected.jsonl").read_text().splitlines()]
    assert [(row["file"], row["line"]) for row in listed] == [(name, line) for name, (_, line, _) in BAD.items()]
    for row in listed:
        assert BAD[row["file"]][2] in row["reason"]
        assert row["file"] in result.err
    assert "secret" not in result.err
    assert "the entities file alone says so, and sanon audit looks for others" in result.out
    out = sanon.folder / "out"
    assert json.loads((out / "good.json").read_text())["content"] == "Patient [NAME] lives in Ulm."
    exported = {"good.json", "cells.csv", "second.jsonl", ".sanon"}
    assert {file.name for file in out.iterdir()} == exported
    assert [row["id"] for row in map(json.loads, (out / "second.jsonl").read_text().splitlines())] == ["fine2"]


def test_the_name_of_a_rejected_file_tells_no_name_that_is_known(sanon, write):
    write("docs/good.json", GOOD)
    (sanon.folder / "docs/letters").mkdir()
    for name in ("scan of anna_berger.tif", "Anna Berger.json", "plan.tif"):
        (sanon.folder / "docs/letters" / name).write_text("{")
    found = [["Anna Berger", "anna berger", "NAME", 1.0]]
    result = sanon("load", "docs", "--entities", _entities(write, good=found), "--format", "json")
    assert result.exit_code == 3
    shown = [one["file"] for one in result.json["rejected"]]
    assert sorted(shown) == ["letters/plan.tif", "letters/…", "letters/…"]
    assert "berger" not in (result.out + result.err).lower()
    # What is as secret as the originals names them.
    assert "Anna Berger" in (sanon.folder / ".sanon/graph/rejected.jsonl").read_text()


def test_a_rejected_file_is_named_on_one_line_even_if_nothing_is_written(sanon, write):
    write("docs/good.json", GOOD | {"metadata": {"called Anna Berger": 1}})
    write("docs/bad\nsanon: all is well.txt", b"\xff")
    found = _entities(write, good=[["Anna Berger", "anna berger", "NAME", 1.0]])
    result = sanon("run", "docs", "out", "--entities", found)
    assert result.exit_code == 1
    assert "rejected: bad\ufffdsanon: all is well.txt" in result.err
    *_, said, place, advice = result.err.splitlines()
    assert [line for line in result.err.splitlines() if line.startswith("sanon: ")] == [said]
    assert said == "sanon: 1 value that had to go still stands; nothing was written"
    assert place == "  good.json, metadata key 1: NAME (1)"
    assert advice.startswith("  names of metadata entries leak: ")
    assert not (sanon.folder / "out").exists()


def test_an_id_with_two_contents_is_nobodys(sanon, write):
    write("docs/good.json", GOOD)
    write("docs/a.json", {"id": "twice", "content": "one"})
    write("docs/b.json", {"id": "twice", "content": "two"})
    result = sanon("run", "docs", "out", "--entities", _entities(write, good=[], twice=[]))
    assert result.exit_code == 3
    assert "a.json" in result.err
    assert "b.json" in result.err
    assert {file.name for file in (sanon.folder / "out").glob("*.json")} == {"good.json"}


FAULTY = {
    "json": ("no json", "JSON"),
    "lacking": ('{"id": "lacking"}', "entities"),
    "three": ('{"id": "three", "entities": [["Anna", "anna", "NAME"]]}', "entity 1"),
    "alien": ('{"id": "alien", "entities": [["Anna", "anna", "ALIEN", 0.5]]}', "ALIEN"),
    "great": ('{"id": "great", "entities": [["Anna", "anna", "NAME", 1.5]]}', "relevance"),
    "nan": ('{"id": "nan", "entities": [["Anna", "anna", "NAME", NaN]]}', "relevance"),
    "true": ('{"id": "true", "entities": [["Anna", "anna", "NAME", true]]}', "relevance"),
    "original": ('{"id": "original", "entities": [[3, "anna", "NAME", 0.5]]}', "original"),
    "twice": ('{"id": "twice", "entities": []}\n{"id": "twice", "entities": []}', "second line"),
}


def test_a_faulty_line_of_entities_leaves_its_document_pending_and_unexported(sanon, write):
    write("docs/other.json", {"id": "other", "content": "Nothing here."})
    for name in FAULTY:
        write(f"docs/{name}.json", {"id": name, "content": "Anna"})
    entities = write(
        "entities.jsonl", "\n".join(['{"id": "other", "entities": []}', *(line for line, _ in FAULTY.values())])
    )
    result = sanon("run", "docs", "out", "--entities", entities)
    assert result.exit_code == 3
    rejected = [line for line in result.err.splitlines() if line.startswith("rejected: entities.jsonl line")]
    assert len(rejected) == len(FAULTY)
    for line, (_, reason) in zip(rejected, FAULTY.values(), strict=True):
        assert reason in line
    assert "Anna" not in result.err
    assert sanon.json("status")["pending"] == sorted(FAULTY)
    assert {file.name for file in (sanon.folder / "out").iterdir()} == {".sanon", "other.json"}


def test_a_value_that_does_not_stand_in_its_document_is_no_protection(sanon, write):
    write("docs/good.json", GOOD | {"metadata": {"file": 4711}})
    write("docs/other.json", {"id": "other", "content": "Patient Anna  Berger lives in Bonneville."})
    name, place, file = (
        ["anna\nBERGER", "anna berger", "NAME", 1.0],
        ["Ulm", "ulm", "LOCATION", 0.5],
        ["4711", "4711", "PATIENT_ID", 1],
    )
    others = [name, place, ["Bonn", "bonn", "LOCATION", 0.5]]  # "Bonn" would not be replaced within another word
    entities = _entities(write, good=[name, place, file], other=others)
    result = sanon("run", "docs", "out", "--entities", entities)
    assert result.exit_code == 3
    reason = "entity 2, and 1 more: the original does not stand in the document as a word"
    assert f"pending:  other: entities file line 2: {reason}" in result.err
    assert not {"Ulm", "Bonn", "BERGER"}.intersection(result.err.split())
    assert sanon.json("status")["pending"] == ["other"]
    assert not (sanon.folder / "out" / "other.json").exists()


def test_a_pending_document_is_taken_in_by_the_next_load(sanon, write):
    write("docs/good.json", GOOD)
    assert sanon("load", "docs", "--entities", _entities(write, stranger=[])).exit_code == 3
    assert sanon("redact").exit_code == 0
    nothing = sanon("export", "empty")
    assert nothing.exit_code == 3
    assert "nothing to export" in nothing.err
    report = sanon.json("load", "docs", "--entities", _entities(write, good=[["Ulm", "ulm", "LOCATION", 0.5]]))
    assert (report["changed"], report["pending"], report["counts"]["mentions"]) == (["good"], {}, 1)


HOSTILE = {
    "regex": ("Code (a+)+$ [x]{2}\\d .* is set.", "(a+)+$ [x]{2}\\d .*"),
    "overlap": ("New York Hospital for New York.", "New York Hospital"),
    "break": ("Born in Sankt\r\n  Blasien, he said.", "sankt blasien"),
    "rtl": ("المريض محمد العلي زار العيادة", "محمد العلي"),
    "han": ("患者王伟于昨日就诊。", "王伟"),
    "decomposed": ("Signed C\u0327al\u0131s\u0327 today.", "Çalış"),
    "control": ("Name:\x00Jo\x07hn Roe\x1b[31m ok", "John Roe"),
    "emoji": ("Call 👩‍⚕️ Dr Wu 🩺 now.", "Wu"),
}


def test_hostile_text_neither_crashes_nor_leaks(sanon, write):
    lines = []
    for name, (text, value) in HOSTILE.items():
        write(
            f"docs/{name}.json", {"id": f"../../{name}", "content": text, "metadata": {"note": f"see {value}", "n": 1}}
        )
        lines.append(json.dumps({"id": f"../../{name}", "entities": [[value, f"v-{name}", "NAME", 1.0]]}))
    entities = write("entities.jsonl", "\n".join(lines))
    result = sanon("run", "docs", "out", "--entities", entities, "--theta-doc", 0)
    assert result.exit_code == 0, result.err
    for name, (_, value) in HOSTILE.items():
        exported = json.loads((sanon.folder / f"out/{name}.json").read_text("utf-8"))
        assert "[NAME]" in exported["content"], name
        assert value.casefold() not in exported["content"].casefold()
        assert exported["metadata"] == {"note": "see [NAME]", "n": 1}
        assert exported["id"] == f"../../{name}"
    assert sorted(p.name for p in sanon.folder.iterdir()) == [".sanon", "docs", "entities.jsonl", "out"]


def test_a_very_long_document_is_one_document(sanon, write):
    text = "The harbour was quiet. " * 60_000 + "Then Anna Berger came."
    write("docs/long.txt", text)
    entities = write("entities.jsonl", json.dumps({"id": "long.txt", "entities": [["Anna Berger", "a", "NAME", 1.0]]}))
    assert sanon("run", "docs", "out", "--entities", entities).exit_code == 0
    assert (sanon.folder / "out/long.txt").read_text() == text.replace("Anna Berger", "[NAME]")


def test_usage_configuration_and_missing_graphs_have_their_exit_codes(sanon, write):
    write("docs/good.json", GOOD)
    assert sanon("load", "nowhere").exit_code == 2
    assert sanon("redact", "--theta-doc", 7).exit_code == 2
    assert sanon("redact").exit_code == 4
    assert "sanon load" in sanon("analyze").err
    assert sanon("load", "docs", "--profile", "nothing").exit_code == 2
    assert sanon("load", "docs", "--graph", "docs").exit_code == 2
    write("sanon.toml", "edge_treshold = 0.4")
    unknown = sanon("load", "docs")
    assert unknown.exit_code == 2
    assert "edge_treshold" in unknown.err
    assert not list(sanon.folder.glob("docs/graph*"))


def test_an_export_before_any_decision_is_refused(sanon, write):
    write("docs/good.json", GOOD)
    sanon("load", "docs", "--entities", _entities(write, good=[]))
    refused = sanon("export", "out")
    assert refused.exit_code == 1
    assert "sanon redact" in refused.err
    assert not (sanon.folder / "out").exists()
    sanon("redact")
    assert sanon("export", "out").exit_code == 0
    write("docs/new.json", {"id": "new", "content": "Later."})
    sanon("load", "docs", "--entities", _entities(write, good=[], new=[]))
    assert sanon("export", "out", "--overwrite").exit_code == 1


def test_run_on_another_folder_does_not_mix_two_corpora(sanon, write):
    write("docs/good.json", GOOD)
    write("others/new.json", {"id": "new", "content": "Later."})
    entities = _entities(write, good=[], new=[])
    assert sanon("run", "docs", "out", "--entities", entities).exit_code == 0
    refused = sanon("run", "others", "out2", "--entities", entities)
    assert refused.exit_code == 2
    assert "--prune" in refused.err
    assert not (sanon.folder / "out2").exists()


def test_the_graph_is_its_owners_only(sanon, write):
    write("docs/good.json", GOOD)
    sanon("load", "docs", "--entities", _entities(write, good=[]), "--graph", "deep/er/graph")
    for folder in ("deep", "deep/er", "deep/er/graph"):
        assert stat.S_IMODE((sanon.folder / folder).stat().st_mode) == 0o700
    assert (sanon.folder / "deep/er/graph/.gitignore").read_text() == "*\n"


def test_a_defect_is_told_in_one_line_without_what_it_says_of_the_documents(monkeypatch, capsys):
    def fails(*_arguments, **_settings):
        raise ValueError("Winifred Pell")

    monkeypatch.setattr("sanon.cli.main.cli.main", fails)
    assert main() == DEFECT == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "a defect of sAnon: ValueError" in err
    assert "Winifred" not in err


def test_debug_says_where_an_error_comes_from_and_no_value(monkeypatch, capsys):
    def fails(*_arguments, **_settings):
        try:
            raise ValueError("Winifred Pell")
        except ValueError as error:
            raise GraphError("graph g: cannot be opened") from error

    monkeypatch.setattr("sanon.cli.main.cli.main", fails)
    monkeypatch.setattr(sys, "argv", ["sanon", "--debug", "status"])
    assert main() == 4
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if not line.startswith("  ")] == [
        "ValueError",
        "GraphError: graph g: cannot be opened",
        "sanon: graph g: cannot be opened",
    ]
    assert sum("in fails" in line for line in lines) == 2
    assert "Winifred" not in "".join(lines).replace('raise ValueError("Winifred Pell")', "")
