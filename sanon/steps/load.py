"""Load: read a folder, extract, and bring the graph to what it says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sanon.corpus.chunks import Cut
from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Rejection
from sanon.extraction.conventions import DateOrder
from sanon.extraction.entities_file import EntitiesFile
from sanon.extraction.extractor import Extractor
from sanon.extraction.llm.extractor import LanguageModelExtractor, ModelReport
from sanon.graph.store import Store
from sanon.policy import Policy
from sanon.profile import Profile
from sanon.records import Document, Mention, State
from sanon.steps.chunk import cut_with_mentions, joined_mentions, read_wholes, refuse_broken, without_collisions
from sanon.steps.conventions import is_read, read_as_written
from sanon.steps.derive import Compute, Computed, derive, derived_from, is_derived, require_types
from sanon.steps.extract import Progress, extract, unextracted
from sanon.steps.held import Held, Mentions, says_otherwise, version_of
from sanon.steps.runs import begin_run, recorded_run
from sanon.steps.spread import FOUND_BY as SPREAD
from sanon.steps.spread import spread_direct_identifiers, spread_masked_identifiers
from sanon.steps.variants import join_in_document, join_name_variants

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
        model: what asking a language model came to, if one was asked.
        not_verbatim: how many spellings do not stand in their document, and so cannot be masked there.
        computed: where the numbers were derived; None if they were not.
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
    model: ModelReport | None
    computed: Computed | None
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
    date_order: DateOrder = "auto",
    progress: Progress = lambda documents, _what, _total: documents,
    options: Mapping[str, Any] | None = None,
) -> LoadReport:
    """Bring the graph to what the input says; documents that did not change are not extracted again.

    Documents become visible with their mentions, in as few transactions as the store can; then all numbers are derived.
    With `cut` the graph holds chunks; all that is compared, extracted and searched are whole documents. A document that
    the graph holds cut in another way is cut again, which costs no extraction. `options` are what a command was called
    with: they are recorded with the run, so that a later command can go on from there.

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
    asked_again = texts.keys() if reextract else texts.keys() & given
    to_extract = unextracted(reading.documents, {s: v for s, v in held.versions.items() if s not in asked_again})
    parameters = derived_from(policy, profile.name) | {
        "extractor": extractor.name,
        "model": extractor.model if isinstance(extractor, LanguageModelExtractor) else None,
        "docs": str(docs),
        "chunk": str(cut) if cut else None,
        "date_order": date_order,
        "options": dict(options or {}),
    }
    read_before = is_read(store.runs(), date_order)
    # Hours may go by before anything is written.
    lasting = to_extract and isinstance(extractor, LanguageModelExtractor)
    begun = begin_run(store, "load", parameters) if lasting else None
    found, pending = extract(extractor, to_extract, {s: held.mentions[s] for s in sorted(kept)}, progress)
    found = {source_id: join_in_document(source_id, seen, profile) for source_id, seen in found.items()}
    extracted = (held.mentions.keys() - pending.keys() - set(removed)) | found.keys()
    mentions = {source_id: found.get(source_id, held.mentions.get(source_id, [])) for source_id in extracted}
    if not isinstance(extractor, EntitiesFile):
        if extracted - texts.keys():
            wholes = read_wholes(store)
            refuse_broken(store, sorted(extracted.intersection(wholes.broken) - texts.keys()))
            texts = {document.source_id: document for document, _ in wholes.documents} | texts
        unread = found.keys() if read_before else mentions.keys()
        mentions |= {s: read_as_written(texts[s], mentions[s], profile, date_order) for s in sorted(unread)}
        mentions = _spread(texts, mentions, held.masked, profile)

    state: dict[str, State] = dict.fromkeys(extracted, "extracted")
    state.update(dict.fromkeys(pending, "pending"))
    cuts = {source_id: held.cuts.get(source_id) for source_id in extracted}
    cuts |= {
        document.source_id: str(cut) if cut and state[document.source_id] == "extracted" else None
        for document in reading.documents
    }
    versions = {document.source_id: version_of(document, state[document.source_id]) for document in reading.documents}
    elsewhere = {source_id for source_id, version in versions.items() if held.versions.get(source_id) != version}
    touched = {
        source_id
        for source_id, version in versions.items()
        # Chunks bear the place of their document, each its own.
        if says_otherwise(held.versions.get(source_id), version)
        or (source_id in elsewhere and cuts[source_id])
        or held.cuts.get(source_id) != cuts[source_id]
    }
    remapped = [s for s in sorted(extracted) if s in touched or held.mentions.get(s) != mentions[s]]
    # Where values stand decides on the cuts, so that other mentions are other chunks.
    rewritten = [texts[s] for s in sorted(touched.union(s for s in remapped if cuts[s]))]
    touched.update(remapped)
    added = sorted(touched - held.versions.keys())
    moved = [texts[source_id] for source_id in sorted(elsewhere - touched)]

    computed: Computed | None = None
    if touched or removed or moved or not is_derived(store, policy, profile.name):
        with recorded_run(store, "load", parameters, begun) as (run_id, counts):
            changes = _Changes(rewritten, state, removed, {s: mentions[s] for s in remapped}, cuts, held.nodes)
            store.move_documents(moved)
            _write(store, profile, changes, run_id)
            computed = derive(store, policy, profile, compute)
            counts |= {"added": len(added), "changed": len(touched) - len(added), "removed": len(removed)}
            counts |= {"derived": str(computed)}

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
        model=extractor.report if isinstance(extractor, LanguageModelExtractor) else None,
        computed=computed,
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


def _write(store: Store, profile: Profile, changes: _Changes, run_id: str) -> None:
    """Write documents and mentions; no document, and no chunk without the others, becomes visible in parts.

    What is written bears the run, so that redact knows what is new to it, also after an interruption.
    """
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
            store.upsert_documents(documents, run_id)
            store.delete_mentions(set(portion).intersection(changes.mentions).difference(gone))
            store.stamp_documents(set(portion).intersection(changes.mentions).difference(rewritten), run_id)
            store.upsert_mentions(mentions, profile.weights)
    store.delete_unmentioned_entities()


def _size(mention: Mention) -> int:
    return _BYTES_PER_RECORD + sum(map(len, mention.original_values))


def _spread(texts: dict[str, Document], mentions: Mentions, masked: list[Mention], profile: Profile) -> Mentions:
    """One entity per person; then look direct identifiers up in all documents, also those that only the graph holds."""
    seen = {
        source_id: [mention for mention in found if mention.found_by != (SPREAD,)]
        for source_id, found in mentions.items()
    }
    seen = join_name_variants(seen, profile)
    documents = [texts[source_id] for source_id in sorted(seen)]
    found_elsewhere = spread_direct_identifiers(documents, seen, profile)
    seen = {source_id: found + found_elsewhere.get(source_id, []) for source_id, found in seen.items()}
    still_masked = spread_masked_identifiers(documents, seen, masked, profile)
    return {
        source_id: joined_mentions(source_id, found + still_masked.get(source_id, []))
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
