"""What the installed command calls first: Control+C is told in one line also while the rest is imported."""

from __future__ import annotations

import gc
import os
import signal

INTERRUPTED = 130
#: A corpus is millions of objects that live as long as the command: Python's own pace of looking for garbage among them
#: took 3.0 of 19.3 seconds of a load of 30,000 documents, this one 0.4.
GARBAGE_AFTER = (200_000, 20, 100)


def main() -> None:
    """Import the commands, which takes most of a second, and run the one that is asked for."""
    gc.set_threshold(*GARBAGE_AFTER)
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
