"""What a command was told, by whoever: on its line, in the environment, in the policy file, in the configuration."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from sanon.graph.store import Store
from sanon.settings.masking import EVERY_TYPE
from sanon.settings.rules import Rules
from sanon.settings.settings import GRAPH, SETTINGS, Settings
from sanon.settings.tables import Tables

Command = TypeVar("Command", bound=Callable[..., Any])
#: Where callbacks leave what they read, until the command runs.
RULES, TABLES = "sanon.rules", "sanon.tables"


@dataclass(frozen=True)
class Told:
    """What was told; nothing of it is a default.

    Attributes:
        entries: name of a setting -> value.
        asked: names that stand on the command line itself.
        rules: of the policy file; None if there is none.
        tables: of the configuration.
    """

    entries: Mapping[str, object]
    asked: frozenset[str]
    rules: Rules | None
    tables: Tables

    @property
    def graph(self) -> str:
        """Folder or address of the graph."""
        return str(self.entries.get("graph", GRAPH))

    def settings(self, store: Store | None = None) -> Settings:
        """Everything the command works with.

        Args:
            store: what it remembers goes before the defaults.

        Raises:
            ConfigurationError: a value that is none of a setting.
        """
        remembered = store.remembered() if store else None
        return Settings.of(self.entries, remembered, rules=self.rules, tables=self.tables)

    def over(self, before: Mapping[str, object]) -> Told:
        """With what an earlier command was told, where this one was not told otherwise on its line."""
        now = {name: value for name, value in self.entries.items() if name in self.asked or name not in before}
        return Told({**before, **now}, self.asked, self.rules, self.tables)


def told(command: Command) -> Command:
    """Give a command what it was told as its first argument, and only what is no setting by name."""

    @functools.wraps(command)
    def call(**parameters: object) -> object:
        context = click.get_current_context()
        other = {name: value for name, value in parameters.items() if name not in SETTINGS and name != "rules"}
        return command(told_in(context), **other)

    return call  # type: ignore[return-value]


def told_in(context: click.Context) -> Told:
    """What stands in the parameters of a command, but for defaults."""
    entries: dict[str, object] = {}
    asked: set[str] = set()
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if name in SETTINGS and source is not ParameterSource.DEFAULT and value is not None:
            entries[name] = by_type(value) if name == "operators" else value
            if source is ParameterSource.COMMANDLINE:
                asked.add(name)
    # Thresholds of a policy file that are no options.
    for name, value in (context.default_map or {}).items():
        if name in SETTINGS:
            entries.setdefault(name, by_type(value) if name == "operators" else value)
    return Told(entries, frozenset(asked), context.meta.get(RULES), context.meta.get(TABLES, Tables()))


def by_type(named: Any) -> dict[str, str]:
    """Type, or `*` for all others, -> operator, from `operator` and `TYPE=operator`, the later one counting."""
    from sanon.replacement.operators import OPERATORS

    chosen: dict[str, str] = {}
    for text in [named] if isinstance(named, str) else named:
        kind, _, name = str(text).rpartition("=")
        chosen[kind or EVERY_TYPE] = OPERATORS.named(name).name
    return chosen
