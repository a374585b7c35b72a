"""What the graph holds of a corpus, to tell what a load must change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.corpus.chunks import are_whole
from sanon.graph.rows import metadata_json
from sanon.graph.store import Store
from sanon.records import Document, Entity, Mention, Source, State
from sanon.resolution.mentions import Mentions, joined_mentions
from sanon.results.load import Counts


class Version(NamedTuple):
    """What must be equal for a document to count as unchanged.

    Attributes:
        content_md5: of the whole content.
        metadata, source: JSON; texts, since a corpus holds as many as it has documents.
        state: of its extraction.
    """

    content_md5: str
    metadata: str
    source: str
    state: State


def version_of(document: Document) -> Version:
    """The version of a document whose extraction is finished."""
    return Version(document.content_md5, metadata_json(document), document.source.model_dump_json(), "extracted")


def reads_differently(held: Version | None, now: Version) -> bool:
    """Whether a document says something else than the one held; its place in the input is no part of what it says."""
    return held is None or held._replace(source=now.source) != now


def unextracted(versions: Mapping[str, Version], held: Mapping[str, Version | None]) -> list[str]:
    """The documents that the graph does not hold as they are now, with their mentions.

    Args:
        versions: of the documents of the input.
        held: what the graph holds.

    Returns:
        Source ids.
    """
    return [source_id for source_id, version in versions.items() if reads_differently(held.get(source_id), version)]


class StoredCorpus(NamedTuple):
    """What the graph holds, by whole documents.

    Attributes:
        versions: of every document; None for one of which it lacks chunks.
        mentions: of the extracted ones, those of all chunks together.
        cuts: the rule by which a document is cut; None for whole.
        nodes: source ids in the graph.
        masked: the mentions of masked entities, in whatever state their documents are.
    """

    versions: dict[str, Version | None]
    mentions: Mentions
    cuts: dict[str, str | None]
    nodes: dict[str, list[str]]
    masked: list[Mention]

    @classmethod
    def read(cls, store: Store) -> StoredCorpus:
        """Read it."""
        frame = store.document_versions()
        rows = frame[["source_id", "content_md5", "metadata", "source", "state"]].itertuples(index=False, name=None)
        versions: dict[str, Version | None] = {}
        chunks: defaultdict[str, list[tuple[Version, Source]]] = defaultdict(list)
        nodes: defaultdict[str, list[str]] = defaultdict(list)
        owners: dict[str, str] = {}
        for node, content_md5, metadata, source_json, state in rows:
            source = Source.model_validate_json(source_json)
            owners[node] = source_id = source.chunk.of if source.chunk else node
            nodes[source_id].append(node)
            # As this version writes it, which may know more of a source than the one that wrote it.
            version = Version(content_md5, metadata, source.model_dump_json(), state)
            if source.chunk:
                chunks[source_id].append((version, source))
            else:
                versions[source_id] = version
        # Of a document that is there whole and in chunks nobody knows which is right.
        versions |= {
            source_id: None if source_id in versions else _joined(of_it) for source_id, of_it in chunks.items()
        }
        cuts = {source_id: source.chunk.cut for source_id, ((_, source), *_) in chunks.items() if source.chunk}
        entities = store.entities()
        mentions = held_mentions(store, entities, owners)
        masked = {Entity(*row) for row in entities.loc[entities["masked"], ["value", "type"]].itertuples(index=False)}
        return cls(
            versions,
            {
                source_id: joined_mentions(source_id, mentions[source_id]) if source_id in cuts else mentions[source_id]
                for source_id, version in versions.items()
                if version and version.state == "extracted"
            },
            dict.fromkeys(versions) | cuts,
            dict(nodes),
            [mention for found in mentions.values() for mention in found if mention.entity in masked],
        )


def _joined(rows: list[tuple[Version, Source]]) -> Version | None:
    """Version of a whole document from those of its chunks; None if they are not all of it."""
    if are_whole([source for _, source in rows]) and len({version.state for version, _ in rows}) == 1:
        for version, source in rows:
            if source.chunk and source.chunk.number == 1:
                whole = source.model_copy(update={"chunk": None}).model_dump_json()
                return version._replace(content_md5=source.chunk.content_md5, source=whole)
    return None


def counts_of(store: Store) -> Counts:
    """How much a graph holds."""
    return Counts.model_validate(store.counts() | store.relationship_counts())


def held_mentions(store: Store, entities: pd.DataFrame, owners: Mapping[str, str]) -> dict[str, list[Mention]]:
    """What the graph holds of mentions, by whole document, each list in the order of its nodes and entities.

    Args:
        entities: all of it, by id.
        owners: source id in the graph -> that of the whole document.
    """
    held = store.mentioned_values()
    # By numbers: a million texts take seconds to sort. Entities come by id.
    places = pd.Index(entities["id"]).get_indexer(held["entity_id"])
    held = held.iloc[np.lexsort((places, pd.factorize(held["source_id"], sort=True)[0]))]
    values = map(Entity, entities["value"].tolist(), entities["type"].tolist())
    of_id = dict(zip(entities["id"].tolist(), values, strict=True))
    rows = held[["source_id", "entity_id", "relevance", "original_values", "found_by", "person", "confidence"]]
    mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for source_id, entity_id, relevance, spellings, found_by, *of_whom in rows.itertuples(index=False, name=None):
        mention = Mention(source_id, of_id[entity_id], relevance, tuple(spellings), tuple(found_by), *of_whom)
        mentions[owners[source_id]].append(mention)
    return mentions


def spellings_and_mentions(store: Store) -> tuple[defaultdict[str, set[str]], defaultdict[str, set[str]]]:
    """Entity id -> its spellings in all documents; source id in the graph -> ids of the entities mentioned there."""
    spellings, mentioned = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    held = store.mentioned_values()[["source_id", "entity_id", "original_values"]]
    for source_id, entity_id, originals in held.itertuples(index=False, name=None):
        spellings[entity_id].update(originals)
        mentioned[source_id].add(entity_id)
    return spellings, mentioned
