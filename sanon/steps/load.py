"""Load: read a folder, extract, and bring the graph to what it says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Rejection
from sanon.errors import ExtractionError
from sanon.extraction.entities_file import EntitiesFile
from sanon.extraction.extractor import Extractor, mentions_of
from sanon.graph.store import Store, metadata_json
from sanon.policy import Policy
from sanon.profile import Profile
from sanon.records import Document, Entity, Mention, State
from sanon.steps.derive import Compute, derive, derived_from, is_derived, require_types
from sanon.steps.runs import recorded_run
from sanon.steps.spread import FOUND_BY as SPREAD
from sanon.steps.spread import spread_direct_identifiers

#: Hands documents on one by one and shows how far it is; takes what is being done and how many there are.
Progress = Callable[[Iterable[Document], str, int], Iterable[Document]]
_Mentions = dict[str, list[Mention]]


@dataclass(frozen=True)
class LoadReport:
    """What a load found.

    Attributes:
        added, changed, removed: source ids, against what the graph held.
        unchanged: how many documents were as the graph held them.
        pending: source id -> why its extraction failed; these are never exported.
        not_in_input: source ids that the graph holds and the input has no more; `prune` removes them.
        rejected: files and lines that hold no document, or no entities.
        not_verbatim: how many spellings do not stand in their document, and so cannot be masked there.
        counts: documents, pending, entities, masked, mentions and links in the graph now.
    """

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
    progress: Progress = lambda documents, _what, _total: documents,
) -> LoadReport:
    """Bring the graph to what the input says; documents that did not change are not extracted again.

    Documents, entities and mentions become visible in one transaction; then all numbers are derived.

    Raises:
        ConfigurationError: nothing to read at `docs`, or types in the graph that the profile lacks.
        GraphError: the graph does not hold what was written.
    """
    reading = read_corpus(docs, id_column=id_column, text_column=text_column, skip=skip)
    held = _Held.read(store)
    not_in_input = sorted(held.versions.keys() - {document.source_id for document in reading.documents})
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
        mentions = _spread(store, reading.documents, mentions, profile)

    state: dict[str, State] = dict.fromkeys(extracted, "extracted")
    state.update(dict.fromkeys(pending, "pending"))
    rewritten = [
        document
        for document in reading.documents
        if held.versions.get(document.source_id) != _version(document, state[document.source_id])
    ]
    touched = {document.source_id for document in rewritten}
    remapped = [s for s in sorted(extracted) if s in touched or held.mentions.get(s) != mentions[s]]
    touched.update(remapped)
    added = sorted(touched - held.versions.keys())

    if touched or removed or not is_derived(store, policy, profile.name):
        parameters = derived_from(policy, profile.name) | {"extractor": extractor.name, "docs": str(docs)}
        with recorded_run(store, "load", parameters) as (_, counts):
            with store.transaction():
                store.delete_documents({document.source_id for document in rewritten}.union(removed))
                store.upsert_documents([(document, state[document.source_id]) for document in rewritten])
                store.delete_mentions(remapped)
                store.upsert_mentions([mention for s in remapped for mention in mentions[s]], profile.weights)
                store.delete_unmentioned_entities()
            derive(store, policy, profile, compute)
            counts |= {"added": len(added), "changed": len(touched) - len(added), "removed": len(removed)}

    return LoadReport(
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


class _Version(NamedTuple):
    """What must be equal for a document to count as unchanged."""

    content_md5: str
    metadata: str
    source: str
    state: State


def _version(document: Document, state: State = "extracted") -> _Version:
    return _Version(document.content_md5, metadata_json(document), document.source.model_dump_json(), state)


class _Held(NamedTuple):
    """What the graph holds: the version of every document, the mentions of the extracted ones."""

    versions: dict[str, _Version]
    mentions: _Mentions

    @classmethod
    def read(cls, store: Store) -> _Held:
        frame = store.document_versions()
        source_ids = frame["source_id"].tolist()
        columns = (frame[name].tolist() for name in _Version._fields)
        versions = dict(zip(source_ids, map(_Version, *columns), strict=True))
        mentions: _Mentions = {source_id: [] for source_id, version in versions.items() if version.state == "extracted"}
        entities, held = store.entities(), store.mentioned_values().sort_values(["source_id", "entity_id"])
        values = map(Entity, entities["value"].tolist(), entities["type"].tolist())
        of_id = dict(zip(entities["id"].tolist(), values, strict=True))
        fields = (
            held[name].tolist() for name in ("source_id", "entity_id", "relevance", "original_values", "found_by")
        )
        for source_id, entity_id, relevance, spellings, found_by in zip(*fields, strict=True):
            mentions[source_id].append(
                Mention(source_id, of_id[entity_id], relevance, tuple(spellings), tuple(found_by))
            )
        return cls(versions, mentions)


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


def _spread(store: Store, read: list[Document], mentions: _Mentions, profile: Profile) -> _Mentions:
    """Look direct identifiers up in the whole corpus, also in documents that only the graph holds."""
    seen = {
        source_id: [mention for mention in found if mention.found_by != (SPREAD,)]
        for source_id, found in mentions.items()
    }
    texts = {document.source_id: document for document in read}
    if mentions.keys() - texts.keys():
        texts = {document.source_id: document for document, _ in store.documents()} | texts
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
