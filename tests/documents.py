"""A document of a few words."""

from typing import Any

from sanon.records import Document, Source


def document(content: str = "nothing", source_id: str = "d", *, metadata: dict[str, Any] | None = None) -> Document:
    """One that was read from a file of its own."""
    source = Source(path=f"{source_id}.txt", form="text")
    return Document(source_id=source_id, content=content, metadata=metadata or {}, source=source)
