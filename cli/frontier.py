"""sanon frontier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from sanon.cli import frontier_plot, options, printing
from sanon.cli.numbers import Numbers, shown
from sanon.cli.printing import say
from sanon.cli.told import Told, told

from sanon.commands import frontier as steps
from sanon.corpus_state.corpus_in_graph import read_corpus_in_graph
from sanon.explanation.tradeoff import Point
from sanon.graph.open import open_existing


@click.command()
@click.option(
    "--grid-theta-doc",
    type=Numbers(zero=True),
    default=shown(steps.THETA_DOCS),
    show_default=True,
    metavar="N,N,…",
    help="Highest risks that a document may keep, to try.",
)
@click.option(
    "--grid-theta-chain",
    type=Numbers(zero=True),
    default=shown(steps.THETA_CHAINS),
    show_default=True,
    metavar="N,N,…",
    help="Highest risks that a chain may keep, to try.",
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
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    metavar="FILE.png|svg",
    help="Draw it too; needs pip install 'sanon[plot]'.",
)
@options.rules
@options.masking
@options.chain_length
@options.profile
@options.graph
@options.config
@options.output_format
@told
def frontier(
    told: Told,
    output_format: str,
    plot: Path | None,
    grid_theta_doc: tuple[float, ...],
    grid_theta_chain: tuple[float, ...],
    grid_edge_threshold: tuple[float, ...],
) -> None:
    """Show how many masks each policy of a grid needs, and what risk it leaves. Nothing is written to the graph.

    Every policy is decided from no masks, as sanon redact --fresh would, but for masks that hide documents from a
    background, which are left out. Rows marked * are those that no other row beats: none has at most their cost and at
    most their risks.

    \b
    Examples:
      sanon frontier
      sanon frontier --grid-theta-doc 0.8,0.9,0.95 --grid-theta-chain 0.2,0.35,0.5 --grid-edge-threshold 0.5
      sanon frontier --strategy knapsack --plot frontier.png
      sanon frontier --format json > frontier.json
    """
    if plot is not None:
        frontier_plot.require_plot(plot)
    with open_existing(told.graph) as store:
        settings = told.settings(store)
        if settings.masking.candidates and store.background_texts():
            say(
                "note: without the masks that hide documents from the background; what-if and redact choose those",
                err=True,
            )
        found = steps.frontier(
            store,
            read_corpus_in_graph(store, settings.policy, settings.profile, settings.rules, settings.masking),
            theta_docs=grid_theta_doc,
            theta_chains=grid_theta_chain,
            edge_thresholds=grid_edge_threshold,
            rules=settings.rules,
            masking=settings.masking,
            watch=_watch,
        )
    if plot is not None:
        frontier_plot.plot(found, plot)
        say(f"plot in {plot}", err=True)
    if output_format == "json":
        printing.as_json(found.result().to_json())
        return
    for line in _lines(found, settings.masking.objective):
        say(line)


def _watch(found: Iterable[Point], total: int) -> Iterable[Point]:
    console = Console(stderr=True)
    return track(found, "deciding", total, console=console, transient=True, disable=not console.is_terminal)


def _lines(found: steps.Frontier, objective: str) -> Iterator[str]:
    as_decided = [found.policy.edge_threshold, found.policy.theta_doc, found.policy.theta_chain]
    common = min(point.edge_threshold for point in found.points)
    yield (
        f"{found.entities:,} entities, {found.now:,} masked now; {found.strategy}, chains of up to "
        f"{found.policy.max_chain_length} documents"
    )
    cost = f"{'cost':>7}" if objective != "entities" else ""
    yield f"\n{'policy':<24}{'masks':>9}{'':>16}{cost}   worst left"
    yield (
        f"{'link':<8}{'θ_doc':<8}{'θ_chain':<8}{'all':>9}{'documents':>10}{'chains':>7}{'':<{len(cost)}}   "
        f"{'document':<10}{'chain':<8}chain over links ≥ {common:g}"
    )
    for point, best in found.rows():
        share = f"{point.masked} {'*' if best else ' '}"
        price = f"{point.cost:>7g}" if cost else ""
        decided = [point.edge_threshold, point.theta_doc, point.theta_chain] == as_decided
        mark = "  <- now" if decided and found.now else ""
        lost = f"  information lost {point.information_lost:.1f}" if point.kept_coarser else ""
        over = f"  {point.chains_over_policy:,} chains over policy" if point.chains_over_policy else ""
        yield (
            f"{point.edge_threshold:<8g}{point.theta_doc:<8g}{point.theta_chain:<8g}{share:>9}"
            f"{point.document_masks:>10}{point.chain_masks:>7}{price}   "
            f"{point.max_document_risk:<10.3f}{point.max_chain_risk:<8.3f}{point.common_chain_risk:.3f}{lost}{over}{mark}"
        )
    yield "\n* no other row has at most its cost and at most its risks (document, chain over all links)"
