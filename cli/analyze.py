"""sanon analyze."""

from __future__ import annotations

from typing import Any

import click

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.options import Option
from sanon.cli.redact import people, readable
from sanon.commands.analyze import ANALYZE, AnalyzeRequest
from sanon.commands.command import Command
from sanon.results import AnalyzeResult

_SHOWN = 10


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Analyze; a person is shown the worst of everything, another program gets all."""
    if given.pop("masked", False):
        given["entities"] = "masked"
    elif click.get_current_context().params["output_format"] == "text":
        given["entities"] = "readable"
        if not given.get("all_chains"):
            given["rows"] = _SHOWN
    return ANALYZE


@command(
    ANALYZE,
    more=[Option(["--masked"], is_flag=True, default=None, help="List every masked value and why it is masked.")],
    choose=_chosen,
)
def analyze(result: AnalyzeResult, request: AnalyzeRequest) -> None:
    """Show how far documents, links and chains identify people, before any mask and now.

    Links are derived again when the limits differ from those the graph was derived with.

    \b
    Examples:
      sanon analyze
      sanon analyze --edge-threshold 0.3 --max-chain-length 4
      sanon analyze --masked --show-values
      sanon analyze --format json --all-chains > analysis.json
      sanon analyze --format csv > values.csv
    """
    printing.as_lines(_lines(result))
    riskiest = sorted(result.documents, key=lambda one: (-one.residual_risk, one.source_id))[:_SHOWN]
    printing.as_table(
        "Riskiest documents",
        ("now", "before", "document"),
        [(f"{one.residual_risk:.4f}", f"{one.risk:.4f}", one.source_id) for one in riskiest],
    )
    chains = result.chains.items if request.all_chains else result.chains.items[:_SHOWN]
    printing.as_table(
        "Worst chains",
        ("now", "before", "risk", "documents"),
        [(f"{one.residual_risk:.4f}", f"{one.risk:.4f}", one.category, " – ".join(one.documents)) for one in chains],
    )
    masked = request.entities == "masked"
    entities = result.entities if masked else result.entities[:_SHOWN]
    values, why = (["value"] if request.show_values else []), (["why"] if masked else [])
    printing.as_table(
        "Masked values" if masked else "Readable values that identify most",
        ("importance", "type", "id", "documents", *values, *why),
        [
            (
                f"{one.importance:.4f}",
                one.type,
                one.id[:8],
                f"{one.frequency:,}",
                *([printing.on_one_line(result.values[one.id])] if request.show_values else []),
                *([one.reason or ""] if masked else []),
            )
            for one in entities
        ],
    )
    printing.next_step("sanon explain document ID says what makes it risky")


def _lines(result: AnalyzeResult) -> list[tuple[str, str]]:
    counts, over, limits = result.counts, result.over_policy, result.parameters
    categories = ", ".join(f"{number:,} {name}" for name, number in result.chains.by_category)
    return [
        (
            "documents",
            f"{counts.documents:,}: highest risk {result.max_document_risk:.3f} before any mask, "
            f"{result.max_residual_document_risk:.3f} now; above the limit of {limits.theta_doc:g}: {over.documents:,}",
        ),
        (
            "values",
            f"{counts.entities:,} that may identify somebody, of which {counts.masked:,} masked; "
            f"{readable(result.direct_readable)}",
        ),
        (
            "links",
            f"{counts.links:,} pairs of documents that share values of strength {limits.edge_threshold:g} or more",
        ),
        (
            "chains",
            f"{result.chains.count:,} of up to {limits.max_chain_length} linked documents: {categories}; above their "
            f"limits: {over.chains:,}",
        ),
        *people(result.people),
    ]
