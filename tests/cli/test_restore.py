"""Originals come back by the vault, byte for byte, and nobody else gets them."""

import json
import os
import stat
import subprocess
import sys
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sanon.errors import ConfigurationError
from sanon.replacement.vault import read_vault
from tests.cli.conftest import Sanon

PASSPHRASE = "correct horse battery staple"
LETTER = "Dear Ms Jane Doe,\r\n\tyour claim KV-2024-17 of 12 March 2019 … jane.doe@example.org\n\n"
MEMO = {"id": "memo", "metadata": {"to": ["Jane Doe", 4711], "n.o": {"x": "KV-2024-17"}}, "content": "Doe wrote. é̂ 🜚"}
ENTITIES = [
    ["Jane Doe", "jane doe", "NAME", 0.9],
    ["Doe", "jane doe", "NAME", 0.9],
    ["KV-2024-17", "KV-2024-17", "NON_PERSONAL_ID", 0.9],
]


def run(*arguments, passphrase=PASSPHRASE):
    environment = {} if passphrase is None else {"SANON_VAULT_PASSPHRASE": passphrase}
    return Sanon(Path.cwd())(*arguments, **environment)


@pytest.fixture
def corpus(tmp_path):
    docs = tmp_path / "docs"
    (docs / "in").mkdir(parents=True)
    (docs / "in" / "letter.txt").write_bytes(LETTER.encode())
    (docs / "memo.json").write_text(json.dumps(MEMO))
    (docs / "table.csv").write_text('key,text,who\r\nr1,Jane Doe called,"Doe, Jane"\r\nr2,nothing,x\r\n')
    entities = tmp_path / "entities.jsonl"
    lines = [
        {"id": "in/letter.txt", "entities": [*ENTITIES, ["12 March 2019", "12/03/2019", "EVENT_DATE", 0.9]]},
        {"id": "memo", "entities": [*ENTITIES[1:], ["4711", "4711", "PATIENT_ID", 0.9]]},
        {"id": "r1", "entities": ENTITIES[:1]},
        {"id": "r2", "entities": []},
    ]
    entities.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "policy.toml").write_text('[[always_mask]]\npattern = "."\n')
    return tmp_path


def protect(corpus, *more):
    where = ("--graph", corpus / "graph", "--policy", corpus / "policy.toml", "--entities", corpus / "entities.jsonl")
    columns = ("--id-column", "key", "--text-column", "text")
    return run("run", corpus / "docs", corpus / "out", "--vault", corpus / "v", *where, *columns, *more)


@pytest.mark.parametrize("more", [("--operator", "surrogate"), ("--operator", "pseudonym", "--rename")])
def test_an_export_is_restored_byte_for_byte(corpus, more):
    assert protect(corpus, *more).exit_code == 0
    done = run("restore", corpus / "out", corpus / "back", "--vault", corpus / "v")
    assert (done.exit_code, done.err) == (0, "")
    assert (corpus / "back" / "in" / "letter.txt").read_bytes() == LETTER.encode()
    assert json.loads((corpus / "back" / "memo.json").read_text()) == MEMO
    assert "Jane Doe called" in (corpus / "back" / "table.csv").read_text()
    assert stat.S_IMODE((corpus / "v").stat().st_mode) == 0o600


def test_a_table_of_numbers_dates_and_lists_is_restored_though_a_masked_number_makes_its_column_text(tmp_path):
    rows = {
        "id": ["a", "b"],
        "content": ["Jane Doe, 4711", "nobody"],
        "n": [4711, 12],
        "at": [date(2019, 3, 12), None],
        "who": [["Jane Doe", "é"], []],
        "of": [{"x": 1.0, "y": None}, {"x": 0.5, "y": "Jane Doe"}],
    }
    (tmp_path / "docs").mkdir()
    pq.write_table(pa.table(rows), tmp_path / "docs" / "t.parquet")
    found = {"id": "a", "entities": [*ENTITIES[:1], ["4711", "4711", "PATIENT_ID", 0.9]]}
    (tmp_path / "found.jsonl").write_text(json.dumps(found) + '\n{"id": "b", "entities": []}\n')
    where = ("--vault", tmp_path / "v", "--graph", tmp_path / "graph", "--entities", tmp_path / "found.jsonl")
    assert run("run", tmp_path / "docs", tmp_path / "out", *where).exit_code == 0
    assert "Jane" not in str(pq.read_table(tmp_path / "out" / "t.parquet").to_pylist())
    done = run("restore", tmp_path / "out", tmp_path / "back", "--vault", tmp_path / "v")
    assert (done.exit_code, done.err) == (0, "")
    back = pq.read_table(tmp_path / "back" / "t.parquet").to_pydict()
    assert back | {"n": rows["n"]} == rows
    assert back["n"] in ([4711, 12], ["4711", "12"])


def test_after_a_later_load_the_vault_restores_the_new_export_and_the_one_of_before(corpus):
    assert protect(corpus).exit_code == 0
    (corpus / "out").rename(corpus / "first")
    later = LETTER + "PS"
    (corpus / "docs" / "in" / "letter.txt").write_bytes(later.encode())
    assert protect(corpus).exit_code == 0
    for out, expected in (("out", later), ("first", LETTER)):
        assert run("restore", corpus / out, corpus / f"back-{out}", "--vault", corpus / "v").exit_code == 0
        assert (corpus / f"back-{out}" / "in" / "letter.txt").read_bytes() == expected.encode()


def test_an_answer_of_a_model_is_restored(corpus):
    assert protect(corpus, "--operator", "surrogate").exit_code == 0
    protected = (corpus / "out" / "in" / "letter.txt").read_text()
    answer = f"They wrote to {protected.split(',')[0].removeprefix('Dear ')}."
    command = [Path(sys.executable).with_name("sanon"), "restore", "--text", "--vault", corpus / "v"]
    environment = {**os.environ, "SANON_VAULT_PASSPHRASE": PASSPHRASE}
    done = subprocess.run(command, input=answer, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "They wrote to Ms Jane Doe."
    del environment["SANON_VAULT_PASSPHRASE"]
    done = subprocess.run(command, input=answer, capture_output=True, text=True, env=environment, check=False)
    said = "sanon: the vault needs a passphrase: --passphrase-file FILE, or SANON_VAULT_PASSPHRASE\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_of_spellings_that_stand_as_often_an_answer_gets_the_whole_name(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("Jane Doe rang, and Doe rang again.")
    (tmp_path / "found.jsonl").write_text(json.dumps({"id": "a.txt", "entities": ENTITIES[:2]}) + "\n")
    where = ("--vault", tmp_path / "v", "--graph", tmp_path / "graph", "--entities", tmp_path / "found.jsonl")
    assert run("run", tmp_path / "docs", tmp_path / "out", *where, "--operator", "pseudonym").exit_code == 0
    token = (tmp_path / "out" / "a.txt").read_text().split(" rang")[0]
    assert read_vault(tmp_path / "v", PASSPHRASE).answers == {token: "Jane Doe"}


def test_every_way_it_cannot_be_opened_is_one_clear_line(corpus):
    assert protect(corpus).exit_code == 0
    vault, back = corpus / "v", corpus / "back"
    sealed = vault.read_bytes()
    cut, damaged, none = corpus / "cut", corpus / "damaged", corpus / "none"
    cut.write_bytes(sealed[:-20])
    damaged.write_bytes(sealed[:-3] + bytes(b ^ 1 for b in sealed[-3:]))
    none.write_text("hello")
    for file, passphrase, said in [
        (vault, "wrong", "wrong passphrase"),
        (cut, PASSPHRASE, "cut short"),
        (damaged, PASSPHRASE, "damaged"),
        (none, PASSPHRASE, "not a vault"),
        (corpus / "absent", PASSPHRASE, "cannot be read"),
    ]:
        with pytest.raises(ConfigurationError, match=said) as raised:
            read_vault(file, passphrase)
        assert "\n" not in str(raised.value)
    done = run("restore", corpus / "out", back, "--vault", vault, passphrase=None)
    assert (done.exit_code, "--passphrase-file" in done.err) == (2, True)
    (corpus / "out" / "in" / "letter.txt").write_text("edited")
    done = run("restore", corpus / "out", back, "--vault", vault)
    assert (done.exit_code, "not as exported" in done.err) == (2, True)


def test_a_vault_that_is_a_pipe_is_not_waited_for(corpus):
    os.mkfifo(corpus / "pipe")
    with pytest.raises(ConfigurationError, match="not a regular file"):
        read_vault(corpus / "pipe", PASSPHRASE)


def test_a_passphrase_that_is_no_text_is_told_in_one_line(corpus):
    (corpus / "pass").write_bytes(b"caf\xe9\n")
    given = ("--vault", corpus / "v", "--passphrase-file", corpus / "pass")
    for passphrase, options in ((None, given), ("caf\udce9", given[:2])):
        done = run("restore", corpus / "out", corpus / "back", *options, passphrase=passphrase)
        assert (done.exit_code, done.err) == (2, "sanon: the passphrase of the vault is not UTF-8 text\n")


@pytest.mark.parametrize(
    ("file", "written"),
    [
        ("memo.json", lambda text: text.replace('"metadata": {', '"metadata": {"paid": true, ')),
        ("memo.json", lambda text: text.replace('"to"', '"from"')),
        ("table.csv", lambda text: text.replace(",x", ",y")),
    ],
)
def test_metadata_that_were_changed_do_not_come_back_as_the_original(corpus, file, written):
    assert protect(corpus).exit_code == 0
    exported = corpus / "out" / file
    before = exported.read_text()
    exported.write_text(written(before))
    assert exported.read_text() != before
    done = run("restore", corpus / "out", corpus / "back", "--vault", corpus / "v")
    assert (done.exit_code, "not as exported" in done.err) == (2, True)
    assert not (corpus / "back").exists()


def test_the_vault_of_another_corpus_is_not_written_over_and_restores_nothing_of_this_one(corpus):
    assert protect(corpus).exit_code == 0
    before = (corpus / "v").read_bytes()
    where = ("--graph", corpus / "other", "--vault", corpus / "v", "--policy", corpus / "policy.toml")
    done = run("run", corpus / "docs" / "memo.json", corpus / "out2", *where)
    assert (done.exit_code, "another corpus" in done.err) == (2, True)
    assert (corpus / "v").read_bytes() == before
    assert not (corpus / "out2").exists()


def test_no_value_is_in_the_vault_unsealed_or_left_in_another_file(corpus):
    assert protect(corpus).exit_code == 0
    outside = [file for file in corpus.rglob("*") if file.is_file() and {"docs", "graph"}.isdisjoint(file.parts)]
    kept = [file for file in outside if file.name not in ("entities.jsonl", "policy.toml")]
    assert corpus / "v" in kept
    assert [file for file in kept if b"Doe" in file.read_bytes()] == []


def test_a_file_that_is_missing_in_the_export_is_told_and_the_others_come_back(corpus):
    assert protect(corpus).exit_code == 0
    (corpus / "out" / "memo.json").unlink()
    done = run("restore", corpus / "out", corpus / "back", "--vault", corpus / "v")
    assert done.exit_code == 3
    assert "missing in the export: 1 file (the first: memo.json)" in done.err
    assert sorted(path.name for path in (corpus / "back").iterdir()) == ["in", "table.csv"]


def test_neither_originals_nor_vault_nor_graph_come_to_lie_in_an_export(corpus):
    # The second export would replace the folder of the first, and what lies in it would be gone.
    assert protect(corpus).exit_code == 0
    out, vault = corpus / "out", corpus / "v"
    docs, of_graph = corpus / "docs", ("--graph", corpus / "graph")
    for refused in (
        run("restore", out, out / "back", "--vault", vault),
        run("export", out, "--overwrite", "--vault", out / "v", *of_graph),
        run("run", docs, out, "--overwrite", "--graph", out / "graph", passphrase=None),
    ):
        assert refused.exit_code == 2
        assert f"would be inside the export {out}" in refused.err
    assert not [name for name in ("back", "v") if (out / name).exists()]
