"""What `sanon doctor` sees: one line for each thing it looked at."""

from __future__ import annotations

from typing import Literal, NamedTuple

Grade = Literal["ok", "warn", "fail"]


class Check(NamedTuple):
    """One thing that was looked at.

    Attributes:
        name: what was looked at, one word.
        grade: ok; warn, which works but wants attention; fail, which does not work.
        seen: how it is.
        advice: what to do; empty if nothing.
    """

    name: str
    grade: Grade
    seen: str
    advice: str = ""
