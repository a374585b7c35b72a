"""Tables, lists and prompts that come with sAnon, each a file beside the code that reads it."""

from __future__ import annotations

import gzip
import tomllib
from functools import cache
from importlib import resources
from string import Template
from typing import Any


@cache
def table(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a package, by its name without a suffix."""
    return tomllib.loads(resources.files(package).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def template(package: str, name: str) -> Template:
    """A text file of a package, by its name without a suffix."""
    return Template(resources.files(package).joinpath(f"{name}.txt").read_text("utf-8"))


def lines_of(package: str, name: str) -> list[str]:
    """The entries of a list: one a line, `#` before a comment; a file whose name ends with .gz is unpacked."""
    raw = resources.files(package).joinpath(name).read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
    return [line for line in text.splitlines() if line and not line.startswith("#")]
