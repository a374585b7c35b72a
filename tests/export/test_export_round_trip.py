"""Read, export without masks, read again: nothing is lost in any form."""

import csv
import datetime
import io
import json
import tempfile
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanon import Corpus
from sanon.corpus.readers.csv_reader import plain, safe
from sanon.corpus.reading import read_corpus
from sanon.export.changes import LastExport
from sanon.export.export import export_corpus
from sanon.export.manifest import Statement
from sanon.export.redacted import RedactedCorpus
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.replacer import Replacer
from sanon.replacement.search import Search


def export(docs, out, masked=(), mentioned=None, **options):
    documents = read_corpus(docs, **options).documents
    mentioned = mentioned or {}
    replacer = Replacer(masked)
    redacted = (replacer.redact(one, mentioned.get(one.source_id, ())) for one in documents)
    corpus = RedactedCorpus([], redacted, Search(masked), list(masked), mentioned, [], {})
    return export_corpus(out, corpus, Statement({}, {}), LastExport({}, 0))


def direct(value, replacement="[ID]"):
    return MaskedEntity("e", (value,), 1.0, True, "text", "ID", "type-label", replacement)


WILD = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(lambda text: "a" + text)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WILD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WILD, inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.lists(st.tuples(WILD, st.dictionaries(WILD, JSON, max_size=3)), min_size=1, max_size=4))
def test_any_text_and_metadata_survive_in_every_form(contents):
    with tempfile.TemporaryDirectory() as name:
        docs, out = Path(name, "docs"), Path(name, "out")
        docs.mkdir()
        objects = [
            {"id": f"l{number}", "metadata": metadata, "content": text}
            for number, (text, metadata) in enumerate(contents)
        ]
        (docs / "a.jsonl").write_text("\n".join(map(json.dumps, objects)), "utf-8")
        (docs / "b.json").write_text(json.dumps({**objects[0], "id": "j", "beside": 1}), "utf-8")
        (docs / "c.txt").write_bytes("".join(text for text, _ in contents).replace("\0", "").encode())
        with (docs / "d.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, quoting=csv.QUOTE_ALL)
            rows.writerow(["note", "content", "id"])
            rows.writerows([text, text, f"c{number}"] for number, (text, _) in enumerate(contents))
        texts = [text for text, _ in contents]
        ids = [f"p{number}" for number in range(len(texts))]
        pq.write_table(pa.table({"content": texts, "id": ids, "note": texts}), docs / "e.parquet")
        before = read_corpus(docs)
        assert before.rejected == []
        export(docs, out)
        after = read_corpus(out)
        assert after == before
        assert (out / "c.txt").read_bytes() == (docs / "c.txt").read_bytes()


def test_a_text_file_keeps_mark_line_ends_and_all_bytes_outside_the_spans(tmp_path):
    docs = tmp_path / "docs"
    (docs / "deep" / "er").mkdir(parents=True)
    (docs / "deep" / "er" / "n.md").write_bytes(b"\xef\xbb\xbfa\r\nKV-1\rb \xc3\xa9\x00 end")
    export(docs, tmp_path / "out", [direct("KV-1")])
    assert (tmp_path / "out/deep/er/n.md").read_bytes() == b"\xef\xbb\xbfa\r\n[ID]\rb \xc3\xa9\x00 end"


def test_a_json_file_comes_back_with_its_keys_where_they_stood(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.json").write_text('{"content": "KV-1 \\u0000 é", "title": "KV-1", "id": "x", "metadata": {"n": 1}}')
    export(docs, tmp_path / "out", [direct("KV-1")])
    assert (tmp_path / "out/a.json").read_text("utf-8") == (
        '{\n "id": "x",\n "title": "[ID]",\n "metadata": {\n  "n": 1\n },\n "content": "[ID] \\u0000 é"\n}\n'
    )


CELLS = ["=1+1", "+x", "-x", "@x", "-5", "+44 20", "+442079460958", "'=1", "''@", "'s", "\tx", "\rx", "plain", "", "-"]


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_that_is_made_safe_is_no_formula_and_comes_back(cell):
    assert plain(safe(cell)) == cell
    assert safe(cell)[:1] not in tuple("=@\t\r")
    assert safe(cell)[:1] not in tuple("+-") or float(safe(cell))


def test_a_spreadsheet_runs_nothing_of_an_export_and_whoever_reads_it_again_gets_what_was_there(tmp_path):
    (docs := tmp_path / "docs").mkdir()
    with (docs / "a.csv").open("w", newline="") as file:
        rows = [["id", "content", "=n"], ["-1", "+1 for Utku", "=HYPERLINK(1)"], ["@b", "'=x", "-5"]]
        csv.writer(file).writerows(rows)
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(docs)
        corpus.redact()
        assert corpus.export(tmp_path / "out").made_safe == 5  # =n, +1 …, =HYPERLINK, @b, '=x
        assert corpus.export(tmp_path / "raw", csv_safe=False).made_safe == 0
        assert corpus.audit(tmp_path / "out").failed == []
    shown = list(csv.reader((tmp_path / "out/a.csv").open(newline="")))
    assert shown[2] == ["'@b", "''=x", "-5"]
    assert [row[0] for row in csv.reader((tmp_path / "raw/a.csv").open(newline=""))] == ["id", "-1", "@b"]
    again = {one.source_id: one for one in read_corpus(tmp_path / "out").documents}
    assert again["-1"].metadata == {"=n": "=HYPERLINK(1)"}
    assert again["@b"].content == "'=x"


def test_a_csv_file_keeps_its_columns_and_their_order(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.csv").write_text('b,content,id,a\n1,"x\nKV-1",r1,\n,y,r2,"KV-1, z"\n')
    export(docs, tmp_path / "out", [direct("KV-1")])
    assert (tmp_path / "out/a.csv").read_bytes() == (b'b,content,id,a\r\n1,"x\n[ID]",r1,\r\n,y,r2,"[ID], z"\r\n')


def test_a_lone_carriage_return_in_a_cell_survives(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.csv").write_bytes(b'id,content\n1,"a\rb"\n')
    export(docs, tmp_path / "out")
    raw = (tmp_path / "out/a.csv").read_bytes().decode()
    assert list(csv.reader(io.StringIO(raw, newline=""))) == [["id", "content"], ["1", "a\rb"]]


def parquet(tmp_path, **columns):
    docs = tmp_path / "docs"
    docs.mkdir()
    table = pa.table(columns)
    pq.write_table(table, docs / "a.parquet")
    return docs, table


def test_parquet_types_come_back(tmp_path):
    moment = datetime.datetime(2019, 4, 12, 8, 30, 1, 5, tzinfo=datetime.UTC)
    docs, table = parquet(
        tmp_path,
        seen=pa.array([moment, None], type=pa.timestamp("us", tz="Europe/Berlin")),
        nano=pa.array([1_600_000_000_123_456_789, None], type=pa.timestamp("ns")),
        id=pa.array([7, 8], type=pa.int32()),
        born=pa.array([datetime.date(1980, 1, 2), None]),
        paid=pa.array([Decimal("1.50"), Decimal("-2.00")], type=pa.decimal128(10, 2)),
        content=pa.array(["x", "y"], type=pa.large_string()),
        small=pa.array([1, None], type=pa.uint8()),
        share=pa.array([0.1, None], type=pa.float32()),
        flag=pa.array([True, None]),
        nothing=pa.nulls(2),
        tags=pa.array([["a"], None]),
        inner=pa.array([{"a": 1, "b": ["x"]}, None]),
    )
    export(docs, tmp_path / "out")
    assert pq.read_table(tmp_path / "out/a.parquet").equals(table)


def test_a_parquet_column_with_a_masked_value_becomes_text(tmp_path):
    docs, _ = parquet(
        tmp_path,
        id=["1", "2"],
        content=["x", "y"],
        number=[4711, 5],
        born=[datetime.date(1980, 1, 2), datetime.date(1990, 1, 2)],
        codes=[[4711, 1], [2]],
    )
    masked = [direct("4711"), MaskedEntity("b", ("1980-01-02",), 1.0, True, "date", "BORN", "type-label", "[BORN]")]
    export(docs, tmp_path / "out", masked)
    table = pq.read_table(tmp_path / "out/a.parquet")
    assert table.column("number").to_pylist() == ["[ID]", "5"]
    assert table.column("born").to_pylist() == ["[BORN]", "1990-01-02"]
    assert table.column("codes").to_pylist() == ['["[ID]", 1]', "[2]"]
    assert table.column_names == ["id", "content", "number", "born", "codes"]


def test_a_parquet_file_is_written_in_portions_with_one_type_for_each_column(tmp_path, monkeypatch):
    monkeypatch.setattr("sanon.corpus.readers.parquet_reader._ROWS_AT_ONCE", 2)
    docs, _ = parquet(
        tmp_path,
        id=["1", "2", "3", "4", "5"],
        content=["x"] * 5,
        kept=[1, 2, 3, 4, 5],
        masked_late=[1, 2, 3, 4, 4711],
        empty_first=[None, None, 3, 4, None],
        shares=[1.0, 2.0, 0.5, None, 3.0],
    )
    export(docs, tmp_path / "out", [direct("4711")])
    columns = pq.read_table(tmp_path / "out/a.parquet").to_pydict()
    assert columns["kept"] == [1, 2, 3, 4, 5]
    assert columns["masked_late"] == ["1", "2", "3", "4", "[ID]"]
    assert columns["empty_first"] == [None, None, 3, 4, None]
    assert columns["shares"] == [1.0, 2.0, 0.5, None, 3.0]


def test_rejected_rows_are_missing_and_the_rest_keeps_its_order(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.csv").write_text("id,content\nz,last id first\nm, \na,second\n")
    export(docs, tmp_path / "out")
    assert (tmp_path / "out/a.csv").read_text().split() == ["id,content", "z,last", "id", "first", "a,second"]
