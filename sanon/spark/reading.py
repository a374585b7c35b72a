"""Documents and entities as data frames: from files that workers read by the readers of one machine, or given."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import pandas as pd
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - as all of Spark's documentation has it

from sanon.corpus.readers.json_reader import JsonLinesReader
from sanon.corpus.reading import DIFFERS, IN_MEMORY, REPEATS, records_of
from sanon.corpus.record import Columns, Rejection
from sanon.corpus.walk import files_of, is_csv_safe
from sanon.errors import InputRejected
from sanon.extraction.adapters.entities_file import parsed_line
from sanon.records import Document, Source
from sanon.settings.profile import Profile
from sanon.settings.settings import Settings
from sanon.spark.stage import Work

#: Columns of documents; metadata is a JSON object.
DOCUMENTS = "source_id string, content string, metadata string"
_READ = f"path string, line long, number long, {DOCUMENTS}, digest string, problem string"
_LINES = "source_id string, findings binary, problem string"


def document_of(source_id: str, content: str, metadata: str) -> Document:
    """A row as a document. Its file is none: what leaves is written to files of Spark's."""
    source = Source(path=IN_MEMORY, form=JsonLinesReader.name)
    return Document(source_id=source_id, content=content, metadata=json.loads(metadata), source=source)


def read_documents(
    spark: SparkSession, docs: Path, settings: Settings, work: Work
) -> tuple[DataFrame, list[Rejection]]:
    """The documents of a folder or file that all workers see at the same path, one file a task.

    Of copies of a document one stays; of documents that share an id and differ none does.

    Returns:
        Columns `DOCUMENTS`; and the lines and files that were rejected, by path and line.

    Raises:
        InputRejected: there is no document.
    """
    columns = Columns(settings.input.id_column, settings.input.text_column, csv_safe=is_csv_safe(docs))
    skip = [settings.input.entities] if settings.input.entities else []
    files = [(one.path, str(one.file), one.problem) for one in files_of(docs, skip)]
    if not files:
        raise InputRejected(f"{docs}: holds no file that sAnon reads; nothing was written")
    listed = spark.createDataFrame(files, "path string, file string, problem string")
    spread = listed.repartition(min(len(files), work.parts))
    read = work.done(spread.mapInPandas(lambda batches: _read(batches, columns), _READ))
    documents = read.where("problem IS NULL")
    copies = documents.groupBy("source_id").agg(
        F.min(F.struct("path", "number")).alias("first"),
        F.count("*").alias("copies"),
        F.count_distinct("digest").alias("versions"),
    )
    # All rows of the ids that stand more than once, which are few; texts are not shuffled for them.
    repeated = documents.drop("content", "metadata").join(copies.where("copies > 1"), "source_id")
    refused = work.done(repeated.where("versions > 1 OR struct(path, number) <> first"))
    kept = documents.join(refused.select("path", "number"), ["path", "number"], "left_anti").select(
        "source_id", "content", "metadata"
    )
    if kept.isEmpty():
        raise InputRejected(f"{docs}: holds no document that can be read; nothing was written")
    why = F.when(F.col("versions") > 1, DIFFERS).otherwise(REPEATS).alias("problem")
    listed = read.where("problem IS NOT NULL").select("path", "line", "problem")
    listed = listed.unionByName(refused.select("path", "line", why))
    rejected = [Rejection(*row) for row in listed.collect()]
    return kept, sorted(rejected, key=lambda one: (one.file, one.line or 0, one.reason))


def _read(batches: Iterable[pd.DataFrame], columns: Columns) -> Iterator[pd.DataFrame]:
    for batch in batches:
        for path, file, problem in batch.itertuples(index=False):
            rows: list[tuple[object, ...]] = []
            problem = problem if isinstance(problem, str) else None
            for number, (line, one) in enumerate(records_of(path, Path(file), problem, columns)):
                if isinstance(one, str):
                    rows.append((path, line, number, None, None, None, None, one))
                else:
                    same = json.dumps([one.content, one.metadata], sort_keys=True)
                    metadata = json.dumps(one.metadata, ensure_ascii=False)
                    digest = sha256(same.encode()).hexdigest()
                    rows.append((path, line, number, one.source_id, one.content, metadata, digest, None))
                if len(rows) == 1_000:
                    yield _table(rows)
                    rows = []
            yield _table(rows)


def _table(rows: list[tuple[object, ...]]) -> pd.DataFrame:
    names = ["path", "line", "number", "source_id", "content", "metadata", "digest", "problem"]
    return pd.DataFrame(rows, columns=names, dtype=object).astype({"line": "Int64", "number": "int64"})


def read_entities(spark: SparkSession, path: str, profile: Profile) -> DataFrame:
    """An entities file, or a folder of such files, by any address that Spark reads; a line with any fault is left out.

    Returns:
        Columns source_id, findings.
    """
    lines = spark.read.text(path, lineSep="\n").where("trim(value) <> ''")
    parsed = lines.mapInPandas(lambda batches: _parsed(batches, profile), _LINES).where("problem IS NULL")
    of_id = parsed.groupBy("source_id").agg(F.count("*").alias("lines"), F.first("findings").alias("findings"))
    return of_id.where("lines = 1").select("source_id", "findings")  # of two lines for one document none counts


def _parsed(batches: Iterable[pd.DataFrame], profile: Profile) -> Iterator[pd.DataFrame]:
    for batch in batches:
        rows: list[tuple[str | None, bytes | None, str | None]] = []
        for line in batch["value"]:
            try:
                source_id, found = parsed_line(line.encode(), profile)
                rows.append((source_id, pickle.dumps(found), None))
            except ValueError as error:
                rows.append((None, None, str(error)))
        yield pd.DataFrame(rows, columns=["source_id", "findings", "problem"], dtype=object)
