"""A review as it runs: the installed command, its page in a real browser or behind a plain socket."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLE, Sanon

POLICY = """# Agreed on 3 November with the works council.
theta_chain = 0.5  # half

[[always_mask]]
type = "EMAIL"  # everybody

# Published by the clinics themselves.
[[never_mask]]
pattern = "^gannet"
"""


@dataclass
class Running:
    """A review that runs.

    Attributes:
        folder: with graph and policy file.
        address: that it printed.
        said: what it printed at its end, as JSON.
    """

    folder: Path
    address: str
    process: subprocess.Popen
    said: dict = field(default_factory=dict)

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.address)[1])

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    @property
    def policy(self) -> str:
        return (self.folder / "policy.toml").read_text("utf-8")


@contextmanager
def reviewing(folder: Path, *options: str, **environment: str) -> Iterator[Running]:
    """A review that a person began on the terminal."""
    command = [str(Path(sys.executable).with_name("sanon")), "review", "--format", "json", *options]
    with _running(folder, command, environment) as running:
        yield running


@contextmanager
def reviewing_in_python(folder: Path, arguments: str) -> Iterator[Running]:
    """A review that a program began."""
    code = (
        "import json; from sanon import Corpus\n"
        f"with Corpus('.sanon/graph') as corpus: print(json.dumps(corpus.review({arguments}).to_json()))"
    )
    with _running(folder, [sys.executable, "-c", code], {}) as running:
        yield running


@contextmanager
def _running(folder: Path, command: list[str], environment: dict[str, str]) -> Iterator[Running]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SANON_", "NEO4J_"))}
    process = subprocess.Popen(
        command, cwd=folder, env=clean | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    line = process.stderr.readline()
    address = re.search(r"review at (http://\S+)$", line)
    if address is None:
        process.kill()
        raise AssertionError(line + process.stderr.read())
    running = Running(folder, address[1], process)
    try:
        yield running
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    running.said |= json.loads(out)


@pytest.fixture(scope="session")
def protected(tmp_path_factory) -> Path:
    """The example corpus, loaded and redacted; to be copied."""
    sanon = Sanon(tmp_path_factory.mktemp("review"))
    done = sanon("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
    assert done.exit_code == 0, done.err
    done = sanon("redact", "--at-least", "0")  # the limits of risk alone leave something to decide
    assert done.exit_code == 0, done.err
    return sanon.folder


@pytest.fixture
def folder(protected, tmp_path) -> Path:
    """A copy of it."""
    return copied(protected, tmp_path)


def copied(protected: Path, folder: Path) -> Path:
    """The corpus in another folder, with a policy file that somebody wrote."""
    shutil.copytree(protected / ".sanon", folder / ".sanon")
    (folder / "policy.toml").write_text(POLICY, "utf-8")
    return folder
