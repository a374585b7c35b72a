"""Protects documents on two workers of Spark, of which one is killed between two stages: DOCS ENTITIES OUT STAGE."""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from sanon import Corpus
from sanon.spark.stage import Work

MASTER = "local-cluster[2,1,1024]"


def main(docs: str, entities: str, out: str, stage: str) -> None:
    """Print the process that was killed, and the stages in all."""
    done, stages = Work.done, count(1)
    killed, last = [], 0

    def then_killed(self: Work, table: DataFrame) -> DataFrame:
        nonlocal last
        found, last = done(self, table), next(stages)
        if last == int(stage):
            killed.append(_workers()[0])
            os.kill(killed[0], signal.SIGKILL)
        return found

    Work.done = then_killed  # type: ignore[method-assign]
    with Corpus(Path(out).with_name("graph")) as corpus:
        corpus.spark(docs, out, master=MASTER, entities=entities)
    print(*killed, last)


def _workers() -> list[int]:
    """Processes that this Spark has started for its work."""
    spark = SparkSession.getActiveSession()
    assert spark is not None
    parent = spark.sparkContext._gateway.proc.pid  # type: ignore[union-attr]
    children = Path(f"/proc/{parent}/task").glob("*/children")
    started = [int(child) for file in children for child in file.read_text().split()]
    return [one for one in started if "CoarseGrainedExecutorBackend" in Path(f"/proc/{one}/cmdline").read_text()]


if __name__ == "__main__":
    main(*sys.argv[1:])
