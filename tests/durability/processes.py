"""The installed command as a process of its own, to be disturbed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from sanon.corpus.walk import MANIFEST

#: Part of a command's duration before which it may not yet be sAnon but a Python that starts.
STARTED = 0.3
_SECONDS = 200


class Ended(NamedTuple):
    """How a command ended, after how many seconds."""

    exit_code: int
    err: str
    seconds: float

    @property
    def told(self) -> str:
        """The one line that says why it ended; nothing if there is another number of them, or a traceback."""
        lines = [line for line in self.err.splitlines() if line.startswith("sanon: ")]
        return lines[0] if len(lines) == 1 and "Traceback" not in self.err else ""


class Running:
    """`sanon` with some arguments, started."""

    def __init__(self, folder: Path, environment: dict[str, str], *arguments: object) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SANON_", "NEO4J_"))}
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            [str(Path(sys.executable).with_name("sanon")), *map(str, arguments)],
            cwd=folder,
            env=clean | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def signalled(self, what: signal.Signals, after: float) -> Ended:
        """Let it run for some seconds, and send it a signal if it has not ended by itself."""
        try:
            self._process.wait(after)
        except subprocess.TimeoutExpired:
            self._process.send_signal(what)
        return self.ended()

    def ended(self) -> Ended:
        """Wait for its end."""
        err = self._process.communicate(timeout=_SECONDS)[1]
        return Ended(self._process.returncode, err, time.monotonic() - self._began)


def files(folder: Path) -> dict[str, bytes] | None:
    """What is in a folder; None if there is none."""
    if not folder.exists():
        return None
    return {path.relative_to(folder).as_posix(): timeless(path) for path in folder.rglob("*") if path.is_file()}


def timeless(file: Path) -> bytes:
    """What a file holds; of a manifest all that does not tell when and by which run it was made, risks to 1e-9."""
    if not file.as_posix().endswith(MANIFEST):
        return file.read_bytes()
    manifest = json.loads(file.read_bytes(), parse_float=lambda number: round(float(number), 9))
    for name in ("made_at", "run_id", "decided_at"):
        del manifest["making"][name]
    return json.dumps(manifest).encode()
