"""The folder that bench writes to: finished systems, tables and pages; who is killed leaves no half of a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from sanon.atomic import write_whole
from sanon.errors import accessing
from sanon.results.base import Result
from sanon.results.bench import BenchParameters

_R = TypeVar("_R", bound=Result)
#: The second lies in the first where sanon is installed, beside it where it is developed.
_INSTALLED = ("sanon", "sanon.cypher")
#: Packages whose versions the manifest names.
_PACKAGES = ("sanon", "chromadb", "onnxruntime", "tokenizers", "numpy")


@cache
def code_digest() -> str:
    """Digest of what is installed (source, queries, models, lists): figures of other code are other figures."""
    return digest_of(Path(str(files(name))) for name in _INSTALLED)


def digest_of(folders: Iterable[Path]) -> str:
    """SHA-256 of the names and contents of all files but compiled ones; of a file, where no folder is named."""
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(folder).as_posix()
                digest.update(f"{name}\n{sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def key_of(parameters: BenchParameters, label: str, quick: bool) -> str:
    """Name of the file of a system: other parameters are another file, and so is less that was measured."""
    said = f"{parameters.model_dump_json()}\n{label}{' quick' if quick else ''}"
    return sha256(said.encode()).hexdigest()[:24]


def measured_before(file: Path, kind: type[_R]) -> _R | None:
    """What an earlier run wrote; None if it did not, or it cannot be read."""
    try:
        return kind.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None


def manifest_of(parameters: BenchParameters, systems: Sequence[str]) -> str:
    """What was measured with what, as JSON."""
    described = {
        "parameters": parameters.model_dump(),
        "systems": list(systems),
        "packages": {name: _version(name) for name in _PACKAGES},
    }
    return json.dumps(described, indent=1) + "\n"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def prepare(out: Path) -> None:
    """Make the folder, for its owner and no version control.

    Raises:
        ConfigurationError: it cannot be written.
    """
    with accessing(f"--out {out}", "written"):
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        (out / "results").mkdir(exist_ok=True)
        (out / ".gitignore").write_text("*\n", "utf-8")


def write(file: Path, text: str) -> None:
    """In one step: a run that is killed leaves no half of a file."""
    write_whole(file, text.encode(), 0o666)
