"""The tables that come with sAnon, each a TOML file beside the code that reads it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def table(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a package, by its name without a suffix."""
    return tomllib.loads(resources.files(package).joinpath(f"{name}.toml").read_text("utf-8"))
