"""What `sanon doctor` looks at: the graph, and what finds the entities. Nothing is created or written."""

from __future__ import annotations

from typing import Literal

from sanon.results.doctor import Check


def check(name: str, grade: Literal["ok", "warn", "fail"], seen: str, advice: str = "") -> Check:
    """One thing that was looked at; `advice` says what to do, if anything."""
    return Check(name=name, grade=grade, seen=seen, advice=advice)
