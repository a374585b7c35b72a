"""Read a corpus: every readable document of a folder, and why the others are none.

The result depends on what the files hold and are called, not on the order in which the file system lists them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sanon.corpus.csv_reader import read_csv
from sanon.corpus.json_reader import read_json, read_jsonl
from sanon.corpus.parquet_reader import read_parquet
from sanon.corpus.record import Columns, Record, Rejection
from sanon.corpus.text_reader import read_text
from sanon.corpus.walk import files_of
from sanon.errors import ConfigurationError
from sanon.records import Document

Reader = Callable[[bytes, str, Columns], Iterator[Record]]

READERS: dict[str, Reader] = {
    ".json": read_json,
    ".jsonl": read_jsonl,
    ".txt": read_text,
    ".md": read_text,
    ".csv": read_csv,
    ".parquet": read_parquet,
}
"""Suffix -> reader. A new form is one reader here and one writer in `sanon.export.writers`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A corpus as read.

    Attributes:
        documents: by source id.
        rejected: by file and line.
    """

    documents: list[Document]
    rejected: list[Rejection]


@dataclass(frozen=True, slots=True)
class _Read:
    line: int | None
    document: Document


def read_corpus(
    docs: Path, *, id_column: str = "id", text_column: str = "content", skip: Collection[Path] = ()
) -> Reading:
    """Read a folder or one file.

    Args:
        docs: the folder, walked without hidden files and without links that lead out of it, or the file.
        id_column: column of CSV and Parquet files that holds the ids.
        text_column: column of CSV and Parquet files that holds the texts.
        skip: files and folders inside `docs` to leave out, such as the output of an earlier run.

    Raises:
        ConfigurationError: nothing readable at `docs`, or one column named for both.
    """
    if id_column == text_column:
        raise ConfigurationError(f"--id-column and --text-column both name {id_column!r}")
    columns = Columns(id_column, text_column)
    read: list[_Read] = []
    rejected: list[Rejection] = []
    for path, file, problem in files_of(docs, skip):
        for line, found in _records(path, file, problem, columns):
            if isinstance(found, str):
                rejected.append(Rejection(path, line, found))
            else:
                read.append(_Read(line, found))
    documents = _without_repetitions(read, rejected)
    return Reading(
        documents=sorted(documents, key=lambda document: document.source_id),
        rejected=sorted(rejected, key=lambda one: (one.file, one.line or 0, one.reason)),
    )


def _records(path: str, file: Path, problem: str | None, columns: Columns) -> Iterator[Record]:
    reader = READERS.get(PurePosixPath(path).suffix.lower())
    if problem is None and reader is None:
        problem = f"unknown form; sAnon reads {' '.join(READERS)}"
    if problem is not None or reader is None:
        yield Record(None, problem or "")
        return
    try:
        raw = file.read_bytes()
    except OSError as error:
        yield Record(None, f"cannot be read: {error.strerror}")
        return
    if raw:
        yield from reader(raw, path, columns)
    else:
        yield Record(None, "empty file")


def _without_repetitions(read: list[_Read], rejected: list[Rejection]) -> list[Document]:
    """Keep one document an id.

    Of equal copies the first file's stays. Of copies that differ none does: nobody knows which one is right, and
    a guess would publish or lose a text silently.
    """
    copies: defaultdict[str, list[_Read]] = defaultdict(list)
    for one in read:
        copies[one.document.source_id].append(one)
    kept: list[Document] = []
    for same_id in copies.values():
        first, *others = same_id
        if all(_fingerprint(other.document) == _fingerprint(first.document) for other in others):
            kept.append(first.document)
            refused, reason = others, "repeats a document that was read from another place"
        else:
            refused, reason = same_id, "the same id stands elsewhere with other content or metadata"
        rejected.extend(Rejection(one.document.source.path, one.line, reason) for one in refused)
    return kept


def _fingerprint(document: Document) -> tuple[str, str]:
    # As JSON, because True == 1 in Python.
    return document.content, json.dumps(document.metadata, sort_keys=True)
