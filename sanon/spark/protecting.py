"""All steps, from documents to protected documents."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from sanon.errors import ConfigurationError, LeakFound
from sanon.settings.settings import Settings
from sanon.spark.deciding import Corpus, decide
from sanon.spark.extracting import extract, mentions_in, portable, resolve
from sanon.spark.part import Context
from sanon.spark.replacing import redact, require_operators
from sanon.spark.stage import Work

_LEAKS_SHOWN = 10


class Protected(NamedTuple):
    """What came of a corpus.

    Attributes:
        documents: source_id, content, metadata, spans; those whose extraction is finished. None above the policy.
        masks: entity_id, stage.
        entities: entity_id, type, value, spellings, and what the policy needs to know of them.
        counts: documents, entities, mentions, largest_part (documents decided by one worker at once), open_documents,
            open_chains, open_people.
        pending: reason -> documents that stay behind for it.
    """

    documents: DataFrame | None
    masks: DataFrame
    entities: DataFrame
    counts: dict[str, int]
    pending: dict[str, int]


def protect(documents: DataFrame, settings: Settings, work: Work, given: DataFrame | None = None) -> Protected:
    """Extract, resolve, decide and replace; nothing is given back while something is above the policy.

    Args:
        documents: columns source_id, content, metadata (a JSON object); ids are unique.
        settings: profile, policy, extractor, strategy, operators.
        work: where stages end; what comes back is read from there.
        given: entities made elsewhere, as `sanon.spark.reading.read_entities` gives them.

    Raises:
        ConfigurationError: a setting that needs a graph, or the whole corpus in one place.
        PolicyNotMet: a masked value would stay readable under another type.
        LeakFound: a masked value would leave.
    """
    settings = local(settings)
    found = work.done(extract(documents.repartition(work.parts, "source_id"), settings, given))
    if given is None:
        found = work.done(resolve(found, settings.profile, work))
    states = {row["problem"]: row["count"] for row in found.groupBy("problem").count().collect()}
    read = states.pop(None, 0)
    mentions = work.done(mentions_in(found))
    corpus = Corpus.of(mentions, Context(settings, read, (), date.today()), work)
    masks, counts = decide(corpus)
    counts |= {"documents": read, "entities": corpus.entities.count(), "mentions": mentions.count()}
    pending = dict(sorted(states.items()))
    if any(counts[name] for name in counts if name.startswith("open_")):
        return Protected(None, masks, corpus.entities, counts, pending)
    redacted = work.done(redact(found, mentions, corpus.entities, masks, settings))
    _refuse_leaks(redacted)
    return Protected(redacted.drop("leaks"), masks, corpus.entities, counts, pending)


def local(settings: Settings) -> Settings:
    """Settings as workers use them, without files that only this machine has.

    Raises:
        ConfigurationError: they ask for what only a graph can do, or for what is not there; the message names it.
    """
    require_operators(settings)
    asked = {
        "chunk": settings.input.chunk,
        "background": settings.input.background,
        "always_mask": settings.rules.always_mask,
        "theta_doc_by_format": settings.rules.theta_doc_by_format,
        "accepted": settings.rules.accepted,
    }
    if named := [name for name, value in asked.items() if value]:
        raise ConfigurationError(f"{', '.join(named)}: needs a graph; with Spark there is none")
    return portable(settings)


def _refuse_leaks(redacted: DataFrame) -> None:
    leaks = redacted.select(F.explode("leaks").alias("leak")).groupBy("leak").count().sort("leak").collect()
    if leaks:
        shown = "; ".join(f"{row['leak']} ({row['count']})" for row in leaks[:_LEAKS_SHOWN])
        raise LeakFound(f"values that had to go still stand in {sum(row['count'] for row in leaks)} places: {shown}")
