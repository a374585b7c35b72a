"""Load: read a folder, extract, and bring the graph to what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sanon.corpus.chunks import Cut
from sanon.corpus.readers import reader_by_suffix
from sanon.corpus.reading import ReadCorpus, read_corpus
from sanon.corpus.spool import Documents
from sanon.corpus_state.background import (
    background_of,
    resemblances,
    with_shared_words,
    without_shared_words,
    write_background,
)
from sanon.corpus_state.changes import changes, write
from sanon.corpus_state.chunks import read_wholes, refuse_broken, without_collisions
from sanon.corpus_state.runs import begin_run, recorded_run
from sanon.corpus_state.stored_corpus import Mentions, StoredCorpus, version_of
from sanon.derivation.derive import Compute, derive, derived_from, is_derived
from sanon.derivation.incidence import require_types
from sanon.errors import InputRejected
from sanon.extraction.build import Extraction
from sanon.extraction.extract import extract, unextracted
from sanon.extraction.judging import ModelReport
from sanon.graph.store import Run, Store
from sanon.progress import Progress, silent
from sanon.records import Document, Mention
from sanon.resolution.as_written import read_as_written
from sanon.resolution.corpus_search import FOUND_BY as SPREAD
from sanon.resolution.corpus_search import search_identifiers, search_masked_spellings
from sanon.resolution.mentions import joined_mentions
from sanon.resolution.variants import join_in_document, join_name_variants
from sanon.results import Counts, LoadResult, ModelUse, RejectedInput
from sanon.settings.input import DateOrder
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile


def load(
    store: Store,
    docs: Path,
    *,
    extraction: Extraction,
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
    background: Path | None = None,
    progress: Progress = lambda documents, _what, _total: documents,
    block_progress: Progress = silent,
    options: Mapping[str, Any] | None = None,
) -> LoadResult:
    """Read a folder or file, and bring the graph to what it says; see `load_read`.

    Args:
        docs: folder or file.
        id_column, text_column: of tables.
        skip: what in the folder is not to be read.
        background: folder of texts that an attacker may know.

    Raises:
        InputRejected: the folder holds nothing at all.
        ConfigurationError: nothing to read at `docs`, or types in the graph that the profile lacks.
        GraphError: the graph does not hold what was written.
    """
    store.claim()
    return load_read(
        store,
        read_corpus(docs, id_column=id_column, text_column=text_column, skip=skip),
        str(docs),
        extraction=extraction,
        profile=profile,
        policy=policy,
        compute=compute,
        prune=prune,
        reextract=reextract,
        cut=cut,
        date_order=date_order,
        background=background,
        progress=progress,
        block_progress=block_progress,
        options=options,
    )


def load_read(
    store: Store,
    reading: ReadCorpus,
    docs: str,
    *,
    extraction: Extraction,
    profile: Profile,
    policy: Policy,
    compute: Compute = "auto",
    prune: bool = False,
    reextract: bool = False,
    cut: Cut | None = None,
    date_order: DateOrder = "auto",
    background: Path | None = None,
    progress: Progress = lambda documents, _what, _total: documents,
    block_progress: Progress = silent,
    options: Mapping[str, Any] | None = None,
) -> LoadResult:
    """Bring the graph to what was read; documents that did not change are not extracted again.

    Documents become visible with their mentions, in as few transactions as the store can; then all numbers are derived.
    With `cut` the graph holds chunks; all that is compared, extracted and searched are whole documents. A document that
    the graph holds cut in another way is cut again, which costs no extraction. `options` are what a command was called
    with: they are recorded with the run, so that a later command can go on from there. `background` is a folder of
    texts that an attacker may know: they come into the graph, and so do the words that documents share with them.

    Raises:
        InputRejected: nothing was read.
        ConfigurationError: types in the graph that the profile lacks.
        GraphError: the graph does not hold what was written.
    """
    store.claim()
    if not (reading.documents or reading.rejected):
        raise InputRejected(
            f"{docs}: holds no file that sAnon reads ({' '.join(reader_by_suffix())}); nothing was changed"
        )
    held = StoredCorpus.read(store)
    reading = without_collisions(reading, cut, held.cuts, prune)
    texts = reading.documents
    versions = {document.source_id: version_of(document) for document in texts}
    not_in_input = sorted(held.versions.keys() - versions.keys())
    removed = not_in_input if prune else []
    kept = held.mentions.keys() - removed - (versions.keys() if reextract else set())
    require_types((mention.entity.type for source_id in kept for mention in held.mentions[source_id]), profile)

    model, given = extraction.model, extraction.given
    parameters = derived_from(policy, profile.name) | {
        "extractor": extraction.name,
        "model": model.model if model else None,
        "docs": docs,
        "chunk": str(cut) if cut else None,
        "date_order": date_order,
        "options": dict(options or {}),
    }
    read_before = is_read(store.runs(), date_order)
    asked_again = versions.keys() if reextract else versions.keys() & (given.findings.keys() if given else set())
    to_extract = texts.only(unextracted(versions, {s: v for s, v in held.versions.items() if s not in asked_again}))
    # Hours may go by before anything is written.
    begun = begin_run(store, "load", parameters) if to_extract and model else None
    found, pending = extract(extraction, to_extract, {s: held.mentions[s] for s in sorted(kept)}, progress)
    found = {source_id: join_in_document(source_id, seen, profile) for source_id, seen in found.items()}
    extracted = (held.mentions.keys() - pending.keys() - set(removed)) | found.keys()
    mentions = without_shared_words(
        {source_id: found.get(source_id, held.mentions.get(source_id, [])) for source_id in extracted}
    )
    if not given:
        texts = _texts_elsewhere(store, extracted - versions.keys()) | texts
        unread = found.keys() if read_before else mentions.keys()
        mentions |= {s: read_as_written(texts.by_id(s), mentions[s], profile, date_order) for s in sorted(unread)}
        mentions = _spread(texts, mentions, held.masked, profile)

    known = background_of(store, background, texts, prune)
    resembling = None
    if len(known.texts):
        texts = _texts_elsewhere(store, mentions.keys() - set(texts.ids)) | texts
        resembling = resemblances(known.texts, texts.only(mentions), block_progress)
        mentions = with_shared_words(mentions, held.masked, texts, known.texts, resembling, profile)

    what = changes(held, versions, mentions, removed, cut)
    written = {*what.added, *what.changed}
    result = partial(
        LoadResult,
        documents=len((held.versions.keys() | what.state.keys()).difference(removed)),
        added=what.added,
        changed=what.changed,
        removed=removed,
        unchanged=sum(source_id not in written for source_id in versions),
        pending=pending,
        not_in_input=[] if prune else not_in_input,
        rejected=[
            RejectedInput(file=one.file, line=one.line, reason=one.reason)
            for one in (*reading.rejected, *known.rejected, *(given.rejected if given else ()))
        ],
        not_verbatim=sum(_not_verbatim(document, mentions.get(document.source_id, [])) for document in to_extract),
        model=model_use(model.report) if model else None,
        background=len(known.texts),
    )
    derived: str | None = None
    if what.any or known.changed or not is_derived(store, policy, profile.name):
        with recorded_run(store, "load", parameters, begun) as (run_id, counts):
            write(store, what, texts, profile, run_id)
            if resembling is not None:
                write_background(store, known, resembling)
            # What is derived comes from the store: by now these are a fifth of the memory.
            del found, held, mentions, reading, to_extract, what
            derived = str(derive(store, policy, profile, compute))
            counts |= {name: len(result.keywords[name]) for name in ("added", "changed", "removed")}
            counts |= {"derived": derived}
    return result(derived=derived, counts=counts_of(store))


def counts_of(store: Store) -> Counts:
    """What a graph holds."""
    return Counts.model_validate(store.counts() | store.relationship_counts())


def model_use(report: ModelReport) -> ModelUse:
    """What asking a model came to."""
    usage = report.usage
    return ModelUse(
        calls=usage.calls,
        cached=usage.cached,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        remembered_tokens=usage.remembered_tokens,
        dropped=report.dropped,
        stopped=report.stopped,
        unconfirmed=report.unconfirmed,
    )


def _texts_elsewhere(store: Store, source_ids: Collection[str]) -> Documents:
    """Documents that only the graph holds: what is found in others is looked up in them too.

    Raises:
        GraphError: the graph lacks chunks of one of them.
    """
    if not source_ids:
        return Documents()
    wholes = read_wholes(store)
    refuse_broken(store, sorted(set(wholes.broken).intersection(source_ids)))
    return wholes.documents


def _spread(texts: Documents, mentions: Mentions, masked: list[Mention], profile: Profile) -> Mentions:
    """One entity per person; then look direct identifiers up in all documents, also those that only the graph holds."""
    seen = {
        source_id: [mention for mention in found if mention.found_by != (SPREAD,)]
        for source_id, found in mentions.items()
    }
    seen = join_name_variants(seen, profile)
    documents = texts.only(seen)
    found_elsewhere = search_identifiers(documents, seen, profile)
    seen = {source_id: found + found_elsewhere.get(source_id, []) for source_id, found in seen.items()}
    still_masked = search_masked_spellings(documents, seen, masked, profile)
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


def is_read(runs: Iterable[Run], date_order: DateOrder) -> bool:
    """Whether the graph holds dates as this setting reads them: all loads since the last finished one had it.

    Args:
        runs: the last one first.
        date_order: the setting.
    """
    for run in runs:
        if run.command == "load":
            if run.parameters.get("date_order") != date_order:
                return False
            if run.finished:
                break
    return True
