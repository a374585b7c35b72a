"""Options of the terminal, made from the fields of requests and of settings: name, type, range, default and help."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import click
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from sanon.commands.command import Command, Terminal, summaries
from sanon.errors import ConfigurationError, explained
from sanon.extraction.registry import EXTRACTORS
from sanon.replacement.operators import OPERATORS
from sanon.results import Result
from sanon.selection.strategy import STRATEGIES
from sanon.settings.input import Input
from sanon.settings.masking import Masking
from sanon.settings.model import Model
from sanon.settings.policy import Policy
from sanon.settings.settings import SETTINGS

#: Titles of groups in a help text, in their order.
ARGUMENTS, BASIC, READ, LIMITS, MASKS, MODEL, GRAPH, OUTPUT = (
    "Arguments",
    "Options",
    "What is read",
    "Limits (by default those that the graph remembers)",
    "Masks (by default as the graph remembers them)",
    "Language model",
    "Graph and configuration",
    "Output",
)
GROUPS = (ARGUMENTS, BASIC, READ, LIMITS, MASKS, MODEL, GRAPH, OUTPUT)


def _extractors() -> dict[str, str]:
    """The extractors with their summaries, and what must be installed for each."""
    return {
        name: one.summary + (f" (extra {one.extra})" if one.extra else "") for name, one in EXTRACTORS.classes.items()
    }


def _operators() -> dict[str, str]:
    """The operators that a person names, with their summaries; the scope chooses among the others."""
    return {name: one.summary for name, one in OPERATORS.classes.items() if one.scope == "corpus"}


#: Where the field of a setting does not say how it stands on the command line.
_SETTINGS: dict[str, Terminal] = {
    "operators": Terminal(flag="operator", metavar="[TYPE=]OPERATOR", choices=_operators),
    "strategy": Terminal(choices=summaries(STRATEGIES)),
    "extractor": Terminal(choices=_extractors),
    "chunk": Terminal(metavar="sentences|words=N"),
    "profile": Terminal(metavar="NAME|FILE"),
}
_ENVIRONMENT = {"graph": "NEO4J_URI"}


class Option(click.Option):
    """An option that stands in a group of the help text."""

    def __init__(self, *args: Any, group: str = BASIC, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.group = group


class Argument(click.Argument):
    """An argument that the help text explains."""

    def __init__(self, *args: Any, explained: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.explained = explained

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Its name and what it means."""
        return self.make_metavar(ctx), self.explained


class Numbers(click.ParamType[tuple[float, ...]]):
    """Numbers separated by commas, such as 0.8,0.9."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        """The numbers of a text."""
        try:
            return tuple(float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r}: numbers separated by commas, such as 0.8,0.9", param, ctx)


class JsonFile(click.Path):
    """A file that holds what a command has printed with --format json."""

    def __init__(self, kind: type[Result]) -> None:
        super().__init__(path_type=Path)
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The result in the file.

        Raises:
            ConfigurationError: the file cannot be read, or holds something else.
        """
        file, name = Path(value), param.name if param else ""
        try:
            return self._kind.model_validate_json(file.read_bytes())
        except (OSError, ValidationError) as error:
            why = explained(error) if isinstance(error, ValidationError) else error.strerror
            raise ConfigurationError(f"--{name} {file}: not what `sanon {name} --format json` prints: {why}") from error


config = Option(
    ["--config"],
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    envvar="SANON_CONFIG",
    help="TOML file with settings, such as edge_threshold = 0.4. [default: sanon.toml if there is one]",
    group=GRAPH,
)
policy_file = Option(
    ["--policy"],
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="SANON_POLICY",
    help="TOML file with limits, lists of what is always or never masked, operators and accepted risks.",
    group=LIMITS,
)


output_format = Option(
    ["--format", "output_format"],
    type=click.Choice(["text", "json", "csv", "table"]),
    default="text",
    show_default=True,
    envvar="SANON_FORMAT",
    help="How results are printed; csv and table show the rows of commands that have some. Progress and messages go to "
    "stderr.",
    group=OUTPUT,
)


def setting(name: str) -> Option:
    """The option of a setting."""
    environment = _ENVIRONMENT.get(name, f"SANON_{name.upper()}")
    arguments = _arguments(name, SETTINGS[name], _SETTINGS.get(name, Terminal())) | {"envvar": environment}
    return Option(arguments.pop("declarations"), group=_group(name), **arguments)


def parameters(command: Command[Any, Any], optional: Collection[str] = ()) -> Iterator[click.Parameter]:
    """The arguments and options of a command: those of its request, `optional` or not, then those of its settings."""
    for name, field in command.request.model_fields.items():
        terminal = next((one for one in field.metadata if isinstance(one, Terminal)), Terminal())
        if field.exclude or terminal.python_only:
            continue
        arguments = _arguments(name, field, terminal)
        if terminal.argument:
            several = get_origin(_plain(field.annotation)) is tuple
            yield Argument(
                [name],
                explained=field.description or "",
                type=arguments["type"],
                nargs=-1 if several else 1,
                required=field.is_required() and name not in optional,
                metavar=terminal.metavar,
            )
        else:
            group = OUTPUT if name == "show_values" else BASIC
            yield Option(arguments.pop("declarations"), required=field.is_required(), group=group, **arguments)
    yield from (setting(name) for name in SETTINGS if name in command.settings and name != "graph")


def _group(name: str) -> str:
    parts: dict[str, type[BaseModel]] = {READ: Input, LIMITS: Policy, MASKS: Masking, MODEL: Model}
    if name == "profile":
        return LIMITS
    return next((group for group, part in parts.items() if name in part.model_fields), GRAPH)


def _arguments(name: str, field: FieldInfo, terminal: Terminal) -> dict[str, Any]:
    """Arguments of `click.Option`; a value is None, or (), where nobody gave one."""
    kind = _plain(field.annotation)
    flag = f"--{terminal.flag or name.replace('_', '-')}"
    arguments: dict[str, Any] = {
        "declarations": [flag, name],
        "help": _help(field, terminal),
        "metavar": terminal.metavar,
        "default": None,
    }
    if kind is bool:
        flags = f"{flag}/--no-{flag[2:]}" if field.default is True else flag
        return arguments | {"declarations": [flags, name], "is_flag": True, "metavar": None, "type": bool}
    several = kind is dict or get_origin(kind) in (tuple, dict)
    inner = _plain(get_args(kind)[0]) if get_origin(kind) is tuple else kind
    if inner in (int, float) and not terminal.metavar:
        arguments["metavar"] = "N"
    if several and inner is float:
        return arguments | {"type": Numbers()}
    choices = terminal.choices and terminal.metavar is None
    return arguments | {
        "type": click.Choice([*(terminal.choices or dict)()]) if choices else _type(inner, field),
        "multiple": several,
    }


def _help(field: FieldInfo, terminal: Terminal) -> str:
    """What the field means, what there is to choose from, and the default."""
    text = field.description or ""
    meanings = terminal.choices() if terminal.choices else {}
    said = [f"{name}: {meaning.rstrip('.')}." for name, meaning in meanings.items() if meaning]
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    if not isinstance(default, str | int | float | tuple) or default in (False, "", ()):
        shown = ""
    elif default is True:
        shown = " [default: on]"
    elif isinstance(default, tuple):
        shown = f" [default: {','.join(f'{one:g}' for one in default)}]"
    else:
        shown = f" [default: {default:.15g}]" if isinstance(default, float) else f" [default: {default}]"
    return " ".join([text, *said]) + shown


def _plain(annotation: Any) -> Any:
    """A type without None and without annotations."""
    if get_origin(annotation) is Annotated:
        return _plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return _plain(next(one for one in get_args(annotation) if one is not type(None)))
    return annotation


def _type(kind: Any, field: FieldInfo) -> click.ParamType[Any]:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if (isinstance(kind, type) and issubclass(kind, Path)) or kind is Any:
        return click.Path(path_type=Path)
    if isinstance(kind, type) and issubclass(kind, Result):
        return JsonFile(kind)
    bounds: Mapping[str, Any] = {
        name: getattr(one, name) for one in field.metadata for name in ("ge", "gt", "le", "lt") if hasattr(one, name)
    }
    low, high = bounds.get("ge", bounds.get("gt")), bounds.get("le", bounds.get("lt"))
    ranges: dict[Any, Callable[..., click.ParamType[Any]]] = {int: click.IntRange, float: click.FloatRange}
    if kind is int and not bounds:
        return click.INT
    if kind in ranges:
        return ranges[kind](low, high, min_open="gt" in bounds, max_open="lt" in bounds)
    return click.STRING
