"""What growth costs: one per cent more documents, and one per cent edited, against a load from scratch in the same run.

python benchmarks/growth.py                         # 10,000 documents, both stores, entities given
python benchmarks/growth.py --extract               # the embedded extractor reads every new text too
python benchmarks/growth.py --documents 2000 --store ladybug

A location stands in half of all documents. Every load is a process of its own. Neo4j is one from Maven Central, as in
the tests. Seconds of the CPU say more than those of the clock where others compute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
from stores import Spent, write_corpus
from synthetic import corpus

from sanon.commands.load import LoadRequest, load_with
from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.adapters.entities_file import EntitiesFile, read_entities_file
from sanon.extraction.build import Extraction
from sanon.graph.open import create_or_open
from sanon.records import Document, Finding
from sanon.settings.profile import load_profile
from sanon.settings.settings import Settings

sys.path.append(str(Path(__file__).parent.parent))
from tests.neo4j_server import from_maven

_PROFILE = load_profile("insurance")
_STEPS = ("from scratch", "nothing new", "1 % more", "1 % edited", "from scratch, grown")


class ReadingExtractor:
    """Finds what the entities file says, after the embedded extractor has read the text: its cost, known entities."""

    name = "benchmark"

    def __init__(self, given: EntitiesFile) -> None:
        self._given, self._embedded = given, EmbeddedExtractor(_PROFILE)

    def extract(self, document: Document) -> list[Finding]:
        """Read, and take what is given."""
        self._embedded.extract(document)
        return self._given.findings[document.source_id]


def write_growth(documents: int, folder: Path) -> dict[str, Path]:
    """Input of each step: a corpus, the same with one per cent more, and that with one per cent edited."""
    write_corpus(corpus(documents + documents // 100, hub=True), folder / "grown")
    inputs = {"from scratch": folder / "small", "1 % more": folder / "grown", "1 % edited": folder / "edited"}
    for name in ("small", "edited"):
        (folder / name).mkdir()
    for file in ("documents.jsonl", "entities.jsonl"):
        lines = (folder / "grown" / file).read_text("utf-8").splitlines(keepends=True)
        # Every hundredth is new, so that the newcomers share as much with the others as those among themselves.
        (folder / "small" / file).write_text("".join(line for n, line in enumerate(lines) if n % 101), "utf-8")
        (folder / "edited" / file).write_text("".join(map(_edited, lines, range(len(lines)))), "utf-8")
    return inputs | {"nothing new": folder / "small", "from scratch, grown": folder / "grown"}


def _edited(line: str, number: int) -> str:
    """Every hundredth document loses its last entity from its text and its line."""
    row = json.loads(line)
    if number % 101 != 50:
        return line
    if "entities" in row:
        row["entities"].pop()
    else:
        row["content"] = row["content"].rpartition("Then came")[0]
    return json.dumps(row) + "\n"


def measure(folder: Path, graph: str, extract: bool) -> tuple[Spent, dict[str, int]]:
    """`sanon load` of one input, and what the graph holds then."""
    begin = Spent.now()
    given = read_entities_file(folder / "entities.jsonl", _PROFILE)
    extractor = ReadingExtractor(given) if extract else given
    with create_or_open(graph) as store:
        request = LoadRequest.of(docs=folder / "documents.jsonl")
        report = load_with(store, Settings(profile=_PROFILE), request, Extraction(extractor))
        spent = Spent.now().since(begin)
    return spent, report.counts.model_dump()


def _child(folder: Path, environment: dict[str, str], extract: bool) -> tuple[Spent, dict[str, int]]:
    command = [sys.executable, __file__, "--only", str(folder), *(["--extract"] if extract else [])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=os.environ | environment)
    spent, counts = json.loads(done.stdout)
    return Spent(*spent), counts


@contextmanager
def _graphs(store: str) -> Iterator[Iterator[dict[str, str]]]:
    """Empty graphs, as environments of a command."""
    with tempfile.TemporaryDirectory() as home:
        if store == "ladybug":
            yield ({"NEO4J_URI": f"{home}/graph {number}"} for number in range(len(_STEPS)))
            return

        def servers() -> Generator[dict[str, str], None, None]:
            while True:
                with from_maven(heap="3g") as server:
                    yield server.environment | {"SERVER_PID": str(server.pid)}

        with closing(servers()) as graphs:
            yield graphs


@click.command()
@click.option("--documents", type=int, default=10_000, show_default=True)
@click.option("--store", "stores", type=click.Choice(["ladybug", "neo4j"]), multiple=True, default=("ladybug", "neo4j"))
@click.option("--extract", is_flag=True, help="Let the embedded extractor read every new text.")
@click.option("--only", type=click.Path(path_type=Path), hidden=True)
def main(documents: int, stores: tuple[str, ...], extract: bool, only: Path | None) -> None:
    """Print a table of seconds, and of ratios to the load of the grown corpus from scratch."""
    if only:
        click.echo(json.dumps(measure(only, os.environ["NEO4J_URI"], extract)))
        return
    click.echo("| store | load | seconds | CPU client + server | to scratch: seconds, CPU | links |")
    click.echo("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as home:
        inputs = write_growth(documents, Path(home))
        for store in stores:
            done: dict[str, tuple[Spent, dict[str, int]]] = {}
            with _graphs(store) as graphs:
                graph = next(graphs)
                for step in _STEPS:
                    graph = next(graphs) if step == "from scratch, grown" else graph
                    done[step] = _child(inputs[step], graph, extract)
            if done["1 % more"][1] != done["from scratch, grown"][1]:
                raise click.ClickException("the grown graph is not that of a load from scratch")
            scratch = done["from scratch, grown"][0]
            for step, (spent, counts) in done.items():
                clock = spent.clock / scratch.clock
                cpu = (spent.client + spent.server) / (scratch.client + scratch.server)
                shown = (f"{spent.clock:.1f}", f"{spent.client:.1f} + {spent.server:.1f}", f"{clock:.2f}, {cpu:.2f}")
                click.echo(f"| {' | '.join((store, step, *shown, format(counts['links'], ',')))} |")


if __name__ == "__main__":
    main()
