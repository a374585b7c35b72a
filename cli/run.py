"""sanon run."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import Any

import click

from sanon.cli import export, load, printing, redact
from sanon.cli.command import command
from sanon.cli.options import Option
from sanon.cli.piped import piped_text
from sanon.commands.command import Command, Request
from sanon.commands.protect import PROTECT
from sanon.commands.run import RUN, RunRequest
from sanon.commands.spark import SPARK, SparkRequest
from sanon.errors import ConfigurationError
from sanon.graph.engine import is_address
from sanon.results import ProtectResult, RunResult, SparkResult

_PIPE = Path("-")
_SHOWN = 20
_ENGINE = Option(
    ["--engine"],
    type=click.Choice(["graph", "spark"]),
    help="graph: this machine and a graph. spark: a cluster, and no graph is left. [default: graph]",
)
_MASTER = Option(["--master"], help="With --engine spark: address of the cluster, or local[N]. [default: local[*]]")


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Run; on Spark; or protect one text on stdin."""
    if given.pop("engine", None) == "spark":
        _refuse(given, RunRequest.model_fields.keys() - SparkRequest.model_fields.keys(), "--engine spark has no graph")
        if "graph" in given and not is_address(given["graph"]):
            raise ConfigurationError(
                f"--graph {given['graph']}: --engine spark makes no graph; bolt://HOST:7687 names a Neo4j server that "
                "gets the decisions"
            )
        return SPARK
    _refuse(given, {"master"}, "names a cluster for --engine spark")
    if _PIPE not in (given["docs"], given["out"]):
        return RUN
    if given["docs"] != given["out"]:
        raise ConfigurationError("- stands for stdin and stdout: name both, sanon run - -")
    del given["docs"], given["out"]
    _refuse(given, {*RunRequest.model_fields, "entities"}, "about files and a graph, and sanon run - - has none")
    given["texts"] = [piped_text()]
    return PROTECT


def _refuse(given: dict[str, Any], names: Set[str], why: str) -> None:
    if strange := sorted(names & given.keys()):
        raise ConfigurationError(f"{', '.join('--' + name.replace('_', '-') for name in strange)}: {why}")


@command(RUN, more=[_ENGINE, _MASTER], choose=_chosen)
def run(result: RunResult | ProtectResult | SparkResult, request: Request) -> None:
    """Load DOCS, redact, and export to OUT, in one go.

    With - for both, one text on stdin is protected to stdout, and no graph is left behind.

    \b
    Examples:
      sanon run documents/ protected/
      sanon run letter.txt protected.txt
      sanon run documents/ protected/ --entities entities.jsonl
      sanon run cases.jsonl protected/ --profile legal --operator pseudonym
      sanon run - - < letter.txt
      sanon run archive/ protected/ --engine spark --master spark://head:7077
    """
    if isinstance(result, ProtectResult):
        for document in result.documents:
            click.echo(document.content, nl=False)
        return
    if isinstance(result, SparkResult):
        for rejected in result.rejected[:_SHOWN]:
            printing.say(f"rejected: {rejected}", err=True)
        printing.as_lines(_of_spark(result))
        return
    assert isinstance(request, RunRequest)  # noqa: S101 - the result is that of a run
    load.tell(result.load)
    redact.tell(result.redact)
    if result.export is None:
        printing.as_lines([*load.lines(result.load), *redact.lines(result.redact)])
        redact.tell_open(result.redact)
        return
    export.tell(result.export)
    printing.as_lines([*load.lines(result.load), *redact.lines(result.redact), *export.lines(result.export)])
    printing.next_step(
        f"sanon audit {request.out} judges it; sanon analyze --masked --show-values says why each value is masked"
    )


def _of_spark(result: SparkResult) -> list[tuple[str, str]]:
    stages = ", ".join(f"{name} {count:,}" for name, count in result.masked.items())
    return [
        ("documents", f"{result.documents:,}, {result.mentions:,} mentions of {result.entities:,} entities"),
        ("masked", f"{sum(result.masked.values()):,} ({stages}) in {result.spans:,} places"),
        ("at once", f"{result.largest_part:,} documents in the largest part that one worker decided about"),
        ("written", result.out or "nothing"),
    ]
