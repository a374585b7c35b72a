"""Which entities are masked: the stages of one machine, on parts of the corpus that have nothing to do with each other.

A document that is below every limit, alone and in its chains, before any stage looks at risks stays so, since masks
only lower risks: it is in no part. Of the others two belong to one part if they are linked, or mention an entity that a
stage may mask. Parts are packed into buckets, and each bucket is decided like a corpus.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pandas as pd
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from sanon.errors import PolicyNotMet
from sanon.settings.profile import Profile
from sanon.spark import in_part
from sanon.spark.components import components
from sanon.spark.part import Context
from sanon.spark.stage import Work


@dataclass(frozen=True)
class Corpus:
    """Data frames of a corpus.

    Attributes:
        mentions: source_id, entity_id, relevance, person, and the columns of the entity.
        entities: entity_id, type, value, frequency, most, spellings, form, twins (see `Part`), stage and allowed: the
            stage that masks it whatever the risks, and whether any stage may.
        work: where stages end.
    """

    mentions: DataFrame
    entities: DataFrame
    context: Context
    work: Work

    @classmethod
    def of(cls, mentions: DataFrame, context: Context, work: Work) -> Corpus:
        """Count entities over the corpus.

        Args:
            mentions: as `sanon.spark.extracting.mentions_in` gives them.
            context: without examples, which are taken here.
            work: where stages end.
        """
        entities = work.done(entities_of(mentions, context.settings.profile))
        described = F.struct("entity_id", "type", "value", "frequency", "most").alias("one")
        examples = entities.groupBy("type").agg(F.min(described).alias("one")).select("one.*").collect()
        context = replace(context, examples=tuple(row.asDict() for row in examples))
        named = entities.groupBy(_bucket(F.col("entity_id"), work.parts)).applyInPandas(
            lambda table: in_part.named(context, table), in_part.NAMED
        )
        entities = work.done(entities.join(named, "entity_id"))
        own = mentions.select("source_id", "entity_id", "relevance", "person")
        return cls(work.done(own.join(entities, "entity_id")), entities, context, work)

    def apply(
        self, table: DataFrame, by: Column, work: Callable[[Context, pd.DataFrame], pd.DataFrame], schema: str
    ) -> DataFrame:
        """What some work makes of each bucket of a table; rows of one key are in one bucket."""
        context = self.context
        return table.groupBy(_bucket(by, self.work.parts)).applyInPandas(lambda rows: work(context, rows), schema)


def _bucket(key: Column, parts: int) -> Column:
    return F.pmod(F.xxhash64(key), F.lit(parts))


def entities_of(mentions: DataFrame, profile: Profile) -> DataFrame:
    """The entities of a corpus: how many documents mention each, its largest relevance, and what has its value too."""
    forms = F.create_map(*(F.lit(one) for name, kind in profile.types.items() for one in (name, kind.normal_form)))
    spellings = F.sort_array(F.array_distinct(F.flatten(F.collect_set("spellings")))).alias("spellings")
    counted = mentions.groupBy("entity_id", "type", "value").agg(
        F.count("*").alias("frequency"), F.max("relevance").alias("most"), spellings
    )
    counted = counted.withColumn("form", forms[F.col("type")])
    group = F.collect_list(F.struct("entity_id", "type", "value", "frequency", "most"))
    same = counted.groupBy("form", "value").agg(group.alias("group")).where(F.size("group") > 1)
    twins = same.select("form", "value", F.to_json("group").alias("twins"))
    return counted.join(twins, ["form", "value"], "left")


def candidate_pairs(corpus: Corpus) -> DataFrame:
    """Pairs of documents a < b that may be linked, among them all that are: what both prefixes share is joined.

    The prefix filter of `sanon.risk.links`, with a join in the place of a product: hubs are in nobody's prefix.
    """
    found = corpus.apply(corpus.mentions, F.col("source_id"), in_part.document_prefixes, in_part.PREFIXES)
    other = found.select("entity_id", *(F.col(name).alias(f"{name}_b") for name in ("source_id", "needed")))
    joined = found.join(other, "entity_id").where("source_id < source_id_b")
    shared = joined.groupBy(F.col("source_id").alias("a"), F.col("source_id_b").alias("b")).agg(
        F.sum("weight").alias("weight"), F.least(F.first("needed"), F.first("needed_b")).alias("needed")
    )
    return shared.where("weight >= needed").select("a", "b")


def decide(corpus: Corpus) -> tuple[DataFrame, dict[str, int]]:
    """Which entities are masked, and what stays above the policy.

    Returns:
        Columns entity_id, stage; and how many documents were in the largest bucket that was decided at once
        (`largest_part`), and stay open (`open_documents`, `open_chains`, `open_people`).
    """
    mentions, work = corpus.mentions, corpus.work
    linked = components(work.done(candidate_pairs(corpus)), work.parts)
    with_links = mentions.join(linked, F.col("source_id") == F.col("node"), "left").drop("node")
    whose = F.coalesce("component", "source_id")
    edges = work.done(corpus.apply(with_links, whose, in_part.near_limits, in_part.EDGES))
    of_document = components(edges, work.parts).withColumnRenamed("node", "source_id")
    near = mentions.join(of_document, "source_id")
    chosen = work.done(corpus.apply(near, F.col("component"), in_part.chosen, in_part.CHOSEN))
    counts = [F.coalesce(F.sum(name), F.lit(0)).alias(name) for name in _LEFT]
    largest = F.coalesce(F.max("documents"), F.lit(0)).alias("largest_part")
    [row] = chosen.where("entity_id IS NULL").agg(largest, *counts).collect()
    by_risk = chosen.where("entity_id IS NOT NULL").select("entity_id", "stage")
    named = corpus.entities.where("stage IS NOT NULL").select("entity_id", "stage")
    masks = named.unionByName(by_risk)
    same = work.done(_twins_of(masks, corpus.entities))
    _refuse_readable(same)
    return work.done(masks.unionByName(same.select("entity_id", F.lit("chain").alias("stage")))), row.asDict()


_LEFT = ("open_documents", "open_chains", "open_people")


def _twins_of(masks: DataFrame, entities: DataFrame) -> DataFrame:
    """What has the value of a masked entity under another type: columns entity_id, type, allowed."""
    with_twins = entities.where("twins IS NOT NULL")
    values = with_twins.join(masks.select("entity_id"), "entity_id").select("form", "value").distinct()
    more = with_twins.join(values, ["form", "value"]).join(masks, "entity_id", "left_anti")
    return more.select("entity_id", "type", "allowed")


def _refuse_readable(twins: DataFrame) -> None:
    kinds = sorted({row["type"] for row in twins.where("NOT allowed").select("type").distinct().collect()})
    if kinds:
        raise PolicyNotMet(
            f"values that are masked stay readable under another type ({', '.join(kinds)}): what never_mask or the "
            "operator keep keeps under one type it must keep under both"
        )
