"""sanon analyze."""

from __future__ import annotations

from typing import Any

import click
from sanon.cli import options, printing

from sanon.graph.open import open_existing
from sanon.settings.profile import load_profile
from sanon.steps.analyze import Analysis
from sanon.steps.analyze import analyze as analyze_corpus

_SHOWN = 10


@click.command()
@click.option("--all-chains", is_flag=True, help="List every chain, not only the worst 100.")
@click.option("--masked", is_flag=True, help="List every masked entity and why it is masked.")
@options.policy
@options.compute
@options.graph
@options.config
@options.output_format
@options.show_values
def analyze(output_format: str, show_values: bool, all_chains: bool, masked: bool, **settings: Any) -> None:
    """Show how far documents, links and chains identify people now.

    Links are derived again when the options differ from those the graph was derived with.

    \b
    Examples:
      sanon analyze
      sanon analyze --edge-threshold 0.3 --max-chain-length 4
      sanon analyze --masked --show-values
      sanon analyze --format json --all-chains > analysis.json
    """
    profile = load_profile(settings["profile"])
    with open_existing(settings["graph"]) as store:
        analysis = analyze_corpus(
            store,
            policy=options.policy_of(settings),
            profile=profile,
            compute=settings["compute"],
            all_chains=all_chains,
        )
    if output_format == "json":
        printing.as_json(analysis.to_json())
    else:
        _print_risks(analysis, len(analysis.chains.worst) if all_chains else _SHOWN)
        _print_entities(analysis, show_values, masked)


def _print_risks(analysis: Analysis, chains: int) -> None:
    documents, entities, links = analysis.documents, analysis.entities, analysis.links
    categories = ", ".join(f"{number:,} {name}" for name, number in analysis.chains.by_category.items())
    printing.as_lines(
        [
            ("documents", f"{len(documents):,}, greatest risk {documents['risk'].max() if len(documents) else 0:.3f}"),
            ("entities", f"{len(entities):,}, of which {int(entities['masked'].sum()):,} masked"),
            ("links", f"{len(links):,} of strength {analysis.policy.edge_threshold} or more"),
            (
                "chains",
                f"{analysis.chains.count:,} of up to {analysis.policy.max_chain_length} documents: {categories}",
            ),
        ]
    )
    click.echo("\nRiskiest documents")
    for row in documents.sort_values(["risk", "source_id"], ascending=[False, True]).head(_SHOWN).to_dict("records"):
        click.echo(f"  {row['risk']:.4f}  {row['source_id']}")
    click.echo("\nWorst chains")
    for item in analysis.chain_items()[:chains]:
        click.echo(f"  {item['risk']:.4f}  {item['category']:<6}  {' – '.join(item['documents'])}")


def _print_entities(analysis: Analysis, show_values: bool, masked: bool) -> None:
    entities = analysis.entities.sort_values(["importance", "id"], ascending=[False, True])
    title, shown = "Entities that identify most", entities.head(_SHOWN)
    if masked:
        title, shown = "Masked entities", entities[entities["masked"]]
    click.echo(f"\n{title}")
    for row in shown.to_dict("records"):
        why = row["reason"] if row["masked"] else "kept"
        value = f"  {row['value']}" if show_values else ""
        click.echo(f"  {row['importance']:.4f}  {row['type']:<20} {row['id'][:8]}  in {row['frequency']}{value}  {why}")
