"""Write documents in the form in which they were read, under the names they had."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import JsonValue

from sanon.corpus.shelf import Documents
from sanon.errors import ConfigurationError
from sanon.records import ONE_A_FILE, READ_AS_TEXT, Document, Form, Source

Writer = Callable[[Path, Sequence[Document]], None]

_ROWS_AT_ONCE = 1_000


def grouped_by_file(sources: Mapping[str, Source]) -> dict[str, list[str]]:
    """Group documents by the file they belong to, each in the order of its records.

    Args:
        sources: source id -> where the document belongs.

    Raises:
        ConfigurationError: a path that leads out of the folder, or two documents that claim one place.
    """
    files: defaultdict[str, list[str]] = defaultdict(list)
    for source_id, source in sources.items():
        files[source.written].append(source_id)
    for path, members in files.items():
        _check(path)
        members.sort(key=lambda source_id: sources[source_id].position)
        form = sources[members[0]].form
        places = {0 if form in ONE_A_FILE else sources[one].position for one in members}
        if len(places) < len(members) or any(sources[one].form != form for one in members):
            raise ConfigurationError(
                f"{path}: two documents claim the same place in this file, one of them from an older state of it;"
                " run `sanon load --prune` to remove what is gone"
            )
    return dict(sorted(files.items()))


def write_files(folder: Path, files: Mapping[str, Sequence[str]], documents: Documents) -> None:
    """Write grouped documents below a folder that nobody else writes to, each read when its turn comes."""
    for path, source_ids in files.items():
        target = folder.joinpath(*PurePosixPath(path).parts)
        if target.exists():
            raise ConfigurationError(f"{path}: differs from another file only in case, which this file system ignores")
        target.parent.mkdir(parents=True, exist_ok=True)
        members = documents.listed(source_ids)
        WRITERS[members[0].source.form](target, members)


def _check(path: str) -> None:
    pure = PurePosixPath(path)
    # A backslash or a drive letter would mean a place outside on Windows.
    bad = not pure.parts or pure.is_absolute() or ".." in pure.parts or "\0" in path or Path(path).drive
    if bad or path != pure.as_posix() or Path(path).parts != pure.parts:
        raise ConfigurationError("the graph holds a document whose file would lie outside the output folder")


def _write_json(target: Path, documents: Sequence[Document]) -> None:
    (document,) = documents
    _write_text(target, [document.model_copy(update={"content": _dumped(document, indent=1) + "\n"})])


def _write_jsonl(target: Path, documents: Sequence[Document]) -> None:
    with target.open("w", encoding="utf-8", newline="") as file:
        file.writelines(_dumped(document) + "\n" for document in documents)


def _dumped(document: Document, indent: int | None = None) -> str:
    source = document.source
    beside = {key: document.metadata[key] for key in source.top_level if key in document.metadata}
    inside = {key: value for key, value in document.metadata.items() if key not in beside}
    whole = {"id": document.source_id, **beside, "metadata": inside, "content": document.content}
    return json.dumps(whole, ensure_ascii=False, indent=indent)


def _write_text(target: Path, documents: Sequence[Document]) -> None:
    (document,) = documents
    target.write_bytes(document.content.encode())


def _write_csv(target: Path, documents: Sequence[Document]) -> None:
    columns = _columns(documents)
    with target.open("w", encoding="utf-8", newline="") as file:
        # CRLF as in RFC 4180; the csv module quotes a lone "\r" in a cell only if the line end holds one.
        rows = csv.writer(file, lineterminator="\r\n")
        rows.writerow(columns)
        for document in documents:
            row = _row(document)
            rows.writerow([_as_cell(row.get(column)) for column in columns])


def _as_cell(value: JsonValue) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _write_parquet(target: Path, documents: Sequence[Document]) -> None:
    import pyarrow as pa  # a fifth of a second, spent only by those who write Parquet
    import pyarrow.parquet as pq

    from sanon.export.arrow import column_of, common_type, type_of

    known: dict[str, str] = {}
    for document in documents:
        known |= document.source.column_types
    told: dict[str, list[pa.DataType]] = {name: [] for name in _columns(documents)}
    for rows in _portions(documents):
        for name, types in told.items():
            types.append(type_of([row.get(name) for row in rows], known.get(name)))
    schema = pa.schema([(name, common_type(types)) for name, types in told.items()])
    with pq.ParquetWriter(target, schema) as writer:
        for rows in _portions(documents):
            columns = [column_of([row.get(field.name) for row in rows], field.type) for field in schema]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _portions(documents: Sequence[Document]) -> Iterator[list[dict[str, Any]]]:
    """Rows whose texts are in memory at a time."""
    rows = map(_row, documents)
    while portion := list(islice(rows, _ROWS_AT_ONCE)):
        yield portion


def _columns(documents: Sequence[Document]) -> list[str]:
    """Columns of a table: as its file had them, then what else the rows hold."""
    order: dict[str, None] = {}
    for document in documents:
        source = document.source
        order |= dict.fromkeys(source.columns or (source.id_field, *document.metadata, source.content_field))
    for document in documents:
        order |= dict.fromkeys((document.source.id_field, *document.metadata, document.source.content_field))
    return list(order)


def _row(document: Document) -> dict[str, Any]:
    source = document.source
    return {**document.metadata, source.id_field: document.source_id, source.content_field: document.content}


WRITERS: dict[Form, Writer] = {
    **dict.fromkeys(READ_AS_TEXT, _write_json),
    "json": _write_json,
    "jsonl": _write_jsonl,
    "text": _write_text,
    "csv": _write_csv,
    "parquet": _write_parquet,
}
"""Form -> writer, the counterpart of `sanon.corpus.reading.READERS`."""
