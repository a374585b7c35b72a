"""Lists of words as files: one entry a line, `#` before a comment."""

from __future__ import annotations

import gzip
from importlib import resources


def lines_of(package: str, name: str) -> list[str]:
    """The entries of a list; a name that ends with .gz is unpacked."""
    raw = resources.files(package).joinpath(name).read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
    return [line for line in text.splitlines() if line and not line.startswith("#")]
