"""sanon tune."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from sanon.cli import options, printing, session, tune_plot
from sanon.cli.numbers import Numbers, shown
from sanon.cli.printing import say
from sanon.cli.told import Told, told

from sanon.commands import tune as steps
from sanon.errors import ConfigurationError
from sanon.extraction.adapters.entities_file import read_entities_file
from sanon.extraction.build import Extraction
from sanon.extraction.registry import EXTRACTORS
from sanon.graph.open import create_or_open
from sanon.results import Result
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings
from sanon.tuning.labels import Labels, read_labels

_IN_TABLE = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@click.command()
@click.argument("docs", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--entities",
    "by_hand_in",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help='What a person finds in DOCS: JSON lines {"id", "entities": [[original, normalized, type, relevance], …]}.',
)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="TOML file with the chains that a person calls risky, and the clusters if neither the entry cluster of the "
    "metadata nor the ids up to the first - say them.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for tables (CSV) and plots (PNG)."
)
@click.option(
    "--grid-edge-threshold",
    type=Numbers(zero=False),
    default=shown(steps.EDGE_THRESHOLDS),
    show_default=True,
    metavar="N,N,…",
    help="Strengths from which documents are linked, to try.",
)
@click.option(
    "--grid-risk-threshold",
    type=Numbers(zero=True),
    default=shown(steps.RISK_THRESHOLDS),
    show_default=True,
    metavar="N,N,…",
    help="Risks from which a chain counts as dangerous, to try.",
)
@click.option(
    "--grid-context-strength",
    type=Numbers(zero=True),
    default=shown(steps.FILTER_STRENGTHS),
    show_default=True,
    metavar="N,N,…",
    help="Strengths of the context filter of --extractor openai, to try.",
)
@click.option(
    "--max-chain-length",
    type=click.IntRange(2, 6),
    default=Policy().max_chain_length,
    show_default=True,
    envvar="SANON_MAX_CHAIN_LENGTH",
    help="Documents in the longest chain.",
)
@options.extractor
@options.columns
@options.date_order
@options.model_options
@options.profile
@options.graph
@options.config
@options.output_format
@told
def tune(
    told: Told,
    docs: Path,
    by_hand_in: Path,
    labels: Path | None,
    out: Path | None,
    grid_edge_threshold: tuple[float, ...],
    grid_risk_threshold: tuple[float, ...],
    grid_context_strength: tuple[float, ...],
    output_format: str,
) -> None:
    """Measure the thresholds on DOCS, which somebody has annotated. The graph is not touched.

    Twice, for the entities found by hand and for those that the extractor finds: how many links stay inside of a
    cluster and how many go between clusters at each edge threshold; and how well the chains above a risk agree with
    those that are labelled risky. With --extractor openai also what the context filter does to what the model finds;
    its answers are kept beside the graph, as those of sanon load.

    \b
    Examples:
      sanon tune examples/insurance/documents --entities examples/insurance/entities.jsonl \\
        --labels examples/insurance/labels.toml --out tuning/
      sanon tune documents/ --entities mine.jsonl --grid-edge-threshold 0.3,0.4,0.5 --format json
      sanon tune documents/ --entities mine.jsonl --extractor openai --model NAME --out tuning/
    """
    if out is not None:
        tune_plot.require_plot()
        if out.resolve().is_relative_to(docs.resolve()):
            raise ConfigurationError(f"--out {out}: lies in {docs}, and would be read as documents next time")
    settings = told.settings()
    # The other ones are found, whatever a configuration says of a load.
    settings = settings.model_copy(update={"input": settings.input.model_copy(update={"entities": None})})
    profile, reading = settings.profile, settings.input
    by_hand = read_entities_file(by_hand_in, profile)
    if by_hand.rejected:
        first = by_hand.rejected[0]
        raise ConfigurationError(f"{first.file} line {first.line}: {first.reason}")
    documents = steps.read_documents(docs, id_column=reading.id_column, text_column=reading.text_column)
    labelled = read_labels(labels, [document.source_id for document in documents]) if labels else Labels()

    def series(extraction: Extraction) -> steps.Series:
        return steps.thresholds(
            docs,
            extraction,
            labelled,
            profile=profile,
            policy=Policy(max_chain_length=settings.policy.max_chain_length),
            id_column=reading.id_column,
            text_column=reading.text_column,
            date_order=reading.date_order,
            edge_thresholds=grid_edge_threshold,
            risk_thresholds=grid_risk_threshold,
            progress=session.show_progress,
        )

    sweep = None
    with _extraction(settings) as extraction:
        found = [series(Extraction.taken(by_hand)), series(extraction)]
        if extraction.model:
            sweep = steps.filter_sweep(
                documents,
                extraction,
                by_hand,
                strengths=grid_context_strength,
                progress=session.show_progress,
            )
    if found[0].clusters < 2:
        say("note: all documents are in one cluster; name the clusters in --labels, or in the metadata", err=True)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        _write_tables(out, found, sweep)
        tune_plot.plot(found, sweep, out)
        say(f"tables and plots in {out}", err=True)
    if output_format == "json":
        printing.as_json(steps.result_of(found, sweep).to_json())
        return
    for line in _lines(found, sweep):
        say(line)


@contextmanager
def _extraction(settings: Settings) -> Iterator[Extraction]:
    """What the settings describe; the graph is opened only where answers of a model are kept beside it."""
    if not EXTRACTORS.named(settings.input.extractor).asks_endpoint:
        with session.extraction_of(settings, settings.graph) as extraction:
            yield extraction
        return
    with create_or_open(settings.graph) as store, session.extraction_of(settings, store.address) as asking:
        yield asking


def _lines(found: Sequence[steps.Series], sweep: steps.FilterSweep | None) -> Iterator[str]:
    yield "links inside of clusters / between clusters, by edge threshold"
    thresholds = [row.edge_threshold for row in found[0].separations]
    wanted = [number for number, threshold in enumerate(thresholds) if threshold in _IN_TABLE] or range(len(thresholds))
    yield f"{'entities':<12}" + "".join(f"{thresholds[number]:>9g}" for number in wanted)
    for one in found:
        rows = [one.separations[number] for number in wanted]
        yield f"{one.entities:<12}" + "".join(f"{f'{row.inside}/{row.between}':>9}" for row in rows)
    for one in found:
        if one.agreements:
            yield from _grid(one)
    if sweep is not None:
        yield f"\ncontext filter: ROUGE-1 F1 of the model (with the rules), per document; rules alone {sweep.rules:.3f}"
        yield f"{'strength':<10}{'type filter':<13}{'context':>8}{'found':>8}{'model':>8}{'all':>8}"
        first = sweep.first_stage
        yield f"{'stage one':<23}{0:>8}{first.found:>8.1f}{first.rouge_model:>8.3f}{first.rouge:>8.3f}"
        for point in sweep.points:
            filtered = "on" if point.type_filter else "off"
            yield (
                f"{point.strength:<10g}{filtered:<13}{point.context:>8}{point.found:>8.1f}"
                f"{point.rouge_model:>8.3f}{point.rouge:>8.3f}"
            )


def _grid(one: steps.Series) -> Iterator[str]:
    yield f"\nF1 of the chains above a risk against {one.agreements[0].labelled} labelled ones, entities {one.entities}"
    risks = sorted({row.risk_threshold for row in one.agreements})
    yield f"{'link':<8}" + "".join(f"{risk:>7g}" for risk in risks)
    f1 = {(row.edge_threshold, row.risk_threshold): row.f1 for row in one.agreements}
    for edge in sorted({row.edge_threshold for row in one.agreements}):
        yield f"{edge:<8g}" + "".join(f"{f1[edge, risk]:>7.3f}" for risk in risks)
    top = steps.best(one.agreements)
    yield (
        f"best: links ≥ {top.edge_threshold:g}, risk ≥ {top.risk_threshold:g}: F1 {top.f1:.3f}, "
        f"precision {top.precision:.3f}, recall {top.recall:.3f}"
    )


def _write_tables(out: Path, found: Sequence[steps.Series], sweep: steps.FilterSweep | None) -> None:
    tables = steps.result_of(found, sweep)
    _write(out / "separation.csv", tables.separation)
    _write(out / "chains.csv", tables.chains)
    if tables.filter is not None:
        _write(out / "context.csv", tables.filter.points)


def _write(path: Path, rows: Iterable[Result]) -> None:
    listed = [row.to_json() for row in rows]
    if not listed:
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(listed[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.items()} for row in listed)


def _cell(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value
