"""How a report names documents: by their ids, unless an id holds a value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sanon.audit.leakcheck import leaking_names
from sanon.export.redacted import spelled_entities
from sanon.graph.store import Store
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.search import Search
from sanon.settings.profile import Profile


class Names:
    """Names of documents on a page without values.

    Args:
        looked_at: everything from outside that the page would show.
        show_values: show it whatever it holds.

    Attributes:
        hidden: what of it holds a value.
    """

    def __init__(self, store: Store, profile: Profile, looked_at: Collection[str], *, show_values: bool) -> None:
        self.hidden: frozenset[str] = frozenset()
        self._number = {source_id: n for n, source_id in enumerate(store.document_risks()["source_id"].tolist(), 1)}
        if show_values or not looked_at:
            return
        entities = store.entities()
        spelled, _ = spelled_entities(store, profile, entities[entities["frequency"] > 0])
        # On a page without values even "Augusta" is one, whether or not it is masked, and wherever it stands.
        self.hidden = frozenset(revealing(looked_at, [replace(one, corpus_wide=True) for one in spelled]))

    def __getitem__(self, source_id: str) -> str:
        """The id of a document, or its place among the ids in order."""
        if source_id not in self.hidden:
            return source_id
        number = self._number.get(source_id)
        return f"document {number}" if number else "a document"

    def remark(self, text: str) -> str | None:
        """What somebody wrote; None if it holds a value."""
        return None if text in self.hidden else text

    @property
    def hidden_documents(self) -> int:
        """How many documents are given by their numbers."""
        return len(self.hidden & self._number.keys())


def revealing(texts: Collection[str], entities: Sequence[MaskedEntity]) -> set[str]:
    """Give the texts in which a value stands, as it is or in disguise.

    Args:
        texts: ids, file names, remarks.
        entities: all that are looked for, masked or not.
    """
    search, ids = Search(entities), frozenset(entity.id for entity in entities)
    return leaking_names(texts, entities) | {text for text in texts if search.find(text, ids)}
