"""How fast the stores are: load, derive and reload synthetic documents, against plain statements in the same run.

python benchmarks/stores.py                                      # all sizes and stores
python benchmarks/stores.py --documents 1000 --store neo4j       # one size, one store

A location stands in half of all documents. Plain statements are what one would write by hand (benchmarks/plain):
UNWIND … MERGE with constraints first, 10,000 rows at a time, of the same nodes, relationships and properties; links by
CALL … IN TRANSACTIONS OF 1000 ROWS over mentions that arrays have marked as prefixes, which is not timed. Neo4j is the
empty one that NEO4J_URI names, or one from Maven Central as in the tests, for plain and for sAnon each, warmed up by
1,000 documents. The embedded engine is compared with COPY of the same rows into tables of its own. Every step is a
process of its own. Up to 10,000 documents everything is done five times: seconds are the median and the range. Where
others compute, read seconds of the CPU.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
import ladybug
import neo4j
import numpy as np
import pyarrow as pa
from synthetic import corpus, mentions_of, write

from sanon.cli.start import GARBAGE_AFTER
from sanon.commands.load import LoadRequest, load_with
from sanon.corpus_state import updating
from sanon.extraction.adapters.entities_file import read_entities_file
from sanon.extraction.build import Extraction
from sanon.graph.open import create_or_open
from sanon.graph.rows import document_rows
from sanon.records import TAKEN_AS_GIVEN as FOUND_BY
from sanon.records import Document, Entity, Source
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk, importance, log_survival, uniqueness
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.settings.settings import Settings

sys.path.append(str(Path(__file__).parent.parent))
from tests.neo4j_server import from_maven

_PLAIN = Path(__file__).with_name("plain")
_ROWS = 10_000
_HEAP = "3g"
#: As docker-compose.yml gives it.
_PAGECACHE = "512m"
#: With both compilers and the collector of a server as it is shipped; those of the tests start faster.
_JAVA = ("java", "-XX:+UseG1GC")
_WARM_UP = 1_000
#: A short run depends on what Java has compiled by then.
_TIMES = 5
_SHORT = 10_000
#: Ways to which those behind them are compared.
_PLAIN_WAYS = ("plain", "plain COPY")
_FILLER = "The letter was read, stamped and filed with the others of that week, and nobody asked for it again. "
_TICKS = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """Seconds of the clock, of this process' CPU and of the server's."""

    clock: float
    client: float
    server: float

    @classmethod
    def now(cls) -> Spent:
        """Since some moment in the past."""
        server = 0.0
        if pid := int(os.environ.get("SERVER_PID", 0)):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            server = (int(fields[11]) + int(fields[12])) / _TICKS
        return cls(time.perf_counter(), time.process_time(), server)

    def since(self, begin: Spent) -> Spent:
        """Spent from that moment to this."""
        return Spent(*(now - then for now, then in zip(self, begin, strict=True)))


Steps = dict[str, Spent]


def write_corpus(incidence: Incidence, folder: Path) -> None:
    """The corpus as files: documents.jsonl with about 700 characters each, and entities.jsonl."""
    write(folder, ((source_id, _text(found), found) for source_id, found in mentions_of(incidence)))


def _text(found: list[list[Any]]) -> str:
    return _FILLER * 5 + " ".join(f"Then came {original}." for original, *_ in found)


def load(folder: Path, graph: str) -> Steps:
    """`sanon load` with an entities file; writing and deriving are parts of it that are also timed by themselves."""
    steps: Steps = {}
    for name, step in (("write", "write"), ("derive", "derive")):
        setattr(updating, name, _timed(getattr(updating, name), step, steps))
    profile = load_profile("insurance")

    def whole() -> None:
        with create_or_open(graph) as store:
            given = Extraction(read_entities_file(folder / "entities.jsonl", profile))
            load_with(store, Settings(profile=profile), LoadRequest.of(docs=folder / "documents.jsonl"), given)

    gc.set_threshold(*GARBAGE_AFTER)
    _timed(whole, "whole command", steps)()
    return steps


def arrays(incidence: Incidence) -> Steps:
    """Risks and links in arrays, nothing read or written."""
    steps: Steps = {}
    _timed(document_risk, "derive", steps)(incidence, np.zeros(incidence.entities, dtype=np.bool_))
    _timed(derive_links, "derive", steps)(incidence, Policy().edge_threshold)
    return steps


def plain(incidence: Incidence) -> Steps:
    """What one would write by hand."""
    steps: Steps = {}
    names, kinds = incidence.entity_ids, incidence.entity_types
    ids = [Entity(name, kind).id for name, kind in zip(names, kinds, strict=True)]
    texts = [
        Document(source_id=source_id, content=_text(found), source=Source(path="documents.jsonl", form="jsonl"))
        for source_id, found in mentions_of(incidence)
    ]
    documents = document_rows([(document, "extracted") for document in texts]).to_dict("records")
    mentioned = np.unique(incidence.entity).tolist()
    entities = [{"id": ids[e], "value": names[e], "type": kinds[e], "weight": 0.5} for e in mentioned]
    nodes = [document["id"] for document in documents]
    columns = (incidence.document.tolist(), incidence.entity.tolist(), incidence.relevance.tolist())
    mentions = [
        {"d": nodes[d], "e": ids[e], "relevance": relevance, "original_values": [names[e]], "found_by": [FOUND_BY]}
        for d, e, relevance in zip(*columns, strict=True)
    ]
    unit = uniqueness(incidence) * incidence.weight
    units = [{"id": ids[e], "unit": float(unit[e])} for e in mentioned]
    marked = [mentions[place] for place in np.flatnonzero(_prefixes(incidence)).tolist()]
    with _session(os.environ) as session:
        for text in _statement("constraints").split(";"):
            session.run(text).consume()
        for name, rows in (("documents", documents), ("entities", entities), ("mentions", mentions)):
            _timed(_send, "write", steps)(session, name, rows)
        _send(session, "units", units)
        _send(session, "prefixes", marked)
        _timed(lambda: session.run(_statement("links")).consume(), "derive", steps)()
        links = session.run(_statement("counts")).single(strict=True)["links"]
    wanted = len(derive_links(incidence, Policy().edge_threshold).a)
    if links != wanted:
        raise SystemExit(f"plain statements found {links} links, arrays {wanted}")
    return steps


def plain_copy(folder: Path, graph: str) -> Steps:
    """The least that the rows of a load cost in the embedded engine: COPY of each table, nothing checked or derived."""

    def whole() -> None:
        documents = list(map(json.loads, (folder / "documents.jsonl").open()))
        entities: dict[str, tuple[str, str]] = {}
        mentions: list[tuple[str, str, float, list[str]]] = []
        for line in map(json.loads, (folder / "entities.jsonl").open()):
            for original, value, kind, relevance in line["entities"]:
                node = Entity(value, kind).id
                entities[node] = (value, kind)
                mentions.append((line["id"], node, relevance, [original]))
        tables: dict[str, Sequence[tuple[object, ...]]] = {
            "Document(id STRING PRIMARY KEY, content STRING)": [(one["id"], one["content"]) for one in documents],
            "Entity(id STRING PRIMARY KEY, value STRING, type STRING)": [(node, *of) for node, of in entities.items()],
            "MENTIONS(FROM Document TO Entity, relevance DOUBLE, original_values STRING[])": mentions,
        }
        database = ladybug.Database(graph)
        connection = ladybug.Connection(database)
        for table, rows in tables.items():
            connection.execute(f"CREATE {'REL' if 'FROM' in table else 'NODE'} TABLE {table}")
            columns = {str(number): list(cells) for number, cells in enumerate(zip(*rows, strict=True))}
            connection.execute(f"COPY {table.partition('(')[0]} FROM $rows", {"rows": pa.table(columns)})
        connection.close()
        database.close()

    steps: Steps = {}
    _timed(whole, "whole command", steps)()
    return steps


def _prefixes(incidence: Incidence) -> np.ndarray:
    """Mentions that stay when each document leaves out its lightest ones, as long as they cannot make a link; (M,)."""
    weight = -log_survival(importance(incidence))
    rank = np.lexsort((np.arange(incidence.entities), weight)).argsort()
    order = np.lexsort((rank[incidence.entity], incidence.document))
    running = np.cumsum(weight[incidence.entity[order]])
    total = running - np.concatenate([[0.0], running])[incidence.start[:-1]][incidence.document]
    stays = np.empty(len(order), dtype=np.bool_)
    stays[order] = total >= -np.log1p(-Policy().edge_threshold) - 1e-9
    return stays


def _send(session: neo4j.Session, name: str, rows: list[dict[str, Any]]) -> None:
    text = _statement(name)
    for first in range(0, len(rows), _ROWS):
        some = rows[first : first + _ROWS]
        session.execute_write(_consumed, text, some)


def _consumed(transaction: neo4j.ManagedTransaction, text: str, rows: list[dict[str, Any]]) -> None:
    transaction.run(text, rows=rows).consume()


def _statement(name: str) -> str:
    return (_PLAIN / f"{name}.cypher").read_text()


@contextmanager
def _session(environment: Mapping[str, str]) -> Iterator[neo4j.Session]:
    auth = (environment.get("NEO4J_USERNAME", "neo4j"), environment["NEO4J_PASSWORD"])
    with (
        neo4j.GraphDatabase.driver(environment["NEO4J_URI"], auth=auth, notifications_min_severity="OFF") as driver,
        driver.session(database=environment.get("NEO4J_DATABASE", "neo4j")) as session,
    ):
        yield session


def _timed(step: Callable[..., Any], name: str, steps: Steps) -> Callable[..., Any]:
    def timed(*arguments: Any) -> Any:
        begin = Spent.now()
        result = step(*arguments)
        spent = Spent.now().since(begin)
        steps[name] = Spent(*map(sum, zip(spent, steps.get(name, Spent(0, 0, 0)), strict=True)))
        return result

    return timed


class Done(NamedTuple):
    """Steps of one process, with the largest memory of it and of the server until then, in GB."""

    steps: Steps
    client: float
    server: float


def _child(way: str, documents: int, folder: Path, environment: dict[str, str]) -> Done:
    command = [sys.executable, __file__, "--only", way, "--documents", str(documents), "--folder", str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=os.environ | environment)
    steps, client = json.loads(done.stdout)
    server = 0.0
    if pid := environment.get("SERVER_PID"):
        status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        server = int(status["VmHWM"].split()[0]) / 1e6
    return Done({name: Spent(*spent) for name, spent in steps.items()}, client, server)


@contextmanager
def _server(folders: dict[int, Path]) -> Iterator[dict[str, str]]:
    """A server that has seen both ways once, and is empty again."""
    if "NEO4J_URI" in os.environ:
        given = {name: os.environ[name] for name in os.environ if name.startswith("NEO4J_")}
        with _emptied(given):
            yield given
        return
    with from_maven(heap=_HEAP, pagecache=_PAGECACHE, java=_JAVA) as server:
        environment: dict[str, str] = server.environment | {"SERVER_PID": str(server.pid)}
        for way in ("plain", "bolt"):
            with _emptied(environment):
                _child(way, _WARM_UP, folders[_WARM_UP], environment)
        yield environment


@contextmanager
def _emptied(environment: dict[str, str]) -> Iterator[None]:
    with _session(environment) as session:
        if session.run("MATCH (n) RETURN count(n) AS nodes").single(strict=True)["nodes"]:
            raise click.ClickException("the database at NEO4J_URI is not empty")
    yield
    with _session(environment) as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
        for name in session.run("SHOW CONSTRAINTS YIELD name RETURN name").value():
            session.run(f"DROP CONSTRAINT {name}").consume()


class _Table:
    """Rows as they come; ratios to the plain steps that came before."""

    def __init__(self) -> None:
        self._plain: Steps = {}
        click.echo(
            "| documents | way | step | seconds | CPU client + server | to plain: seconds, CPU "
            "| peak GB client, server |\n| --- | --- | --- | --- | --- | --- | --- |"
        )

    def add(self, documents: int, way: str, runs: Sequence[Done], shown: dict[str, str]) -> None:
        steps = {
            name: sorted((run.steps[name] for run in runs), key=lambda spent: spent.clock) for name in runs[0].steps
        }
        medians = {name: times[len(times) // 2] for name, times in steps.items()}
        if way in _PLAIN_WAYS:
            self._plain = medians
        client, server = max(run.client for run in runs), max(run.server for run in runs)
        peak = f"{client:.2f}" + (f", {server:.2f}" if server else "")
        for name, step in shown.items():
            if name not in steps:
                continue
            spent, floor, times = medians[name], self._plain.get(name), steps[name]
            ratio = ""
            if floor and way not in _PLAIN_WAYS:
                cpu = (spent.client + spent.server) / (floor.client + floor.server)
                ratio = f"{spent.clock / floor.clock:.2f}, {cpu:.2f}"
            seconds = f"{spent.clock:.1f}"
            if len(times) > 1:
                seconds += f" ({times[0].clock:.1f} to {times[-1].clock:.1f})"
            cells = (f"{documents:,}", way, step, seconds, f"{spent.client:.1f} + {spent.server:.1f}")
            click.echo(f"| {' | '.join((*cells, ratio, peak))} |")


#: Steps that are shown of a first load, and of one more.
_SHOWN = {
    "first": {"write": "load: write", "derive": "derive", "whole command": "load: whole command"},
    "again": {"whole command": "load again, unchanged"},
}


def _run(documents: int, stores: tuple[str, ...], folders: dict[int, Path], table: _Table) -> None:
    runs: defaultdict[tuple[str, str], list[Done]] = defaultdict(list)
    for _ in range(_TIMES if documents <= _SHORT else 1):
        for way, load, done in _once(documents, stores, folders):
            runs[way, load].append(done)
    for (way, load), of_each in runs.items():
        table.add(documents, way, of_each, _SHOWN[load])


def _once(documents: int, stores: tuple[str, ...], folders: dict[int, Path]) -> Iterator[tuple[str, str, Done]]:
    """Way, first load or again, and what it took."""
    folder = folders[documents]
    if "neo4j" in stores:
        with _server(folders) as environment, _emptied(environment):
            yield "plain", "first", _child("plain", documents, folder, environment)
        with _server(folders) as environment, _emptied(environment):
            for load in _SHOWN:
                yield "Neo4j", load, _child("bolt", documents, folder, environment)
    if "ladybug" in stores:
        with tempfile.TemporaryDirectory() as home:
            yield "plain COPY", "first", _child("copy", documents, folder, {"NEO4J_URI": f"{home}/plain"})
            for load in _SHOWN:
                yield "Ladybug", load, _child("ladybug", documents, folder, {"NEO4J_URI": f"{home}/graph"})
    yield "arrays alone", "first", _child("arrays", documents, folder, {})


@click.command()
@click.option("--documents", type=int, multiple=True, default=(1_000, 10_000, 100_000), show_default=True)
@click.option("--store", "stores", type=click.Choice(["neo4j", "ladybug"]), multiple=True, default=("neo4j", "ladybug"))
@click.option("--only", hidden=True)
@click.option("--folder", type=click.Path(path_type=Path), hidden=True)
def main(documents: tuple[int, ...], stores: tuple[str, ...], only: str | None, folder: Path | None) -> None:
    """Print a table of seconds, memory and ratios to plain statements."""
    if only and folder:
        steps = {
            "plain": lambda: plain(corpus(documents[0], hub=True)),
            "arrays": lambda: arrays(corpus(documents[0], hub=True)),
            "copy": lambda: plain_copy(folder, os.environ["NEO4J_URI"]),
        }.get(only, lambda: load(folder, os.environ["NEO4J_URI"]))()
        click.echo(json.dumps([steps, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6]))
        return
    with tempfile.TemporaryDirectory() as home:
        folders = {size: Path(home) / str(size) for size in {_WARM_UP, *documents}}
        for size, place in folders.items():
            write_corpus(corpus(size, hub=True), place)
        table = _Table()
        for size in documents:
            _run(size, stores, folders, table)


if __name__ == "__main__":
    main()
