"""Where one stage of the work ends: what it gives lies in files, so that a worker that is lost loses nothing of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from pyspark.sql import DataFrame


@dataclass(frozen=True)
class Work:
    """A folder for what lies between stages. It holds originals: whoever names it deletes it.

    Attributes:
        folder: address that all workers see.
        parts: in how many buckets the corpus is worked on.
    """

    folder: str
    parts: int
    _number: ClassVar[count[int]] = count(1)

    def done(self, table: DataFrame) -> DataFrame:
        """Compute a table, and read it from its files from here on, which also keeps plans short."""
        address = f"{self.folder}/{next(self._number)}"
        table.write.parquet(address)
        return table.sparkSession.read.schema(table.schema).parquet(address)
