"""Tune: what thresholds do on a corpus that somebody has annotated. The only graph written is one thrown away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sanon.commands.load import load
from sanon.corpus.reading import read_corpus
from sanon.corpus.spool import Documents
from sanon.derivation.incidence import read_incidence
from sanon.errors import ConfigurationError, ExtractionError, InputRejected
from sanon.extraction.adapters.entities_file import EntitiesFile
from sanon.extraction.build import Extraction
from sanon.extraction.extract import extract, known_entities
from sanon.extraction.judging import JudgingExtractor
from sanon.extraction.llm.context import ALONE, IN_CONTEXT, ContextFilter, existing_entities
from sanon.extraction.mentions import mentions_of
from sanon.graph.open import create_or_open
from sanon.progress import Progress
from sanon.records import Mention
from sanon.results import AgreementRow, FilterResult, FilterRow, FirstStage, SeparationRow, TuneResult
from sanon.risk.incidence import Incidence
from sanon.settings.input import DateOrder
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.text.counting import counted
from sanon.tuning.agreement import Agreement, agreement
from sanon.tuning.labels import Labels, clusters_of
from sanon.tuning.rouge import rouge_1
from sanon.tuning.separation import Separation, separation

EDGE_THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 20))
RISK_THRESHOLDS = tuple(round(0.1 * step, 1) for step in range(10))
FILTER_STRENGTHS = (0.0, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8)

BY_HAND = "by hand"
_MODEL = frozenset((ALONE, IN_CONTEXT))


@dataclass(frozen=True)
class Series:
    """The thresholds on one set of entities.

    Attributes:
        entities: whose: "by hand", or the name of an extractor.
        clusters: how many there are.
        separations: links inside of clusters and between them, by edge threshold.
        agreements: chains against labelled ones, by edge and risk threshold; empty if none are labelled.
    """

    entities: str
    clusters: int
    separations: list[Separation]
    agreements: list[Agreement]


class FilterPoint(NamedTuple):
    """The second stage of a language model at one setting of the context filter; means over documents.

    Attributes:
        strength: least filter score.
        type_filter: direct identifiers left out of the context.
        context: entities in the context.
        found: distinct entities that the model found, in both stages.
        rouge_model: ROUGE-1 F1 of what the model found, in [0, 1].
        rouge: the same with the rules beside it.
    """

    strength: float
    type_filter: bool
    context: int
    found: float
    rouge_model: float
    rouge: float


@dataclass(frozen=True)
class FilterSweep:
    """The context filter at several strengths.

    Attributes:
        points: by type filter and strength.
        first_stage: without any context; its strength and context say nothing.
        rules: ROUGE-1 F1 of the rules alone, in [0, 1].
    """

    points: list[FilterPoint]
    first_stage: FilterPoint
    rules: float


def thresholds(
    docs: Path,
    extraction: Extraction,
    labels: Labels,
    *,
    profile: Profile,
    policy: Policy,
    id_column: str,
    text_column: str,
    date_order: DateOrder = "auto",
    edge_thresholds: Sequence[float] = EDGE_THRESHOLDS,
    risk_thresholds: Sequence[float] = RISK_THRESHOLDS,
    progress: Progress = lambda documents, _what, _total: documents,
) -> Series:
    """Load a corpus into a graph that is thrown away, and see what edge and risk thresholds do on it.

    Args:
        docs: folder or file.
        extraction: what finds the entities; those of a file stand for "by hand".
        labels: clusters and dangerous chains.
        profile, policy: types, and the longest chain.
        id_column, text_column: of tables.
        date_order: how dates are read that can be read in two ways.
        edge_thresholds, risk_thresholds: ascending.
        progress: shows how far it is.

    Raises:
        InputRejected: documents were rejected, or have no entities: numbers over a part would mislead.
    """
    edge_thresholds, risk_thresholds = sorted(edge_thresholds), sorted(risk_thresholds)
    documents = read_documents(docs, id_column=id_column, text_column=text_column)
    with TemporaryDirectory(prefix="sanon-") as folder, create_or_open(str(Path(folder) / "graph")) as store:
        report = load(
            store,
            docs,
            extraction=extraction,
            profile=profile,
            policy=policy,
            id_column=id_column,
            text_column=text_column,
            date_order=date_order,
            progress=progress,
        )
        if report.rejected or report.pending:
            first = next(iter(sorted(report.pending.items())), None)
            why = f"{first[0]}: {first[1]}" if first else f"{report.rejected[0].file}: {report.rejected[0].reason}"
            raise InputRejected(
                f"{len(report.rejected)} rejected, {len(report.pending)} without entities ({why}); nothing is measured"
            )
        incidence: Incidence = read_incidence(store, profile)
    labelled, cluster = labels.chains(policy.max_chain_length), clusters_of(documents, labels)
    return Series(
        BY_HAND if extraction.given else extraction.name,
        len(set(cluster.values())),
        separation(incidence, cluster, edge_thresholds),
        agreement(incidence, labelled, policy.max_chain_length, edge_thresholds, risk_thresholds) if labelled else [],
    )


def read_documents(docs: Path, *, id_column: str, text_column: str) -> Documents:
    """The documents of an input.

    Raises:
        ConfigurationError: there is none.
    """
    documents = read_corpus(docs, id_column=id_column, text_column=text_column).documents
    if not documents:
        raise ConfigurationError(f"{docs}: no documents")
    return documents


def filter_sweep(
    documents: Documents,
    extraction: Extraction,
    by_hand: EntitiesFile,
    *,
    strengths: Sequence[float] = FILTER_STRENGTHS,
    progress: Progress = lambda documents, _what, _total: documents,
) -> FilterSweep:
    """Ask a language model with each context that the filter gives; equal questions are asked once.

    Args:
        documents: the corpus.
        extraction: has an extractor that judges; its own context filter does not count.
        by_hand: what should be found.
        strengths: of the filter.
        progress: shows how far it is.

    Raises:
        ExtractionError: the model gave no answer for a document, or nothing is annotated.
    """
    expected = {document.source_id: _values(by_hand.extract(document)) for document in documents}
    assert extraction.model is not None  # noqa: S101 - for the type checker
    profile = extraction.model.profile
    alone = _mentions(with_filter(extraction, ContextFilter(top=0)), documents, progress)
    known = known_entities({}, alone)
    points = []
    for direct in (False, True):
        for strength in sorted(strengths):
            chosen = ContextFilter(strength=strength, direct=direct)
            found = _mentions(with_filter(extraction, chosen), documents, progress)
            context = len(existing_entities(known, profile, chosen))
            points.append(_point(found, expected, strength, type_filter=not direct, context=context))
    rules = {source_id: _by(there, model=False) for source_id, there in alone.items()}
    return FilterSweep(points, _point(alone, expected, 1.0, type_filter=True, context=0), _mean_rouge(rules, expected))


def with_filter(extraction: Extraction, chosen: ContextFilter) -> Extraction:
    """What judges, with another filter of the context."""
    judge: JudgingExtractor | None = copy(extraction.model)
    assert judge is not None  # noqa: S101 - for the type checker
    judge.context = chosen
    return replace(extraction, extractor=judge, model=judge)


def best(agreements: Sequence[Agreement]) -> Agreement:
    """The greatest F1; among equals the highest thresholds, which give the fewest chains to break."""
    return max(agreements, key=lambda one: (one.f1, one.edge_threshold, one.risk_threshold))


def result_of(series: Sequence[Series], sweep: FilterSweep | None) -> TuneResult:
    """All rows, for other programs."""
    return TuneResult(
        separation=[SeparationRow(entities=one.entities, **row._asdict()) for one in series for row in one.separations],
        chains=[
            AgreementRow(entities=one.entities, **row._asdict(), precision=row.precision, recall=row.recall, f1=row.f1)
            for one in series
            for row in one.agreements
        ],
        filter=_filter_result(sweep) if sweep else None,
    )


def _filter_result(sweep: FilterSweep) -> FilterResult:
    first = sweep.first_stage
    return FilterResult(
        points=[FilterRow(**point._asdict()) for point in sweep.points],
        first_stage=FirstStage(found=first.found, rouge_model=first.rouge_model, rouge=first.rouge),
        rules=sweep.rules,
    )


def _mentions(extraction: Extraction, documents: Documents, progress: Progress) -> dict[str, list[Mention]]:
    found, failed = extract(extraction, documents, {}, progress)
    if failed:
        source_id, why = min(failed.items())
        raise ExtractionError(
            f"{counted(len(failed), 'document')} without an answer ({source_id}: {why}); the others are kept"
        )
    return found


def _point(
    found: Mapping[str, list[Mention]],
    expected: Mapping[str, set[str]],
    strength: float,
    *,
    type_filter: bool,
    context: int,
) -> FilterPoint:
    model = {source_id: _by(there, model=True) for source_id, there in found.items()}
    return FilterPoint(
        strength,
        type_filter,
        context,
        sum(map(len, model.values())) / len(model),
        _mean_rouge(model, expected),
        _mean_rouge(found, expected),
    )


def _by(mentions: Sequence[Mention], *, model: bool) -> list[Mention]:
    """What the model found, or what the rules found."""
    if model:
        return [mention for mention in mentions if _MODEL.intersection(mention.found_by)]
    return [mention for mention in mentions if not _MODEL.issuperset(mention.found_by)]


def _mean_rouge(found: Mapping[str, Sequence[Mention]], expected: Mapping[str, set[str]]) -> float:
    scores = [rouge_1([mention.entity.value for mention in there], expected[one]) for one, there in found.items()]
    return sum(scores) / len(scores)


def _values(findings: Sequence[Any]) -> set[str]:
    return {mention.entity.value for mention in mentions_of("", findings)}
