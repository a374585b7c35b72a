"""What `sanon doctor` sees."""

from __future__ import annotations

from typing import Literal

from sanon.errors import GraphError, SanonError
from sanon.results.base import Result


class Check(Result):
    """One thing that was looked at.

    Attributes:
        name: what was looked at, one word.
        grade: ok; warn, which works but wants attention; fail, which does not work.
        advice: what to do; empty if nothing.
    """

    name: str
    grade: Literal["ok", "warn", "fail"]
    seen: str
    advice: str


class DoctorResult(Result):
    """What sAnon sees of its graph and its extractors.

    Attributes:
        usable: whether commands can work with the graph; one that a load would make counts as usable.
        checks: the graph first, then what finds the entities.
    """

    listed = "checks"

    usable: bool
    checks: list[Check]

    def problem(self) -> SanonError | None:
        """A graph that cannot be used; without its address, which may hold a password where none belongs."""
        return None if self.usable else GraphError("the graph cannot be used")
