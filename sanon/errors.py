"""Every error that sAnon raises on purpose.

    SanonError                     1
    ├── PolicyNotMet               1   done, but a document or chain stays above the policy
    ├── LeakFound                  1   an original value stands in the export; nothing was written
    ├── ConfigurationError         2   wrong flag, profile or target folder
    │   └── ExtraMissing           2   a library that only an extra of the package brings
    ├── InputRejected              3   input that cannot be read, or documents left pending
    ├── GraphError                 4   graph unreachable, refused, or not what was written
    └── ExtractionError            5   the extractor failed on a document

The number is the exit code of the command line. A message says what happened, where, and what to do; it never holds
the value of an entity or the text of a document.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pydantic import ValidationError


class SanonError(Exception):
    """Base of all errors of sAnon.

    Args:
        message: what happened.
        places: where, and what to do, if that is more than a line.

    Attributes:
        so_far: result of the steps of a command that were done before the one that failed; None if there is none.
    """

    exit_code = 1
    so_far: Any = None

    def __init__(self, message: str, places: Sequence[str] = ()) -> None:
        super().__init__("\n  ".join([message, *places]))
        self.lines = (message, *places)


class PolicyNotMet(SanonError):
    """A document or chain stays above its limit."""

    exit_code = 1


class LeakFound(SanonError):
    """An original value of a masked entity would have been exported."""

    exit_code = 1


class ConfigurationError(SanonError):
    """A flag, a profile or a target that cannot be used."""

    exit_code = 2


class ExtraMissing(ConfigurationError):
    """A library is not installed that only an extra of the package brings.

    Args:
        what: what needs which library, such as "--plot needs matplotlib".
        extra: that brings it.
    """

    def __init__(self, what: str, extra: str) -> None:
        requirement = f"'sanon[{extra}]'"
        super().__init__(f"{what}: {installing(requirement)}")


class InputRejected(SanonError):
    """Input that cannot be read as documents or entities."""

    exit_code = 3


class GraphError(SanonError):
    """The graph cannot be reached, refused a statement, or does not hold what was written."""

    exit_code = 4


class ExtractionError(SanonError):
    """An extractor failed; the document stays pending and is never exported."""

    exit_code = 5


def installing(requirement: str) -> str:
    """The command that installs something where sAnon itself is installed, whether or not its environment is active."""
    python = Path(sys.executable)
    if find_spec("pip") is None:  # environments of uv have none
        return f"uv pip install --python {shlex.quote(str(python))} {requirement}"
    found = shutil.which("pip")
    ours = found is not None and Path(found).parent == python.parent
    return f"pip install {requirement}" if ours else f"{shlex.quote(str(python))} -m pip install {requirement}"


@contextmanager
def accessing(
    what: object, done: Literal["read", "written"], kind: type[SanonError] = ConfigurationError
) -> Iterator[None]:
    """Say in one line why something cannot be read or written: `vault: cannot be read: Permission denied`.

    Raises:
        SanonError: of that kind, in place of an error of the system.
    """
    try:
        yield
    except OSError as error:
        raise kind(f"{what}: cannot be {done}: {error.strerror or type(error).__name__}") from error


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Say what to install where a library cannot be imported; arguments as of `ExtraMissing`.

    Raises:
        ExtraMissing: in place of an ImportError.
    """
    try:
        yield
    except ImportError as error:
        raise ExtraMissing(what, extra) from error


def explained(error: ValidationError) -> str:
    """The first fault that pydantic found, with its place: `theta_doc: Input should be less than or equal to 1`."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    said = str(first["msg"]).removeprefix("Value error, ")  # pydantic says so of what validators raise
    return f"{place}: {said}" if place else said
