"""Decisions in a Neo4j database: masked entities, written by the workers that hold them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

import pandas as pd
from pyspark.sql import DataFrame

from sanon.cypher import statement
from sanon.errors import ConfigurationError
from sanon.graph.bolt import BoltEngine
from sanon.settings.settings import Settings
from sanon.spark.replacing import masked_entities

_WRITTEN = "written long"


@dataclass(frozen=True)
class Database:
    """A database for decisions, as workers reach it: the environment of the driver names user, password and database.

    Attributes:
        uri: `bolt://HOST:7687` or `neo4j://HOST:7687`, the same for driver and workers.
        application: id of the Spark application, which each reason names.
    """

    uri: str
    application: str
    username: str = field(default_factory=lambda: os.environ.get("NEO4J_USERNAME") or "neo4j")
    password: str | None = field(default_factory=lambda: os.environ.get("NEO4J_PASSWORD") or None, repr=False)
    name: str = field(default_factory=lambda: os.environ.get("NEO4J_DATABASE") or "neo4j")

    def prepare(self) -> None:
        """Create constraints and indexes, before any other work.

        Raises:
            ConfigurationError: the database holds a graph or earlier decisions.
            GraphError: unreachable or refused.
        """
        with closing(self._engine()) as engine:
            engine.create_schema()
            if engine.read(statement("read/totals"))["number"].sum():
                raise ConfigurationError(
                    f"graph {self.uri}: database {self.name} holds entities; decisions of Spark need an empty one, "
                    "name it with NEO4J_DATABASE"
                )

    def write(self, entities: DataFrame, masks: DataFrame, settings: Settings) -> int:
        """Write masked entities, a transaction for each batch of rows; a task that runs again changes nothing.

        Args:
            entities: columns entity_id, type, value, spellings.
            masks: columns entity_id, stage.

        Returns:
            How many were written.
        """
        described = entities.select("entity_id", "type", "value", "spellings")
        rows = described.join(masks.select("entity_id", "stage"), "entity_id")
        written = rows.mapInPandas(lambda batches: self._written(batches, settings), _WRITTEN)
        total = sum(int(row["written"]) for row in written.collect())
        with closing(self._engine()) as engine:
            engine.label_masked()
        return total

    def _engine(self) -> BoltEngine:
        return BoltEngine(self.uri, username=self.username, password=self.password, database=self.name)

    def _written(self, batches: Iterable[pd.DataFrame], settings: Settings) -> Iterator[pd.DataFrame]:
        with closing(self._engine()) as engine:
            for batch in batches:
                rows = self._rows(batch, settings)
                with engine.transaction():
                    engine.write(statement("load/upsert_entities"), rows)
                    engine.write(statement("decide/write_decisions"), rows)
                yield pd.DataFrame({"written": [len(rows)]})

    def _rows(self, batch: pd.DataFrame, settings: Settings) -> pd.DataFrame:
        of_id = {
            entity_id: {"type": kind, "value": value, "spellings": spellings, "stage": stage}
            for entity_id, kind, value, spellings, stage in batch.itertuples(index=False)
        }
        rows = [
            {
                "id": one.id,
                "value": one.value,
                "type": one.type,
                "weight": one.weight,
                "replacement": one.replacement,
                "operator": one.operator,
                "decided_by": (stage := of_id[one.id]["stage"]),
                "reason": f"{stage}: decided by {self.application} on Spark",
                "level": None,
                # A label links nothing, and whom it was decided for is not kept.
                "leaves_link": False,
                "relabelled": False,
                "decided_for": [],
            }
            for one in masked_entities(of_id, settings)
        ]
        return pd.DataFrame(rows)
