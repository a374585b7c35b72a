"""Bring the graph to what was read: extract what changed, resolve it over the whole corpus, write what differs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import md5
from typing import Any, NamedTuple

from sanon import __version__
from sanon.corpus.chunks import Cut
from sanon.corpus.reading import ReadCorpus
from sanon.corpus.record import Rejection
from sanon.corpus.spool import Documents
from sanon.corpus_state.background import (
    Background,
    Resemblance,
    background_of,
    resemblances,
    with_shared_words,
    without_shared_words,
    write_background,
)
from sanon.corpus_state.changes import Changes, changes, write
from sanon.corpus_state.chunks import read_wholes, refuse_broken, without_collisions
from sanon.corpus_state.runs import begin_run, recorded_run
from sanon.corpus_state.stored_corpus import StoredCorpus, Version, counts_of, unextracted, version_of
from sanon.derivation.derive import derive, derived_from, is_derived
from sanon.derivation.in_arrays import Linked
from sanon.derivation.incidence import require_types
from sanon.extraction.attribution import attribute
from sanon.extraction.build import Extraction
from sanon.extraction.extract import extract
from sanon.extraction.span import standing_within
from sanon.graph.store import Run, Store
from sanon.progress import Progress, working
from sanon.records import Document, Mention
from sanon.resolution.as_written import read_as_written
from sanon.resolution.corpus_search import FOUND_BY as SPREAD
from sanon.resolution.corpus_search import search_identifiers, search_masked_spellings
from sanon.resolution.mentions import Mentions, joined_mentions
from sanon.resolution.possible_names import as_names, names_of, outvoted, votes, with_possible_names
from sanon.resolution.variants import join_in_document, join_name_variants
from sanon.results.load import LoadResult
from sanon.settings.input import DateOrder
from sanon.settings.profile import Profile
from sanon.settings.settings import Settings


class _Plan(NamedTuple):
    """What a load is to write.

    Attributes:
        texts: of the documents, those that are written among them.
        linked: the corpus as it will be, with its links; None where chunks or nothing of it is written.
        resembling: what resembles the texts of the background; None without any.
        begun: id of the run, if it has begun already.
        found_out: fields of the result.
        rejected: as the input names it, perhaps with values.
    """

    what: Changes
    linked: Linked | None
    texts: Documents
    background: Background
    resembling: Mapping[str, Resemblance] | None
    begun: str | None
    found_out: dict[str, Any]
    rejected: list[Rejection]


@dataclass(frozen=True)
class Updating:
    """How the graph is brought to what was read.

    Attributes:
        record: what the run remembers of the command, besides what its numbers are derived from.
        prune: documents go that the input does not have.
        reextract: unchanged documents are extracted again too.
    """

    store: Store
    settings: Settings
    extraction: Extraction
    record: dict[str, Any]
    prune: bool
    reextract: bool
    progress: Progress

    def bring_to(self, corpus: ReadCorpus) -> tuple[LoadResult, list[Rejection]]:
        """Write what differs; documents become visible with their mentions, then all numbers are derived.

        With chunks in the settings the graph holds chunks; all that is compared, extracted and searched are whole
        documents. A document that the graph holds cut in another way is cut again, which costs no extraction.

        Returns:
            What changed, without what was rejected and what a model was asked; and what was rejected, as the input
            names it, perhaps with values.

        Raises:
            ConfigurationError: types in the graph that the profile lacks.
            GraphError: the graph does not hold what was written.
        """
        store, policy, profile = self.store, self.settings.policy, self.settings.profile
        parameters = derived_from(policy, profile.name) | self.record
        versions = {document.source_id: version_of(document) for document in corpus.documents}
        digest = self._digest(versions, parameters)
        if digest and not corpus.rejected and self._is_as_loaded(digest):
            return self._result(documents=len(versions), unchanged=len(versions)), []
        plan = self._plan(corpus, versions, parameters)
        found_out, rejected = plan.found_out, plan.rejected
        if plan.what.any or plan.background.changed or not is_derived(store, policy, profile.name):
            with (
                recorded_run(store, "load", parameters, plan.begun) as (run_id, counts),
                working(self.progress, "writing, and deriving risks and links"),
            ):
                linked = plan.linked
                write(store, plan.what, plan.texts, profile, run_id, linked)
                if plan.resembling is not None:
                    write_background(store, plan.background, plan.resembling)
                # By now these are a fifth of the memory.
                del plan, corpus
                computed = derive(store, policy, profile, self.settings.compute, None, linked)
                counts |= {name: len(found_out[name]) for name in ("added", "changed", "removed")}
                counts |= {"derived": str(computed)}
                # Only where the graph holds the input and nothing else, and there is nothing to say of it.
                if not any((rejected, *map(found_out.get, ("pending", "not_in_input", "not_verbatim", "background")))):
                    counts |= {"input": digest} | self._held()
        return self._result(**found_out), rejected

    def _result(self, **found_out: Any) -> LoadResult:
        """What a load did; nothing, but for what was found out."""
        lists: dict[str, Any] = {"added": [], "changed": [], "removed": [], "pending": {}, "not_in_input": []}
        known = lists | {"not_verbatim": 0} | found_out
        return LoadResult(**known, rejected=[], model=None, counts=counts_of(self.store))

    def _plan(self, corpus: ReadCorpus, versions: Mapping[str, Version], parameters: Mapping[str, Any]) -> _Plan:
        """Find out what differs from what the graph holds; writes nothing but that the run begins."""
        store, settings, profile, given = self.store, self.settings, self.settings.profile, self.extraction.given
        held = StoredCorpus.read(store)
        cut = Cut.parse(settings.input.chunk) if settings.input.chunk else None
        corpus = without_collisions(corpus, cut, held.cuts, self.prune)
        texts = corpus.documents
        versions = {source_id: versions[source_id] for source_id in texts.ids}
        not_in_input = sorted(held.versions.keys() - versions.keys())
        removed = not_in_input if self.prune else []
        kept = held.mentions.keys() - removed - (versions.keys() if self.reextract else set())
        require_types((mention.entity.type for source_id in kept for mention in held.mentions[source_id]), profile)

        dates_are_read = reads_dates_alike(store.runs(), settings.input.date_order)
        again = versions.keys() if self.reextract else versions.keys() & (given.findings.keys() if given else set())
        to_extract = texts.only(unextracted(versions, {s: v for s, v in held.versions.items() if s not in again}))
        # Hours may go by before anything is written.
        begun = begin_run(store, "load", dict(parameters)) if to_extract and self.extraction.model else None
        known = {source_id: held.mentions[source_id] for source_id in sorted(kept)}
        found, pending = extract(self.extraction, to_extract, known, self.progress)
        found = {source_id: join_in_document(source_id, seen, profile) for source_id, seen in found.items()}
        extracted = (held.mentions.keys() - pending.keys() - set(removed)) | found.keys()
        mentions = without_shared_words({s: found.get(s, held.mentions.get(s, [])) for s in extracted})
        if not given:
            texts = _texts_elsewhere(store, extracted - versions.keys()) | texts
            with working(self.progress, "comparing names"):
                mentions = self._resolved(texts, mentions, held, found.keys() if dates_are_read else mentions.keys())

        background, resembling = background_of(store, settings.input.background, texts, self.prune), None
        if len(background.texts):
            texts = _texts_elsewhere(store, mentions.keys() - set(texts.ids)) | texts
            resembling = resemblances(background.texts, texts.only(mentions), self.progress)
            mentions = with_shared_words(mentions, held.masked, texts, background.texts, resembling, profile)

        mentions = attribute(texts, mentions, profile)
        what = changes(held, versions, mentions, removed, cut)
        whole = what.any and not any(what.cuts.values())
        linked = Linked.of_mentions(mentions, settings.policy, profile) if whole else None
        found_out: dict[str, Any] = {
            "documents": len((held.versions.keys() | what.state.keys()).difference(removed)),
            "added": what.added,
            "changed": what.changed,
            "removed": removed,
            "unchanged": len(versions.keys() - {*what.added, *what.changed}),
            "pending": pending,
            "not_in_input": [] if self.prune else not_in_input,
            "not_verbatim": sum(_not_verbatim(one, mentions.get(one.source_id, [])) for one in to_extract),
            "background": len(background.texts),
        }
        rejected = [*corpus.rejected, *background.rejected, *(given.rejected if given else ())]
        return _Plan(what, linked, texts, background, resembling, begun, found_out, rejected)

    def _held(self) -> dict[str, int]:
        """How much the graph holds; whoever changes it by hand does not say so."""
        return {
            "documents": self.store.counts()["documents"],
            "mentions": self.store.relationship_counts()["mentions"],
        }

    def _digest(self, versions: Mapping[str, Version], parameters: Mapping[str, Any]) -> str | None:
        """A digest of all that a load depends on besides the graph; None if entities are given by no file.

        How many processes extract is not among it.
        """
        given = self.extraction.given
        if given and not given.digest:
            return None
        settings = self.settings.model_dump(mode="json", exclude={"graph": True, "input": {"processes"}})
        rest = {name: value for name, value in parameters.items() if name != "settings"}
        read = [__version__, rest, settings, given.digest if given else None, list(versions.items())]
        return md5(json.dumps(read, sort_keys=True).encode()).hexdigest()

    def _is_as_loaded(self, digest: str) -> bool:
        """Whether the last load had the same digest, and another one would change nothing.

        After a redact, what is masked is looked for in all documents, unless entities are given.
        """
        runs = [run for run in self.store.runs() if run.command != "export"]
        last = next((run for run in runs if run.command == "load"), None)
        counts = last.counts or {} if last else {}
        return (
            not self.reextract
            and counts.get("input") == digest
            and self._held().items() <= counts.items()
            and (last is runs[0] or self.extraction.given is not None)
            and is_derived(self.store, self.settings.policy, self.settings.profile.name)
        )

    def _resolved(self, texts: Documents, mentions: Mentions, held: StoredCorpus, unread: Collection[str]) -> Mentions:
        """One entity per person and date, looked up in all documents, also in those that only the graph holds.

        Args:
            unread: source ids of the documents whose dates are not yet read by the settings.
        """
        profile, order = self.settings.profile, self.settings.input.date_order
        mentions = mentions | {
            source_id: read_as_written(texts.by_id(source_id), mentions[source_id], profile, order)
            for source_id in sorted(unread)
        }
        return _spread(texts, mentions, held.masked, profile)


def reads_dates_alike(runs: Iterable[Run], date_order: DateOrder) -> bool:
    """Whether the graph holds dates as this setting reads them: all loads since the last finished one had it.

    Args:
        runs: the last one first.
    """
    for run in runs:
        if run.command == "load":
            if run.parameters.get("date_order") != date_order:
                return False
            if run.finished:
                break
    return True


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
    """Mentions with one entity per person, and with direct identifiers wherever they stand."""
    seen = {
        source_id: [mention for mention in found if mention.found_by != (SPREAD,)]
        for source_id, found in mentions.items()
    }
    seen = join_name_variants({one: as_names(found, profile) for one, found in seen.items()}, profile)
    documents = texts.only(seen)
    names = names_of((mention for found in seen.values() for mention in found), profile)
    possible = outvoted(votes(documents, seen, names, profile)) if profile.possible_name else frozenset()
    seen = {source_id: with_possible_names(found, possible, profile) for source_id, found in seen.items()}
    found_elsewhere = search_identifiers(documents, seen, profile, possible)
    seen = {source_id: found + found_elsewhere.get(source_id, []) for source_id, found in seen.items()}
    still_masked = search_masked_spellings(documents, seen, masked, profile)
    return {
        source_id: joined_mentions(source_id, found + still_masked.get(source_id, []))
        for source_id, found in seen.items()
    }


def _not_verbatim(document: Document, mentions: list[Mention]) -> int:
    """Spellings that do not stand in the document, upper or lower case, whatever its blanks."""
    values = [one for mention in mentions for one in mention.original_values]
    there = standing_within(document.content, values)
    spellings = [one for one in values if one not in there]
    if not spellings:
        return 0
    text = " ".join(" ".join(document.texts()).casefold().split())
    return sum(" ".join(spelling.casefold().split()) not in text for spelling in spellings)
