"""What comes of texts that are protected in memory."""

from __future__ import annotations

from pydantic import JsonValue

from sanon.errors import PolicyNotMet, SanonError
from sanon.results.base import Count, Result
from sanon.text.counting import counted


class ProtectedSpan(Result):
    """A place that was replaced, and why.

    Attributes:
        field: `content`, or the place in the metadata.
        start, end: code points of the original text.
        entity_type, operator, replacement: of the value that stood there.
        found_by: what found the value in the documents.
    """

    field: str
    start: Count
    end: Count
    entity_type: str
    operator: str
    replacement: str
    reason: str
    found_by: list[str]


class ProtectedDocument(Result):
    """A document as it may leave; its spans say what was replaced where."""

    id: str
    content: str
    metadata: dict[str, JsonValue]
    spans: list[ProtectedSpan]


class LeftOutDocument(Result):
    """A document that does not come back, and why.

    Attributes:
        id: of it; its number among the documents given, from 1, where it has no usable id.
    """

    id: str
    reason: str


class ProtectResult(Result):
    """Protected documents, in the order given, and those that could not be protected."""

    listed = "documents"

    documents: list[ProtectedDocument]
    left_out: list[LeftOutDocument]

    def problem(self) -> SanonError | None:
        """Documents that do not come back."""
        if not self.left_out:
            return None
        first = self.left_out[0]
        return PolicyNotMet(
            f"{counted(len(self.left_out), 'document')} not protected, and so left out; {first.id}: {first.reason}"
        )
