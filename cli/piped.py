"""A text on stdin."""

from __future__ import annotations

import sys

from sanon.corpus.record import line_of
from sanon.errors import InputRejected


def piped_text() -> str:
    """What stands on stdin, with its line ends as they are.

    Raises:
        InputRejected: it is not UTF-8.
    """
    # As bytes: a text layer of its own would turn line ends, and close stdin when it is gone.
    raw = sys.stdin.buffer.read()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputRejected(f"stdin: not UTF-8 text, in line {line_of(raw, error.start)}") from error
