"""Audit: judge an export without trusting the run that made it, with nothing but the originals."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from sanon.audit.exported import beside_original, read_spans, replaced_values
from sanon.audit.judging import judge
from sanon.audit.linkage import K, NGramIndex
from sanon.audit.places import CUT, places
from sanon.commands.analyze import Analysis, analyze
from sanon.commands.load import load
from sanon.corpus.reading import read_corpus
from sanon.corpus.walk import RESERVED, SPANS
from sanon.corpus_state.chunks import read_wholes
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.integrity import changed_files
from sanon.extraction.build import Extraction
from sanon.extraction.registry import Finder
from sanon.graph.open import create_or_open
from sanon.graph.store import Store
from sanon.progress import Progress
from sanon.records import Document, Finding
from sanon.replacement.masked import RedactedDocument
from sanon.results import AuditResult, OverLimits
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.text.folding import fold


def audit(
    out: Path,
    *,
    profile: Profile,
    policy: Policy,
    extractor: Finder,
    originals: Path | None = None,
    store: Store | None = None,
    k: int = K,
    id_column: str = "id",
    text_column: str = "content",
    progress: Progress = lambda documents, _what, _total: documents,
) -> AuditResult:
    """Look for everything that still tells about whom an export is.

    Args:
        out: the export.
        profile, policy: what is direct, and the limits.
        extractor: that looks at the exported texts anew.
        originals: the documents of before; by default those of the graph.
        store: the graph that the export comes from, read for the originals only.
        k: a phrase that stands in fewer originals leads back to them.

    Raises:
        ConfigurationError: no originals.
        InputRejected: nothing that can be read.
    """
    skip = [out / name for name in RESERVED] if out.is_dir() else []
    reading = read_corpus(out, id_column=id_column, text_column=text_column, skip=skip)
    exported = list(reading.documents)
    if not exported:
        raise InputRejected(f"{out}: holds no document that can be read")
    before = _originals(originals, store, id_column, text_column)
    index = NGramIndex((document.content for document in before), k)
    source = _sources(exported, before, index)
    spans = read_spans(out / SPANS)
    beside = [
        beside_original(one, before[source[n]], spans.get(one.source_id, ()), bool(spans))
        if n in source
        else RedactedDocument(one, (), one)
        for n, one in enumerate(exported)
    ]
    masked, mentioned = replaced_values(beside, profile)
    found = judge(beside, masked, mentioned)
    outside = [_outside(one) for one in beside]
    phrases = index.find(outside, source)
    fresh = _fresh(out, skip, _OutsideOnly(extractor, beside), profile, policy, (id_column, text_column), progress)
    return AuditResult(
        documents=len(exported),
        leaks=found.leaks,
        near_misses=found.near_misses,
        direct_readable=fresh.direct_readable,
        max_document_risk=float(fresh.documents["residual_risk"].max()),
        max_chain_risk=max((chain.residual_risk for chain in fresh.chains.worst), default=0.0),
        over_policy=OverLimits(documents=fresh.documents_over_policy, chains=fresh.chains.over_policy),
        linkable_documents=len(phrases.linked),
        linkable_ngrams=len(phrases.text),
        stored_ngrams=index.stored,
        without_original=len(exported) - len(source),
        changed_files=len(changed_files(out)) if out.is_dir() else 0,
    )


def _originals(docs: Path | None, store: Store | None, id_column: str, text_column: str) -> Sequence[Document]:
    if docs is not None:
        documents: Sequence[Document] = list(read_corpus(docs, id_column=id_column, text_column=text_column).documents)
        if not documents:
            raise InputRejected(f"--originals {docs}: holds no document that can be read")
        return documents
    if store is not None:
        return list(read_wholes(store).documents)
    raise ConfigurationError(
        "an audit needs the originals: name them with --originals DOCS, or the graph that holds them with --graph"
    )


def _sources(exported: Sequence[Document], before: Sequence[Document], index: NGramIndex) -> dict[int, int]:
    """Number of an exported document -> that of its original: by the id, else by what a search finds."""
    number = {document.source_id: n for n, document in enumerate(before)}
    found = {n: number[one.source_id] for n, one in enumerate(exported) if one.source_id in number}
    others = [n for n in range(len(exported)) if n not in found]
    guessed = index.sources_of(exported[n].content for n in others)
    return found | {n: source for n, source in zip(others, guessed, strict=True) if source is not None}


def _outside(one: RedactedDocument) -> str:
    """The content, with a private character in the place of what was replaced."""
    return next(place.outside for place in places(one))


class _OutsideOnly:
    """An extractor that sees no replacement: "[NAME]" is nobody, and neither is a stand-in."""

    def __init__(self, extractor: Finder, documents: Sequence[RedactedDocument]) -> None:
        self.name = extractor.name
        self._extractor = extractor
        self._outside = {
            one.document.source_id: fold(CUT.join(place.outside for place in places(one))).text for one in documents
        }

    def extract(self, document: Document) -> list[Finding]:
        """Findings that stand outside of what was replaced.

        Raises:
            ExtractionError: the extractor failed.
        """
        outside = self._outside.get(document.source_id, "")
        found = self._extractor.extract(document)
        return [one for one in found if fold(one.original_value).text.strip() in outside]


def _fresh(
    out: Path,
    skip: Sequence[Path],
    extractor: Finder,
    profile: Profile,
    policy: Policy,
    columns: tuple[str, str],
    progress: Progress,
) -> Analysis:
    """The exported texts, extracted and derived anew in a graph that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="sanon-audit-") as folder, create_or_open(f"{folder}/graph") as store:
        load(
            store,
            out,
            extraction=Extraction(extractor),
            profile=profile,
            policy=policy,
            id_column=columns[0],
            text_column=columns[1],
            skip=skip,
            progress=progress,
        )
        return analyze(store, policy=policy, profile=profile)
