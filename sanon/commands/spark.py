"""Spark: load, decide and write on a cluster, in one go and without a graph."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.commands.command import COLUMNS, LIMITS, SELECTING, Command, Request, Terminal
from sanon.errors import ConfigurationError, ExtraMissing
from sanon.progress import Progress, silent
from sanon.results import SparkResult
from sanon.settings.input import ExistingPath
from sanon.settings.settings import Settings


class SparkRequest(Request):
    """What to protect on which cluster."""

    docs: Annotated[ExistingPath, Terminal(argument=True)] = Field(
        description="Folder or file, at the same path for all workers."
    )
    out: Annotated[Path, Terminal(argument=True)] = Field(description="Folder, absent or empty.")
    master: str = Field(default="local[*]", description="Address of the cluster for --engine spark.")


def run(store: None, settings: Settings, request: SparkRequest, progress: Progress = silent) -> SparkResult:
    """Protect documents on Spark, and write them as Parquet if they were, else as JSON lines.

    Raises:
        ConfigurationError: Spark is not installed or does not start, OUT is taken, or a setting needs a graph.
        InputRejected: there is no document.
        PolicyNotMet: a masked value would stay readable under another type.
        LeakFound: a masked value would leave; nothing was written.
    """
    try:
        from sanon.spark.protecting import protect, require_local
        from sanon.spark.reading import read_documents, read_entities
        from sanon.spark.session import parts, session
        from sanon.spark.stage import Work
        from sanon.spark.writing import write_documents
    except ImportError as error:
        raise ExtraMissing("--engine spark needs pyspark, and Java 17 or 21 beside it", "spark") from error
    out, entities = request.out, settings.input.entities
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigurationError(f"{out} exists and is not empty; name another folder")
    require_local(settings)
    spark = session(request.master)
    # Beside OUT, where workers write as well.
    with tempfile.TemporaryDirectory(prefix=".sanon-", dir=out.absolute().parent) as folder:
        work = Work(Path(folder).as_uri(), parts(spark))
        documents, rejected = read_documents(spark, request.docs, settings, work)
        given = read_entities(spark, entities.absolute().as_uri(), settings.profile) if entities else None
        protected = protect(documents, settings, work, given)
        spans = write_documents(protected.documents, out, request.docs) if protected.documents else None
        stages = {row["stage"]: row["count"] for row in protected.masks.groupBy("stage").count().collect()}
    return SparkResult(
        out=None if spans is None else str(out),
        masked=dict(sorted(stages.items())),
        spans=spans or 0,
        pending=protected.pending,
        rejected=rejected,
        **protected.counts,
    )


SPARK = Command(
    "spark",
    SparkRequest,
    run,
    graph="none",
    settings=LIMITS | COLUMNS | SELECTING | {"operators", "extractor", "entities", "date_order"},
)
