"""Load: read a folder, extract, and bring the graph to what it says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sanon.corpus.chunks import Cut, are_whole
from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Rejection
from sanon.errors import ExtractionError
from sanon.extraction.entities_file import EntitiesFile
from sanon.extraction.extractor import Extractor, mentions_of
from sanon.graph.store import Store, metadata_json
from sanon.policy import Policy
from sanon.profile import Profile
from sanon.records import Document, Entity, Mention, Source, State
from sanon.steps.chunk import cut_with_mentions, joined_mentions, read_wholes, refuse_broken, without_collisions
from sanon.steps.derive import Compute, derive, derived_from, is_derived, require_types
from sanon.steps.runs import recorded_run
from sanon.steps.spread import FOUND_BY as SPREAD
from sanon.steps.spread import spread_direct_identifiers

#: Hands documents on one by one and shows how far it is; takes what is being done and how many there are.
Progress = Callable[[Iterable[Document], str, int], Iterable[Document]]
_Mentions = dict[str, list[Mention]]
#: What a node or a relationship weighs in a transaction besides its texts.
_BYTES_PER_RECORD = 500
#: Characters of a short chunk, to guess how many nodes a document becomes before it is cut.
_LEAST_PER_CHUNK = 60


@dataclass(frozen=True)
class LoadReport:
    """What a load found. Documents are those of the input, whether the graph holds them whole or as chunks.

    Attributes:
        documents: how many the graph holds now.
        added, changed, removed: source ids, against what the graph held.
        unchanged: how many documents were as the graph held them.
        pending: source id -> why its extraction failed; these are never exported.
        not_in_input: source ids that the graph holds and the input has no more; `prune` removes them.
        rejected: files and lines that hold no document, or no entities.
        not_verbatim: how many spellings do not stand in their document, and so cannot be masked there.
        counts: documents (of the graph: chunks), pending, entities, masked, mentions and links in the graph now.
    """

    documents: int
    added: list[str]
    changed: list[str]
    removed: list[str]
    unchanged: int
    pending: dict[str, str]
    not_in_input: list[str]
    rejected: list[Rejection]
    not_verbatim: int
    counts: dict[str, int]


def load(
    store: Store,
    docs: Path,
    *,
    extractor: Extractor,
    profile: Profile,
    policy: Policy,
    compute: Compute = "auto",
    id_column: str = "id",
    text_column: str = "content",
    skip: Collection[Path] = (),
    prune: bool = False,
    reextract: bool = False,
    cut: Cut | None = None,
    progress: Progress = lambda documents, _what, _total: documents,
) -> LoadReport:
    """Bring the graph to what the input says; documents that did not change are not extracted again.

    Documents become visible with their mentions, in as few transactions as the store can; then all numbers are derived.
    With `cut` the graph holds chunks; all that is compared, extracted and searched are whole documents. A document that
    the graph holds cut in another way is cut again, which costs no extraction.

    Raises:
        ConfigurationError: nothing to read at `docs`, or types in the graph that the profile lacks.
        GraphError: the graph does not hold what was written.
    """
    store.claim()
    reading = read_corpus(docs, id_column=id_column, text_column=text_column, skip=skip)
    held = _Held.read(store)
    reading = without_collisions(reading, cut, held.cuts, prune)
    texts = {document.source_id: document for document in reading.documents}
    not_in_input = sorted(held.versions.keys() - texts.keys())
    removed = not_in_input if prune else []
    if not reextract:
        require_types((mention.entity.type for found in held.mentions.values() for mention in found), profile)

    given = extractor.findings.keys() if isinstance(extractor, EntitiesFile) else frozenset[str]()
    to_extract = [
        document
        for document in reading.documents
        if reextract or document.source_id in given or held.versions.get(document.source_id) != _version(document)
    ]
    found, pending = _extract(extractor, progress(to_extract, "extracting", len(to_extract)))
    extracted = (held.mentions.keys() - pending.keys() - set(removed)) | found.keys()
    mentions = {source_id: found.get(source_id, held.mentions.get(source_id, [])) for source_id in extracted}
    if not isinstance(extractor, EntitiesFile):
        if extracted - texts.keys():
            wholes = read_wholes(store)
            refuse_broken(store, sorted(extracted.intersection(wholes.broken) - texts.keys()))
            texts = {document.source_id: document for document, _ in wholes.documents} | texts
        mentions = _spread(texts, mentions, profile)

    state: dict[str, State] = dict.fromkeys(extracted, "extracted")
    state.update(dict.fromkeys(pending, "pending"))
    cuts = {source_id: held.cuts.get(source_id) for source_id in extracted}
    cuts |= {
        document.source_id: str(cut) if cut and state[document.source_id] == "extracted" else None
        for document in reading.documents
    }
    touched = {
        document.source_id
        for document in reading.documents
        if held.versions.get(document.source_id) != _version(document, state[document.source_id])
        or held.cuts.get(document.source_id) != cuts[document.source_id]
    }
    remapped = [s for s in sorted(extracted) if s in touched or held.mentions.get(s) != mentions[s]]
    # Where values stand decides on the cuts, so that other mentions are other chunks.
    rewritten = [texts[s] for s in sorted(touched.union(s for s in remapped if cuts[s]))]
    touched.update(remapped)
    added = sorted(touched - held.versions.keys())

    if touched or removed or not is_derived(store, policy, profile.name):
        parameters = derived_from(policy, profile.name) | {
            "extractor": extractor.name,
            "docs": str(docs),
            "chunk": str(cut) if cut else None,
        }
        with recorded_run(store, "load", parameters) as (_, counts):
            changes = _Changes(rewritten, state, removed, {s: mentions[s] for s in remapped}, cuts, held.nodes)
            _write(store, profile, changes)
            derive(store, policy, profile, compute)
            counts |= {"added": len(added), "changed": len(touched) - len(added), "removed": len(removed)}

    return LoadReport(
        documents=len((held.versions.keys() | state.keys()).difference(removed)),
        added=added,
        changed=sorted(touched.difference(added)),
        removed=removed,
        unchanged=len(reading.documents) - len(touched.intersection(state)),
        pending=pending,
        not_in_input=[] if prune else not_in_input,
        rejected=reading.rejected + (extractor.rejected if isinstance(extractor, EntitiesFile) else []),
        not_verbatim=sum(_not_verbatim(document, mentions.get(document.source_id, [])) for document in to_extract),
        counts=store.counts() | store.relationship_counts(),
    )


class _Changes(NamedTuple):
    """What a load writes, by whole documents.

    Attributes:
        rewritten: documents to write, in the place of what the graph holds of them.
        state: of each.
        removed: documents that go.
        mentions: of the documents whose mentions change.
        cuts: the rules by which documents are cut; None for whole.
        nodes: source ids in the graph of what it holds of a document.
    """

    rewritten: list[Document]
    state: dict[str, State]
    removed: list[str]
    mentions: _Mentions
    cuts: dict[str, str | None]
    nodes: dict[str, list[str]]


def _write(store: Store, profile: Profile, changes: _Changes) -> None:
    """Write documents and mentions; no document, and no chunk without the others, becomes visible in parts."""
    rewritten = {document.source_id: document for document in changes.rewritten}
    sizes = dict.fromkeys(changes.removed, _BYTES_PER_RECORD)
    sizes |= {source_id: sum(map(_size, found)) for source_id, found in changes.mentions.items()}
    for source_id, document in rewritten.items():
        texts = sum(len(text) for text in document.texts())
        nodes = 1 + (len(document.content) // _LEAST_PER_CHUNK if changes.cuts.get(source_id) else 0)
        sizes[source_id] = sizes.get(source_id, 0) + texts + nodes * _BYTES_PER_RECORD
    for portion in store.portions(sizes):
        gone = (rewritten.keys() | set(changes.removed)).intersection(portion)
        documents: list[tuple[Document, State]] = []
        mentions: list[Mention] = []
        for source_id in portion:
            found, rule = changes.mentions.get(source_id, []), changes.cuts.get(source_id)
            if source_id in rewritten and rule:
                for chunk, there in cut_with_mentions(rewritten[source_id], found, Cut.parse(rule), profile):
                    documents.append((chunk, changes.state[source_id]))
                    mentions += there
                continue
            if source_id in rewritten:
                documents.append((rewritten[source_id], changes.state[source_id]))
            mentions += found
        with store.transaction():
            store.delete_documents(node for source_id in gone for node in changes.nodes.get(source_id, ()))
            store.upsert_documents(documents)
            store.delete_mentions(set(portion).intersection(changes.mentions).difference(gone))
            store.upsert_mentions(mentions, profile.weights)
    store.delete_unmentioned_entities()


def _size(mention: Mention) -> int:
    return _BYTES_PER_RECORD + sum(map(len, mention.original_values))


class _Version(NamedTuple):
    """What must be equal for a document to count as unchanged."""

    content_md5: str
    metadata: str
    source: Source
    state: State


def _version(document: Document, state: State = "extracted") -> _Version:
    return _Version(document.content_md5, metadata_json(document), document.source, state)


class _Held(NamedTuple):
    """What the graph holds, by whole documents.

    Attributes:
        versions: of every document; None for one of which it lacks chunks.
        mentions: of the extracted ones, those of all chunks together.
        cuts: the rule by which a document is cut; None for whole.
        nodes: source ids in the graph.
    """

    versions: dict[str, _Version | None]
    mentions: _Mentions
    cuts: dict[str, str | None]
    nodes: dict[str, list[str]]

    @classmethod
    def read(cls, store: Store) -> _Held:
        frame = store.document_versions()
        columns = (frame[name].tolist() for name in ("source_id", "content_md5", "metadata", "source", "state"))
        rows: defaultdict[str, list[_Version]] = defaultdict(list)
        nodes: defaultdict[str, list[str]] = defaultdict(list)
        owners: dict[str, str] = {}
        for node, content_md5, metadata, source_json, state in zip(*columns, strict=True):
            source = Source.model_validate_json(source_json)
            owners[node] = source_id = source.chunk.of if source.chunk else node
            rows[source_id].append(_Version(content_md5, metadata, source, state))
            nodes[source_id].append(node)
        versions = {source_id: _joined_version(of_it) for source_id, of_it in rows.items()}
        chunks = {source_id: of_it[0].source.chunk for source_id, of_it in rows.items()}
        cuts = {source_id: chunk.cut if chunk else None for source_id, chunk in chunks.items()}
        mentions = _held_mentions(store, owners)
        return cls(
            versions,
            {
                source_id: joined_mentions(source_id, mentions[source_id]) if cuts[source_id] else mentions[source_id]
                for source_id, version in versions.items()
                if version and version.state == "extracted"
            },
            cuts,
            dict(nodes),
        )


def _joined_version(rows: list[_Version]) -> _Version | None:
    """Version of a whole document from those of its chunks; None if they are not all of it."""
    if not are_whole([row.source for row in rows]) or len({row.state for row in rows}) > 1:
        return None
    for row in rows:
        chunk = row.source.chunk
        if chunk and chunk.number == 1:
            whole = row.source.model_copy(update={"chunk": None})
            return row._replace(content_md5=chunk.content_md5, source=whole)
    return rows[0]


def _held_mentions(store: Store, owners: dict[str, str]) -> defaultdict[str, list[Mention]]:
    """What the graph holds of mentions, by whole document, each list in the order of its nodes and entities."""
    entities, held = store.entities(), store.mentioned_values().sort_values(["source_id", "entity_id"])
    values = map(Entity, entities["value"].tolist(), entities["type"].tolist())
    of_id = dict(zip(entities["id"].tolist(), values, strict=True))
    fields = (held[name].tolist() for name in ("source_id", "entity_id", "relevance", "original_values", "found_by"))
    mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for source_id, entity_id, relevance, spellings, found_by in zip(*fields, strict=True):
        mention = Mention(source_id, of_id[entity_id], relevance, tuple(spellings), tuple(found_by))
        mentions[owners[source_id]].append(mention)
    return mentions


def _extract(extractor: Extractor, documents: Iterable[Document]) -> tuple[_Mentions, dict[str, str]]:
    """Mentions by source id, and why the others failed."""
    found: _Mentions = {}
    failed: dict[str, str] = {}
    for document in documents:
        try:
            found[document.source_id] = mentions_of(document.source_id, extractor.extract(document))
        except ExtractionError as error:
            failed[document.source_id] = str(error)
    return found, failed


def _spread(texts: dict[str, Document], mentions: _Mentions, profile: Profile) -> _Mentions:
    """Look direct identifiers up in the whole corpus, also in documents that only the graph holds."""
    seen = {
        source_id: [mention for mention in found if mention.found_by != (SPREAD,)]
        for source_id, found in mentions.items()
    }
    additional = spread_direct_identifiers((texts[source_id] for source_id in sorted(seen)), seen, profile)
    return {
        source_id: sorted(found + additional.get(source_id, []), key=lambda mention: mention.entity.id)
        for source_id, found in seen.items()
    }


def _not_verbatim(document: Document, mentions: list[Mention]) -> int:
    """Spellings that do not stand in the document, upper or lower case, whatever its blanks."""
    text = " ".join(" ".join(document.texts()).casefold().split())
    return sum(
        " ".join(spelling.casefold().split()) not in text
        for mention in mentions
        for spelling in mention.original_values
    )
