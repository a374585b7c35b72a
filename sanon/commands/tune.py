"""Tune: what thresholds do on a corpus that somebody has annotated. The only graph written is one thrown away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from pydantic import Field

from sanon.commands.command import COLUMNS, MODEL, Command, Request, Terminal
from sanon.commands.load import LoadRequest, extraction_for, load_with
from sanon.corpus.reading import read_corpus
from sanon.corpus.spool import Documents
from sanon.derivation.incidence import read_incidence
from sanon.errors import ConfigurationError, ExtractionError, InputRejected, needing
from sanon.extraction.adapters.entities_file import EntitiesFile, read_entities_file
from sanon.extraction.build import Extraction
from sanon.extraction.extract import corpus_entities, extract
from sanon.extraction.judging import JudgingExtractor
from sanon.extraction.llm.context import ALONE, IN_CONTEXT, ContextFilter, existing_entities
from sanon.extraction.mentions import mentions_of
from sanon.extraction.registry import EXTRACTORS
from sanon.graph.open import create_or_open
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.records import Finding, Mention
from sanon.results import TuneResult
from sanon.results.tune import AgreementRow, FilterResult, FilterRow, FirstStage, SeparationRow
from sanon.settings.input import ExistingPath
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings
from sanon.text.counting import counted
from sanon.tuning.agreement import agreement, rouge_1, separation
from sanon.tuning.labels import Labels, clusters_of, read_labels
from sanon.tuning.output import plot, write_tables

BY_HAND = "by hand"
_MODEL = frozenset((ALONE, IN_CONTEXT))
_Share = Annotated[float, Field(ge=0, le=1)]
_Strength = Annotated[float, Field(gt=0, le=1)]


class TuneRequest(Request):
    """Annotated documents, and the thresholds to try."""

    docs: Annotated[ExistingPath, Terminal(argument=True)] = Field(description="Folder or file.")
    entities: ExistingPath = Field(
        description='What a person has found in DOCS: JSON lines {"id", "entities": [[original, normalized, type, '
        "relevance], …]}.",
    )
    labels: ExistingPath | None = Field(
        default=None,
        description="TOML file with the chains that a person calls risky. It names the clusters too, where neither "
        "the entry cluster of the metadata nor the beginning of the ids, up to the first hyphen, does.",
    )
    out: Path | None = Field(default=None, description="Folder for tables (CSV) and plots (PNG).")
    edge_thresholds: Annotated[tuple[_Strength, ...], Terminal(flag="grid-edge-threshold", metavar="N,N,…")] = Field(
        default=tuple(round(0.05 * step, 2) for step in range(1, 20)),
        min_length=1,
        description="Strengths from which documents are linked, to try.",
    )
    risk_thresholds: Annotated[tuple[_Share, ...], Terminal(flag="grid-risk-threshold", metavar="N,N,…")] = Field(
        default=tuple(round(0.1 * step, 1) for step in range(10)),
        min_length=1,
        description="Risks from which a chain counts as dangerous, to try.",
    )
    context_strengths: Annotated[tuple[_Share, ...], Terminal(flag="grid-context-strength", metavar="N,N,…")] = Field(
        default=(0.0, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8),
        min_length=1,
        description="Strengths of the context filter of a language model, to try.",
    )


def run(store: Store | None, settings: Settings, request: TuneRequest, progress: Progress = silent) -> TuneResult:
    """Try thresholds on entities found by hand and on those that the extractor finds; a model also at each filter.

    Raises:
        ConfigurationError: a file cannot be used, or `out` lies among the documents.
        InputRejected: documents were rejected, or have no entities: numbers over a part would mislead.
        ExtractionError: a model gave no answer for a document.
    """
    if request.out is not None:
        _refuse_target(request.out, request.docs)
    # The others are found, whatever a configuration says of a load.
    settings = settings.model_copy(update={"input": settings.input.model_copy(update={"entities": None})})
    by_hand = read_entities_file(request.entities, settings.profile)
    if by_hand.rejected:
        first = by_hand.rejected[0]
        raise ConfigurationError(f"{first.file} line {first.line}: {first.reason}")
    documents = read_corpus(request.docs, **settings.input.columns).documents
    if not documents:
        raise ConfigurationError(f"{request.docs}: no documents")
    labels = read_labels(request.labels, documents.ids) if request.labels else Labels()
    cluster = clusters_of(documents, labels)
    separations, agreements, sweep = list[SeparationRow](), list[AgreementRow](), None
    with _extraction(store, settings) as extraction:
        for one in (Extraction(by_hand), extraction):
            separated, agreed = _thresholds(settings, request, one, cluster, labels, progress)
            separations += separated
            agreements += agreed
        if extraction.model:
            sweep = _filter_sweep(documents, extraction, by_hand, request.context_strengths, progress)
    result = TuneResult(clusters=len(set(cluster.values())), separation=separations, chains=agreements, filter=sweep)
    if request.out is not None:
        request.out.mkdir(parents=True, exist_ok=True)
        write_tables(result, request.out)
        plot(result, request.out)
    return result


def _refuse_target(out: Path, docs: Path) -> None:
    """Stop before anything is computed if no plots could be written."""
    with needing("--out draws plots and needs matplotlib", "plot"):
        import matplotlib  # noqa: F401 # its import takes a second that only a plot costs
    if out.resolve().is_relative_to(docs.resolve()):
        raise ConfigurationError(f"--out {out}: lies in {docs}, and would be read as documents next time")


@contextmanager
def _extraction(store: Store | None, settings: Settings) -> Iterator[Extraction]:
    """What the settings describe; answers of a model are kept beside the graph, which is made for them."""
    request = LoadRequest(docs=[])
    if store is not None or not EXTRACTORS.named(settings.input.extractor).asks_endpoint:
        with extraction_for(settings, request, store.address if store else settings.graph) as extraction:
            yield extraction
        return
    with create_or_open(settings.graph) as made, extraction_for(settings, request, made.address) as extraction:
        yield extraction


def _thresholds(
    settings: Settings,
    request: TuneRequest,
    extraction: Extraction,
    cluster: Mapping[str, str],
    labels: Labels,
    progress: Progress,
) -> tuple[list[SeparationRow], list[AgreementRow]]:
    """What edge and risk thresholds do on a corpus that is loaded into a graph that is thrown away.

    Raises:
        InputRejected: documents were rejected, or have no entities.
    """
    longest = settings.policy.max_chain_length
    settings = settings.model_copy(
        update={
            "policy": Policy(max_chain_length=longest),
            "input": settings.input.model_copy(update={"chunk": None, "background": None}),
        }
    )
    with TemporaryDirectory(prefix="sanon-") as folder, create_or_open(str(Path(folder) / "graph")) as store:
        report = load_with(store, settings, LoadRequest.of(docs=request.docs), extraction, progress)
        if report.rejected or report.pending:
            first = next(iter(sorted(report.pending.items())), None)
            why = f"{first[0]}: {first[1]}" if first else f"{report.rejected[0].file}: {report.rejected[0].reason}"
            raise InputRejected(
                f"{len(report.rejected)} rejected, {len(report.pending)} without entities ({why}); nothing is measured"
            )
        incidence = read_incidence(store, settings.profile)
    whose = BY_HAND if extraction.given else extraction.name
    edges, risks = sorted(request.edge_thresholds), sorted(request.risk_thresholds)
    labelled = labels.chains(longest)
    return (
        separation(incidence, cluster, edges, whose),
        [
            AgreementRow(entities=whose, **row.model_dump())
            for row in (agreement(incidence, labelled, longest, edges, risks) if labelled else [])
        ],
    )


def _filter_sweep(
    documents: Documents,
    extraction: Extraction,
    by_hand: EntitiesFile,
    strengths: Sequence[float],
    progress: Progress,
) -> FilterResult:
    """Ask a language model with each context that the filter gives; equal questions are asked once.

    Args:
        extraction: has an extractor that judges; its own context filter does not count.

    Raises:
        ExtractionError: the model gave no answer for a document.
    """
    expected = {document.source_id: _values(by_hand.extract(document)) for document in documents}
    assert extraction.model is not None  # noqa: S101 - for the type checker
    profile = extraction.model.profile
    alone = _mentions(_with_filter(extraction, ContextFilter(top=0)), documents, progress)
    by_rules = corpus_entities({}, alone)
    points = []
    for direct in (False, True):
        for strength in sorted(strengths):
            chosen = ContextFilter(strength=strength, direct=direct)
            found = _mentions(_with_filter(extraction, chosen), documents, progress)
            points.append(
                FilterRow(
                    strength=strength,
                    type_filter=not direct,
                    context=len(existing_entities(by_rules, profile, chosen)),
                    **_quality(found, expected),
                )
            )
    rules = {source_id: _by(there, model=False) for source_id, there in alone.items()}
    return FilterResult(
        points=points, first_stage=FirstStage(**_quality(alone, expected)), rules=_mean_rouge(rules, expected)
    )


def _with_filter(extraction: Extraction, chosen: ContextFilter) -> Extraction:
    """What judges, with another filter of the context."""
    judge: JudgingExtractor | None = copy(extraction.model)
    assert judge is not None  # noqa: S101 - for the type checker
    judge.context = chosen
    return replace(extraction, extractor=judge)


def _mentions(extraction: Extraction, documents: Documents, progress: Progress) -> dict[str, list[Mention]]:
    found, failed = extract(extraction, documents, {}, progress)
    if failed:
        source_id, why = min(failed.items())
        raise ExtractionError(
            f"{counted(len(failed), 'document')} without an answer ({source_id}: {why}); the others are kept"
        )
    return found


def _quality(found: Mapping[str, list[Mention]], expected: Mapping[str, set[str]]) -> dict[str, float]:
    """Entities that the model found, and ROUGE-1 F1 of them alone and with the rules; means over documents."""
    model = {source_id: _by(there, model=True) for source_id, there in found.items()}
    return {
        "found": sum(map(len, model.values())) / len(model),
        "rouge_model": _mean_rouge(model, expected),
        "rouge": _mean_rouge(found, expected),
    }


def _by(mentions: Sequence[Mention], *, model: bool) -> list[Mention]:
    """What the model found, or what the rules found."""
    if model:
        return [mention for mention in mentions if _MODEL.intersection(mention.found_by)]
    return [mention for mention in mentions if not _MODEL.issuperset(mention.found_by)]


def _mean_rouge(found: Mapping[str, Sequence[Mention]], expected: Mapping[str, set[str]]) -> float:
    scores = [rouge_1([mention.entity.value for mention in there], expected[one]) for one, there in found.items()]
    return sum(scores) / len(scores)


def _values(findings: Sequence[Finding]) -> set[str]:
    return {mention.entity.value for mention in mentions_of("", findings)}


TUNE = Command(
    "tune",
    TuneRequest,
    run,
    graph="optional",
    settings=COLUMNS | MODEL | {"extractor", "date_order", "max_chain_length", "profile", "processes"},
)
