"""Spark: load, decide and write on a cluster, in one go and without a graph."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version
from typing import Annotated, Any

from pydantic import Field

from sanon.commands.command import COLUMNS, LIMITS, SELECTING, Command, Terminal
from sanon.commands.export import manifest_parameters
from sanon.commands.load import named_safely
from sanon.commands.signing import Signed
from sanon.errors import ConfigurationError, needing
from sanon.export.manifest import Statement
from sanon.extraction.adapters.entities_file import EntitiesFile
from sanon.graph.engine import is_address
from sanon.progress import Progress, silent
from sanon.results import SparkResult
from sanon.results.export import Making
from sanon.settings.input import ExistingPath
from sanon.settings.settings import Settings


class SparkRequest(Signed):
    """What to protect on which cluster."""

    docs: Annotated[ExistingPath, Terminal(argument=True)] = Field(
        description="Folder or file, at the same path for all workers."
    )
    out: Annotated[Path, Terminal(argument=True)] = Field(description="Folder, absent or empty.")
    master: str = Field(default="local[*]", description="Address of the cluster for --engine spark.")


def run(store: None, settings: Settings, request: SparkRequest, progress: Progress = silent) -> SparkResult:
    """Protect documents on Spark, and write them as Parquet if they were, else as JSON lines.

    Raises:
        ConfigurationError: Spark is not installed or does not start, OUT is taken, a setting needs a graph, or the
            database for the decisions is not empty.
        GraphError: that database is unreachable or refuses.
        InputRejected: there is no document.
        PolicyNotMet: a masked value would stay readable under another type.
        LeakFound: a masked value would leave; nothing was written.
    """
    with needing("--engine spark needs pyspark, and Java 17 or 21 beside it", "spark"):
        from sanon.spark.decisions import Database
        from sanon.spark.protecting import local, protect
        from sanon.spark.reading import read_documents, read_entities
        from sanon.spark.replacing import masked_entities, searched_everywhere
        from sanon.spark.session import parts, session
        from sanon.spark.stage import Work
        from sanon.spark.writing import seal, write_documents
    out, entities = request.out, settings.input.entities
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigurationError(f"{out} exists and is not empty; name another folder")
    sign, settings = request.signature(), local(settings)
    spark = session(request.master)
    application = spark.sparkContext.applicationId
    database = Database(settings.graph, application) if is_address(settings.graph) else None
    if database:
        database.prepare()
    # Beside OUT, where workers write as well.
    with tempfile.TemporaryDirectory(prefix=".sanon-", dir=out.absolute().parent) as folder:
        work = Work(Path(folder).as_uri(), parts(spark))
        documents, rejected = read_documents(spark, request.docs, settings, work)
        given = read_entities(spark, entities.absolute().as_uri(), settings.profile) if entities else None
        protected = protect(documents, settings, work, given)
        decided_at = datetime.now(UTC).isoformat(timespec="seconds")
        stages = {row["stage"]: row["count"] for row in protected.masks.groupBy("stage").count().collect()}
        counts, spans = protected.counts, None
        if protected.documents:
            if database:
                database.write(protected.entities, protected.masks, settings)
            spans = write_documents(protected.documents, out, request.docs)
        direct = searched_everywhere(protected.entities, settings) if rejected else []
    if spans is not None:
        numbers = {
            "documents": counts["documents"],
            "pending": sum(protected.pending.values()),
            "entities": counts["entities"],
            "masked": sum(stages.values()),
        }
        seal(out, Statement(_parameters(settings), numbers, _making(settings, application, decided_at), sign))
    return SparkResult(
        out=None if spans is None else str(out),
        masked=dict(sorted(stages.items())),
        spans=spans or 0,
        pending=protected.pending,
        rejected=named_safely(masked_entities({one["entity_id"]: one for one in direct}, settings), rejected),
        **counts,
    )


def _parameters(settings: Settings) -> dict[str, Any]:
    masking = settings.masking
    return manifest_parameters(
        settings.profile, settings.policy.model_dump(), masking.strategy, masking.operators, settings.rules
    )


def _making(settings: Settings, application: str, decided_at: str) -> Making:
    return Making(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        run_id=application,
        decided_at=decided_at,
        python=python_version(),
        extractor=EntitiesFile.name if settings.input.entities else settings.input.extractor,
        model=None,
        risks=None,
    )


SPARK = Command(
    "spark",
    SparkRequest,
    run,
    graph="none",
    settings=LIMITS | COLUMNS | SELECTING | {"graph", "operators", "extractor", "entities", "date_order"},
)
