"""The installed command, run as a user runs it."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from sanon import schemas
from tests.cli import forking

#: Option that asks for another command -> name of that.
_ANOTHER = {"--estimate": "estimate", "--verify-key": "verify"}
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


@cache
def _schema(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(resources.files(schemas).joinpath(f"{name}-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def valid(name: str, what):
    """What some sanon printed or wrote, which has its published schema."""
    _schema(name).validate(what)
    return what


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
        """Run with --format json; the exit code must be as said, and the result have its published schema."""
        result = self(*arguments, "--format", "json")
        assert result.exit_code == exit_code, result.err
        named = (name for option, name in _ANOTHER.items() if option in arguments)
        return valid(next(named, arguments[0]), result.json)


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
