"""A session: one graph, opened once, and the settings of its user. Terminal and Python run commands in one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from sanon.commands.command import Command, Question, Request
from sanon.corpus.chunks import Cut
from sanon.errors import ConfigurationError, GraphError
from sanon.extraction.registry import EXTRACTORS, table_names, table_of
from sanon.graph.open import by_driver, create_or_open, open_if_there
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.replacement.operators import OPERATORS
from sanon.results import Result
from sanon.selection.strategy import STRATEGIES
from sanon.settings.input import Input
from sanon.settings.masking import Masking
from sanon.settings.settings import SETTINGS, Settings
from sanon.settings.source import Source

if TYPE_CHECKING:
    import neo4j

_Q = TypeVar("_Q", bound=Request)
_R = TypeVar("_R", bound=Result)
_NOTHING = Source()


class Session:
    """One graph and the settings of its user. A graph is made by a load and by nothing else.

    Args:
        graph: folder, address of a Neo4j server, or a driver of the package neo4j, which stays open.
        source: settings for all commands: of the environment, of files, of whoever begins the session.

    Raises:
        ConfigurationError: a setting is none, or has a wrong value.
    """

    def __init__(self, graph: str | Path | neo4j.Driver, source: Source) -> None:
        self._graph, self._source = graph, source
        self._store: Store | None = None
        # A wrong setting is said before any work.
        check_tables(source)
        check_names(Settings.resolved(source))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the graph; what was written stays. Safe to call again."""
        if self._store is not None:
            self._store.__exit__()
            self._store = None

    def run(self, command: Command[_Q, _R], request: _Q, named: Source = _NOTHING, progress: Progress = silent) -> _R:
        """Run a command.

        Args:
            request: what it is asked for.
            named: settings that this call names; they count before those of the session.

        Raises:
            ConfigurationError: a setting is none of this command, or has a wrong value.
            GraphError: there is no graph and the command needs one, or it is in use, unreachable or refused.
            SanonError: as the command says.
        """
        if strange := sorted(named.values.keys() & SETTINGS.keys() - command.settings):
            takes = ", ".join(sorted(command.settings)) or "none"
            raise ConfigurationError(f"{command.name} takes no setting {', '.join(strange)}; it takes {takes}")
        # Before a graph is made.
        check_names(Settings.resolved(named.over(self._source)))
        store = self.opened(command.graph)
        if isinstance(request, Question):
            request, named = request.model_copy(update={"named": named}), _NOTHING
        return command.run(store, self.settings(named), request, progress)

    def settings(self, named: Source = _NOTHING) -> Settings:
        """The settings that hold now, with those that a call names."""
        return Settings.resolved(named.over(self._source), self._store.remembered() if self._store else None)

    def opened(self, how: str = "optional") -> Store | None:
        """The graph, opened by the first call that needs it.

        Args:
            how: "made" if there is none, "needed", "optional" or "none".

        Raises:
            GraphError: there is none and it is needed, or it is in use, unreachable or refused.
        """
        if how == "none":
            return None
        if self._store is None:
            self._store = self._open(create=how == "made")
        if self._store is None and how == "needed":
            where = f"graph {self._graph}" if isinstance(self._graph, str | Path) else "database"
            raise GraphError(f"{where}: there is no graph yet; load documents first: sanon load DOCS")
        return self._store

    def _open(self, *, create: bool) -> Store | None:
        if not isinstance(self._graph, str | Path):
            return by_driver(self._graph, create=create)
        address = str(self._graph)
        return create_or_open(address) if create else open_if_there(address)


def check_tables(source: Source) -> None:
    """Look at the tables of a configuration as the extractors that they are for would.

    Raises:
        ConfigurationError: a table that is none, or holds what it must not; the message names the entry.
    """
    where = f"configuration {source.configuration}: "
    if source.configured.keys() & set(table_names()):
        name = min(source.configured.keys() & set(table_names()))
        raise ConfigurationError(f"{where}{name} is a table: write its settings under [{name}]")
    for name, entries in (source.tables.extractors if source.tables else {}).items():
        kind = EXTRACTORS.classes.get(name)
        if kind is None or kind.table is None:
            raise ConfigurationError(f"{where}no setting {name}: there are the tables {', '.join(table_names())}")
        try:
            table_of(kind.table, name, entries)
        except ConfigurationError as error:
            raise ConfigurationError(f"{where}{error}") from error


def check_names(settings: Settings) -> None:
    """Look whether there is what settings name; what is named by default is there.

    Raises:
        ConfigurationError: there is no such strategy, operator, extractor or rule for chunks.
    """
    masking, read = settings.masking, settings.input
    if masking.strategy != Masking().strategy:
        STRATEGIES.named(masking.strategy)
    for operator in masking.operators.values():
        OPERATORS.named(operator)
    if read.extractor != Input().extractor:
        EXTRACTORS.named(read.extractor)
    if read.chunk is not None:
        Cut.parse(read.chunk)
