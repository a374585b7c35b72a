"""Which files a path stands for: always in the same order, and none outside the folder."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from sanon.errors import ConfigurationError

#: Folder of an export for what is no document: a reader that takes in all files of a folder leaves hidden ones out.
BESIDE = ".sanon"
#: File that every export has, and by which it is known.
MANIFEST = f"{BESIDE}/manifest.json"
SPANS, CHANGES, SIGNATURE = f"{BESIDE}/spans.jsonl", f"{BESIDE}/changes.json", f"{MANIFEST}.sig"
#: Says which files were read as text, and what of them was not read.
AS_TEXT = f"{BESIDE}/read_as_text.txt"
#: What was found out about an export later, by the command that did.
RECORDS = {"audit": f"{BESIDE}/audit.json", "attack": f"{BESIDE}/attack.json"}
#: Record -> its signature.
RECORD_SIGNATURES = {name: f"{name}.sig" for name in RECORDS.values()}


class Found(NamedTuple):
    """A file of the input.

    Attributes:
        path: relative to the folder, with forward slashes; bytes that are no UTF-8 are escaped.
        file: where it is.
        problem: why it must not be read, or None.
    """

    path: str
    file: Path
    problem: str | None


def files_of(docs: Path, skip: Collection[Path] = ()) -> list[Found]:
    """List the files of a folder, or the one file, sorted by their path.

    Hidden files and folders, exports of sAnon in the folder, and what `skip` names, are left out silently.

    Raises:
        ConfigurationError: nothing is there, or neither a file nor a folder.
    """
    if docs.is_dir():
        root = docs.resolve()
        return sorted(_walk(root, {place for path in skip if (place := resolved(path))}))
    if docs.is_file():
        file = docs.absolute()
        return [_found(file, file.parent, None)]
    if docs.exists():
        raise ConfigurationError(f"{docs} is neither a file nor a folder")
    raise ConfigurationError(f"{docs}: no such file or folder")


def _walk(root: Path, skip: Collection[Path]) -> Iterator[Found]:
    folders = [root]
    while folders:
        folder = folders.pop()
        try:
            children = list(folder.iterdir())
        except OSError as error:
            yield _found(folder, root, f"folder cannot be read: {error.strerror}")
            continue
        for child in children:
            if child.name.startswith(".") or child in skip:
                continue
            if child.is_symlink():
                target = resolved(child)
                if target is None:
                    yield _found(child, root, "symbolic link that leads back to itself, not followed")
                elif not any(place in skip for place in (target, *target.parents)):
                    yield _found(child, root, _link_problem(target, root))
            elif child.is_dir():
                if not is_export(child):
                    folders.append(child)
            else:
                # A pipe or a device would block, or never end.
                yield _found(child, root, None if child.is_file() else "not a regular file")


def resolved(path: Path) -> Path | None:
    """Where a path leads; None if that is round in circles."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a RuntimeError until Python 3.12
        return None


def is_export(folder: Path) -> bool:
    """Whether a folder is an export of sAnon, by the manifest in it."""
    return "sanon_version" in _manifest(folder)


def is_csv_safe(folder: Path) -> bool:
    """Whether a folder is an export in whose CSV files nothing is a formula."""
    return _manifest(folder).get("csv_safe") is True


def _manifest(folder: Path) -> dict[str, object]:
    file = folder / MANIFEST
    try:
        # A pipe in its place would be waited for.
        manifest = json.loads(file.read_bytes()) if file.is_file() else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _link_problem(target: Path, root: Path) -> str | None:
    if not target.is_relative_to(root):
        return "symbolic link out of the folder, not followed"
    if not target.is_file():
        return "symbolic link to something that is no file, not followed"
    return None


def _found(file: Path, root: Path, problem: str | None) -> Found:
    path = file.relative_to(root).as_posix()
    readable = os.fsencode(path).decode("utf-8", "backslashreplace")
    return Found(readable, file, problem if readable == path else "file name is not UTF-8")
