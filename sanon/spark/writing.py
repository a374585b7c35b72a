"""Protected documents as files that Spark writes, one a partition."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from sanon.corpus.walk import BESIDE, files_of
from sanon.export.manifest import Statement, write_manifest


def write_documents(documents: DataFrame, out: Path, docs: Path) -> int:
    """Write id, content and metadata: as Parquet if all files of the input were, else as JSON lines.

    Args:
        documents: columns source_id, content, metadata, spans.
        out: folder that is not there, or empty.

    Returns:
        How many places were replaced.
    """
    named = documents.select(F.col("source_id").alias("id"), "content", "metadata")
    address = out.absolute().as_uri()
    # Whether the folder is empty was seen before, and Spark refuses one that is there.
    if all(Path(one.path).suffix.lower() == ".parquet" for one in files_of(docs)):
        named.write.mode("overwrite").parquet(address)
    else:
        named.mapInPandas(_lines, "value string").write.mode("overwrite").text(address)
        # Spark calls lines of text .txt, which sAnon would read as one document a file.
        for file in out.glob("part-*.txt"):
            file.rename(file.with_suffix(".jsonl"))
    [row] = documents.agg(F.coalesce(F.sum("spans"), F.lit(0)).alias("spans")).collect()
    return int(row["spans"])


def seal(out: Path, statement: Statement) -> None:
    """Write the manifest of what Spark wrote, and leave nothing beside that the manifest does not name.

    Args:
        out: folder of the part files.
    """
    for file in [*out.glob(".*.crc"), out / "_SUCCESS"]:
        file.unlink(missing_ok=True)
    (out / BESIDE).mkdir()
    files = [file.name for file in out.glob("part-*")]
    write_manifest(out, files, statement, csv_safe=False)


def _lines(batches: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    for batch in batches:
        lines = [
            json.dumps({"id": one, "content": content, "metadata": json.loads(metadata)}, ensure_ascii=False)
            for one, content, metadata in batch.itertuples(index=False)
        ]
        yield pd.DataFrame({"value": lines}, dtype=object)
