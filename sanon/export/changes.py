"""What changed since the last export, for whoever keeps a search index of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple, Self

from sanon.export.redacted import newly_masked
from sanon.graph.store import Store
from sanon.records import Document
from sanon.results import ExportChanges


class LastExport(NamedTuple):
    """What others hold.

    Attributes:
        digests: id as exported -> digest of the document; empty before the first export.
        newly_masked: how many of the values that it shows are masked now.
    """

    digests: Mapping[str, str]
    newly_masked: int

    @classmethod
    def of(cls, store: Store) -> Self:
        """The last one of a graph."""
        return cls(store.exported_digests(), len(newly_masked(store)))

    def changes(self, now: Mapping[str, str]) -> ExportChanges:
        """Ids to take in, to index again and to drop, given the digests of the next export."""
        former = self.digests
        return ExportChanges(
            added=sorted(now.keys() - former.keys()),
            changed=sorted(one for one in now.keys() & former.keys() if now[one] != former[one]),
            removed=sorted(former.keys() - now.keys()),
            newly_masked=self.newly_masked,
        )


def digest(document: Document) -> str:
    """Tell two states of an exported document apart: SHA-256 of its content and metadata."""
    state = json.dumps([document.content, document.metadata], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(state.encode()).hexdigest()
