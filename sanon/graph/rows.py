"""Records as rows of the tables that a store writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from sanon.records import Document, Mention, State


def document_rows(
    documents: Iterable[tuple[Document, State]], run_id: str | None = None, risks: Mapping[str, float] | None = None
) -> pd.DataFrame:
    """One row for each document, in its state, as the parameters of `load/upsert_documents`.

    Args:
        run_id: the run that writes them.
        risks: by source id, before any mask, where they are known.
    """
    rows = [
        {
            "id": document.id,
            "source_id": document.source_id,
            "path": document.source.path,
            "content": document.content,
            "metadata": metadata_json(document),
            "content_md5": document.content_md5,
            "source": document.source.model_dump_json(),
            "state": state,
            "loaded_by": run_id,
            "characters": len(document.content),
            "risk": risks.get(document.source_id) if risks else None,
        }
        for document, state in documents
    ]
    # Python's own texts: what becomes Arrow's here is made Python's again for the driver.
    return pd.DataFrame(rows, dtype=object)


def mention_rows(
    mentions: Sequence[Mention], weights: Mapping[str, float], numbers: pd.DataFrame | None = None
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Entities by id, and where they stand.

    Args:
        weights: of each entity type.
        numbers: frequency, uniqueness and importance of all these entities by id, if they are known.

    Returns:
        Columns id, value, type, weight, masked, frequency, uniqueness, importance; columns source_id, entity_id,
        relevance, original_values, found_by, person, confidence.
    """
    # An id is a digest: once for each entity, not for each mention.
    ids = {entity: entity.id for entity in {mention.entity for mention in mentions}}
    entities = sorted(ids, key=ids.__getitem__)
    nodes = {
        "id": [ids[entity] for entity in entities],
        "value": [entity.value for entity in entities],
        "type": [entity.type for entity in entities],
    }
    of_mentions = ("source_id", "original_values", "found_by", "person", "confidence")
    rows = {name: pd.Series([getattr(mention, name) for mention in mentions], dtype=object) for name in of_mentions}
    rows["relevance"] = pd.Series([mention.relevance for mention in mentions], dtype=float)
    rows["entity_id"] = pd.Series([ids[mention.entity] for mention in mentions], dtype=object)
    frame = pd.DataFrame(nodes, dtype=object)
    frame = frame.assign(weight=[weights[entity.type] for entity in entities], masked=False)
    for name in ("frequency", "uniqueness", "importance"):
        # Each by itself: together all would be floating point.
        frame[name] = None if numbers is None else numbers.loc[frame["id"], name].to_numpy()
    return frame, pd.DataFrame(rows)


def metadata_json(document: Document) -> str:
    """Metadata as the graph keeps it: one JSON text, keys in the order they came."""
    return json.dumps(document.metadata, ensure_ascii=False)
