"""Hand the protected documents out in memory, checked as an export is, and remember what was handed out."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sanon.commands.export import remember_exported
from sanon.corpus.chunks import owner_of_name
from sanon.corpus.reading import IN_MEMORY
from sanon.export.changes import LastExport, digest
from sanon.export.checking import Check
from sanon.export.redacted import redacted_corpus
from sanon.graph.store import Store
from sanon.records import Document
from sanon.replacement.masked import Span
from sanon.results import ExportChanges
from sanon.settings.profile import Profile


class HandOut(NamedTuple):
    """The protected corpus, and how it differs from what was exported or handed out before.

    Attributes:
        documents: source id in the graph -> document as it leaves; with `rename` under another id.
        pending: source ids of documents that stay behind, since their extraction is not finished.
        changes: ids as they leave.
        masked: ids of the entities that are masked in it.
        spans: id of a document as it leaves -> what was replaced in it.
    """

    documents: dict[str, Document]
    pending: list[str]
    changes: ExportChanges
    masked: list[str]
    spans: dict[str, tuple[Span, ...]]


def hand_out(
    store: Store,
    profile: Profile,
    *,
    rename: bool = False,
    strict: bool = False,
    without: Collection[str] = (),
) -> HandOut:
    """The documents as an export would write them. Nothing is written; see `handed_out`.

    Args:
        rename: give ids keyed pseudonyms, the same as an export gives.
        strict: direct identifiers in disguise in ids and names of metadata stop it as leaks do.
        without: source ids of documents, or of chunks of them, that stay behind.

    Raises:
        LeakFound: a masked value still stands in one.
        PolicyNotMet, InputRejected, ConfigurationError, GraphError: as `redacted_corpus`.
    """
    corpus = redacted_corpus(store, profile)
    held_back = {*without, *(owner_of_name(one) or one for one in without)}
    check = Check(corpus.masked, corpus.search, store.pseudonym_key() if rename else None)
    documents, spans = dict[str, Document](), dict[str, tuple[Span, ...]]()
    for one in corpus.redacted:
        source_id = one.document.source_id
        if source_id in held_back:
            continue
        one = check.looked_at(one, corpus.mentioned[source_id])
        documents[source_id] = one.document
        spans[one.document.source_id] = one.spans
    check.passed(strict=strict)
    changes = LastExport.of(store).changes(_digests(documents))
    return HandOut(documents, corpus.pending, changes, [entity.id for entity in corpus.masked], spans)


def handed_out(store: Store, what: HandOut) -> None:
    """Remember that this is what others hold now; the next changes are told against it."""
    store.claim()
    remember_exported(store, _digests(what.documents), what.masked, IN_MEMORY)


def _digests(documents: dict[str, Document]) -> dict[str, str]:
    return {document.source_id: digest(document) for document in documents.values()}
