"""Every command with a disk that is full and with a server that goes away: one clear line, nothing half.

python benchmarks/faults.py                        # both
python benchmarks/faults.py --fault disk
python benchmarks/faults.py --fault server         # Neo4j from Maven Central, as in the tests

*disk*: files that grow past a number of bytes fail, from 0 to what the command writes undisturbed; the graph and what
lies in the folder stand before the limit. *server*: nobody listens; and a proxy before Neo4j that cuts the connection
after so many bytes of answers. A command fails well if it ends with an exit code that the documentation names
and one line that says why, and leaves what it should write whole, or not at all.
"""

from __future__ import annotations

import shutil
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import click

sys.path.append(str(Path(__file__).parent.parent))
from tests.durability.child import Ended, sanon
from tests.neo4j_server import Server, from_maven

_EXAMPLE = Path(__file__).parent.parent / "examples/insurance"
_BACKGROUND = Path(__file__).parent / "unseen/documents"
_ENTITIES = ("--entities", _EXAMPLE / "entities.jsonl")
_SECRET = {"SANON_VAULT_PASSPHRASE": "correct horse battery staple"}
#: Exit codes that the documentation names, 0 to 5.
_NAMED = range(6)
_SIZES = (0, 100, 1_000, 5_000, 20_000, 60_000, 150_000, 400_000)
_BYTES = (0, 1_000, 20_000, 100_000)


class Tried(NamedTuple):
    """A command as it is tried.

    Attributes:
        arguments: of the command.
        made: file or folder that it writes, whole or not at all.
        after: commands that come before it.
    """

    arguments: tuple[object, ...]
    made: str | None = None
    after: tuple[str, ...] = ("load", "redact")


_STEPS = {
    "load": Tried(("load", _EXAMPLE / "documents", *_ENTITIES), after=()),
    "redact": Tried(("redact",), after=("load",)),
    "export": Tried(("export", "out", "--vault", "vault"), "out"),
}
_COMMANDS = _STEPS | {
    "init": Tried(("init",), "sanon.toml", after=()),
    "run": Tried(("run", _EXAMPLE / "documents", "out", *_ENTITIES), "out", after=()),
    "audit": Tried(("audit", "out", "--record"), "out/.sanon/audit.json", ("load", "redact", "export")),
    "attack": Tried(
        ("attack", "out", "--background", _BACKGROUND, "--record"),
        "out/.sanon/attack.json",
        ("load", "redact", "export"),
    ),
    "report": Tried(("report", "report.html"), "report.html"),
    "restore": Tried(("restore", "out", "back", "--vault", "vault"), "back", ("load", "redact", "export")),
    "analyze": Tried(("analyze",)),
    "explain": Tried(("explain", "document", "c1-claim-form")),
    "what-if": Tried(("what-if", "--theta-doc", "0.5")),
    "frontier": Tried(("frontier", "--grid-theta-doc", "0.5,0.9")),
    "status": Tried(("status",)),
    "doctor": Tried(("doctor",)),
    "tune": Tried(
        ("tune", _EXAMPLE / "documents", "--labels", _EXAMPLE / "labels.toml", *_ENTITIES, "--out", "tuned"), after=()
    ),
    "generate": Tried(("generate", "made", "--clusters", "2"), "made", after=()),
}


class Faults:
    """What was tried, and what was wrong."""

    def __init__(self) -> None:
        self.tried, self.failed = Counter[str](), Counter[str]()
        self.wrong: list[str] = []

    def judge(self, name: str, what: str, ended: Ended, whole: bool) -> None:
        """Count an end, and keep what is wrong with it."""
        self.tried[name] += 1
        self.failed[name] += ended.exit_code != 0
        lines = [line for line in ended.said.splitlines() if line.startswith("sanon: ")]
        faults = [
            *(["a traceback"] if "Traceback" in ended.said else []),
            *([f"exit code {ended.exit_code}"] if ended.exit_code not in _NAMED else []),
            *([f"{len(lines)} lines"] if ended.exit_code > 1 and len(lines) != 1 else []),
            *([] if whole else ["something half"]),
        ]
        if faults:
            self.wrong.append(f"{name}, {what}: {', '.join(faults)}: {ended.said.strip().splitlines()[-1:]}")


def _content(path: Path) -> list[tuple[str, int]] | None:
    """Names and sizes of what is there, within a folder whether it is empty; None if nothing is."""
    if not path.is_dir():
        return [(path.name, path.stat().st_size)] if path.exists() else None
    return sorted((one.name, one.stat().st_size > 0) for one in path.rglob("*"))


def _prepared(name: str, folder: Path, environment: dict[str, str]) -> None:
    for step in _COMMANDS[name].after:
        ended = sanon(folder, environment, *_STEPS[step].arguments)
        if ended.exit_code not in (0, 1):
            raise AssertionError(f"{step}, undisturbed: {ended.said}")


def _disk(faults: Faults, folder: Path, commands: Mapping[str, Tried]) -> None:
    for name, (arguments, made, after) in commands.items():
        before = folder / "-".join(("after", *after))
        if not before.exists():
            before.mkdir()
            _prepared(name, before, _SECRET)
        shutil.copytree(before, whole := folder / f"{name}-whole")
        ended = sanon(whole, _SECRET, *arguments)
        faults.judge(name, "undisturbed", ended, whole=True)
        for largest in _SIZES:
            shutil.copytree(before, work := folder / f"{name}-{largest}")
            ended = sanon(work, _SECRET, *arguments, largest_file=largest)
            there = _content(work / made) if made else None
            faults.judge(name, f"{largest} bytes", ended, there in (None, made and _content(whole / made)))
            left = [one.name for one in work.iterdir() if one.name not in {*_names(before), *_names(whole)}]
            if left:
                faults.wrong.append(f"{name}, {largest} bytes: left {left}")
            shutil.rmtree(work)


def _names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


@contextmanager
def _cutting(server: Server, after: int) -> Iterator[str]:
    """A proxy before a server that cuts each connection after so many bytes of answers; its address."""
    host, port = server.uri.rpartition("//")[2].split(":")
    listener = socket.create_server(("127.0.0.1", 0))
    left = [after]

    def pass_on(source: socket.socket, target: socket.socket, counts: bool) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                if counts:
                    left[0] -= len(data)
                    if left[0] < 0:
                        break
                target.sendall(data)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def serve() -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                upstream = socket.create_connection((host, int(port)))
                for pair in ((client, upstream, False), (upstream, client, True)):
                    threading.Thread(target=pass_on, args=pair, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"bolt://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()


def _server(faults: Faults, folder: Path, commands: Mapping[str, Tried]) -> None:
    on_graph = {name: one for name, one in commands.items() if name not in ("init", "generate", "restore", "doctor")}
    nobody = {"NEO4J_URI": "bolt://127.0.0.1:1", "NEO4J_USERNAME": "neo4j", "NEO4J_PASSWORD": "x"} | _SECRET
    for name, one in on_graph.items():
        (work := folder / f"{name}-nobody").mkdir()
        (work / "out").mkdir()
        faults.judge(name, "nobody listens", sanon(work, nobody, *one.arguments), whole=True)
    with from_maven() as server:
        direct = server.environment | _SECRET
        for after in dict.fromkeys(one.after for one in on_graph.values()):
            before = folder / "-".join(("after", *after))
            before.mkdir()
            for name, (arguments, made, _) in ((name, one) for name, one in on_graph.items() if one.after == after):
                is_changing = name in ("load", "redact", "run")
                for cut in _BYTES:
                    if is_changing or not any(before.iterdir()):
                        shutil.rmtree(before)
                        before.mkdir()
                        with server.driver() as driver:
                            driver.execute_query("MATCH (n) DETACH DELETE n")
                        _prepared(name, before, direct)
                        (before / "prepared").touch()
                    shutil.copytree(before, work := folder / f"{name}-{cut}")
                    with _cutting(server, cut) as address:
                        ended = sanon(work, direct | {"NEO4J_URI": address}, *arguments)
                    whole = not made or ended.exit_code in (0, 1) or not (work / made).exists()
                    faults.judge(name, f"cut after {cut} bytes", ended, whole)


@click.command(help=__doc__)
@click.option("--fault", "faults", multiple=True, type=click.Choice(["disk", "server"]))
@click.option("--command", "commands", multiple=True, type=click.Choice(list(_COMMANDS)), help="All by default.")
def main(faults: tuple[str, ...], commands: tuple[str, ...]) -> None:
    """Try every command."""
    tried = {name: _COMMANDS[name] for name in commands or _COMMANDS}
    for fault in faults or ("disk", "server"):
        found = Faults()
        with tempfile.TemporaryDirectory(prefix="sanon-faults-") as folder:
            {"disk": _disk, "server": _server}[fault](found, Path(folder), tried)
        each = ", ".join(f"{name} {found.failed[name]} of {count}" for name, count in found.tried.items())
        click.echo(f"{fault}: {found.failed.total()} of {found.tried.total()} end with an error ({each})")
        for wrong in found.wrong:
            click.echo(f"  {wrong}")
        click.echo(f"{fault}: {len(found.wrong)} end badly")
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
