"""What an extractor is, and which there are: those that ship with sAnon and those that other packages add."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol, Self, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.extraction.llm.asking import Ask
from sanon.extraction.llm.requests import Request
from sanon.records import Document, Finding
from sanon.registry import Registry
from sanon.settings.model import Model
from sanon.settings.profile import Profile
from sanon.settings.tables import RECOGNIZERS

Table = TypeVar("Table", bound=BaseModel)


class Finder(Protocol):
    """Anything with a name that finds entities: all that a caller in Python must bring."""

    @property
    def name(self) -> str:
        """What messages, runs and findings call it."""

    def extract(self, document: Document) -> list[Finding]:
        """Findings over the content and the texts in the metadata.

        Raises:
            ExtractionError: it could not be done; the document stays pending.
        """


def _no_endpoint() -> Ask[Request]:
    raise ConfigurationError("this extractor says that it asks no endpoint")


@dataclass(frozen=True)
class Surroundings:
    """What an extractor is made from.

    Attributes:
        table: what the configuration says under its name, not checked yet.
        folder: of the configuration, where the files are that it names.
        model: settings of a language model.
        ask: opens the endpoint of the environment; for an extractor that says that it asks one.
    """

    profile: Profile
    table: Mapping[str, JsonValue] = field(default_factory=dict)
    folder: Path = Path()
    model: Model = field(default_factory=Model)
    ask: Callable[[], Ask[Request]] = _no_endpoint


class Extractor(ABC):
    """A way of finding entities, as the option `--extractor` names it.

    Attributes:
        name: as the option and the configuration name it.
        summary: what it is, one sentence without a stop.
        extra: what is installed with it, as in `pip install 'sanon[extra]'`; "" if the plain installation has all.
        asks_endpoint: whether it sends the texts of the documents to an endpoint.
        proposes: whether it says what a value is, but not whether it tells something of a person: of what it finds, all
            but the direct identifiers is for the tagger to judge.
        is_rules: whether it is what runs beside every other.
        table: model of its table in the configuration; None if it has no settings.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    extra: ClassVar[str] = ""
    asks_endpoint: ClassVar[bool] = False
    proposes: ClassVar[bool] = False
    is_rules: ClassVar[bool] = False
    table: ClassVar[type[BaseModel] | None] = None

    @classmethod
    @abstractmethod
    def made(cls, around: Surroundings) -> Self:
        """One of it.

        Raises:
            ConfigurationError: what it needs is not there, or a setting is wrong.
        """

    @abstractmethod
    def extract(self, document: Document) -> list[Finding]:
        """Findings over the content and the texts in the metadata.

        Raises:
            ExtractionError: it could not be done; the document stays pending.
        """


EXTRACTORS = Registry(Extractor, package="sanon.extraction.adapters", group="sanon.extractors", kind="extractor")  # type: ignore[type-abstract]
"""All extractors by their names."""


def table_of(table: type[Table], name: str, entries: Mapping[str, JsonValue]) -> Table:
    """The settings of an extractor.

    Args:
        name: of the extractor, for the message.
        entries: what the configuration says under that name.

    Raises:
        ConfigurationError: an entry that is none of a setting, or a value that it may not have.
    """
    try:
        return table.model_validate(entries)
    except ValidationError as error:
        raise ConfigurationError(f"{name}.{explained(error)}") from error


def table_names() -> list[str]:
    """Names of the tables that a configuration may have."""
    return [RECOGNIZERS, *(name for name, kind in EXTRACTORS.classes.items() if kind.table)]
