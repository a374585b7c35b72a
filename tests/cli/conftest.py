"""The installed command, run as a user runs it."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.cli import forking

EXAMPLE = Path(__file__).parents[2] / "examples" / "insurance"


@dataclass
class Result:
    """What a command left behind."""

    exit_code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@cache
def _prepared() -> subprocess.Popen[str]:
    """The process that forks for each command; it ends with the tests, when nobody can ask it any more."""
    script = [sys.executable, forking.__file__]
    return subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class Sanon:
    """Runs `sanon` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: object, **environment: str) -> Result:
        command = [str(Path(sys.executable).with_name("sanon")), *map(str, arguments)]
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SANON_", "NEO4J_"))}
        with tempfile.TemporaryDirectory() as said:
            out, err = (Path(said, name) for name in ("out", "err"))
            asked = {
                "command": command,
                "folder": str(self.folder),
                "environment": clean | environment,
                "out": str(out),
                "err": str(err),
            }
            prepared = _prepared()
            print(json.dumps(asked), file=prepared.stdin, flush=True)
            exit_code = int(prepared.stdout.readline())
            return Result(exit_code, out.read_text("utf-8"), err.read_text("utf-8"))

    def json(self, *arguments: object, exit_code: int = 0):
        """Run with --format json; the exit code must be as said."""
        result = self(*arguments, "--format", "json")
        assert result.exit_code == exit_code, result.err
        return result.json


@pytest.fixture
def sanon(tmp_path):
    return Sanon(tmp_path)


@pytest.fixture
def write(tmp_path):
    """Write a file below the working folder; JSON if it is not text or bytes."""

    def _write(path: str, content) -> Path:
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
            target.write_text(text, "utf-8", newline="")
        return target

    return _write


def read_terminal(terminal):
    """What a command has written to it; nothing once the command has closed it."""
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so when the other end is closed
        return b""
