"""Documents with everything replaced that is masked, and what still stands there that must not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from sanon.audit.leakcheck import LeakSearch, shown_field
from sanon.deciding.demands import operator_of
from sanon.errors import ConfigurationError
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.operators import OPERATORS, Remains, Target, assign
from sanon.replacement.replacer import Replacer
from sanon.settings.settings import Settings
from sanon.spark.reading import DOCUMENTS, document_of

_REDACTED = f"{DOCUMENTS}, spans long, leaks array<string>"


def require_operators(settings: Settings) -> None:
    """Stop if a replacement would follow from other values of the corpus.

    Raises:
        ConfigurationError: one would.
    """
    for kind in settings.profile.types:
        one = OPERATORS.named(operator_of(settings.masking, kind))
        corpus_wide = one.reads_values or one.stands_in or one.unique or one.rewrites or one.scope == "document"
        if one.remains is not Remains.VALUE and (one.remains is not Remains.NOTHING or corpus_wide):
            raise ConfigurationError(
                f"operator {one.name}: what it gives depends on the whole corpus, which no worker of Spark sees: take "
                "type-label or redacted"
            )


def redact(
    found: DataFrame, mentions: DataFrame, entities: DataFrame, masks: DataFrame, settings: Settings
) -> DataFrame:
    """Replace what is masked, and search what is left for it.

    Args:
        found: documents with their problems.
        mentions: columns source_id, entity_id.
        entities: columns entity_id, type, value, spellings.
        masks: column entity_id.

    Returns:
        Columns source_id, content, metadata, spans (how many), leaks (fields and types; empty if all is well), of the
        documents whose extraction is finished.
    """
    masked = entities.join(masks.select("entity_id"), "entity_id").select("entity_id", "type", "value", "spellings")
    shared = found.sparkSession.sparkContext.broadcast(searched_everywhere(masked, settings))
    own = mentions.select("source_id", "entity_id").join(masked, "entity_id")
    named = F.to_json(F.collect_list(F.struct("entity_id", "type", "value", "spellings"))).alias("masked")
    there = found.where("problem IS NULL").select("source_id", "content", "metadata")
    joined = there.join(own.groupBy("source_id").agg(named), "source_id", "left")

    def in_partition(batches: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        table = pd.concat(list(batches) or [pd.DataFrame()], ignore_index=True)
        if len(table):
            yield _redacted(table, shared.value, settings)

    return joined.mapInPandas(in_partition, _REDACTED)


def searched_everywhere(entities: DataFrame, settings: Settings) -> list[dict[str, Any]]:
    """Those of some entities that are searched in all documents: entity_id, type, value, spellings of each."""
    searched = [name for name, kind in settings.profile.types.items() if kind.searched]
    named = entities.select("entity_id", "type", "value", "spellings").where(F.col("type").isin(searched))
    return [row.asDict() for row in named.collect()]


def _redacted(table: pd.DataFrame, everywhere: list[dict[str, Any]], settings: Settings) -> pd.DataFrame:
    mentioned = [json.loads(text) if isinstance(text, str) else [] for text in table["masked"]]
    entities = {one["entity_id"]: one for some in (everywhere, *mentioned) for one in some}
    masked = masked_entities(entities, settings)
    replacer, leaks = Replacer(masked), LeakSearch(masked)
    rows = []
    columns = (table[name] for name in ("source_id", "content", "metadata"))
    for source_id, content, metadata, own in zip(*columns, mentioned, strict=True):
        ids = frozenset(one["entity_id"] for one in own)
        one = replacer.redact(document_of(source_id, content, metadata), ids)
        left = leaks.leaks_of(one, ids)
        keys_tell = any(field.startswith("metadata key") for field, _ in left)
        outside = "text outside of what was replaced"
        where = [
            f"{shown_field(field, keys_tell=keys_tell)}: {entity.type if entity else outside}" for field, entity in left
        ]
        text = json.dumps(one.document.metadata, ensure_ascii=False)
        rows.append((source_id, one.document.content, text, len(one.spans), where))
    return pd.DataFrame(rows, columns=["source_id", "content", "metadata", "spans", "leaks"])


def masked_entities(entities: Mapping[str, Mapping[str, Any]], settings: Settings) -> list[MaskedEntity]:
    """Rows of entities as they are masked, by id."""
    types = settings.profile.types
    operators = {kind: OPERATORS.named(operator_of(settings.masking, kind))() for kind in types}
    given = assign([Target(name, row["type"]) for name, row in entities.items()], operators)
    return [
        MaskedEntity(
            id=name,
            type=row["type"],
            weight=types[row["type"]].weight,
            corpus_wide=types[row["type"]].searched,
            normal_form=types[row["type"]].normal_form,
            original_values=tuple(row["spellings"]),
            value=row["value"],
            operator=given[name].operator,
            replacement=given[name].text,
        )
        for name, row in sorted(entities.items())
    ]
