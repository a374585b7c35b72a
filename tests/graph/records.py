"""Small corpora for tests of the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from sanon.graph.rows import document_rows, mention_rows
from sanon.graph.store import Store
from sanon.records import Document, Entity, Mention, Source
from sanon.settings.profile import load_profile
from tests.strategies import DECISION

PROFILE = load_profile("insurance")
Tables = Mapping[str, pd.DataFrame]


def document(source_id: str, content: str = "", **metadata: object) -> Document:
    return Document(
        source_id=source_id,
        content=content or f"text of {source_id}",
        metadata=metadata,
        source=Source(path=f"{source_id}.json", form="json"),
    )


def mention(source_id: str, value: str, kind: str = "NAME", relevance: float = 1.0) -> Mention:
    return Mention(source_id, Entity(value, kind), relevance, (value.title(),), ("test",))


def write(store: Store, documents: Iterable[Document], mentions: Iterable[Mention] = ()) -> None:
    """Extracted documents, and what they mention."""
    store.upsert_documents(document_rows([(one, "extracted") for one in documents]))
    store.upsert_mentions(*mention_rows(list(mentions), PROFILE.weights))


def decisions(entities: Iterable[Entity]) -> pd.DataFrame:
    rows = [
        (one.id, f"[{one.type}]", "type-label", "a reason", "chain", 0, False, False, ["a", "b"], 0.9, 0.4)
        for one in sorted(set(entities), key=id_of)
    ]
    columns = ["id", "replacement", "operator", "reason", "decided_by", "level", "leaves_link", "relabelled"]
    columns += ["decided_for", "risk_before", "risk_after"]
    return pd.DataFrame(rows, columns=columns).astype({"risk_before": float, "risk_after": float})


def id_of(entity: Entity) -> str:
    return entity.id


def write_tables(store: Store, tables: Tables) -> None:
    """A corpus of tests.strategies, with its masks."""
    known = {
        entity_id: Entity(value, kind)
        for entity_id, value, kind in tables["entities"][["id", "value", "type"]].itertuples(index=False)
    }
    mentions = [
        Mention(source_id, known[entity_id], relevance, ("x",), ("test",))
        for source_id, entity_id, relevance in tables["mentions"].itertuples(index=False)
    ]
    write(store, [document(source_id) for source_id in tables["documents"]["source_id"]], mentions)
    masked = tables["entities"].loc[tables["entities"]["masked"].astype(bool), "id"]
    mentioned = set(tables["mentions"]["entity_id"])
    store.start_run("masks", "2026-01-01T00:00:00.000000+00:00", "redact", {}, "test")
    rows = decisions(known[entity_id] for entity_id in masked if entity_id in mentioned)
    decided = tables["entities"].set_index("id")[DECISION].reindex(rows["id"]).reset_index()
    store.write_decisions("masks", rows.assign(**{name: decided[name] for name in DECISION if name != "masked"}))
