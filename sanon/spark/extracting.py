"""What identifies people in each document, resolved over the whole corpus."""

from __future__ import annotations

import logging
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pandas as pd
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.adapters.entities_file import EntitiesFile
from sanon.extraction.attribution import attributed
from sanon.extraction.build import extraction_of
from sanon.extraction.mentions import bounded, mentions_of
from sanon.extraction.processes import extracted
from sanon.extraction.registry import EXTRACTORS, Finder
from sanon.records import TAKEN_AS_GIVEN, Document, Entity, Mention
from sanon.resolution.as_written import read_as_written
from sanon.resolution.corpus_search import search_identifiers
from sanon.resolution.mentions import joined_mentions
from sanon.resolution.possible_names import Names, Votes, names_of, outvoted, votes, with_possible_names
from sanon.resolution.variants import join_in_document, join_name_variants
from sanon.settings.profile import Profile
from sanon.settings.settings import Settings
from sanon.spark.reading import DOCUMENTS, document_of
from sanon.spark.stage import Work

#: Columns of documents with their mentions, which are a pickled list; why there are none, if so.
_FOUND = f"{DOCUMENTS}, mentions binary, problem string"
#: Columns of mentions.
_MENTIONS = "source_id string, entity_id string, type string, value string, relevance double, spellings array<string>, "
_MENTIONS += "person string, given boolean, confidence double"

_log = logging.getLogger(__name__)

Found = list[tuple[Document, list[Mention]]]


def portable(settings: Settings) -> Settings:
    """Settings that workers can use: words of recognizers in place of their files, and an extractor that is there.

    Raises:
        ConfigurationError: the extractor needs an endpoint or is not installed, or a recognizer cannot be used.
    """
    kind = EXTRACTORS.named(settings.input.extractor)
    if settings.input.entities is None and kind.asks_endpoint:
        raise ConfigurationError(
            f"extractor {settings.input.extractor} asks an endpoint about the whole corpus, which workers of Spark "
            "cannot: extract elsewhere and give --entities"
        )
    tables = settings.tables.model_copy(update={"recognizers": settings.tables.whole_recognizers})
    settings = settings.model_copy(update={"tables": tables})
    if settings.input.entities is None:
        with extraction_of(settings, _no_answers):
            pass
    elif tables.recognizers:
        _log.warning("entities of a file are taken as given; the recognizers of the configuration are not asked")
    return settings


def extract(documents: DataFrame, settings: Settings, given: DataFrame | None = None) -> DataFrame:
    """Documents with the mentions that each alone gives.

    Args:
        documents: columns source_id, content, metadata.
        given: columns source_id, findings, in the place of an extractor.

    Returns:
        Columns source_id, content, metadata, mentions, problem: why a document stays behind, or nothing.
    """
    if given is not None:
        joined = documents.join(given, "source_id", "left")
    else:
        joined = documents.withColumn("findings", F.lit(None).cast("binary"))
    is_given, key = given is not None, pickle.dumps(settings)
    return joined.mapInPandas(lambda batches: _extracted(batches, key, is_given), _FOUND)


@cache
def _finder(pickled: bytes) -> Finder:
    """The extractor of settings, once a worker."""
    with extraction_of(pickle.loads(pickled), _no_answers) as extraction:  # noqa: S301 - our own
        return extraction.extractor


def _no_answers() -> Path:
    raise ConfigurationError("workers of Spark ask no model")


def _extracted(batches: Iterable[pd.DataFrame], key: bytes, is_given: bool) -> Iterator[pd.DataFrame]:
    settings: Settings = pickle.loads(key)  # noqa: S301 - our own
    profile, order = settings.profile, settings.input.date_order
    for batch in batches:
        rows: list[tuple[str, str, str, bytes | None, str | None]] = []
        for source_id, content, metadata, findings in batch.itertuples(index=False):
            document = document_of(source_id, content, metadata)
            if is_given:
                of_id = {source_id: pickle.loads(findings)} if isinstance(findings, bytes) else {}  # noqa: S301
                found = extracted(EntitiesFile(of_id, [], ""), document)
            else:
                found = extracted(_finder(key), document)
            try:
                if isinstance(found, ExtractionError):
                    raise found
                mentions = join_in_document(source_id, mentions_of(source_id, bounded(found)), profile)
                if is_given:
                    mentions = attributed(document, mentions, profile)
                else:
                    mentions = read_as_written(document, mentions, profile, order)
                rows.append((source_id, content, metadata, pickle.dumps(mentions), None))
            except ExtractionError as error:
                rows.append((source_id, content, metadata, None, str(error)))
        yield pd.DataFrame(rows, columns=["source_id", "content", "metadata", "mentions", "problem"], dtype=object)


def resolve(found: DataFrame, profile: Profile, work: Work) -> DataFrame:
    """One entity per person, and direct identifiers wherever they stand.

    The distinct names and values that are looked for everywhere come to the driver, and from there to all workers.

    Args:
        found: as `extract` gives it.
        profile: says what is a name, and what is looked for.
        work: where names lie when they are filed.
    """
    names = F.col("type").isin([name for name, kind in profile.types.items() if kind.normal_form == "name"])
    searched = F.col("type").isin([name for name, kind in profile.types.items() if kind.searched or kind.everywhere])
    found = work.done(_with_corpus(found, names, lambda some, others: _filed(some, others, profile)))
    possible = _possible_names(found, profile) if profile.possible_name else frozenset()
    found = found.mapInPandas(lambda batches: _with_possible(batches, possible, profile), _FOUND) if possible else found
    return _with_corpus(found, names | searched, lambda some, others: _searched(some, others, profile, possible))


def _possible_names(found: DataFrame, profile: Profile) -> frozenset[str]:
    """The names that the documents of the whole corpus outvote."""
    extracted = found.where("problem IS NULL")
    rows = extracted.mapInPandas(lambda batches: _names(batches, profile), "name string, field int").distinct()
    names = Names(set(), set(), set())
    for name, field in rows.collect():
        names[field].add(name)
    if not names.doubtful:
        return frozenset()
    cast = extracted.mapInPandas(
        lambda batches: _votes(batches, names, profile), "name string, holding long, naming long"
    )
    counted = Votes(Counter(), Counter())
    for name, holding, naming in cast.groupBy("name").agg(F.sum("holding"), F.sum("naming")).collect():
        counted.holding[name], counted.naming[name] = holding, naming
    return outvoted(counted)


def _names(batches: Iterable[pd.DataFrame], profile: Profile) -> Iterator[pd.DataFrame]:
    for batch in batches:
        names = names_of((one for pickled in batch["mentions"] for one in pickle.loads(pickled)), profile)  # noqa: S301
        rows = [(name, field) for field, found in enumerate(names) for name in found]
        yield pd.DataFrame(rows, columns=["name", "field"]).astype({"field": "int32"})


def _votes(batches: Iterable[pd.DataFrame], names: Names, profile: Profile) -> Iterator[pd.DataFrame]:
    for batch in batches:
        own = _own(batch)
        counted = votes([one for one, _ in own], {one.source_id: there for one, there in own}, names, profile)
        rows = [(name, holding, counted.naming[name]) for name, holding in counted.holding.items()]
        yield pd.DataFrame(rows, columns=["name", "holding", "naming"])


def _with_possible(
    batches: Iterable[pd.DataFrame], possible: frozenset[str], profile: Profile
) -> Iterator[pd.DataFrame]:
    for batch in batches:
        new = [
            pickle.dumps(with_possible_names(pickle.loads(one), possible, profile))  # noqa: S301 - our own
            if isinstance(one, bytes)
            else None
            for one in batch["mentions"]
        ]
        yield batch.assign(mentions=pd.Series(new, dtype=object, index=batch.index))


def _own(table: pd.DataFrame) -> Found:
    """The documents of a table with their mentions."""
    columns = (table[name] for name in ("source_id", "content", "metadata", "mentions"))
    return [(document_of(*row[:3]), pickle.loads(row[3])) for row in zip(*columns, strict=True)]  # noqa: S301


def _with_corpus(
    found: DataFrame, wanted: Column, work: Callable[[Found, list[Mention]], Iterator[list[Mention]]]
) -> DataFrame:
    """Give every document other mentions, by those of a partition and the distinct ones of the corpus."""
    spark = found.sparkSession
    of_entity = mentions_in(found).where(wanted).groupBy("type", "value", "given")
    spellings = F.array_distinct(F.flatten(F.collect_set("spellings"))).alias("spellings")
    largest = [F.max(name).alias(name) for name in ("relevance", "confidence")]
    corpus = [
        Mention(
            source_id="",
            entity=Entity(row["value"], row["type"]),
            relevance=row["relevance"],
            original_values=tuple(sorted(row["spellings"])),
            found_by=(TAKEN_AS_GIVEN,) if row["given"] else (),
            confidence=row["confidence"],
        )
        for row in of_entity.agg(*largest, spellings).collect()
    ]
    shared = spark.sparkContext.broadcast(corpus)

    def in_partition(batches: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        table = pd.concat(list(batches) or [pd.DataFrame()], ignore_index=True)
        if table.empty:
            return
        extracted = table["problem"].isna().to_numpy()
        new = iter([pickle.dumps(mentions) for mentions in work(_own(table[extracted]), shared.value)])
        yield table.assign(
            mentions=pd.Series([next(new) if is_there else None for is_there in extracted], dtype=object)
        )

    return found.mapInPandas(in_partition, _FOUND)


def _beside(own: Found, others: list[Mention]) -> dict[str, list[Mention]]:
    """Mentions by source id; each of the corpus in a document of its own, whose id is no document's."""
    corpus = {f"\0{number}": [one] for number, one in enumerate(others)}
    return {document.source_id: mentions for document, mentions in own} | corpus


def _filed(own: Found, others: list[Mention], profile: Profile) -> Iterator[list[Mention]]:
    filed = join_name_variants(_beside(own, others), profile)
    return (filed[document.source_id] for document, _ in own)


def _searched(own: Found, others: list[Mention], profile: Profile, possible: frozenset[str]) -> Iterator[list[Mention]]:
    more = search_identifiers([document for document, _ in own], _beside(own, others), profile, possible)
    for one, mentions in own:
        yield attributed(one, joined_mentions(one.source_id, mentions + more.get(one.source_id, [])), profile)


def mentions_in(found: DataFrame) -> DataFrame:
    """The mentions of documents, one a row, in the columns of `_MENTIONS`."""
    return found.where("problem IS NULL").select("mentions").mapInPandas(_rows, _MENTIONS)


def _rows(batches: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    names = [column.split()[0] for column in _MENTIONS.split(", ")]
    for batch in batches:
        mentions: list[Mention] = [one for pickled in batch["mentions"] for one in pickle.loads(pickled)]  # noqa: S301
        rows = [
            (
                m.source_id,
                m.entity.id,
                m.entity.type,
                m.entity.value,
                m.relevance,
                m.original_values,
                m.person,
                m.is_given,
                m.confidence,
            )
            for m in mentions
        ]
        yield pd.DataFrame(rows, columns=names)
