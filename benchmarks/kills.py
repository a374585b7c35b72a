"""Commands killed at random moments, run again until they end: no graph and no export differs from undisturbed ones.

python benchmarks/kills.py                       # 100 kills on each store
python benchmarks/kills.py --kills 20 --store ladybug

Each round begins with nothing and takes load, redact, export, restore, and run with a graph of its own, one after the
other; each is killed some times (SIGKILL) at a random moment of its duration, in what the kill before has left, and
then may end. At every moment an export is whole or not there. Neo4j is one from Maven Central, as in the tests.
"""

from __future__ import annotations

import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sanon.graph.store import Store

sys.path.append(str(Path(__file__).parent.parent))
from tests.durability.corpus import write_corpus
from tests.durability.graphs import Graph, assert_same, graph_of
from tests.durability.processes import STARTED, Running, files
from tests.graph.conftest import Place, empty, place_of
from tests.neo4j_server import Server, from_maven

_COMMANDS = ("load", "redact", "export", "restore", "run")
#: Kills of one command before it may end.
_IN_A_ROW = 3
_SECRET = {"SANON_VAULT_PASSPHRASE": "correct horse battery staple"}


class Kills:
    """The commands, and how they end undisturbed.

    Args:
        place: of the graph, empty.
        folder: for everything else.
        documents: how many.
    """

    def __init__(self, place: Place, folder: Path, documents: int) -> None:
        self._place, self._folder = place, folder
        docs, entities = write_corpus(folder / "corpus", documents)
        given, vault = ("--entities", entities), ("--vault", "vault")
        self._arguments: dict[str, tuple[object, ...]] = {
            "load": ("load", docs, *given),
            "redact": ("redact",),
            "export": ("export", "out", "--overwrite", *vault),
            "restore": ("restore", "out", "back", *vault),
            "run": ("run", docs, "out-run", "--graph", "graph-run", "--overwrite", *given),
        }
        self._environment = {"NEO4J_URI": place.graph} | dict(place.environment) | _SECRET
        self._took: dict[str, float] = {}
        self.killed = Counter[str]()
        self._graph, self._files = self._round(folder / "undisturbed", None)

    def again(self, rng: random.Random, round_: int) -> None:
        """One more round with kills.

        Raises:
            AssertionError: something differs.
        """
        graph, written = self._round(self._folder / f"round{round_}", rng)
        assert_same(graph, self._graph)
        if written != self._files:
            raise AssertionError(f"round {round_}: an export differs")

    def _round(self, work: Path, rng: random.Random | None) -> tuple[Graph, dict[str, dict[str, bytes] | None]]:
        work.mkdir()
        empty(self._place.engine())
        self._place.close()
        for name in _COMMANDS:
            target = {"export": "out", "restore": "back", "run": "out-run"}.get(name)
            killed = rng is not None and self._killed(name, work, target, rng)
            if killed and target and files(work / target) is not None and self._remembered(name):
                continue  # a second export would tell the search index that nothing changed
            ended = Running(work, self._environment, *self._arguments[name]).ended()
            if ended.exit_code:
                raise AssertionError(f"{name} ends with {ended.exit_code}: {ended.err}")
            if not killed:
                self._took[name] = min(ended.seconds, self._took.get(name, ended.seconds))
        try:
            return graph_of(self._place.engine()), {one: files(work / one) for one in ("out", "back", "out-run")}
        finally:
            self._place.close()

    def _remembered(self, name: str) -> bool:
        """Whether a graph knows of what was written: killed between the two, an export is there, and made again."""
        if name != "export":
            return True
        try:
            return bool(Store(self._place.engine()).exported_digests())
        finally:
            self._place.close()

    def _killed(self, name: str, work: Path, target: str | None, rng: random.Random) -> bool:
        """Kill a command some times, and look at what there is each time; whether it has written all by then."""
        for attempt in range(_IN_A_ROW):
            after = rng.uniform(STARTED, 1) * self._took[name]
            ended = Running(work, self._environment, *self._arguments[name]).signalled(signal.SIGKILL, after)
            if ended.exit_code not in (0, -signal.SIGKILL):
                raise AssertionError(f"{name} ends with {ended.exit_code} after a kill: {ended.err}")
            self.killed[name] += ended.exit_code != 0
            if not attempt and not ended.exit_code:
                self._took[name] = min(ended.seconds, self._took[name])  # the machine was busier before
            written = files(work / target) if target else None
            if target and written is not None:
                if written != self._files[target]:
                    raise AssertionError(f"{name}: {target} is there and not whole")
                return True
        return False


@contextmanager
def _place(store: str, folder: Path) -> Iterator[Place]:
    if store == "ladybug":
        place = place_of(store, folder, _no_server)
        try:
            yield place
        finally:
            place.close()
        return
    with from_maven() as server:
        place = place_of(store, folder, lambda: server)
        try:
            yield place
        finally:
            place.close()


def _no_server() -> Server:
    raise AssertionError("the embedded store has no server")


@click.command()
@click.option("--kills", default=100, show_default=True, help="On each store.")
@click.option("--documents", default=400, show_default=True)
@click.option("--store", "stores", multiple=True, type=click.Choice(["ladybug", "neo4j"]))
@click.option("--seed", default=4, show_default=True)
def main(kills: int, documents: int, stores: tuple[str, ...], seed: int) -> None:
    """Kill commands, and compare what they leave with what undisturbed ones do."""
    for store in stores or ("ladybug", "neo4j"):
        rng = random.Random(seed)
        with tempfile.TemporaryDirectory(prefix="sanon-kills-") as name, _place(store, Path(name)) as place:
            tried = Kills(place, Path(name), documents)
            rounds = 0
            while tried.killed.total() < kills:
                rounds += 1
                tried.again(rng, rounds)
                click.echo(f"{store}: {tried.killed.total()} of {kills} kills, nothing differs", err=True)
            by_command = ", ".join(f"{name} {tried.killed[name]}" for name in _COMMANDS)
            click.echo(f"{store}: {tried.killed.total()} kills in {rounds} rounds ({by_command}): nothing differs")


if __name__ == "__main__":
    main()
