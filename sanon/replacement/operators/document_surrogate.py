"""The operator surrogate-by-document."""

from __future__ import annotations

from sanon.replacement.operators.base import Remains
from sanon.replacement.operators.surrogate import Surrogate
from sanon.replacement.operators.type_label import TypeLabel
from sanon.replacement.target import Target


class DocumentSurrogate(Surrogate):
    """A surrogate that is another one in each document: Utku Karaarslan -> Deniz Aksu here, Emre Tekin there.

    Nothing says that two documents mention the same. The stand-ins are made when documents are exported; until then an
    entity that has one has its label.
    """

    name = "surrogate-by-document"
    summary = "a realistic stand-in, another one in each document, so that it links none"
    remains = Remains.NOTHING
    scope = "document"

    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the label, if a document can have a stand-in for it."""
        return TypeLabel().replacement(target) if super().replacement(target) is not None else None
