"""sanon doctor."""

from __future__ import annotations

from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.doctor import DOCTOR, DoctorRequest
from sanon.results import DoctorResult


@command(DOCTOR)
def doctor(result: DoctorResult, request: DoctorRequest) -> None:
    """Check whether sAnon can work here, and say what to do if not.

    Looks at the graph (address, version, constraints, what it holds, who else writes, how long a round trip takes),
    at the word lists and the model of the embedded extractor, and at the endpoint that OPENAI_BASE_URL names, which is
    asked for its models and nothing else. Nothing is created or written. Exit code 4 if the graph cannot be used.

    \b
    Examples:
      sanon doctor
      sanon doctor --graph bolt://127.0.0.1:7687
      sanon doctor --format json
    """
    for one in result.checks:
        say(f"{one.grade:<5} {one.name:<12} {one.seen}{f'; {one.advice}' if one.advice else ''}")
