"""Bad input is named with file, line and reason, and never stops the rest."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Rejection, write_rejections
from sanon.errors import ConfigurationError

GOOD = '{"id": "good", "content": "fine"}'


def reasons(folder, **options):
    reading = read_corpus(folder, **options)
    return [(one.file, one.line, one.reason) for one in reading.rejected]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object; a file of several documents is JSONL, one a line"),
        ('"text"', "not a JSON object"),
        ('{"content": "x"}', 'lacks id; a document is {"id": "…", "content": "…"}, or name the entry with --id-column'),
        (
            '{"id": "x"}',
            'lacks content; a document is {"id": "…", "content": "…"}, or name the entry with --text-column',
        ),
        ('{"id": 5, "content": "x"}', "id is not a string"),
        ('{"id": true, "content": "x"}', "id is not a string"),
        ('{"id": "x", "content": ["x"]}', "content is not a string"),
        ('{"id": "x", "content": null}', "content is not a string"),
        ('{"id": "", "content": "x"}', "id is empty or blank"),
        ('{"id": " ", "content": "x"}', "id is empty or blank"),
        ('{"id": "x", "content": " ", "a": null, "b": "\\n"}', "content is empty or blank"),
        ('{"id": "x", "content": "\\n\\u00a0\\ufeff"}', "content is empty or blank"),
        ('{"id": "' + "x" * 8001 + '", "content": "y"}', "id is longer than 8,000 bytes"),
        ('{"id": "' + "é" * 4001 + '", "content": "y"}', "id is longer than 8,000 bytes"),
        ('{"id": "x", "content": "y", "metadata": []}', "metadata is not an object"),
        ('{"id": "x", "content": "y", "a": 1, "metadata": {"a": 1}}', "a key stands both beside and inside metadata"),
        ('{"id": "x", "id": "z", "content": "y"}', "a key stands twice in one object"),
        ('{"id": "x", "content": "y", "metadata": {"a": {"b": 1, "b": 2}}}', "a key stands twice in one object"),
        ('{"id": "x", "content": "y", "metadata": {"a": NaN}}', "holds a number that is not finite"),
        ('{"id": "x", "content": "y", "metadata": {"a": 1e999}}', "metadata holds a number that is not finite"),
        ('{"id": "x", "content": "y", "n": ' + "9" * 5000 + "}", "holds a number with too many digits"),
        ('{"id": "x", "content": "\\ud800"}', "holds a lone surrogate, which is no character and cannot be stored"),
        (
            '{"id": "x", "content": "y", "metadata": {"\\udfff": 1}}',
            "holds a lone surrogate, which is no character and cannot be stored",
        ),
        ('{"id": "x", "content": "y", "m": ' + "[" * 5000 + "]" * 5000 + "}", "nested too deeply"),
        (
            '{"id": "x", "content": "y", "m": ' + "[" * 150 + "]" * 150 + "}",
            "metadata is nested deeper than 100 levels",
        ),
    ],
)
def test_a_bad_json_document_is_rejected_with_its_reason_and_the_rest_goes_on(tmp_path, line, reason):
    (tmp_path / "a.jsonl").write_text(f"{GOOD}\n{line}\n")
    (tmp_path / "b.json").write_text(line)
    reading = read_corpus(tmp_path)
    assert [d.source_id for d in reading.documents] == ["good"]
    assert [(r.file, r.reason) for r in reading.rejected] == [("a.jsonl", reason), ("b.json", reason)]
    assert reading.rejected[0].line == 2


def test_an_id_may_be_as_long_as_the_limit(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"id": "é" * 4000, "content": "y"}))
    assert [d.source_id for d in read_corpus(tmp_path).documents] == ["é" * 4000]


def test_text_that_is_not_utf_8_is_named_with_its_line(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"one\ntwo \xff\n")
    (tmp_path / "b.json").write_bytes(b'{"id": "x",\n"content": "\xe9"}')
    (tmp_path / "c.csv").write_bytes(b"id,content\n1,\xe9\n")
    (tmp_path / "d.jsonl").write_bytes(b'{"id": "\xe9"}\n')
    assert reasons(tmp_path) == [
        (name, line, "not UTF-8 text") for name, line in (("a.txt", 2), ("b.json", 2), ("c.csv", 2), ("d.jsonl", 1))
    ]


@pytest.mark.parametrize("raw", [b"\0\1\2" * 9, "Utku Karaarslan".encode("utf-16-le")])
def test_a_text_file_full_of_nulls_is_binary(tmp_path, raw):
    (tmp_path / "a.txt").write_bytes(raw)
    assert reasons(tmp_path) == [("a.txt", None, "binary, or text that is not UTF-8")]


def test_empty_files_and_unknown_forms_are_rejected(tmp_path):
    for name in ("a.json", "b.txt", "c.csv", "d.parquet", "e.jsonl"):
        (tmp_path / name).touch()
    (tmp_path / "scan.tif").write_bytes(b"%PDF")
    (tmp_path / "README").write_text("x")
    found = reasons(tmp_path)
    assert [name for name, _, reason in found if reason == "empty file"] == [
        "a.json",
        "b.txt",
        "c.csv",
        "d.parquet",
        "e.jsonl",
    ]
    unknown = "unknown form; sAnon reads .csv .docx .eml .htm .html .json .jsonl .md .parquet .pdf .txt"
    assert [name for name, _, reason in found if reason == unknown] == ["README", "scan.tif"]


def test_a_csv_without_the_columns_says_which_flag_helps(tmp_path):
    (tmp_path / "a.csv").write_text("nr;text\n1;x\n")
    (tmp_path / "b.csv").write_text("id,content,x,x\n1,a,b,c\n")
    assert reasons(tmp_path) == [
        ("a.csv", 1, "no column 'id'; name the columns with --id-column and --text-column"),
        ("b.csv", 1, "two columns have the same name"),
    ]


def test_a_forgotten_quote_does_not_swallow_rows_silently(tmp_path):
    (tmp_path / "a.csv").write_text('id,content\n1,fine\n2,"open\n3,lost\n')
    reading = read_corpus(tmp_path)
    assert [d.source_id for d in reading.documents] == ["1"]
    assert [(r.line, r.reason) for r in reading.rejected] == [(3, "not CSV from this row on")]


def test_csv_rows_without_id_or_text_are_rejected(tmp_path):
    (tmp_path / "a.csv").write_text("id,content\n,x\n2, \n3,x,y\n4,ok\n")
    assert [(line, reason) for _, line, reason in reasons(tmp_path)] == [
        (2, "id is empty or blank"),
        (3, "content is empty or blank"),
        (4, "3 cells under 2 columns"),
    ]


def test_parquet_that_cannot_be_text_is_rejected_whole_and_bad_rows_alone(tmp_path):
    pq.write_table(pa.table({"id": ["1"], "content": ["x"], "scan": [b"\1"]}), tmp_path / "a.parquet")
    (tmp_path / "b.parquet").write_bytes(b"PAR1 no")
    pq.write_table(pa.table({"id": [1, None], "content": [None, "x"]}), tmp_path / "c.parquet")
    pq.write_table(pa.table({"id": ["1"], "content": ["x"], "n": [float("inf")]}), tmp_path / "d.parquet")
    nested = pa.array([[b"x"]], type=pa.list_(pa.binary()))
    pq.write_table(pa.table({"id": ["1"], "content": ["x"], "scans": nested}), tmp_path / "e.parquet")
    assert reasons(tmp_path) == [
        ("a.parquet", None, "column 3 has the type binary, which has no text"),
        ("b.parquet", None, "not Parquet, or damaged"),
        ("c.parquet", 1, "content is not a string"),
        ("c.parquet", 2, "id is not a string"),
        ("d.parquet", 1, "metadata holds a number that is not finite"),
        ("e.parquet", None, "column 3 has the type list, which has no text"),
    ]


def test_copies_that_differ_are_all_rejected_since_nobody_knows_which_is_right(tmp_path):
    (tmp_path / "a.json").write_text('{"id": "x", "content": "one"}')
    (tmp_path / "b.jsonl").write_text(f'{GOOD}\n{{"id": "x", "content": "two"}}')
    (tmp_path / "c.json").write_text('{"id": "x", "content": "one"}')
    reading = read_corpus(tmp_path)
    assert [d.source_id for d in reading.documents] == ["good"]
    reason = "the same id stands elsewhere with other content or metadata"
    assert [(r.file, r.line, r.reason) for r in reading.rejected] == [
        ("a.json", None, reason),
        ("b.jsonl", 2, reason),
        ("c.json", None, reason),
    ]


def test_copies_that_differ_only_in_metadata_are_rejected_even_true_against_one(tmp_path):
    (tmp_path / "a.json").write_text('{"id": "x", "content": "one", "metadata": {"a": true}}')
    (tmp_path / "b.json").write_text('{"id": "x", "content": "one", "metadata": {"a": 1}}')
    assert read_corpus(tmp_path).documents == []


def test_of_equal_copies_the_first_file_stays(tmp_path):
    for name in ("b.json", "a.json"):
        (tmp_path / name).write_text(GOOD)
    reading = read_corpus(tmp_path)
    assert [d.source.path for d in reading.documents] == ["a.json"]
    assert reading.rejected == [Rejection("b.json", None, "repeats a document that was read from another place")]


def test_hidden_and_skipped_files_are_passed_over_silently(tmp_path):
    for name in (".git/a.txt", ".hidden.txt", "out/b.txt", "c.txt", "kept.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    reading = read_corpus(tmp_path, skip=[tmp_path / "out", tmp_path / "c.txt"])
    assert [d.source_id for d in reading.documents] == ["kept.txt"]
    assert reading.rejected == []


def test_links_out_of_the_folder_and_to_folders_are_not_followed(tmp_path):
    docs, outside = tmp_path / "docs", tmp_path / "outside"
    docs.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    (docs / "a.txt").write_text("x")
    (docs / "inside.txt").symlink_to(docs / "a.txt")
    (docs / "file.txt").symlink_to(outside / "secret.txt")
    (docs / "folder").symlink_to(outside)
    (docs / "loop").symlink_to(docs)
    reading = read_corpus(docs)
    assert [d.source_id for d in reading.documents] == ["a.txt", "inside.txt"]
    assert [(r.file, r.reason) for r in reading.rejected] == [
        ("file.txt", "symbolic link out of the folder, not followed"),
        ("folder", "symbolic link out of the folder, not followed"),
        ("loop", "symbolic link to something that is no file, not followed"),
    ]


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.txt")
    assert reasons(tmp_path) == [("a.txt", None, "not a regular file")]
    with pytest.raises(ConfigurationError, match="neither a file nor a folder"):
        read_corpus(tmp_path / "a.txt")


def test_an_unreadable_file_is_rejected(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.txt").write_text("x")
    read = type(tmp_path).open

    def refuse(path, *options, **named):  # chmod would not stop root
        if path.name == "a.txt":
            raise PermissionError(13, "Permission denied")
        return read(path, *options, **named)

    monkeypatch.setattr(type(tmp_path), "open", refuse)
    reading = read_corpus(tmp_path)
    assert [d.source_id for d in reading.documents] == ["b.txt"]
    assert reading.rejected == [Rejection("a.txt", None, "cannot be read: Permission denied")]


def test_a_file_name_that_is_not_utf_8_is_rejected_and_can_be_written_down(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"b\xff.txt")).write_text("x")
    except OSError:
        pytest.skip("this file system takes no such name")
    rejected = read_corpus(tmp_path).rejected
    assert rejected == [Rejection("b\\xff.txt", None, "file name is not UTF-8")]
    write_rejections(tmp_path / "r.jsonl", rejected)
    assert json.loads((tmp_path / "r.jsonl").read_text())["file"] == "b\\xff.txt"


def test_no_reason_shows_an_id_or_a_value(tmp_path):
    secret = "Karaarslan"
    (tmp_path / "a.jsonl").write_text(f'{{"id": "{secret}", "content": 4}}\n{{"id": "{secret}" {secret}\n')
    (tmp_path / "b.jsonl").write_text(
        f'{{"id": "{secret}", "content": "{secret}"}}\n{{"id": "{secret}", "content": "x"}}\n'
    )
    (tmp_path / "c.csv").write_text(f"id,content\n{secret},{secret},{secret}\n")
    assert len(reasons(tmp_path)) == 5
    assert not any(secret in reason for _, _, reason in reasons(tmp_path))


def test_rejections_are_written_as_jsonl_with_three_fields(tmp_path):
    target = tmp_path / "rejected.jsonl"
    target.write_text("old")
    write_rejections(target, [Rejection("a b.json", 3, "not JSON"), Rejection("ü.txt", None, "empty file")])
    assert [json.loads(line) for line in target.read_text("utf-8").splitlines()] == [
        {"file": "a b.json", "line": 3, "reason": "not JSON"},
        {"file": "ü.txt", "line": None, "reason": "empty file"},
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["rejected.jsonl"]
