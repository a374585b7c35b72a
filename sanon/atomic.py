"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Put a file in place in one step; who is killed leaves the old one, or none.

    Args:
        file: a new one, or one that is replaced.
        mode: permissions of a new file, before the umask; by default only its owner reads it.

    Raises:
        OSError: it cannot be written; nothing is left beside it.
    """
    temporary = file.with_name(f".{file.name[:60]}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
