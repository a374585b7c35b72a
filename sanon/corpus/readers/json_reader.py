"""JSON: one document `{"id", "metadata", "content"}` a file, or one a line; id and text may have other names."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from sanon.corpus.readers.base import Reader
from sanon.corpus.record import Columns, Record, checked, line_of
from sanon.corpus.writing import as_json
from sanon.records import Document, Source


class _MalformedError(ValueError):
    """Syntax that the json module takes and we do not; its text is the reason."""


class JsonReader(Reader):
    """One document a file."""

    name = "json"
    summary = "one JSON object a file"
    suffixes = (".json",)
    one_a_file = True

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Read a file that holds one document."""
        raw = file.read()
        try:
            text = raw.removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError as error:
            yield Record(line_of(raw, error.start), "not UTF-8 text")
            return
        yield _record(text, Source(path=path, form=cls.name), columns, line=None)

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write the object."""
        (document,) = documents
        target.write_bytes((_as_it_was(document, indent=1) + "\n").encode())


class JsonLinesReader(Reader):
    """One document a line."""

    name = "jsonl"
    summary = "one JSON object a line"
    suffixes = (".jsonl",)

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Read a file that holds one document a line; blank lines are passed over."""
        position = 0
        # Only "\n" ends a line: U+2028 and its kin may stand inside a JSON string, where splitlines() would cut.
        for line, piece in enumerate(file, start=1):
            if line == 1:
                piece = piece.removeprefix(codecs.BOM_UTF8)
            if not piece.strip():
                continue
            try:
                text = piece.decode()
            except UnicodeDecodeError:
                yield Record(line, "not UTF-8 text")
            else:
                yield _record(text, Source(path=path, form=cls.name, position=position), columns, line)
            position += 1

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write one object a line."""
        with target.open("w", encoding="utf-8", newline="") as file:
            file.writelines(_as_it_was(document) + "\n" for document in documents)


def _as_it_was(document: Document, indent: int | None = None) -> str:
    source = document.source
    return as_json(document, source.id_field, source.content_field, indent=indent)


def _record(text: str, source: Source, columns: Columns, line: int | None) -> Record:
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return Record(line or error.lineno, "not JSON")
    except RecursionError:
        return Record(line, "nested too deeply")
    except _MalformedError as error:
        return Record(line, str(error))
    except ValueError:  # int() refuses thousands of digits
        return Record(line, "holds a number with too many digits")
    if isinstance(value, dict):
        names = {"id_field": columns.id, "content_field": columns.text}
        if differing := {n: own for n, own in names.items() if own in value and own != getattr(source, n)}:
            source = source.model_copy(update=differing)
    return Record(line, document_of(value, source))


def document_of(value: object, source: Source) -> Document | str:
    """The document that a JSON value is, or why it is none.

    Args:
        source: names the entries that hold id and text.
    """
    if not isinstance(value, dict):
        hint = "; a file of several documents is JSONL, one a line" if isinstance(value, list) else ""
        return f"not a JSON object{hint}"
    own = (source.id_field, "metadata", source.content_field)
    for name, option in ((source.id_field, "--id-column"), (source.content_field, "--text-column")):
        if name not in value:
            return f'lacks {name}; a document is {{"id": "…", "content": "…"}}, or name the entry with {option}'
    metadata = value.get("metadata", {})
    if not isinstance(metadata, dict):
        return "metadata is not an object"
    extra = {key: item for key, item in value.items() if key not in own}
    if extra.keys() & metadata.keys():
        return "a key stands both beside and inside metadata"
    if extra:
        source = source.model_copy(update={"top_level": tuple(extra)})
    return checked(value[source.id_field], value[source.content_field], {**metadata, **extra}, source)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _MalformedError("a key stands twice in one object")
    return found


def _no_constant(_: str) -> NoReturn:
    raise _MalformedError("holds a number that is not finite")


#: `json.loads` would make one for each text.
_DECODER = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
