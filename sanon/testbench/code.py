"""Which code measured: figures of other code are other figures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

#: The second lies in the first where sanon is installed, beside it where it is developed.
_PACKAGES = ("sanon", "sanon.cypher")


@cache
def installed() -> str:
    """Digest of what is installed: source, queries, models and lists."""
    return digest_of(Path(str(files(name))) for name in _PACKAGES)


def digest_of(folders: Iterable[Path]) -> str:
    """SHA-256 of the names and contents of all files but compiled ones; of a file, where no folder is named."""
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(folder).as_posix()
                digest.update(f"{name}\n{sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()
