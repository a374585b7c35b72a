"""Records as rows of the tables that a store writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from sanon.records import Document, Mention, State


def document_rows(documents: Iterable[tuple[Document, State]], run_id: str | None = None) -> pd.DataFrame:
    """One row for each document, in its state, as the parameters of `load/upsert_documents`.

    Args:
        documents: what to write.
        run_id: the run that writes them.
    """
    columns = (
        "id",
        "source_id",
        "path",
        "content",
        "metadata",
        "content_md5",
        "source",
        "state",
        "loaded_by",
        "characters",
    )
    rows = [
        (
            document.id,
            document.source_id,
            document.source.path,
            document.content,
            metadata_json(document),
            document.content_md5,
            document.source.model_dump_json(),
            state,
            run_id,
            len(document.content),
        )
        for document, state in documents
    ]
    # Python's own texts: what becomes Arrow's here is made Python's again for the driver.
    return pd.DataFrame(rows, columns=columns, dtype=object)


def mention_rows(mentions: Sequence[Mention], weights: Mapping[str, float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Entities by id, and where they stand.

    Args:
        mentions: of some documents.
        weights: of each entity type.

    Returns:
        Columns id, value, type, weight, masked; columns source_id, entity_id, relevance, original_values, found_by,
        person, confidence.
    """
    # An id is a digest: once for each entity, not for each mention.
    ids = {entity: entity.id for entity in {mention.entity for mention in mentions}}
    entities = sorted(ids, key=ids.__getitem__)
    nodes = {
        "id": [ids[entity] for entity in entities],
        "value": [entity.value for entity in entities],
        "type": [entity.type for entity in entities],
    }
    rows = {
        "source_id": [mention.source_id for mention in mentions],
        "entity_id": [ids[mention.entity] for mention in mentions],
        "relevance": [mention.relevance for mention in mentions],
        "original_values": [mention.original_values for mention in mentions],
        "found_by": [mention.found_by for mention in mentions],
        "person": [mention.person for mention in mentions],
        "confidence": [mention.confidence for mention in mentions],
    }
    return (
        pd.DataFrame(nodes, dtype=object).assign(weight=[weights[entity.type] for entity in entities], masked=False),
        pd.DataFrame(rows, dtype=object).astype({"relevance": float}),
    )


def metadata_json(document: Document) -> str:
    """Metadata as the graph keeps it: one JSON text, keys in the order they came."""
    return json.dumps(document.metadata, ensure_ascii=False)
