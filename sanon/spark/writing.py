"""Protected documents as files that Spark writes, one a partition."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from sanon.corpus.walk import files_of


def write_documents(documents: DataFrame, out: Path, docs: Path) -> int:
    """Write id, content and metadata: as Parquet if all files of the input were, else as JSON lines.

    Args:
        documents: columns source_id, content, metadata, spans.
        out: folder that is not there, or empty.
        docs: the input.

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
            file.with_name(f".{file.name}.crc").unlink(missing_ok=True)
    [row] = documents.agg(F.coalesce(F.sum("spans"), F.lit(0)).alias("spans")).collect()
    return int(row["spans"])


def _lines(batches: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    for batch in batches:
        lines = [
            json.dumps({"id": one, "content": content, "metadata": json.loads(metadata)}, ensure_ascii=False)
            for one, content, metadata in batch.itertuples(index=False)
        ]
        yield pd.DataFrame({"value": lines}, dtype=object)
