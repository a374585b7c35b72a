"""Queries that show in Neo4j Browser what is explained."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sanon.cypher import statement

_KNOB = re.compile(r"^WITH .* AS (\w+)$", re.MULTILINE)
_ESCAPED = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def browser_query(name: str, value: str | Sequence[str]) -> str:
    """A query of `cypher/browse/` whose first line asks for a value, to be pasted into Neo4j Browser."""
    literal = _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"
    return _KNOB.sub(lambda knob: f"WITH {literal} AS {knob[1]}", statement(f"browse/{name}").text, count=1)


def _quoted(text: str) -> str:
    """A Cypher text literal. Ids come from outside: nothing in one may end it."""
    escaped = text.translate(_ESCAPED)
    # Neo4j reads \uXXXX before it reads texts: a backslash of the id must not meet a u.
    return f"'{escaped}'".replace("\\\\u", "\\\\' + 'u").replace("\\\\U", "\\\\' + 'U")
