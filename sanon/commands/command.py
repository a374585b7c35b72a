"""What a command is: a request, the function that answers it, and what it needs; the terminal and Python share it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.progress import Progress
from sanon.records import StrictModel
from sanon.registry import Registry
from sanon.results import Result
from sanon.settings.masking import Masking
from sanon.settings.model import Model
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings
from sanon.settings.source import Source

#: Settings that commands take together, by name.
LIMITS = frozenset({*Policy.model_fields, "profile"})
SELECTING = frozenset({"strategy", "objective", "time_limit"})
REPLACING = frozenset({"operators", "scope"})
MASKING = frozenset(Masking.model_fields)
MODEL = frozenset(Model.model_fields)
ASKING = frozenset({"model", "concurrency", "timeout"})
COLUMNS = frozenset({"id_column", "text_column"})


class Terminal(NamedTuple):
    """How a field of a request stands on the command line, where its name and type do not say it.

    Attributes:
        argument: it stands there without a flag, as DOCS does.
        flag: in place of the name of the field.
        metavar: what a value is called in help texts.
        python_only: it does not stand there.
        choices: gives the values there are, each with what it means.
    """

    argument: bool = False
    flag: str | None = None
    metavar: str | None = None
    python_only: bool = False
    choices: Callable[[], Mapping[str, str]] | None = None


def summaries(registry: Registry[Any]) -> Callable[[], Mapping[str, str]]:
    """The names of a registry, each with its summary, once somebody asks for them."""
    return lambda: {name: one.summary for name, one in registry.classes.items()}


class Request(StrictModel):
    """What a command is asked for, besides its settings. Descriptions of fields are the help texts of the terminal."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    @classmethod
    def of(cls, **fields: object) -> Self:
        """A request of fields that somebody gave; None leaves the default.

        Raises:
            ConfigurationError: a field is missing or wrong; the message names it.
        """
        try:
            return cls.model_validate({name: value for name, value in fields.items() if value is not None})
        except ValidationError as error:
            raise ConfigurationError(explained(error)) from error


class Question(Request):
    """A request about other settings than those that hold: what the call names is part of what is asked.

    Attributes:
        named: the settings that the call names.
    """

    named: Source = Field(default_factory=Source, exclude=True)


_Q = TypeVar("_Q", bound=Request)
_R = TypeVar("_R", bound=Result)


@dataclass(frozen=True)
class Command(Generic[_Q, _R]):
    """A use case.

    Attributes:
        run: answers a request; the store is None where the command takes none, or where none is there and none needed.
        graph: "made" if there is none, "needed", "optional" or "none".
        settings: names of the settings that a call may name.
    """

    name: str
    request: type[_Q]
    run: Callable[[Any, Settings, _Q, Progress], _R]
    graph: Literal["made", "needed", "optional", "none"]
    settings: frozenset[str] = frozenset()
