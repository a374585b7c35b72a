"""A folder that appears all at once or not at all."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sanon.corpus.walk import is_export, resolved
from sanon.errors import ConfigurationError, accessing

_UNFINISHED = ".partial"
#: Seconds after which nobody fills a folder any more that has not appeared: its command was killed.
_FORGOTTEN_AFTER = 24 * 3600


@contextmanager
def replaced_at_once(
    out: Path, overwrite: bool, ours: Callable[[Path], bool] = is_export, called: str = "an export"
) -> Iterator[Path]:
    """Give a new folder to fill; it becomes `out` at the end of the block, and vanishes if the block fails.

    What a command that was killed has left of an export to `out` goes too, once it is a day old.

    Args:
        out: absent, empty, or with `overwrite` an earlier export.
        ours: tells what may be replaced.
        called: what that is.

    Raises:
        ConfigurationError: `out` cannot be written, or holds something else.
    """
    out = _place(out)
    check_target(out, overwrite, ours, called)
    made = [folder for folder in (out.parent, *out.parent.parents) if not folder.exists()]
    private: Path | None = None
    done = False
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        prefix = f".{out.name[:100]}."
        _remove_forgotten(out.parent, prefix)
        # Private while it grows; the folder inside has the usual permissions, so that the rename publishes those.
        private = Path(tempfile.mkdtemp(prefix=prefix, suffix=_UNFINISHED, dir=out.parent))
        new = private / "new"
        new.mkdir()
        yield new
        _put(new, out, private / "old")
        done = True
    except OSError as error:
        mounted = error.errno in (errno.EBUSY, errno.EXDEV)
        hint = "; it is a mount point, name a folder inside it" if mounted else ""
        raise ConfigurationError(f"{out}: cannot be written: {error.strerror or type(error).__name__}{hint}") from error
    finally:
        if private:
            shutil.rmtree(private, ignore_errors=True)
        if not done:
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()


def check_target(
    out: Path, overwrite: bool, ours: Callable[[Path], bool] = is_export, called: str = "an export"
) -> None:
    """Refuse a target that must not be replaced; `ours` tells what may be, `called` what that is.

    Raises:
        ConfigurationError: no folder, or one that holds something else than an earlier one.
    """
    out = _place(out)
    if not out.exists():
        return
    if not out.is_dir():
        raise ConfigurationError(f"{out} is a file; name a folder")
    with accessing(out, "read"):
        empty = next(out.iterdir(), None) is None
    if empty:
        return
    if not overwrite:
        noun = called.split()[-1]
        raise ConfigurationError(f"{out} is not empty; name another folder, or replace the {noun} there by --overwrite")
    if not ours(out):
        raise ConfigurationError(
            f"{out} holds something else than {called} of this version of sAnon; --overwrite does not delete that: "
            "name another folder, or delete it yourself"
        )


def refuse_inside(out: Path, secret: Path, called: str) -> None:
    """Refuse a place for secrets in an export: its readers must not have them, and --overwrite would delete them.

    Args:
        called: what the secrets are in.

    Raises:
        ConfigurationError: it is in the folder of the export, or that folder itself.
    """
    if _place(secret).is_relative_to(_place(out)):
        raise ConfigurationError(
            f"{called} {secret} would be inside the export {out}, whose readers must not have it: name another place"
        )


def _place(out: Path) -> Path:
    place = resolved(out)
    if place is None:
        raise ConfigurationError(f"{out}: a symbolic link that leads back to itself; name another folder")
    return place


def _remove_forgotten(parent: Path, prefix: str) -> None:
    before = time.time() - _FORGOTTEN_AFTER
    with suppress(OSError):  # a parent that may be written and not listed, a folder that another command removes
        for folder in parent.iterdir():
            unfinished = folder.name.startswith(prefix) and folder.name.endswith(_UNFINISHED)
            if unfinished and folder.stat().st_mtime < before:
                shutil.rmtree(folder)


def _put(new: Path, out: Path, old: Path) -> None:
    try:
        new.rename(out)  # nothing there, or an empty folder
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        if _exchanged(new, out):
            return  # `new` is now the old export
        # Two steps where the system knows no exchange; a failure of the second puts the old one back.
        out.rename(old)
        try:
            new.rename(out)
        except BaseException:
            old.rename(out)
            raise


def _exchanged(one: Path, other: Path) -> bool:
    """Swap two folders in one step, where the system can: Linux has renameat2, Python has no function for it."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(renameat2(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0)
