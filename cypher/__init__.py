"""Every Cypher statement of sAnon is a file in this package; this module loads one by its name.

A file begins with a comment: what the statement does, then one line for each parameter (`// $name: what it is`), the
columns and types of `$rows` if it takes rows (`// $rows: id STRING, risk DOUBLE`), and its result with types
(`// -> id STRING, risk DOUBLE`), so that an empty result has them too. A statement with rows begins with
`UNWIND $rows AS row WITH row.id AS id, …`, one line, so that an engine with a faster way to take rows in can put its
own first line there. A folder named like an engine (`load/ladybug/`) holds what only that engine runs. `browse/` is for
a person in Neo4j Browser: no parameters but a knob in the first line, and columns that are drawn (NODE, RELATIONSHIP,
PATH).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_DECLARED = re.compile(r"^// \$(\w+):\s*(.*)$", re.MULTILINE)
_RESULT = re.compile(r"^// ->\s*(.*)$", re.MULTILINE)
_USED = re.compile(r"\$(\w+)")
_COLUMN = re.compile(r"(\w+) ((?:STRING|DOUBLE|INT64|BOOLEAN|NODE|RELATIONSHIP|PATH)(?:\[\])*)")


@dataclass(frozen=True)
class Statement:
    """One statement: its name (`folder/file`), its text, and what it takes and returns.

    Attributes:
        parameters: names without `$`.
        rows: column -> type of `$rows`; empty when the statement takes no rows.
        columns: column -> type of the result; empty when it returns nothing.
    """

    name: str
    text: str
    parameters: frozenset[str]
    rows: dict[str, str]
    columns: dict[str, str]


@cache
def statement(name: str) -> Statement:
    """The statement in `<name>.cypher`.

    Raises:
        ValueError: the declared parameters are not those that the text uses, or a result column has no type.
    """
    source = resources.files(__name__).joinpath(f"{name}.cypher").read_text("utf-8")
    declared = dict(_DECLARED.findall(source))
    text = "\n".join(line for line in source.splitlines() if not line.startswith("//")).strip()
    used = frozenset(_USED.findall(text))
    if used != declared.keys():
        raise ValueError(f"{name}.cypher declares {sorted(declared)} and uses {sorted(used)}")
    result = _RESULT.search(source)
    columns = dict(_COLUMN.findall(result[1])) if result else {}
    if result and len(columns) != len(result[1].split(",")):
        raise ValueError(f"{name}.cypher declares a result column without a type")
    return Statement(name, text, used, dict(_COLUMN.findall(declared.get("rows", ""))), columns)


def schema(engine: str) -> list[str]:
    """The schema statements of one engine, in order; safe to run again."""
    source = resources.files(__name__).joinpath(f"schema/{engine}.cypher").read_text("utf-8")
    lines = [line for line in source.splitlines() if not line.startswith("//")]
    return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]


def index_of(text: str) -> str:
    """The name that a schema statement of Neo4j gives its index, which a constraint brings too."""
    return text.partition(" IF NOT EXISTS")[0].split()[-1]


def statement_names() -> list[str]:
    """Names of all statements but the schemas, sorted."""
    root = resources.files(__name__)
    found: list[str] = []
    pending = [("", root)]
    while pending:
        prefix, folder = pending.pop()
        for entry in folder.iterdir():
            if entry.is_dir() and not entry.name.startswith("_"):
                pending.append((f"{prefix}{entry.name}/", entry))
            elif entry.name.endswith(".cypher"):
                found.append(prefix + entry.name.removesuffix(".cypher"))
    return sorted(name for name in found if not name.startswith("schema/"))
