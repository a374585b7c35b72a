"""sanon analyze."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from sanon.cli import options, printing
from sanon.cli.printing import counted
from sanon.cli.told import Told, told

from sanon.commands.analyze import Analysis
from sanon.commands.analyze import analyze as analyze_corpus
from sanon.graph.open import open_existing

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 10


@click.command()
@click.option("--all-chains", is_flag=True, help="List every chain, not only the worst 100.")
@click.option("--masked", is_flag=True, help="List every masked entity and why it is masked.")
@options.rules
@options.decided_policy
@options.compute
@options.graph
@options.config
@options.output_format
@options.show_values
@told
def analyze(told: Told, output_format: str, show_values: bool, all_chains: bool, masked: bool) -> None:
    """Show how far documents, links and chains identify people, before any mask and now.

    Links are derived again when the options differ from those the graph was derived with.

    \b
    Examples:
      sanon analyze
      sanon analyze --edge-threshold 0.3 --max-chain-length 4
      sanon analyze --masked --show-values
      sanon analyze --format json --all-chains > analysis.json
    """
    with open_existing(told.graph) as store:
        settings = told.settings(store)
        analysis = analyze_corpus(
            store,
            policy=settings.policy,
            profile=settings.profile,
            rules=settings.rules,
            compute=settings.compute,
            all_chains=all_chains,
        )
    if output_format == "json":
        printing.as_json(analysis.result().to_json())
    else:
        _print_risks(analysis, len(analysis.chains.worst) if all_chains else _SHOWN)
        _print_entities(analysis, show_values, masked)
    printing.next_step("sanon explain document ID says what makes it risky")


def _print_risks(analysis: Analysis, chains: int) -> None:
    documents, entities, links = analysis.documents, analysis.entities, analysis.links
    categories = ", ".join(f"{number:,} {name}" for name, number in analysis.chains.by_category.items())
    printing.as_lines(
        [
            (
                "documents",
                f"{len(documents):,}, greatest risk {_greatest(documents['risk'])} before any mask, "
                f"{_greatest(documents['residual_risk'])} now; over policy {analysis.documents_over_policy:,}",
            ),
            (
                "entities",
                f"{len(entities):,}, of which {int(entities['masked'].sum()):,} masked; "
                f"{counted(analysis.direct_readable, 'direct identifier')} readable",
            ),
            ("links", f"{len(links):,} of strength {analysis.policy.edge_threshold} or more"),
            (
                "chains",
                f"{analysis.chains.count:,} of up to {analysis.policy.max_chain_length} documents: {categories}; "
                f"over policy {analysis.chains.over_policy:,}",
            ),
        ]
    )
    riskiest = documents.sort_values(["residual_risk", "source_id"], ascending=[False, True]).head(_SHOWN)
    rows = [
        (f"{row['residual_risk']:.4f}", f"{row['risk']:.4f}", str(row["source_id"]))
        for row in riskiest.to_dict("records")
    ]
    head = f"  {'now':<8}before"
    lines = [f"  {now}  {before}  {name}" for now, before, name in rows]
    printing.as_table("Riskiest documents", ("now", "before", "document"), rows, [head, *lines])
    items = [
        (
            f"{item['residual_risk']:.4f}",
            f"{item['risk']:.4f}",
            str(item["category"]),
            " – ".join(item["documents"]),
        )
        for item in analysis.chain_items()[:chains]
    ]
    lines = [f"  {now}  {before}  {kind:<6}  {chain}" for now, before, kind, chain in items]
    printing.as_table("Worst chains", ("now", "before", "risk", "documents"), items, [head, *lines])


def _greatest(risks: pd.Series) -> str:
    return f"{risks.max() if len(risks) else 0:.3f}"


def _print_entities(analysis: Analysis, show_values: bool, masked: bool) -> None:
    entities = analysis.entities.sort_values(["importance", "id"], ascending=[False, True])
    title, shown = "Readable entities that identify most", entities[~entities["masked"]].head(_SHOWN)
    if masked:
        title, shown = "Masked entities", entities[entities["masked"]]
    lines, rows = list[str](), list[tuple[str, ...]]()
    for row in shown.to_dict("records"):
        why = row["reason"] if row["masked"] else "kept"
        values = [str(row["value"])] if show_values else []
        value = f"  {row['value']}" if show_values else ""
        lines.append(
            f"  {row['importance']:.4f}  {row['type']:<20} {row['id'][:8]}  in {row['frequency']}{value}  {why}"
        )
        rows.append(
            (f"{row['importance']:.4f}", str(row["type"]), row["id"][:8], str(row["frequency"]), *values, str(why))
        )
    names = ("importance", "type", "entity", "documents", *(["value"] if show_values else []), "why")
    printing.as_table(title, names, rows, lines)
