"""The manifest of an export: what made it, and the digests of its files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sanon import __version__
from sanon.corpus.walk import MANIFEST, SIGNATURE
from sanon.results import Result
from sanon.results.export import Making, Manifest


@dataclass(frozen=True)
class Statement:
    """What the manifest of an export says of how it was made.

    Attributes:
        parameters, counts, making: see `Manifest`.
        sign: gives the signature of some bytes; None to sign nothing.
    """

    parameters: dict[str, Any]
    counts: dict[str, Any]
    making: Making | None = None
    sign: Callable[[bytes], bytes] | None = None


def write_manifest(folder: Path, files: Iterable[str], statement: Statement, *, csv_safe: bool) -> None:
    """Write what made an export beside its files, with their digests, and the signature of that if there is a key.

    Args:
        folder: of the export, which has a folder `.sanon`.
        csv_safe: see `Manifest`.
    """
    digests = {name: digest_of_file(folder / name) for name in sorted(files)}
    manifest = Manifest(
        sanon_version=__version__,
        making=statement.making,
        parameters=statement.parameters,
        policy_sha256=policy_digest(statement.parameters),
        csv_safe=csv_safe,
        counts=statement.counts,
        files=digests,
        files_sha256=digest_of_all(digests),
    )
    write_json(folder / MANIFEST, manifest)
    if statement.sign:
        (folder / SIGNATURE).write_bytes(statement.sign((folder / MANIFEST).read_bytes()))


def policy_digest(parameters: Mapping[str, Any]) -> str:
    """SHA-256 of what a manifest says of policy and profile: as JSON with sorted keys and without blanks."""
    text = json.dumps(parameters, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_all(digests: Mapping[str, str]) -> str:
    """SHA-256 of the lines that `sha256sum` prints for files in the order of their paths."""
    lines = (f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def write_json(target: Path, value: Result) -> None:
    """Write a result as a file of an export."""
    target.write_text(json.dumps(value.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="")


def digest_of_file(file: Path) -> str:
    """SHA-256 of what a file holds."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
