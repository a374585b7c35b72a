"""The house: rooms that import each other in one direction, and files that one can read."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = [file for folder in ("sanon", "cli", "cypher") for file in sorted((ROOT / folder).rglob("*.py"))]
#: Files that are longer than others may be: a face with a method for each command, a store with a verb for each step.
LONG = {"sanon/api.py": 520, "sanon/graph/store.py": 640}


def imported(file: Path) -> set[str]:
    """The rooms of sAnon that a file imports from, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {f"{node.module}.{one.name}" if node.module == "sanon" else node.module for one in node.names}
        elif isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
    return {parts[1] for name in names if (parts := name.split("."))[0] == "sanon" and len(parts) > 1}


def test_a_room_imports_from_those_above_it_in_the_table_of_contributing():
    table = re.findall(r"^\| (`.*?`) \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    above = [name for row in table for name in re.findall(r"(\w+)(?:\.py|/)?`", row)]
    wrong = []
    for file in FILES:
        first, *rest = file.relative_to(ROOT).with_suffix("").parts
        room = rest[0] if first == "sanon" else first
        # `sanon.Corpus` is imported when somebody asks for it.
        if room != "__init__":
            wrong += [(room, one) for one in imported(file).difference(above[: above.index(room) + 1], {"__version__"})]
    assert wrong == []


def test_a_file_can_be_read_at_one_sitting():
    lines = {file.relative_to(ROOT).as_posix(): len(file.read_text("utf-8").splitlines()) for file in FILES}
    assert {name: count for name, count in lines.items() if count > LONG.get(name, 450)} == {}


def test_benchmarks_import_from_sanon_only_what_it_has():
    missing = []
    for file in sorted((ROOT / "benchmarks").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sanon":
                module = importlib.import_module(str(node.module))
                inside = {found.name for found in pkgutil.iter_modules(getattr(module, "__path__", []))}
                names = [one.name for one in node.names if one.name not in inside and not hasattr(module, one.name)]
                missing += [f"{file.name}: {node.module}.{name}" for name in names]
    assert missing == []
