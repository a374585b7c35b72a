"""Which files a path stands for: always in the same order, and none outside the folder."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from sanon.errors import ConfigurationError


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

    Hidden files and folders, and what `skip` names, are left out silently.

    Raises:
        ConfigurationError: nothing is there, or neither a file nor a folder.
    """
    if docs.is_dir():
        root = docs.resolve()
        return sorted(_walk(root, {path.resolve() for path in skip}))
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
                target = child.resolve()
                if not any(place in skip for place in (target, *target.parents)):
                    yield _found(child, root, _link_problem(target, root))
            elif child.is_dir():
                folders.append(child)
            else:
                # A pipe or a device would block, or never end.
                yield _found(child, root, None if child.is_file() else "not a regular file")


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
