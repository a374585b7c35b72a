"""The graph in the domain's words: what is written, derived, decided and read. The same on every engine."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import md5
from typing import Any, NamedTuple, Self

import pandas as pd

from sanon.cypher import statement
from sanon.errors import GraphError
from sanon.graph.engine import Engine
from sanon.policy import HIGH_FROM, MEDIUM_FROM, Category
from sanon.records import Document, Mention, Source, State

#: Documents in one statement that derives; bounds its memory.
_DOCUMENTS_AT_ONCE = 500


class Run(NamedTuple):
    """A command that wrote: its parameters, and its counts once it was done."""

    id: str
    started_at: str
    command: str
    parameters: dict[str, Any]
    counts: dict[str, Any] | None

    @property
    def finished(self) -> bool:
        """False when the command was interrupted and the numbers in the graph cannot be trusted."""
        return self.counts is not None


class Store:
    """One corpus in one graph. Every method is one step; nothing is remembered outside the graph."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        engine.create_schema()
        if engine.read(statement("read/corpus")).empty:
            engine.write(statement("load/write_corpus"), pseudonym_key=secrets.token_hex(32))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.close()

    @property
    def address(self) -> str:
        """Folder or URI of the graph."""
        return self._engine.address

    def claim(self) -> None:
        """Be the only command that writes here until the graph is closed; what is read from now on stays true.

        Raises:
            GraphError: another command is writing.
        """
        self._engine.claim()

    def transaction(self) -> AbstractContextManager[None]:
        """All writes inside become visible together, or none does."""
        return self._engine.transaction()

    def portions(self, sizes: Mapping[str, int]) -> Iterator[list[str]]:
        """What one transaction takes: source ids in order, as many as the engine can write together.

        A document must be whole in its transaction. Then what an interruption leaves are whole documents, old and new
        ones, under a run that is not finished, and the next load goes on from there.

        Args:
            sizes: about how many bytes each document brings.
        """
        limit, portion, total = self._engine.transaction_bytes, list[str](), 0
        for source_id in sorted(sizes):
            if portion and limit is not None and total + sizes[source_id] > limit:
                yield portion
                portion, total = [], 0
            portion.append(source_id)
            total += sizes[source_id]
        if portion:
            yield portion

    # Load

    def upsert_documents(self, documents: Sequence[tuple[Document, State]]) -> None:
        """Write documents, each in its state; one with another id but the same source id must be gone."""
        if not documents:
            return
        rows = pd.DataFrame(
            [
                {
                    "id": document.id,
                    "source_id": document.source_id,
                    "path": document.source.path,
                    "content": document.content,
                    "metadata": metadata_json(document),
                    "content_md5": document.content_md5,
                    "source": document.source.model_dump_json(),
                    "state": state,
                }
                for document, state in documents
            ]
        )
        before, known = self._total("documents"), set(self._known_documents(rows["source_id"])["id"])
        if before or not self._engine.bulk_load("documents", rows):
            self._engine.write(statement("load/upsert_documents"), rows)
        self._expect("documents", before + len(set(rows["id"]) - known))

    def upsert_mentions(self, mentions: Sequence[Mention], weights: dict[str, float]) -> None:
        """Write the entities of some documents and where they stand.

        Args:
            mentions: of documents that are in the graph and have no mentions there yet.
            weights: of each entity type.
        """
        if not mentions:
            return
        documents = self._known_documents({mention.source_id for mention in mentions})
        document_ids = dict(zip(documents["source_id"], documents["id"], strict=True))
        before, entities_before = self._total("mentions"), self._total("entities")
        entities = sorted({mention.entity for mention in mentions}, key=lambda entity: entity.id)
        nodes = pd.DataFrame(
            {
                "id": [entity.id for entity in entities],
                "value": [entity.value for entity in entities],
                "type": [entity.type for entity in entities],
                "weight": [weights[entity.type] for entity in entities],
                "masked": False,
            }
        )
        known = self._engine.read(statement("read/known_entities"), nodes)
        if entities_before or not self._engine.bulk_load("entities", nodes):
            self._engine.write(statement("load/upsert_entities"), nodes)
        self._expect("entities", entities_before + len(nodes) - len(known))
        rows = pd.DataFrame(
            {
                "document_id": [document_ids[mention.source_id] for mention in mentions],
                "entity_id": [mention.entity.id for mention in mentions],
                "relevance": [mention.relevance for mention in mentions],
                "original_values": [list(mention.original_values) for mention in mentions],
                "found_by": [list(mention.found_by) for mention in mentions],
            }
        )
        if before or not self._engine.bulk_load("mentions", rows):
            self._engine.write(statement("load/upsert_mentions"), rows)
        self._expect("mentions", before + len(rows))

    def update_weights(self, weights: dict[str, float]) -> None:
        """Give every entity the weight of its type; types that are not named keep theirs."""
        kinds = pd.DataFrame(sorted(weights.items()), columns=["type", "weight"])
        self._engine.write(statement("load/update_weights"), kinds)

    def delete_documents(self, source_ids: Iterable[str]) -> None:
        """Take documents out, with their mentions and links."""
        gone = self._known_documents(set(source_ids))["source_id"]
        before = self._total("documents")
        for some in _batches(sorted(gone)):
            self._engine.write(statement("load/delete_documents"), source_ids=some)
        self._expect("documents", before - len(gone))

    def delete_mentions(self, source_ids: Iterable[str]) -> None:
        """Forget what some documents mention."""
        for some in _batches(sorted(source_ids)):
            self._engine.write(statement("load/delete_mentions"), source_ids=some)

    def delete_unmentioned_entities(self) -> None:
        """Take out entities that no document mentions; masked ones stay."""
        self._engine.write(statement("load/delete_unmentioned_entities"))

    # Derive, in the database

    def derive_entity_numbers(self) -> None:
        """Frequency, uniqueness and importance of all entities."""
        extracted = len(self.document_risks())
        self._engine.write(statement("derive/entity_numbers"), documents=extracted)
        self._engine.write(statement("derive/unmentioned_entity_numbers"))

    def derive_document_risks(self) -> None:
        """Risk and residual risk of all documents."""
        for ids in _batches(self.document_risks()["id"]):
            self._engine.write(statement("derive/document_risks"), ids=ids)

    def derive_links(self, edge_threshold: float) -> None:
        """All links, from nothing."""
        self.delete_links()
        for ids in _batches(self.document_risks()["id"]):
            self._engine.write(statement("derive/links"), ids=ids, edge_threshold=edge_threshold)
        self._engine.write(statement("derive/hop_risks"))

    def worst_chains(self, max_chain_length: int, edge_threshold: float, limit: int) -> pd.DataFrame:
        """The `limit` worst chains of 2..k documents: columns documents (list of source ids), risk."""
        found = [
            self._engine.read(statement(f"read/worst_chains_{length}"), edge_threshold=edge_threshold, limit=limit)
            for length in range(2, max_chain_length + 1)
        ]
        chains = pd.concat([part for part in found if len(part)] or found[:1], ignore_index=True)
        # Neo4j orders texts by UTF-16 units: which end comes first is decided here.
        chains["documents"] = [min(tuple(path), tuple(reversed(path))) for path in chains["documents"]]
        return chains.sort_values(["risk", "documents"], ascending=[False, True]).head(limit).reset_index(drop=True)

    def chain_categories(self, max_chain_length: int, edge_threshold: float) -> dict[Category, int]:
        """Number of chains of 2..k documents in each category."""
        totals: dict[Category, int] = {"HIGH": 0, "MEDIUM": 0, "LOW": 0}
        for length in range(2, max_chain_length + 1):
            counted = self._engine.read(
                statement(f"read/chain_categories_{length}"),
                edge_threshold=edge_threshold,
                high=HIGH_FROM,
                medium=MEDIUM_FROM,
            )
            for name, chains in zip(counted["category"], counted["chains"], strict=True):
                totals[name] += int(chains)
        return totals

    # Derive, written back from arrays

    def delete_links(self) -> None:
        """Forget all links."""
        self._engine.write(statement("derive/delete_links"))

    def write_entity_numbers(self, rows: pd.DataFrame) -> None:
        """Columns id, frequency, uniqueness, importance."""
        self._engine.write(statement("derive/write_entity_numbers"), rows)

    def write_document_risks(self, rows: pd.DataFrame) -> None:
        """Columns id, risk, residual_risk."""
        self._engine.write(statement("derive/write_document_risks"), rows)

    def write_links(self, rows: pd.DataFrame) -> None:
        """All links, after `delete_links`: columns a, b (document ids), strength, residual_strength, hop_risk, via."""
        if not self._engine.bulk_load("links", rows):
            self._engine.write(statement("derive/write_links"), rows)
        self._expect("links", len(rows))

    def replace_chains(self, chains: pd.DataFrame) -> None:
        """Write the worst chains in place of the former: columns documents, risk, residual_risk, category."""
        self._engine.write(statement("derive/delete_chains"))
        if chains.empty:
            return
        known = self.document_risks()
        node_ids: dict[str, str] = dict(zip(known["source_id"].tolist(), known["id"].tolist(), strict=True))
        paths = [list(documents) for documents in chains["documents"]]
        ids = [md5("\n".join(node_ids[source_id] for source_id in path).encode()).hexdigest() for path in paths]
        rows = chains.assign(id=ids, documents=pd.Series(paths, index=chains.index))
        self._engine.write(statement("derive/write_chains"), rows)
        steps = [
            (chain_id, node_ids[source_id], position)
            for chain_id, path in zip(ids, paths, strict=True)
            for position, source_id in enumerate(path)
        ]
        self._engine.write(
            statement("derive/write_chain_documents"),
            pd.DataFrame(steps, columns=["chain_id", "document_id", "position"]),
        )

    # Decide

    def start_run(self, run_id: str, started_at: str, command: str, parameters: dict[str, Any], version: str) -> None:
        """Say that a command begins to write."""
        self._engine.write(
            statement("decide/start_run"),
            id=run_id,
            started_at=started_at,
            command=command,
            parameters=json.dumps(parameters, sort_keys=True),
            sanon_version=version,
        )

    def finish_run(self, run_id: str, counts: dict[str, Any]) -> None:
        """Say that it is done."""
        self._engine.write(statement("decide/finish_run"), id=run_id, counts=json.dumps(counts, sort_keys=True))

    def write_decisions(self, run_id: str, rows: pd.DataFrame) -> None:
        """Mask entities: columns id, replacement, operator, reason, decided_by, risk_before, risk_after."""
        before = self.counts()["masked"]
        self._engine.write(statement("decide/write_decisions"), rows)
        decided = rows.rename(columns={"id": "entity_id"}).assign(run_id=run_id)
        self._engine.write(statement("decide/write_decided"), decided)
        self._require("masked entities", self.counts()["masked"], before + len(rows))

    def clear_decisions(self) -> None:
        """Unmask every entity."""
        self._engine.write(statement("decide/clear_decisions"))

    def write_exported_digests(self, digests: dict[str, str]) -> None:
        """Remember what was exported, to tell the next time what changed."""
        self._engine.write(statement("decide/write_exported"), exported=json.dumps(digests, sort_keys=True))

    # Read

    def documents(self) -> Iterator[tuple[Document, State]]:
        """Every document with its text, by source id."""
        frame = _by_source_id(self._engine.read(statement("read/documents")))
        columns = (frame[name].tolist() for name in ("source_id", "content", "metadata", "source", "state"))
        for source_id, content, metadata, source, state in zip(*columns, strict=True):
            yield (
                Document(
                    source_id=source_id,
                    content=content,
                    metadata=json.loads(metadata),
                    source=Source.model_validate_json(source),
                ),
                state,
            )

    def document_versions(self) -> pd.DataFrame:
        """Columns id, source_id, path, content_md5, metadata, source, state."""
        return _by_source_id(self._engine.read(statement("read/document_versions")))

    def document_risks(self) -> pd.DataFrame:
        """Extracted documents, by source id: columns id, source_id, risk, residual_risk."""
        return _by_source_id(self._engine.read(statement("read/document_risks")))

    def entities(self) -> pd.DataFrame:
        """Columns as the properties of Entity, by id."""
        return self._engine.read(statement("read/entities"))

    def mentions(self) -> pd.DataFrame:
        """Columns source_id, entity_id, relevance."""
        return self._engine.read(statement("read/mentions"))

    def mentioned_values(self) -> pd.DataFrame:
        """Columns source_id, entity_id, relevance, original_values, found_by."""
        return self._engine.read(statement("read/mentioned_values"))

    def links(self, least_strength: float = 0.0) -> pd.DataFrame:
        """Columns source, target, strength, residual_strength, hop_risk, via."""
        return self._engine.read(statement("read/links"), least_strength=least_strength)

    def chains(self) -> pd.DataFrame:
        """The worst chains, as derived: columns id, documents, risk, residual_risk, category."""
        return self._engine.read(statement("read/chains"))

    def deciding_runs(self, entity_id: str) -> pd.DataFrame:
        """Runs that masked one entity, the last one first: columns id, started_at, reason, risk_before, risk_after."""
        return self._engine.read(statement("read/deciding_runs"), entity_id=entity_id)

    def runs(self) -> list[Run]:
        """Commands that wrote, finished or not, the last one first."""
        frame = self._engine.read(statement("read/runs"))
        columns = (frame[name].tolist() for name in ("id", "started_at", "command", "parameters", "counts"))
        return [
            Run(run_id, started_at, command, json.loads(parameters), json.loads(counts) if counts else None)
            for run_id, started_at, command, parameters, counts in zip(*columns, strict=True)
        ]

    def counts(self) -> dict[str, int]:
        """Numbers of documents, pending, entities, masked."""
        found = self._engine.read(statement("read/counts")).iloc[0]
        return {str(name): int(number or 0) for name, number in found.items()}

    def relationship_counts(self) -> dict[str, int]:
        """Numbers of mentions, links."""
        return {kind: self._total(kind) for kind in ("mentions", "links")}

    def pseudonym_key(self) -> bytes:
        """The secret key of this corpus."""
        return bytes.fromhex(self._engine.read(statement("read/corpus"))["pseudonym_key"].iloc[0])

    def exported_digests(self) -> dict[str, str]:
        """Exported id -> digest of the document in the last export."""
        digests: dict[str, str] = json.loads(self._engine.read(statement("read/corpus"))["exported"].iloc[0] or "{}")
        return digests

    def _known_documents(self, source_ids: Iterable[str]) -> pd.DataFrame:
        """Columns id, source_id of those that are in the graph."""
        asked = pd.DataFrame({"source_id": sorted(source_ids)}, dtype=object)
        return self._engine.read(statement("read/known_documents"), asked)

    def _total(self, kind: str) -> int:
        totals = self._engine.read(statement("read/totals"))
        return int(totals.loc[totals["kind"] == kind, "number"].sum())

    def _expect(self, kind: str, wanted: int) -> None:
        self._require(kind, self._total(kind), wanted)

    def _require(self, what: str, found: int, wanted: int) -> None:
        # Engines have lost rows without a word: count, and fail before the transaction is committed.
        if found != wanted:
            raise GraphError(f"graph {self.address}: holds {found} {what} where {wanted} were written; nothing is kept")


def _by_source_id(frame: pd.DataFrame) -> pd.DataFrame:
    # Neo4j orders texts by UTF-16 units, everybody else by characters; rows are numbers of documents in the arrays.
    return frame.sort_values("source_id", kind="stable", ignore_index=True)


def metadata_json(document: Document) -> str:
    """Metadata as the graph keeps it: one JSON text, keys in the order they came."""
    return json.dumps(document.metadata, ensure_ascii=False)


def _batches(values: Iterable[str]) -> Iterator[list[str]]:
    ordered = list(values)
    for first in range(0, len(ordered), _DOCUMENTS_AT_ONCE):
        yield ordered[first : first + _DOCUMENTS_AT_ONCE]
