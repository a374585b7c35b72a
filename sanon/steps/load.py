"""Load: read a folder, extract, and bring the graph to what it says."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sanon.corpus.chunks import Cut
from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Rejection
from sanon.extraction.entities_file import EntitiesFile
from sanon.extraction.extractor import Extractor
from sanon.graph.store import Store
from sanon.policy import Policy
from sanon.profile import Profile
from sanon.records import Document, Mention, State
from sanon.steps.chunk import cut_with_mentions, read_wholes, refuse_broken, without_collisions
from sanon.steps.derive import Compute, derive, derived_from, is_derived, require_types
from sanon.steps.extract import Progress, extract
from sanon.steps.held import Held, Mentions, version_of
from sanon.steps.runs import recorded_run
from sanon.steps.spread import FOUND_BY as SPREAD
from sanon.steps.spread import spread_direct_identifiers

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
    held = Held.read(store)
    reading = without_collisions(reading, cut, held.cuts, prune)
    texts = {document.source_id: document for document in reading.documents}
    not_in_input = sorted(held.versions.keys() - texts.keys())
    removed = not_in_input if prune else []
    kept = held.mentions.keys() - removed - (texts.keys() if reextract else set())
    require_types((mention.entity.type for source_id in kept for mention in held.mentions[source_id]), profile)

    given = extractor.findings.keys() if isinstance(extractor, EntitiesFile) else frozenset[str]()
    to_extract = [
        document
        for document in reading.documents
        if reextract or document.source_id in given or held.versions.get(document.source_id) != version_of(document)
    ]
    found, pending = extract(extractor, to_extract, held.mentions, progress)
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
        if held.versions.get(document.source_id) != version_of(document, state[document.source_id])
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
    mentions: Mentions
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


def _spread(texts: dict[str, Document], mentions: Mentions, profile: Profile) -> Mentions:
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
