"""Tables and prompts that come with sAnon, each a file beside the code that reads it."""

from __future__ import annotations

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
