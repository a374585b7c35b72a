"""A command of the terminal: parse, build the request, run it in a session, print the result."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import click
from click.core import ParameterSource

from sanon.cli import options, passphrase, printing
from sanon.cli.progress import show_progress
from sanon.commands.command import Command, Request
from sanon.commands.session import Session
from sanon.errors import ConfigurationError, SanonError
from sanon.results import Result
from sanon.settings.settings import GRAPH, SETTINGS
from sanon.settings.source import CONFIGURATION, Source, read_policy_file

_Q = TypeVar("_Q", bound=Request)
_R = TypeVar("_R", bound=Result)
#: Options of the terminal by name, those that were given -> the command that they ask for.
Choose = Callable[[dict[str, Any]], Command[Any, Any]]
#: Prints a result for a person.
Show = Callable[[_R, _Q], None]


class Grouped(click.Command):
    """A command whose help text shows its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of each group under its title."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in options.GROUPS}
        for one in self.get_params(ctx):
            if record := one.get_help_record(ctx):
                usual = options.ARGUMENTS if isinstance(one, click.Argument) else options.BASIC
                groups[getattr(one, "group", options.OUTPUT if one.name == "help" else usual)].append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


def command(
    of: Command[_Q, _R],
    *,
    more: Sequence[click.Parameter] = (),
    optional: Sequence[str] = (),
    reads_files: bool = True,
    choose: Choose | None = None,
) -> Callable[[Show[_R, _Q]], Grouped]:
    """Make a command of the terminal; its help text is the docstring of the function that prints the result.

    Args:
        of: the command, whose request and settings give the options.
        more: other options and arguments; `choose` takes them out.
        optional: names of arguments that another option stands for.
        reads_files: whether it reads a configuration and a policy file.
        choose: which command is asked for, by the options given; may change, add and take out options.
    """
    files = [options.config, *([options.policy_file] if of.settings & _OF_POLICIES else [])] if reads_files else []
    graph = [options.setting("graph")] if of.graph != "none" or "graph" in of.settings or of.name == "doctor" else []
    parameters = [
        *options.parameters(of, optional),
        *passphrase.options(of.request),
        *more,
        *graph,
        *files,
        options.output_format,
    ]
    parameters.sort(key=lambda one: not isinstance(one, click.Argument))

    def decorate(show: Show[_R, _Q]) -> Grouped:
        def callback(output_format: str, **values: Any) -> None:
            context = click.get_current_context()
            given = {name: value for name, value in values.items() if value is not None and value != ()}
            sources = {name: context.get_parameter_source(name) for name in given}
            chosen = choose(given) if choose else of
            passphrase.fill_in(given, chosen.request)
            # What a person was asked for counts as named by the call.
            named = {name for name in given if sources.get(name) in (None, ParameterSource.COMMANDLINE)}
            run(chosen, given, named, output_format, show, reads_files=reads_files)

        return Grouped(of.name, params=parameters, callback=callback, help=inspect.getdoc(show))

    return decorate


_OF_POLICIES = frozenset({"theta_doc", "strategy"})


def run(
    chosen: Command[_Q, _R],
    given: dict[str, Any],
    flags: set[str],
    output_format: str,
    show: Show[_R, _Q],
    *,
    reads_files: bool,
) -> None:
    """Run a command in a session of its own, and print what it found.

    Args:
        given: fields of the request, settings, and the paths of files.
        flags: names of what stands on the command line itself; the rest comes from the environment.
        output_format: how the result is printed.
        show: prints it for a person.
        reads_files: whether a configuration counts that lies in this folder.

    Raises:
        SanonError: as the command says, or what keeps its result from being a success.
    """
    if output_format in ("csv", "table") and not any(one.listed for one in _results_of(chosen)):
        raise ConfigurationError(f"--format {output_format}: this command has no rows; take text or json")
    base, named = _sources(given, flags, chosen, here=reads_files)
    fields = {name: given[name] for name in chosen.request.model_fields if name in given}
    request = chosen.request.of(**fields)
    address = str(named.over(base).all_values.get("graph", GRAPH))
    failed = None
    try:
        with Session(address, base) as session:
            result = session.run(chosen, request, named, show_progress)
    except SanonError as error:
        if error.so_far is None:
            raise
        result, failed = error.so_far, error
    if output_format == "json":
        printing.as_json(result.to_json())
    elif output_format == "text":
        show(result, request)
    else:
        printing.as_rows(result, output_format)
    if problem := failed or result.problem():
        raise problem


def _results_of(chosen: Command[Any, Any]) -> tuple[type[Result], ...]:
    """Classes of what a command may find."""
    found = get_type_hints(chosen.run)["return"]
    return get_args(found) or (found,)


def _sources(given: dict[str, Any], flags: set[str], chosen: Command[Any, Any], *, here: bool) -> tuple[Source, Source]:
    """What holds for this command, with the configuration that lies `here`, and what it names itself."""
    policy, config = given.get("policy"), given.get("config")
    configuration = config or (CONFIGURATION if here and CONFIGURATION.is_file() else None)
    settings = {name: given[name] for name in SETTINGS if name in given and name not in chosen.request.model_fields}
    own = {name: value for name, value in settings.items() if name in flags and name in chosen.settings}
    others = {name: value for name, value in settings.items() if name not in own}
    by_environment = policy if "policy" not in flags else None
    base = Source(others).over(Source.of_files(configuration, by_environment))
    base = base.over(Source(configured={"processes": os.cpu_count() or 1}))
    line = read_policy_file(Path(policy)) if policy is not None and "policy" in flags else None
    return base, Source(own, line)
