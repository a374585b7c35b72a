"""One machine against Spark on the same documents with given entities: time, peak memory, shuffled bytes, same texts.

A second table says what each stage of Spark leaves in files, and what was shuffled until then.

python benchmarks/spark.py --documents 10000 --master 'local[2]'
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click
from pyarrow import parquet
from synthetic import corpus

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: Files of documents, so that several workers read.
FILES = 8
ENGINES = ("one machine", "spark")


def write_corpus(folder: Path, documents: int, *, hub: bool) -> None:
    """Documents of about ten values each in `docs/`, and `entities.jsonl`."""
    incidence = corpus(documents, hub=hub)
    (folder / "docs").mkdir()
    files = [(folder / "docs" / f"{number}.jsonl").open("w") for number in range(FILES)]
    with (folder / "entities.jsonl").open("w") as entities:
        for row, source_id in enumerate(incidence.source_ids):
            found = []
            for mention in range(incidence.start[row], incidence.start[row + 1]):
                entity = int(incidence.entity[mention])
                value = f"value{incidence.entity_ids[entity]}"
                found.append([value, value, incidence.entity_types[entity], float(incidence.relevance[mention])])
            text = " ".join(f"Somebody wrote down that {value} was told here." for value, *_ in found) or "Nothing."
            files[row % FILES].write(json.dumps({"id": source_id, "content": text, "metadata": {}}) + "\n")
            entities.write(json.dumps({"id": source_id, "entities": found}) + "\n")
    for file in files:
        file.close()


def run_alone(engine: str, folder: Path, master: str, at_least: int) -> dict[str, object]:
    """The work itself, in this process."""
    from sanon import Corpus

    stages: list[dict[str, object]] = []
    if engine == "spark":
        watch_stages(stages)
    begin = time.perf_counter()
    out, settings = folder / f"out-{engine}", {"entities": folder / "entities.jsonl", "at_least": at_least}
    with Corpus(folder / f"graph-{engine}") as opened:
        if engine == "one machine":
            result = opened.run(folder / "docs", out, **settings)
            seconds = time.perf_counter() - begin
            return {"seconds": seconds, "masks": len(result.redact.masked), "spans": result.export.spans}
        found = opened.spark(folder / "docs", out, master=master, **settings)
        seconds = time.perf_counter() - begin
    from pyspark.sql import SparkSession

    return {
        "seconds": seconds,
        "masks": sum(found.masked.values()),
        "spans": found.spans,
        "shuffled MB": round(shuffled_bytes(SparkSession.getActiveSession()) / 1e6, 1),
        "largest part": found.largest_part,
        "stages": stages,
    }


def shuffled_bytes(spark: SparkSession) -> int:
    """What all executors have written for others so far."""
    executors = spark.sparkContext._jsc.sc().statusStore().executorList(True)
    return sum(executors.apply(number).totalShuffleWrite() for number in range(executors.size()))


def watch_stages(stages: list[dict[str, object]]) -> None:
    """Note of each stage that ends in files from here on: its function, its rows, bytes in files, bytes shuffled."""
    from sanon.spark.stage import Work

    done = Work.done

    def watched(work: Work, table: DataFrame) -> DataFrame:
        spark, begin = table.sparkSession, time.perf_counter()
        before = shuffled_bytes(spark)
        read = done(work, table)
        files = [Path(urlsplit(one).path) for one in read.inputFiles()]
        caller = sys._getframe(1)
        stages.append(
            {
                "stage": f"{Path(caller.f_code.co_filename).stem}.{caller.f_code.co_name}, line {caller.f_lineno}",
                "rows": sum(parquet.read_metadata(file).num_rows for file in files),
                "bytes": sum(file.stat().st_size for file in files),
                "shuffled": shuffled_bytes(spark) - before,
                "seconds": round(time.perf_counter() - begin, 1),
            }
        )
        print(stages[-1], file=sys.stderr, flush=True)  # a long run shows how far it is, and where it broke
        return read

    setattr(Work, "done", watched)  # noqa: B010


class Watched:
    """A process and all that it starts.

    Attributes:
        memory: the most bytes that they held together.
        processor: seconds of each process, by its id.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.memory, self.processor = 0.0, dict[int, float]()
        self._process = process
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while self._process.poll() is None:
            family = _family(self._process.pid)
            self.processor |= family
            self.memory = max(self.memory, sum(map(_held, family)))
            time.sleep(0.5)


def _family(pid: int) -> dict[int, float]:
    """Processor seconds of a process and its descendants, by id."""
    parents, seconds = {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(entry.parent.name)
        parents[number] = int(fields[1])
        seconds[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    family, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in family} - family
        grown, family = bool(more), family | more
    return {one: seconds[one] for one in family if one in seconds}


def _held(pid: int) -> float:
    """Bytes of a process, those that it shares with others in part."""
    try:
        return sum(
            float(line.split()[1]) * 1e3
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
    except OSError:
        return 0.0


def texts_of(folder: Path) -> dict[str, str]:
    """Id -> content of an export."""
    rows = (json.loads(line) for file in folder.glob("[!._]*") for line in file.read_text().splitlines())
    return {row["id"]: row["content"] for row in rows}


@click.command()
@click.option("--documents", type=int, multiple=True, default=(10_000,), show_default=True)
@click.option("--master", default="local[2]", show_default=True)
@click.option("--hub/--no-hub", default=True, show_default=True, help="One value stands in half of the documents.")
@click.option("--at-least", type=int, default=0, show_default=True)
@click.option("--engine", "engines", multiple=True, default=ENGINES, show_default=True, type=click.Choice(ENGINES))
@click.option("--only", nargs=2, hidden=True)
def main(
    documents: tuple[int, ...],
    master: str,
    hub: bool,
    at_least: int,
    engines: tuple[str, ...],
    only: tuple[str, str] | None,
) -> None:
    """Print a table; the last column compares Spark with one machine in the same run."""
    if only:
        click.echo(json.dumps(run_alone(only[0], Path(only[1]), master, at_least)))
        return
    click.echo("| engine | documents | hub in half | seconds | processor s | peak GB | result | to one machine |")
    click.echo("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for size in documents:
        with tempfile.TemporaryDirectory() as name:
            folder, seconds = Path(name), dict[str, float]()
            write_corpus(folder, size, hub=hub)
            for engine in engines:
                command = [sys.executable, __file__, "--only", engine, name, "--master", master]
                command += ["--at-least", str(at_least)]
                with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                    watched = Watched(process)
                    answer = process.communicate()[0].strip().rpartition("\n")[2]
                result = json.loads(answer)
                seconds[engine], stages = result.pop("seconds"), result.pop("stages", [])
                shown = ", ".join(f"{what} {value:,}" for what, value in result.items())
                ratio = (
                    f"{seconds['spark'] / seconds['one machine']:.2f}" if engine == "spark" and len(seconds) > 1 else ""
                )
                costs = (
                    f"{seconds[engine]:.0f}",
                    f"{sum(watched.processor.values()):.0f}",
                    f"{watched.memory / 1e9:.1f}",
                )
                row = (engine, f"{size:,}", "yes" if hub else "no", *costs)
                click.echo(f"| {' | '.join(row)} | {shown} | {ratio} |")
            click.echo(
                "\n| stage of Spark | rows | MB in files | MB shuffled | seconds |\n| --- | --- | --- | --- | --- |"
            )
            for one in stages:
                moved = f"{one['bytes'] / 1e6:.1f} | {one['shuffled'] / 1e6:.1f} | {one['seconds']}"
                click.echo(f"| {one['stage']} | {one['rows']:,} | {moved} |")
            if len(seconds) > 1:
                same = texts_of(folder / "out-one machine") == texts_of(folder / "out-spark")
                click.echo(f"\nTexts of {size:,} documents are {'the same' if same else 'NOT the same'}.\n")


if __name__ == "__main__":
    main()
