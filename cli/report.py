"""sanon report."""

from __future__ import annotations

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.redact import readable
from sanon.commands.report import REPORT, ReportRequest
from sanon.results import ReportResult
from sanon.text.counting import counted


@command(REPORT)
def report(result: ReportResult, request: ReportRequest) -> None:
    """Write a page to look at: what was masked and why, risks before and after, what remains.

    The page is one HTML file. It loads nothing from anywhere, and without --show-values it holds no value of an entity.
    What a data protection officer needs comes first, what engineers need below.

    \b
    Examples:
      sanon report report.html
      sanon audit protected/ --format json > audit.json
      sanon report report.html --export protected/ --audit audit.json --overwrite
    """
    over, size = result.over_policy, request.out.stat().st_size
    why = ("is a number here because it holds a value", "are numbers here because they hold values")
    named = f"; {counted(result.hidden_names, 'id', verb=why)}" if result.hidden_names else ""
    printing.as_lines(
        [
            ("report", f"{request.out}, {size / 1000:,.0f} kB{named}"),
            ("over policy", f"{counted(over.documents, 'document')}, {counted(over.chains, 'chain')}"),
            ("direct", readable(result.direct_readable)),
        ]
    )
    if request.audit is None:
        printing.next_step(
            "sanon audit OUT --format json > audit.json, and here --export OUT --audit audit.json --overwrite: "
            "then the page says what the export OUT holds"
        )
