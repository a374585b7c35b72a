"""One record of an input file: a document, or the reason why it is none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sanon.atomic import write_whole
from sanon.records import Document, Source

DEEPEST = 100
"""Levels of nesting that metadata may have; Python and pydantic give up at a few hundred."""

LONGEST_ID = 8_000
"""Bytes of UTF-8 that an id may have. A key of Neo4j's index has 8,164; a node's id is longer by a digest (33) and the
number of a chunk."""

_VISIBLE = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class Rejection:
    """A file or record that was not read.

    Attributes:
        file: path relative to the input folder, with forward slashes.
        line: line of a text form, row of a Parquet file, both from 1; None if the whole file is meant.
        reason: what is wrong; never an id, a value or a piece of text.
    """

    file: str
    line: int | None
    reason: str


class Record(NamedTuple):
    """What a reader found at one place of a file: a document, or the reason why there is none."""

    line: int | None
    found: Document | str


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of the columns of a table that hold ids and texts.

    Attributes:
        csv_safe: cells of CSV files were made safe for spreadsheets, which is undone.
    """

    id: str
    text: str
    csv_safe: bool = False


def checked(source_id: object, content: object, metadata: dict[str, Any], source: Source) -> Document | str:
    """Make a document, or say why these three are none.

    A text may be missing where metadata say something: a row of a table is protected in its other columns too.
    """
    if content is None and _says_something(metadata):
        content = ""
    for name, value in ((source.id_field, source_id), (source.content_field, content)):
        if not isinstance(value, str):
            return f"{name} is not a string"
        if not _VISIBLE.search(value) and not (value is content and _says_something(metadata)):
            return f"{name} is empty or blank"
    assert isinstance(source_id, str)  # noqa: S101 - for the type checker, checked above
    assert isinstance(content, str)  # noqa: S101
    if _deeper_than(metadata, DEEPEST):
        return f"metadata is nested deeper than {DEEPEST} levels"
    try:
        json.dumps([source_id, content, metadata], ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        return "holds a lone surrogate, which is no character and cannot be stored"
    except ValueError:
        return "metadata holds a number that is not finite"
    if len(source_id.encode()) > LONGEST_ID:
        return f"{source.id_field} is longer than {LONGEST_ID:,} bytes"
    return Document(source_id=source_id, content=content, metadata=metadata, source=source)


def _says_something(metadata: dict[str, Any]) -> bool:
    return any(_VISIBLE.search(value) if isinstance(value, str) else value is not None for value in metadata.values())


def _deeper_than(value: object, levels: int) -> bool:
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper_than(item, levels - 1) for item in inner)


def line_of(raw: bytes, position: int) -> int:
    """Line, from 1, of a byte position."""
    return raw.count(b"\n", 0, position) + 1


def write_rejections(target: Path, rejected: Iterable[Rejection]) -> None:
    """Write the rejections as JSONL; an older file is replaced in one step."""
    lines = (json.dumps(asdict(rejection), ensure_ascii=False) + "\n" for rejection in rejected)
    write_whole(target, "".join(lines).encode())
