"""What each form gives when all is well."""

import datetime
import json
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sanon.corpus.readers import reader_of
from sanon.corpus.reading import read_corpus
from sanon.errors import ConfigurationError


def test_a_json_file_is_one_document(tmp_path):
    (tmp_path / "a.json").write_text('{"id": "d1", "metadata": {"ward": 3}, "content": "Hello\\u0000 there"}')
    reading = read_corpus(tmp_path)
    (document,) = reading.documents
    assert (document.source_id, document.content, document.metadata) == ("d1", "Hello\0 there", {"ward": 3})
    assert (document.source.path, document.source.form, document.source.position) == ("a.json", "json", 0)
    assert reading.rejected == []


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_json_may_call_id_and_text_otherwise_and_gets_these_names_back(tmp_path, name):
    value = {"nr": "d1", "title": "T", "metadata": {"x": 1}, "text": "Hello", "content": "of metadata"}
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text(json.dumps(value))
    reading = read_corpus(tmp_path / "in", id_column="nr", text_column="text")
    (document,) = reading.documents
    assert (document.source_id, document.content) == ("d1", "Hello")
    assert document.metadata == {"x": 1, "title": "T", "content": "of metadata"}
    reader_of(document.source).write(tmp_path / name, [document])
    assert json.loads((tmp_path / name).read_text()) == value
    # A file of another form beside it may keep the usual names.
    (tmp_path / "in" / name).write_text('{"id": "d2", "content": "Hi"}')
    (document,) = read_corpus(tmp_path / "in", id_column="nr", text_column="text").documents
    assert (document.source_id, document.content) == ("d2", "Hi")


def test_a_row_without_a_text_is_a_document_if_its_other_columns_say_something(tmp_path):
    (tmp_path / "a.csv").write_text("id,content,who\n1,,Ann\n2, ,Bea\n3,,\n4,x,\n")
    pq.write_table(pa.table({"id": ["p"], "content": [None], "n": [3]}), tmp_path / "b.parquet")
    (tmp_path / "c.json").write_text('{"id": "j", "content": "", "metadata": {"who": "Cleo"}}')
    reading = read_corpus(tmp_path)
    found = [(one.source_id, one.content, one.metadata) for one in reading.documents]
    assert found == [
        ("1", "", {"who": "Ann"}),
        ("2", " ", {"who": "Bea"}),
        ("4", "x", {"who": ""}),
        ("j", "", {"who": "Cleo"}),
        ("p", "", {"n": 3}),
    ]
    assert [(one.file, one.line, one.reason) for one in reading.rejected] == [("a.csv", 4, "content is empty or blank")]


def test_keys_beside_metadata_become_metadata_and_are_remembered(tmp_path):
    (tmp_path / "a.json").write_text('{"id": "d1", "title": "T", "metadata": {"x": 1}, "content": "c"}')
    (document,) = read_corpus(tmp_path).documents
    assert document.metadata == {"x": 1, "title": "T"}
    assert document.source.top_level == ("title",)


def test_a_jsonl_file_holds_a_document_a_line_and_counts_real_lines(tmp_path):
    lines = ['{"id": "a", "content": "one\u2028still one"}', "", "{broken", '{"id": "b", "content": "two"}']
    (tmp_path / "a.jsonl").write_text("\r\n".join(lines), newline="")
    reading = read_corpus(tmp_path)
    assert [(one.source_id, one.content, one.source.position) for one in reading.documents] == [
        ("a", "one\u2028still one", 0),
        ("b", "two", 2),
    ]
    assert [(one.file, one.line, one.reason) for one in reading.rejected] == [("a.jsonl", 3, "not JSON")]


def test_a_text_file_keeps_its_bytes_and_is_called_by_its_path(tmp_path):
    (tmp_path / "sub").mkdir()
    raw = b"\xef\xbb\xbfone\r\ntwo\rthree \x00 \n"
    (tmp_path / "sub" / "note.md").write_bytes(raw)
    (document,) = read_corpus(tmp_path).documents
    assert document.source_id == "sub/note.md"
    assert document.content.encode() == raw


def test_a_csv_row_is_a_document_and_its_line_is_where_it_begins(tmp_path):
    (tmp_path / "a.csv").write_bytes(
        b'\xef\xbb\xbfcity,nr,body\r\nUlm,1,"first\r\nsecond, ""quoted"""\r\n\r\nBonn,2\r\nKiel,3,last\r\n'
    )
    reading = read_corpus(tmp_path, id_column="nr", text_column="body")
    assert [(d.source_id, d.content, d.metadata) for d in reading.documents] == [
        ("1", 'first\r\nsecond, "quoted"', {"city": "Ulm"}),
        ("3", "last", {"city": "Kiel"}),
    ]
    assert reading.documents[0].source.columns == ("city", "nr", "body")
    assert [(r.line, r.reason) for r in reading.rejected] == [(5, "2 cells under 3 columns")]


def test_a_csv_cell_may_be_longer_than_the_limit_of_the_csv_module(tmp_path):
    (tmp_path / "a.csv").write_text("id,content\n1," + "x" * 300_000 + "\n")
    assert len(read_corpus(tmp_path).documents[0].content) == 300_000


def test_parquet_gives_json_values_and_remembers_types(tmp_path):
    table = pa.table(
        {
            "id": pa.array([7, 8]),
            "seen": pa.array([datetime.datetime(2019, 4, 12, 8, 30), None], type=pa.timestamp("us")),
            "born": pa.array([datetime.date(1980, 1, 2), None]),
            "paid": pa.array([Decimal("1.50"), None], type=pa.decimal128(10, 2)),
            "tags": pa.array([["a", "b"], []]),
            "content": ["x", "y"],
        }
    )
    pq.write_table(table, tmp_path / "a.parquet")
    first, second = read_corpus(tmp_path).documents
    assert first.source_id == "7"
    assert first.metadata == {
        "seen": "2019-04-12 08:30:00.000000",
        "born": "1980-01-02",
        "paid": "1.50",
        "tags": ["a", "b"],
    }
    assert second.metadata == {"seen": None, "born": None, "paid": None, "tags": []}
    assert first.source.column_types["id"] == "int64"
    assert first.source.column_types["paid"] == "decimal128(10, 2)"
    json.dumps(first.model_dump())


def test_a_categorical_parquet_column_is_read_as_its_values(tmp_path):
    table = pa.table({"id": ["1"], "content": ["x"], "kind": pa.array(["a"]).dictionary_encode()})
    pq.write_table(table, tmp_path / "a.parquet")
    assert read_corpus(tmp_path).documents[0].metadata == {"kind": "a"}


def test_one_file_is_a_corpus(tmp_path):
    (tmp_path / "a.txt").write_text("hello")
    (tmp_path / "b.txt").write_text("not asked for")
    assert [d.source_id for d in read_corpus(tmp_path / "a.txt").documents] == ["a.txt"]


def test_documents_come_by_id_whatever_their_files_are_called(tmp_path):
    for name, number in (("z", "1"), ("a", "3"), ("m", "2")):
        (tmp_path / f"{name}.json").write_text(json.dumps({"id": number, "content": "c"}))
    assert [d.source_id for d in read_corpus(tmp_path).documents] == ["1", "2", "3"]


def test_an_empty_folder_is_an_empty_corpus(tmp_path):
    reading = read_corpus(tmp_path)
    assert reading.documents == []
    assert reading.rejected == []


def test_a_missing_path_is_a_configuration_error(tmp_path):
    with pytest.raises(ConfigurationError, match="no such file or folder"):
        read_corpus(tmp_path / "absent")


def test_one_column_cannot_be_id_and_text(tmp_path):
    with pytest.raises(ConfigurationError, match="both name"):
        read_corpus(tmp_path, id_column="x", text_column="x")
