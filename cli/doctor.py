"""sanon doctor."""

from __future__ import annotations

import os

import click
from sanon.cli import options, printing
from sanon.cli.printing import say
from sanon.cli.told import Told, told

from sanon.commands.doctor import diagnose
from sanon.errors import GraphError


@click.command()
@options.graph
@click.option("--model", envvar="SANON_MODEL", help="Model that the endpoint at OPENAI_BASE_URL should offer.")
@options.config
@options.output_format
@told
def doctor(told: Told, output_format: str) -> None:
    """Look whether sAnon can work here, and say what to do if not.

    Looks at the graph (address, version, constraints, what it holds, who else writes, how long a round trip takes),
    at the word lists and the model of the embedded extractor, and at the endpoint that OPENAI_BASE_URL names, which is
    asked for its models and nothing else. Nothing is created or written. Exit code 4 if the graph cannot be used.

    \b
    Examples:
      sanon doctor
      sanon doctor --graph bolt://127.0.0.1:7687
      sanon doctor --format json
    """
    diagnosis = diagnose(told.graph, os.environ, told.settings().model.model)
    if output_format == "json":
        printing.as_json(diagnosis.to_json())
    else:
        for one in diagnosis.checks:
            say(f"{one.grade:<5} {one.name:<12} {one.seen}{f'; {one.advice}' if one.advice else ''}")
    if not diagnosis.usable:
        # Without the address, which may hold a password where none belongs.
        raise GraphError("the graph cannot be used")
