"""Audit: judge an export without trusting the run that made it, with nothing but the originals."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.audit.exported import read_spans, replaced_values, seen_spans, that_replace
from sanon.audit.judging import judge
from sanon.audit.linkage import K, NGramIndex
from sanon.audit.places import content_outside
from sanon.audit.record import record_audit
from sanon.audit.standing import Decisions, StandingFindings, decisions_of
from sanon.commands import analyze
from sanon.commands.analyze import AnalyzeRequest
from sanon.commands.command import COLUMNS, LIMITS, Command, Terminal
from sanon.commands.load import LoadRequest, load_with
from sanon.commands.signing import Recordable
from sanon.corpus.reading import ReadCorpus, read_corpus
from sanon.corpus.walk import SPANS
from sanon.corpus_state.chunks import read_wholes
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.integrity import changed_files
from sanon.extraction.build import Extraction, rules_of
from sanon.extraction.registry import Finder
from sanon.graph.open import create_or_open
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.records import Document
from sanon.replacement.masked import RedactedDocument, Span
from sanon.results import AnalyzeResult, AuditResult
from sanon.settings.input import ExistingPath, Input
from sanon.settings.rules import Rules
from sanon.settings.settings import Settings


class AuditRequest(Recordable):
    """What is judged, and against what."""

    out: Annotated[ExistingPath, Terminal(argument=True)] = Field(description="The export.")
    originals: ExistingPath | None = Field(
        default=None, description="The documents before protection; by default those of the graph, if there is one."
    )
    k: int = Field(default=K, ge=2, description="A phrase that stands in fewer originals than this leads back to them.")


def run(store: Store | None, settings: Settings, request: AuditRequest, progress: Progress = silent) -> AuditResult:
    """Look for everything that still tells about whom an export is. The graph is read for the originals only.

    Raises:
        ConfigurationError: no originals, or the record cannot be kept.
        InputRejected: nothing that can be read.
    """
    out, sign = request.out, request.recorder(request.out)
    corpus = read_corpus(out, **settings.input.columns)
    exported = list(corpus.documents)
    if not exported:
        raise InputRejected(f"{out}: holds no document that can be read")
    with working(progress, "indexing the phrases of the originals"):
        before, decisions = _originals(request, store, settings)
        index = NGramIndex((document.content for document in before), request.k)
        source = _sources(exported, before, index)
    compared = _compared(out, exported, [before[source[n]] if n in source else None for n in range(len(exported))])
    with working(progress, "looking for what still stands"):
        found = judge(compared, replaced_values(compared, settings.profile))
        phrases = index.find([content_outside(one) for one in compared], source)
    extractor = StandingFindings(rules_of(settings.profile, settings.tables), compared, decisions)
    fresh = _fresh(settings, request, corpus, extractor, progress)
    result = AuditResult(
        documents=len(exported),
        leaks=found.leaks,
        near_misses=found.near_misses,
        direct_readable=fresh.direct_readable,
        max_document_risk=fresh.max_residual_document_risk,
        max_chain_risk=max((chain.residual_risk for chain in fresh.chains.items), default=0.0),
        over_policy=fresh.over_policy,
        people=fresh.people,
        undecided=extractor.undecided,
        linkable_documents=len(phrases.linked),
        linkable_ngrams=len(phrases.text),
        stored_ngrams=index.stored,
        without_original=len(exported) - len(source),
        # An export holds no file that cannot be read: nobody has looked for values in this one.
        changed_files=len({*_touched(out), *(one.file for one in corpus.rejected)}),
    )
    if request.record:
        record_audit(out, result, sign)
    return result


def _originals(
    request: AuditRequest, store: Store | None, settings: Settings
) -> tuple[Sequence[Document], Decisions | None]:
    """The originals, and what was decided about their values if they come from the graph."""
    if request.originals is not None:
        documents = list(read_corpus(request.originals, **settings.input.columns).documents)
        if not documents:
            raise InputRejected(f"--originals {request.originals}: holds no document that can be read")
        return documents, None
    if store is not None:
        wholes = read_wholes(store)
        return list(wholes.documents), decisions_of(store, wholes.owners)
    raise ConfigurationError(
        "an audit needs the originals: name them with --originals DOCS, or the graph that holds them with --graph"
    )


def _touched(out: Path) -> list[str]:
    """Files that are not as the manifest says; none where a single file is judged."""
    return [one.file for one in changed_files(out)] if out.is_dir() else []


def _sources(exported: Sequence[Document], before: Sequence[Document], index: NGramIndex) -> dict[int, int]:
    """Number of an exported document -> that of its original: by the id, else by what a search finds."""
    number = {document.source_id: n for n, document in enumerate(before)}
    found = {n: number[one.source_id] for n, one in enumerate(exported) if one.source_id in number}
    others = [n for n in range(len(exported)) if n not in found]
    guessed = index.sources_of(exported[n].content for n in others)
    return found | {n: source for n, source in zip(others, guessed, strict=True) if source is not None}


def _compared(out: Path, exported: Sequence[Document], originals: Sequence[Document | None]) -> list[RedactedDocument]:
    """Exported documents with what was replaced in them; one without an original is its own.

    What the export says of its spans is taken; where it says nothing of any, what differs is.
    """
    said = read_spans(out / SPANS)

    def spans(one: Document, original: Document) -> tuple[Span, ...]:
        return that_replace(said.get(one.source_id, ()) if said else seen_spans(original, one), original)

    return [
        RedactedDocument(one, spans(one, original), original) if original else RedactedDocument(one, (), one)
        for one, original in zip(exported, originals, strict=True)
    ]


def _fresh(
    settings: Settings, request: AuditRequest, corpus: ReadCorpus, extractor: Finder, progress: Progress
) -> AnalyzeResult:
    """The exported texts, extracted and derived anew in a graph that is gone afterwards."""
    form = {name: getattr(settings.input, name) for name in ("id_column", "text_column", "chunk", "date_order")}
    settings = settings.model_copy(update={"rules": Rules(), "input": Input(**form)})
    with tempfile.TemporaryDirectory(prefix="sanon-audit-") as folder, create_or_open(f"{folder}/graph") as store:
        load_with(store, settings, LoadRequest.of(docs=request.out), Extraction(extractor), progress, corpus)
        return analyze.run(store, settings, AnalyzeRequest(rows=1))


AUDIT = Command("audit", AuditRequest, run, graph="optional", settings=LIMITS | COLUMNS)
