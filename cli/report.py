"""sanon report."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import click
from pydantic import ValidationError
from sanon.cli import options, printing
from sanon.cli.printing import counted
from sanon.cli.told import Told, told

from sanon.errors import ConfigurationError, explained
from sanon.graph.open import open_existing
from sanon.results import AttackResult, AuditResult

_Found = TypeVar("_Found", AuditResult, AttackResult)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--export",
    "exported",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="An export of this graph: say what it holds, and whether it was changed.",
)
@click.option("--audit", type=_FILE, help="What `sanon audit --format json` printed.")
@click.option("--attack", type=_FILE, help="What `sanon attack --format json` printed.")
@click.option("--show-values", is_flag=True, help="Put values of entities on the page; it is as secret as they are.")
@click.option("--overwrite", is_flag=True, help="Replace the file OUT.")
@options.rules
@options.decided_policy
@options.compute
@options.graph
@options.config
@options.output_format
@told
def report(
    told: Told,
    out: Path,
    exported: Path | None,
    audit: Path | None,
    attack: Path | None,
    show_values: bool,
    overwrite: bool,
    output_format: str,
) -> None:
    """Write a page to look at: what was masked and why, risks before and after, what remains.

    One HTML file that asks nobody for anything and holds no value of an entity. For a data protection officer first,
    for engineers below.

    \b
    Examples:
      sanon report report.html
      sanon audit protected/ --format json > audit.json
      sanon report report.html --export protected/ --audit audit.json --overwrite
    """
    from sanon.commands.report import Evidence, refuse_target, write_page
    from sanon.commands.report import report as report_on

    refuse_target(out, overwrite=overwrite)
    evidence = Evidence(exported, _read(AuditResult, "audit", audit), _read(AttackResult, "attack", attack))
    with open_existing(told.graph) as store:
        settings = told.settings(store)
        found = report_on(
            store,
            policy=settings.policy,
            profile=settings.profile,
            rules=settings.rules,
            masking=settings.masking,
            compute=settings.compute,
            evidence=evidence,
            show_values=show_values,
        )
    size = write_page(found, out, overwrite=overwrite)
    if output_format == "json":
        printing.as_json(found.to_json())
        return
    over = found.over_policy
    named = f"; {counted(found.hidden_names, 'id')} that hold values given as numbers" if found.hidden_names else ""
    printing.as_lines(
        [
            ("report", f"{out}, {size / 1000:,.0f} kB{named}"),
            ("over policy", f"{counted(over.documents, 'document')}, {counted(over.chains, 'chain')}"),
            ("direct", f"{counted(found.direct_readable, 'direct identifier')} readable"),
        ]
    )


def _read(kind: type[_Found], option: str, file: Path | None) -> _Found | None:
    if file is None:
        return None
    try:
        return kind.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        why = explained(error) if isinstance(error, ValidationError) else error.strerror
        raise ConfigurationError(f"--{option} {file}: not what `sanon {option} --format json` prints: {why}") from error
