"""What bringing a vector store to an export comes to."""

from __future__ import annotations

from sanon.results.base import Count, Result


class IndexResult(Result):
    """What changed in a vector store. Documents are those of the export.

    Attributes:
        documents: of the export; each stands in the store now, as it stands there.
        added, changed, removed: how many came, were written anew, or went with all their pieces.
        unchanged: how many stood there already.
        pieces: what the store holds of the export.
        missed: added, changed and removed documents that `.sanon/changes.json` does not name: an earlier export was not
            applied, or an id that must not be told.
        foreign: pieces that others put there, and that nobody here has looked at; None if the store cannot tell.
    """

    documents: Count
    added: Count
    changed: Count
    removed: Count
    unchanged: Count
    pieces: Count
    missed: Count
    foreign: Count | None
