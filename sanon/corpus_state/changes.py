"""What a load changes in the graph: told apart from what it holds; written so that no document is there in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import NamedTuple, TypeVar

import pandas as pd

from sanon.corpus.chunks import Cut
from sanon.corpus.spool import Documents
from sanon.corpus_state.chunks import cut_with_mentions
from sanon.corpus_state.stored_corpus import StoredCorpus, Version, reads_differently
from sanon.derivation.in_arrays import Linked
from sanon.graph.rows import document_rows, mention_rows
from sanon.graph.store import Store
from sanon.records import Document, Mention, State
from sanon.resolution.mentions import Mentions
from sanon.settings.profile import Profile

#: What a node or a relationship weighs in a transaction besides its texts.
_BYTES_PER_RECORD = 500
#: Characters of a short chunk, to guess how many nodes a document becomes before it is cut.
_LEAST_PER_CHUNK = 60

_Item = TypeVar("_Item")


class Changes(NamedTuple):
    """What a load changes, by whole documents.

    Attributes:
        added, changed, removed: source ids, against what the graph holds.
        moved: source ids of documents that only stand elsewhere in the input.
        rewritten: those of documents to write, in the place of what the graph holds of them.
        state: of each document that is written.
        mentions: of the documents whose mentions change.
        cuts: the rules by which documents are cut; None for whole.
        nodes: source ids in the graph of what it holds of a document.
    """

    added: list[str]
    changed: list[str]
    removed: list[str]
    moved: list[str]
    rewritten: list[str]
    state: dict[str, State]
    mentions: Mentions
    cuts: dict[str, str | None]
    nodes: dict[str, list[str]]

    @property
    def any(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.added or self.changed or self.removed or self.moved)


def changes(
    held: StoredCorpus,
    versions: Mapping[str, Version],
    mentions: Mentions,
    removed: list[str],
    cut: Cut | None,
) -> Changes:
    """Tell what must be written.

    Args:
        versions: of the documents of the input; one without mentions, not even an empty list, is pending.
        mentions: what all extracted documents mention from now on, those that only the graph holds included.
        removed: source ids that go.
        cut: how the documents of the input are cut from now on.
    """
    state: dict[str, State] = dict.fromkeys(versions, "pending")
    state |= dict.fromkeys(mentions, "extracted")
    cuts = {source_id: held.cuts.get(source_id) for source_id in mentions}
    cuts |= {s: str(cut) if cut and state[s] == "extracted" else None for s in versions}
    versions = {source_id: version._replace(state=state[source_id]) for source_id, version in versions.items()}
    elsewhere = {source_id for source_id, version in versions.items() if held.versions.get(source_id) != version}
    touched = {
        source_id
        for source_id, version in versions.items()
        # Chunks bear the place of their document, each its own.
        if reads_differently(held.versions.get(source_id), version)
        or (source_id in elsewhere and cuts[source_id])
        or held.cuts.get(source_id) != cuts[source_id]
    }
    remapped = [s for s in sorted(mentions) if s in touched or held.mentions.get(s) != mentions[s]]
    # Where values stand decides on the cuts, so that other mentions are other chunks.
    rewritten = touched.union(s for s in remapped if cuts[s])
    touched.update(remapped)
    return Changes(
        added=sorted(touched - held.versions.keys()),
        changed=sorted(touched & held.versions.keys()),
        removed=removed,
        moved=sorted(elsewhere - touched),
        rewritten=sorted(rewritten),
        state=state,
        mentions={source_id: mentions[source_id] for source_id in remapped},
        cuts=cuts,
        nodes=held.nodes,
    )


def write(
    store: Store, what: Changes, texts: Documents, profile: Profile, run_id: str, linked: Linked | None = None
) -> None:
    """Write documents and mentions; no document, and no chunk without the others, becomes visible in parts.

    What is written bears the run, so that redact knows what is new to it, also after an interruption. Texts are in
    memory for two transactions at a time.

    Args:
        linked: the corpus as it will be. To write its numbers together with what is new takes less than to do so later.
    """
    store.move_documents(texts.each(what.moved))
    sizes, new = _sizes(what, texts), frozenset(what.added)
    held = {source_id: size for source_id, size in sizes.items() if source_id not in new}
    # What is new comes last, in portions of its own: nothing but appended, it can be loaded in bulk.
    of_both = (held, {source_id: size for source_id, size in sizes.items() if source_id in new})
    known, appended = (_rows(what, texts, store.portions(some), profile, run_id, linked) for some in of_both)
    if store.loads_in_bulk:
        _replace(store, known, run_id)
        store.load_in_bulk((rows.documents, rows.entities, rows.mentions) for rows in _one_ahead(appended))
    else:
        _replace(store, chain(known, appended), run_id)
    store.delete_unmentioned_entities()
    if what.removed or what.changed:
        store.forget_texts()


def _replace(store: Store, portions: Iterator[_Rows], run_id: str) -> None:
    """Write documents in the place of what the graph holds of them, each portion in a transaction."""
    with store.overlapping_commits():
        for rows in _one_ahead(portions):
            with store.transaction():
                store.delete_documents(rows.gone)
                store.upsert_documents(rows.documents)
                store.delete_mentions(rows.forgotten)
                store.stamp_documents(rows.stamped, run_id)
                store.upsert_mentions(rows.entities, rows.mentions)


class _Rows(NamedTuple):
    """What is written in one transaction.

    Attributes:
        gone: source ids in the graph that go.
        documents, entities, mentions: rows of the tables.
        forgotten: documents that stay, and what they mentioned does not.
        stamped: documents that stay as they are, and mention something else.
    """

    gone: list[str]
    documents: pd.DataFrame
    forgotten: set[str]
    stamped: set[str]
    entities: pd.DataFrame
    mentions: pd.DataFrame


def _rows(
    what: Changes,
    texts: Documents,
    portions: Iterable[list[str]],
    profile: Profile,
    run_id: str,
    linked: Linked | None,
) -> Iterator[_Rows]:
    """The rows of each portion of source ids."""
    risks, numbers = (linked.risks(), linked.entity_numbers()) if linked else (None, None)
    rewritten = frozenset(what.rewritten)
    leaving = rewritten.union(what.removed)
    for portion in portions:
        documents: list[tuple[Document, State]] = []
        mentions: list[Mention] = []
        for source_id in portion:
            found, rule = what.mentions.get(source_id, []), what.cuts.get(source_id)
            if source_id in rewritten and rule:
                for chunk, there in cut_with_mentions(texts.by_id(source_id), found, Cut.parse(rule), profile):
                    documents.append((chunk, what.state[source_id]))
                    mentions += there
                continue
            if source_id in rewritten:
                documents.append((texts.by_id(source_id), what.state[source_id]))
            mentions += found
        gone = leaving.intersection(portion)
        remapped = what.mentions.keys() & set(portion)
        yield _Rows(
            [node for source_id in sorted(gone) for node in what.nodes.get(source_id, ())],
            document_rows(documents, run_id, risks),
            remapped - gone,
            remapped - rewritten,
            *mention_rows(mentions, profile.weights, numbers),
        )


def _sizes(what: Changes, texts: Documents) -> dict[str, int]:
    """About how many bytes a document brings to its transaction."""
    sizes = dict.fromkeys(what.removed, _BYTES_PER_RECORD)
    sizes |= {source_id: sum(map(_size, found)) for source_id, found in what.mentions.items()}
    for source_id in what.rewritten:
        nodes = 1 + (texts.size(source_id) // _LEAST_PER_CHUNK if what.cuts.get(source_id) else 0)
        sizes[source_id] = sizes.get(source_id, 0) + texts.size(source_id) + nodes * _BYTES_PER_RECORD
    return sizes


def _size(mention: Mention) -> int:
    return _BYTES_PER_RECORD + sum(map(len, mention.original_values))


def _one_ahead(items: Iterator[_Item]) -> Iterator[_Item]:
    """The same items; while one is used, the next is made, in a thread: the graph writes while rows are prepared."""
    end = object()
    with ThreadPoolExecutor(1) as thread:
        coming = thread.submit(next, items, end)
        while (item := coming.result()) is not end:
            coming = thread.submit(next, items, end)
            yield item  # type: ignore[misc]
