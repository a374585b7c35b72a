"""Haystack: a component that protects (extra `haystack`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from haystack import Document as HaystackDocument
from haystack import component, default_to_dict

from sanon.errors import ConfigurationError
from sanon.integrations.protection import Incoming, LastBatch, Protected, Protection
from sanon.records import Document


@component
class DocumentProtector(LastBatch):
    """Protects documents before they are split and embedded.

    Connect it before the splitter: what a splitter cuts in two nobody finds. Haystack's own ids are hashes of the text:
    name an entry of the metadata that holds an id, such as `file_path`.

    Args:
        protection: the graph, and how ids are told.
    """

    def __init__(self, protection: Protection) -> None:
        self.protection = protection
        self._last: Protected | None = None

    @component.output_types(
        documents=list[HaystackDocument], again=list[HaystackDocument], removed=list[str], left_out=list[str]
    )
    def run(self, documents: list[HaystackDocument]) -> dict[str, object]:
        """Protect one batch.

        Returns:
            documents: those that may be embedded, made anew: text and metadata replaced, no embedding, no score.
            again: documents of earlier batches that an index may hold in an older state: to be embedded too.
            removed: ids that must go from an index, since `stored` was last called.
            left_out: ids of what does not come back; `last.left_out` says why.

        Raises:
            ConfigurationError: a document without an id, or with one that is a hash of its text.
            SanonError: as `Protection.protect`.
        """
        if self.protection.id_key is None:
            for position, one in enumerate(documents):
                if replace(one, id="").id == one.id:
                    raise ConfigurationError(
                        f"document {position + 1} of the batch has an id that Haystack made: a hash of its text, which "
                        "changes with it and tells it to whoever guesses; name an entry of the metadata (id_key)"
                    )
        last = self.protection.protect(
            [Incoming(one.id, None if one.blob else one.content, one.meta) for one in documents]
        )
        self._last = last
        return {
            "documents": [_made(one) for one in last.documents.values()],
            "again": [_made(one) for one in last.again],
            "removed": last.changes.removed,
            "left_out": [one.id for one in last.left_out],
        }

    def to_dict(self) -> dict[str, Any]:
        """For a pipeline that is written to a file."""
        return default_to_dict(self, protection=self.protection.model_dump(mode="json", exclude_defaults=True))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read it back."""
        return cls(Protection.model_validate(data["init_parameters"]["protection"]))


def _made(one: Document) -> HaystackDocument:
    return HaystackDocument(id=one.source_id, content=one.content, meta=one.metadata)
