"""sanon frontier."""

from __future__ import annotations

from collections.abc import Iterator

from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.frontier import FRONTIER, FrontierRequest
from sanon.results import FrontierResult
from sanon.text.counting import about


@command(FRONTIER)
def frontier(result: FrontierResult, request: FrontierRequest) -> None:
    """Show how many masks each policy of a grid needs, and what risk it leaves. Nothing is written to the graph.

    Every policy is decided anew, as sanon redact --fresh would; masks that hide documents from a background are left
    out. A row marked * is beaten by no other: none costs at most as much and leaves at most its risks.

    \b
    Examples:
      sanon frontier
      sanon frontier --grid-theta-doc 0.8,0.9,0.95 --grid-theta-chain 0.2,0.35,0.5 --grid-edge-threshold 0.5
      sanon frontier --at-least 200 --population 1500000
      sanon frontier --strategy knapsack --plot frontier.png
      sanon frontier --format json > frontier.json
    """
    if request.plot is not None:
        say(f"plot in {request.plot}", err=True)
    for line in _lines(result):
        say(line)


def _lines(result: FrontierResult) -> Iterator[str]:
    now, shared, common = result.now, result.parameters, min(point.edge_threshold for point in result.points)
    people = f"; at least {about(shared.at_least)} of {about(shared.population)} people fit" if shared.at_least else ""
    yield (
        f"{result.entities:,} values, {result.masked_now:,} masked now; {result.strategy}, chains of up to "
        f"{shared.max_chain_length} documents{people}"
    )
    cost = f"{'cost':>7}" if result.objective != "entities" else ""
    yield f"\n{'policy':<24}{'masks':>9}{'':>23}{cost}   highest risk left"
    yield (
        f"{'link':<8}{'θ_doc':<8}{'θ_chain':<8}{'all':>9}{'documents':>10}{'chains':>7}{'people':>7}"
        f"{'':<{len(cost)}}   {'document':<10}{'chain':<8}chain over links ≥ {common:g}"
    )
    for point in result.points:
        share = f"{point.masked} {'*' if point.efficient else ' '}"
        price = f"{point.cost:>7g}" if cost else ""
        decided = (point.edge_threshold, point.theta_doc, point.theta_chain)
        is_now = result.masked_now and decided == (now.edge_threshold, now.theta_doc, now.theta_chain)
        lost = f"  information lost {point.information_lost:.1f}" if point.kept_coarser else ""
        over = f"  {point.chains_over_policy:,} chains over policy" if point.chains_over_policy else ""
        yield (
            f"{point.edge_threshold:<8g}{point.theta_doc:<8g}{point.theta_chain:<8g}{share:>9}"
            f"{point.document_masks:>10}{point.chain_masks:>7}{point.people_masks:>7}{price}   "
            f"{point.max_document_risk:<10.3f}{point.max_chain_risk:<8.3f}{point.common_chain_risk:.3f}{lost}{over}"
            f"{'  <- now' if is_now else ''}"
        )
    yield "\n* no other row has at most its cost and at most its risks (document, chain over all links)"
