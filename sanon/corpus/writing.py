"""Write documents back: JSON, and the rows of a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sanon.records import Document


def write_document(target: Path, documents: Sequence[Document]) -> None:
    """Write the one document of a file as JSON."""
    (document,) = documents
    target.write_bytes((as_json(document, indent=1) + "\n").encode())


def as_json(document: Document, id_name: str = "id", text_name: str = "content", indent: int | None = None) -> str:
    """The JSON object that a document is, its entries where they stood; two names are those of id and text."""
    source = document.source
    beside = {key: document.metadata[key] for key in source.top_level if key in document.metadata}
    inside = {key: value for key, value in document.metadata.items() if key not in beside}
    whole = {id_name: document.source_id, **beside, "metadata": inside, text_name: document.content}
    return json.dumps(whole, ensure_ascii=False, indent=indent)


def columns_of(documents: Sequence[Document]) -> list[str]:
    """Columns of a table: as its file had them, then what else the rows hold."""
    order: dict[str, None] = {}
    for document in documents:
        source = document.source
        order |= dict.fromkeys(source.columns or (source.id_field, *document.metadata, source.content_field))
    for document in documents:
        order |= dict.fromkeys((document.source.id_field, *document.metadata, document.source.content_field))
    return list(order)


def row_of(document: Document) -> dict[str, Any]:
    """The row of a table that a document is: column -> value."""
    source = document.source
    return {**document.metadata, source.id_field: document.source_id, source.content_field: document.content}
