"""What the installed command calls first: Control+C is told in one line also while the rest is imported."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Import the commands, which takes most of a second, and run the one that is asked for."""
    # Whoever started this may have it ignore Control+C, as nohup does.
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        signal.signal(signal.SIGINT, _nothing_begun)
    from sanon.cli.main import main as run

    if listens:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _nothing_begun(*_: object) -> None:
    os.write(2, b"sanon: interrupted; nothing was begun\n")
    os._exit(INTERRUPTED)
