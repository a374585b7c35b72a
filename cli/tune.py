"""sanon tune."""

from __future__ import annotations

from collections.abc import Iterator

from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.tune import TUNE, TuneRequest
from sanon.results import TuneResult
from sanon.results.tune import FilterResult

_IN_TABLE = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@command(TUNE)
def tune(result: TuneResult, request: TuneRequest) -> None:
    """Measure the thresholds on DOCS, which somebody has annotated. The graph is not touched.

    It measures the entities found by hand and those that the extractor finds: how many links stay inside a cluster and
    how many go between clusters at each edge threshold, and how well the chains above a risk agree with those that are
    labelled risky. With --extractor openai it also measures what the context filter does to what the model finds; the
    answers are kept beside the graph, as those of sanon load.

    \b
    Examples:
      sanon tune examples/insurance/documents --entities examples/insurance/entities.jsonl \\
        --labels examples/insurance/labels.toml --out tuning/
      sanon tune documents/ --entities mine.jsonl --grid-edge-threshold 0.3,0.4,0.5 --format json
      sanon tune documents/ --entities mine.jsonl --extractor openai --model NAME --out tuning/
    """
    if result.clusters < 2:
        say("note: all documents are in one cluster; name the clusters in --labels, or in the metadata", err=True)
    if request.out is not None:
        say(f"tables and plots in {request.out}", err=True)
    for line in _lines(result):
        say(line)


def _lines(result: TuneResult) -> Iterator[str]:
    yield "links inside of clusters / between clusters, by edge threshold"
    rows = {name: [row for row in result.separation if row.entities == name] for name in result.series}
    thresholds = [row.edge_threshold for row in rows[result.series[0]]]
    wanted = [number for number, threshold in enumerate(thresholds) if threshold in _IN_TABLE] or range(len(thresholds))
    yield f"{'entities':<12}" + "".join(f"{thresholds[number]:>9g}" for number in wanted)
    for name, some in rows.items():
        yield f"{name:<12}" + "".join(f"{f'{some[number].inside}/{some[number].between}':>9}" for number in wanted)
    if result.chains:
        for name in result.series:
            yield from _grid(result, name)
    if result.filter is not None:
        yield from _filter_lines(result.filter)
    yield from _recommended(result)


def _grid(result: TuneResult, name: str) -> Iterator[str]:
    rows = [row for row in result.chains if row.entities == name]
    yield f"\nF1 of the chains above a risk against {rows[0].labelled} labelled ones, entities {name}"
    risks = sorted({row.risk_threshold for row in rows})
    yield f"{'link':<8}" + "".join(f"{risk:>7g}" for risk in risks)
    f1 = {(row.edge_threshold, row.risk_threshold): row.f1 for row in rows}
    for edge in sorted({row.edge_threshold for row in rows}):
        yield f"{edge:<8g}" + "".join(f"{f1[edge, risk]:>7.3f}" for risk in risks)
    top = result.best_chains(name)
    yield (
        f"best: links ≥ {top.edge_threshold:g}, risk ≥ {top.risk_threshold:g}: F1 {top.f1:.3f}, "
        f"precision {top.precision:.3f}, recall {top.recall:.3f}"
    )


def _filter_lines(found: FilterResult) -> Iterator[str]:
    yield f"\ncontext filter: ROUGE-1 F1 of the model (with the rules), per document; rules alone {found.rules:.3f}"
    yield f"{'strength':<10}{'type filter':<13}{'context':>8}{'found':>8}{'model':>8}{'all':>8}"
    first = found.first_stage
    yield f"{'stage one':<23}{0:>8}{first.found:>8.1f}{first.rouge_model:>8.3f}{first.rouge:>8.3f}"
    for point in found.points:
        yield (
            f"{point.strength:<10g}{'on' if point.type_filter else 'off':<13}{point.context:>8}{point.found:>8.1f}"
            f"{point.rouge_model:>8.3f}{point.rouge:>8.3f}"
        )


def _recommended(result: TuneResult) -> Iterator[str]:
    """What to set, by the entities that the extractor finds, since those are what a load will have."""
    name = result.series[-1]
    if result.chains:
        top = result.best_chains(name)
        yield (
            f"\nrecommended: edge_threshold = {top.edge_threshold:g}, theta_chain = {top.risk_threshold:g}, where the "
            f"chains that {name} finds agree best with the labels"
        )
    elif result.clusters > 1:
        edge = result.best_separation(name)
        yield (
            f"\nrecommended: edge_threshold = {edge.edge_threshold:g}, where the links that {name} finds keep clusters "
            f"together and apart best: {edge.inside} inside, {edge.between} between"
        )
    if result.filter is not None:
        best = max(result.filter.points, key=lambda one: (one.rouge, one.strength, one.type_filter))
        direct = "" if best.type_filter else " --context-direct"
        yield f"recommended: --context-strength {best.strength:g}{direct}, by ROUGE-1 with the rules"
