"""The graph in the domain's words: what is written, derived, decided and read. The same on every engine."""

from __future__ import annotations

import itertools
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Self

import numpy as np
import pandas as pd

from sanon.cypher import statement
from sanon.errors import GraphError
from sanon.graph.engine import Engine
from sanon.records import Document, Source, State
from sanon.settings.policy import HIGH_FROM, MEDIUM_FROM, TIE, Category, Policy
from sanon.settings.settings import Remembered, remembered_in

#: Documents in one statement that derives; bounds its memory.
_DOCUMENTS_AT_ONCE = 500
#: Pairs of documents whose strength one statement computes.
_PAIRS_AT_ONCE = 10_000
#: Of texts that one statement reads.
_CHARACTERS_AT_ONCE = 8_000_000
#: State of a document while it is loaded in bulk; statements name it too.
_LOADING = "loading"


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
    """One corpus in one graph. Every method is one step; nothing is remembered outside the graph.

    Args:
        pseudonym_key: hexadecimal, of a new graph: from it pseudonyms and stand-ins are made; by default random.
    """

    def __init__(self, engine: Engine, pseudonym_key: str | None = None) -> None:
        self._engine = engine
        engine.create_schema()
        if engine.read(statement("read/corpus")).empty:
            engine.write(statement("load/write_corpus"), pseudonym_key=pseudonym_key or secrets.token_hex(32))

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

    def overlapping_commits(self) -> AbstractContextManager[None]:
        """Transactions inside may be committed while the next one is written; all are by the end."""
        return self._engine.overlapping_commits()

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

    def upsert_documents(self, rows: pd.DataFrame) -> None:
        """Write documents, as `document_rows` makes them; one with another id but the same source id must be gone."""
        if rows.empty:
            return
        written = self._engine.load_documents(rows)
        if written is None:
            self._add("documents", rows, there=len(self._known_documents(rows["source_id"])))
        else:
            self._require("documents", written, len(rows))

    def upsert_mentions(self, entities: pd.DataFrame, mentions: pd.DataFrame) -> None:
        """Write the entities of some documents and where they stand, as `mention_rows` makes them.

        The documents must be in the graph and have no mentions there.
        """
        if mentions.empty:
            return
        written = self._engine.load_mentions(entities, mentions)
        if written is not None:
            # An entity that was lost would have taken its mentions along.
            self._require("mentions", written, len(mentions))
            return
        self._add("entities", self._unknown(entities))
        documents = self._known_documents(set(mentions["source_id"])).set_index("source_id")["id"]
        self._add("mentions", mentions.assign(document_id=mentions["source_id"].map(documents)))

    def _add(self, table: str, rows: pd.DataFrame, *, there: int = 0, in_bulk: bool = False) -> None:
        """Write rows of which so many are there already; in bulk, if asked, none is and the engine can."""
        before = self._total(table)
        if not in_bulk or not self._engine.bulk_load(table, rows):
            self._engine.write(statement(f"load/upsert_{table}"), rows)
        self._expect(table, before + len(rows) - there)

    def _unknown(self, entities: pd.DataFrame) -> pd.DataFrame:
        """Those that are not in the graph; of others the id says what they are, and deriving sees to the weight."""
        known = self._engine.read(statement("read/known_entities"), entities[["id"]])["id"]
        return entities[~entities["id"].isin(known)]

    @property
    def loads_in_bulk(self) -> bool:
        """Whether `load_in_bulk` can be called."""
        return self._engine.bulk_load("documents", pd.DataFrame())

    def load_in_bulk(self, portions: Iterable[tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]]) -> None:
        """Write documents that the graph does not hold, all of them or none. Not in a transaction.

        Each table is appended by itself, and the documents are in a state of their own until all is there: those in
        which an interruption leaves them are taken out when the graph is opened, and here.

        Args:
            portions: documents, entities and mentions, as `document_rows` and `mention_rows` make them.
        """
        self._engine.write(statement("load/ladybug/delete_loading"))
        states, entities, mentions = [], [], []
        for documents, of_entities, of_mentions in portions:
            risks = dict.fromkeys(("residual_risk", "pre_risk"), documents["risk"])
            self._add("documents", documents.assign(state=_LOADING, **risks), in_bulk=True)
            states.append(documents[["id", "state"]])
            entities.append(of_entities)
            nodes = documents.set_index("source_id")["id"]
            mentions.append(of_mentions.assign(document_id=of_mentions["source_id"].map(nodes)))
        if states:
            self._add("entities", self._unknown(pd.concat(entities).drop_duplicates("id")), in_bulk=True)
            self._add("mentions", pd.concat(mentions, ignore_index=True), in_bulk=True)
            self._engine.write(statement("load/ladybug/finish_loading"), pd.concat(states))

    def update_weights(self, weights: dict[str, float], direct: Collection[str] = ()) -> None:
        """Give every entity the weight of its type, and say which types are direct; types not named keep theirs."""
        kinds = pd.DataFrame(sorted(weights.items()), columns=["type", "weight"])
        kinds = kinds.assign(direct=kinds["type"].isin(list(direct)))
        self._engine.write(statement("load/update_weights"), kinds)

    def move_documents(self, documents: Iterable[Document]) -> None:
        """Say where documents stand in the input now; their texts and mentions stay."""
        rows = [(one.id, one.source.path, one.source.model_dump_json()) for one in documents]
        frame = pd.DataFrame(rows, columns=["id", "path", "source"], dtype=object)
        self._engine.write(statement("load/move_documents"), frame)

    def stamp_documents(self, source_ids: Iterable[str], run_id: str) -> None:
        """Say which run wrote some documents, or what they mention."""
        rows = pd.DataFrame({"source_id": sorted(source_ids)}, dtype=object).assign(loaded_by=run_id)
        self._engine.write(statement("load/stamp_documents"), rows)

    def loaded_by(self) -> dict[str, str | None]:
        """Source id -> the run that wrote the document last; extracted documents."""
        frame = self._engine.read(statement("read/loaded_by"))
        return dict(zip(frame["source_id"].tolist(), frame["loaded_by"].tolist(), strict=True))

    def delete_documents(self, source_ids: Iterable[str]) -> None:
        """Take documents out, with their mentions and links."""
        named = set(source_ids)
        if not named:
            return
        gone = self._known_documents(named)["source_id"]
        before = self._total("documents")
        for some in _batches(sorted(gone)):
            self._engine.write(statement("load/delete_documents"), source_ids=some)
        self._expect("documents", before - len(gone))

    def forget_texts(self) -> None:
        """Leave nothing of the texts of documents that were taken out or changed."""
        self._engine.forget_texts()

    def delete_mentions(self, source_ids: Iterable[str]) -> None:
        """Forget what some documents mention."""
        for some in _batches(sorted(source_ids)):
            self._engine.write(statement("load/delete_mentions"), source_ids=some)

    def delete_unmentioned_entities(self) -> None:
        """Take out entities that no document mentions; masked ones stay."""
        self._engine.write(statement("load/delete_unmentioned_entities"))

    # Background

    def upsert_background(self, rows: pd.DataFrame) -> None:
        """Write texts that an attacker may know: columns id, source_id, path, content, content_md5."""
        for first in range(0, len(rows), _DOCUMENTS_AT_ONCE):
            self._engine.write(statement("load/upsert_background"), rows.iloc[first : first + _DOCUMENTS_AT_ONCE])
        self._require("background texts", len(set(rows["id"]) & set(self.background()["id"])), len(set(rows["id"])))

    def delete_background(self, ids: Iterable[str]) -> None:
        """Take such texts out."""
        for some in _batches(sorted(ids)):
            self._engine.write(statement("load/delete_background"), ids=some)

    def background(self) -> pd.DataFrame:
        """Columns id, source_id, path, content, content_md5, by source id."""
        return _by_source_id(self._engine.read(statement("read/background")))

    def background_texts(self) -> int:
        """How many there are."""
        return int(self._engine.read(statement("read/background_count"))["texts"].iloc[0])

    def write_resemblances(self, rows: pd.DataFrame) -> None:
        """Columns document_id, background_id, attacker, rank_before, rank_after; they take the place of all others."""
        self._engine.write(statement("load/delete_resemblances"))
        self._engine.write(statement("load/write_resemblances"), rows)
        self._require("resemblances", len(self.resemblances()), len(rows))

    def resemblances(self) -> pd.DataFrame:
        """Columns document_id, source_id, background_id, background, attacker, rank_before, rank_after."""
        found = self._engine.read(statement("read/resemblances"))
        return found.sort_values(["source_id", "background", "attacker"], ignore_index=True)

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

    def derived_links(self, edge_threshold: float, bound: float, suffix_bound: float, hub: int) -> pd.DataFrame:
        """All links that the entities and documents make, as the database finds them; none is written.

        Args:
            edge_threshold: least strength before any mask.
            bound: −log10(1 − threshold), what shared entities must weigh.
            suffix_bound: weight that a document may leave out before documents are joined; less than the bound.
            hub: an entity in more documents than this may be left out up to the whole bound.

        Returns:
            Columns a, b (document ids), strength, residual_strength, hop_risk, via, pre_hop_risk; which end is a is not
            said.
        """
        portions = list(_batches(self.document_risks()["id"]))
        for ids in portions:
            self._engine.write(statement("derive/prefixes"), ids=ids, bound=bound, suffix_bound=suffix_bound, hub=hub)
            self._engine.write(statement("derive/prefix_weights"), ids=ids, bound=bound)
        candidates = [self._engine.read(statement("read/link_candidates"), ids=ids) for ids in portions]
        # Also without any document: an empty table has its columns and types.
        pairs = pd.concat(candidates or [pd.DataFrame({"a": [], "b": []}, dtype=object)], ignore_index=True)
        found = [
            self._engine.read(
                statement("read/link_strengths"),
                pairs.iloc[first : first + _PAIRS_AT_ONCE],
                edge_threshold=edge_threshold,
            )
            for first in range(0, max(len(pairs), 1), _PAIRS_AT_ONCE)
        ]
        return pd.concat(found, ignore_index=True)

    def worst_chains(self, max_chain_length: int, edge_threshold: float, limit: int) -> pd.DataFrame:
        """The `limit` worst chains now of 2..k documents: columns documents, risk, residual_risk, pre_risk."""
        found = [
            self._engine.read(statement(f"read/worst_chains_{length}"), edge_threshold=edge_threshold, limit=limit)
            for length in range(2, max_chain_length + 1)
        ]
        chains = pd.concat([part for part in found if len(part)] or found[:1], ignore_index=True)
        # Neo4j orders texts by UTF-16 units: which end comes first is decided here.
        chains["documents"] = [min(tuple(path), tuple(reversed(path))) for path in chains["documents"]]
        return (
            chains.sort_values(["residual_risk", "documents"], ascending=[False, True])
            .head(limit)
            .reset_index(drop=True)
        )

    def chain_categories(self, policy: Policy, accepted: Iterable[Sequence[str]]) -> tuple[dict[Category, int], int]:
        """Number of chains of 2..k documents in each category, and how many are above their limits now.

        Args:
            accepted: source ids of chains whose risk is accepted.
        """
        totals: dict[Category, int] = {"HIGH": 0, "MEDIUM": 0, "LOW": 0}
        over_policy = 0
        paths = [tuple(chain) for chain in accepted]
        for length in range(2, policy.max_chain_length + 1):
            counted = self._engine.read(
                statement(f"read/chain_categories_{length}"),
                high=HIGH_FROM,
                medium=MEDIUM_FROM,
                **policy.model_dump(include={"edge_threshold", "theta_chain", "rho_high", "rho_medium"}),
                # Never empty: an engine could not tell the type. No path is one blank.
                accepted=["\n".join(one) for path in paths for one in (path, path[::-1])] or [" "],
                tie=TIE,
            )
            for name, chains, over in zip(counted["category"], counted["chains"], counted["over_policy"], strict=True):
                totals[name] += int(chains)
                over_policy += int(over)
        return totals, over_policy

    # Derive, written back: only what differs from what the graph holds

    def write_entity_numbers(self, rows: pd.DataFrame) -> None:
        """Columns id, frequency, uniqueness, importance."""
        self._engine.write(statement("derive/write_entity_numbers"), rows)

    def write_document_risks(self, rows: pd.DataFrame) -> None:
        """Columns id, risk, residual_risk, pre_risk."""
        self._engine.write(statement("derive/write_document_risks"), rows)

    def replace_links(self, links: pd.DataFrame) -> bool:
        """Put links, as `change_links` takes them, in the place of all; False if the engine has no way of its own."""
        # Not in one transaction: what dies in between lacks links, and they are derived again.
        replaced = self._engine.replace_links(links)
        if replaced:
            self._expect("links", len(links))
        return replaced

    def change_links(self, links: pd.DataFrame, gone: pd.DataFrame, changed: pd.DataFrame, new: pd.DataFrame) -> None:
        """Bring the links to what they should be.

        Args:
            links: all that there should be: columns a, b (document ids), strength, residual_strength, hop_risk, via,
                pre_hop_risk.
            gone: columns a, b, as the graph holds them; one row for each link, also of the same two.
            changed, new: those of the links that the graph holds otherwise, and that it lacks.
        """
        if gone.empty and changed.empty and new.empty:
            return
        if self.replace_links(links):
            return
        after = self._total("links") - len(gone) + len(new)
        self._engine.write(statement("derive/delete_links"), gone[["a", "b"]].drop_duplicates())
        self._engine.write(statement("derive/write_links"), changed)
        self._engine.create_links(new)
        self._expect("links", after)

    def change_chains(self, gone: Sequence[str], written: pd.DataFrame) -> None:
        """Bring the worst chains to what they should be.

        Args:
            gone: ids of chains.
            written: those that are new or have other numbers: columns id, documents (source ids), nodes (their ids),
                risk, residual_risk, pre_risk, highest_allowed, accepted, category.
        """
        if gone:
            self._engine.write(statement("derive/delete_chains"), ids=list(gone))
        self._engine.write(statement("derive/write_chains"), written)
        steps = [
            (chain_id, node, position)
            for chain_id, nodes in zip(written["id"], written["nodes"], strict=True)
            for position, node in enumerate(nodes)
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
        """Mask entities.

        Args:
            run_id: that decides.
            rows: columns id, replacement, operator, reason, decided_by, level, leaves_link, relabelled, decided_for
                (source ids), risk_before, risk_after.
        """
        before = self._masked()
        self._engine.write(statement("decide/write_decisions"), rows)
        self._write_decided(run_id, rows)
        self._engine.label_masked()
        self._require("masked entities", self._masked(), before + len(rows))

    def write_labels(self, run_id: str, rows: pd.DataFrame) -> None:
        """Give masked entities a label: columns id, replacement, operator, reason, risk_before, risk_after."""
        self._engine.write(statement("decide/write_labels"), rows)
        self._write_decided(run_id, rows)

    def _write_decided(self, run_id: str, rows: pd.DataFrame) -> None:
        decided = rows.rename(columns={"id": "entity_id"}).assign(run_id=run_id)
        self._engine.write(statement("decide/write_decided"), decided)

    def write_levels(self, rows: pd.DataFrame) -> None:
        """Give masked entities another coarser value, or a label: columns id, replacement, operator, level."""
        self._engine.write(statement("decide/write_levels"), rows)

    def write_generalizations(self, values: pd.DataFrame, ladders: pd.DataFrame) -> None:
        """Say which coarser values are true of masked entities, and forget what was said before.

        Args:
            values: columns id, value, type, weight.
            ladders: columns id, coarser (id of a value), level.
        """
        self._engine.write(statement("decide/delete_generalizations"))
        self.delete_unmentioned_entities()
        self._engine.write(statement("decide/write_coarser_values"), values)
        self._engine.write(statement("decide/write_generalizations"), ladders)

    def clear_decisions(self, ids: Iterable[str] | None = None) -> None:
        """Unmask these entities, or all."""
        if ids is None:
            entities = self.entities()
            ids = entities.loc[entities["masked"], "id"]
        self._engine.write(statement("decide/clear_decisions"), pd.DataFrame({"id": pd.Series(ids, dtype=object)}))
        self._engine.label_masked()

    def write_exported(self, digests: Mapping[str, str], masks: Iterable[str]) -> None:
        """Remember what was exported, to tell the next time what changed.

        Args:
            digests: exported id -> digest of the document.
            masks: ids of the entities that were masked.
        """
        self._engine.write(
            statement("decide/write_exported"),
            exported=json.dumps(dict(digests), sort_keys=True),
            masks=json.dumps(sorted(masks)),
        )

    def remember(self, settings: Remembered) -> None:
        """Keep the settings for the next command."""
        self._engine.write(statement("decide/remember_settings"), settings=settings.model_dump_json())

    # Read

    def documents(self) -> Iterator[tuple[Document, State]]:
        """Every document with its text, by source id; a few megabytes of them are read at a time.

        Raises:
            GraphError: a text is not the one that was written.
        """
        sizes = _by_source_id(self._engine.read(statement("read/document_sizes")))
        portion = np.cumsum(sizes["characters"].to_numpy(np.int64)) // _CHARACTERS_AT_ONCE
        for _, some in sizes.groupby(portion):
            yield from self.documents_of(some)

    def documents_of(self, nodes: pd.DataFrame) -> Iterator[tuple[Document, State]]:
        """Some documents with their texts, by source id.

        Args:
            nodes: column id.

        Raises:
            GraphError: a text is not the one that was written.
        """
        frame = _by_source_id(self._engine.read(statement("read/documents"), nodes))
        rows = frame[["id", "source_id", "content", "content_md5", "metadata", "source", "state"]]
        for node, source_id, content, content_md5, metadata, source, state in rows.itertuples(index=False, name=None):
            document = Document(
                source_id=source_id,
                content=content,
                metadata=json.loads(metadata),
                source=Source.model_validate_json(source),
            )
            if (document.id, document.content_md5) != (node, content_md5):
                raise GraphError(
                    f"graph {self.address}: a document is not as it was written, {source_id!r}; the file may be "
                    "damaged: load into a new graph"
                )
            yield document, state

    def document_versions(self) -> pd.DataFrame:
        """Columns id, source_id, path, content_md5, metadata, source, state."""
        return _by_source_id(self._engine.read(statement("read/document_versions")))

    def document_risks(self) -> pd.DataFrame:
        """Extracted documents, by source id: columns id, source_id, risk, residual_risk, pre_risk."""
        return _by_source_id(self._engine.read(statement("read/document_risks")))

    def entities(self) -> pd.DataFrame:
        """Columns as the properties of Entity, by id; masked is bool."""
        return self._engine.read(statement("read/entities")).astype({"masked": bool})

    def values(self, ids: Iterable[str]) -> dict[str, str]:
        """Id -> value of some entities, for whoever asked to be shown values."""
        entities = self.entities()
        named = entities[entities["id"].isin(set(ids))]
        return dict(zip(named["id"].tolist(), named["value"].tolist(), strict=True))

    def mentions(self) -> pd.DataFrame:
        """Columns source_id, entity_id, relevance."""
        return _flat(self._engine.read(statement("read/mentions")))

    def mentioned_values(self) -> pd.DataFrame:
        """Columns source_id, entity_id, relevance, original_values, found_by, person (or None), confidence."""
        found = _flat(self._engine.read(statement("read/mentioned_values")))
        return found.assign(person=pd.Series([one or None for one in found["person"]], dtype=object))

    def persons(self) -> pd.DataFrame:
        """Whose value each mention is, where somebody says so: columns source_id, entity_id, person."""
        return self._engine.read(statement("read/persons"))

    def links(self, edge_threshold: float = 0.0) -> pd.DataFrame:
        """Links before any mask: source, target, strength, residual_strength, hop_risk, pre_hop_risk, via."""
        return self._engine.read(statement("read/links"), edge_threshold=edge_threshold)

    def chains(self) -> pd.DataFrame:
        """The worst chains, as derived.

        Columns id, documents, risk, residual_risk, pre_risk, highest_allowed, accepted, category, included.
        """
        return self._engine.read(statement("read/chains"))

    def deciding_runs(self, entity_id: str) -> pd.DataFrame:
        """Runs that masked one entity, the last one first: columns id, started_at, reason, risk_before, risk_after."""
        return self._engine.read(statement("read/deciding_runs"), entity_id=entity_id)

    def decided_for(self, entity_id: str) -> list[str]:
        """Source ids of the document or chain that the mask of an entity was decided for; empty if there is none."""
        found = self._engine.read(statement("read/decided_for"), entity_id=entity_id)["documents"].tolist()
        return list(found[0]) if found else []

    def runs(self) -> list[Run]:
        """Commands that wrote, finished or not, the last one first."""
        frame = self._engine.read(statement("read/runs"))
        rows = frame[["id", "started_at", "command", "parameters", "counts"]].itertuples(index=False, name=None)
        return [
            Run(run_id, started_at, command, json.loads(parameters), json.loads(counts) if counts else None)
            for run_id, started_at, command, parameters, counts in rows
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

    def exported_masks(self) -> set[str]:
        """Ids of the entities that were masked in the last export."""
        return set(json.loads(self._engine.read(statement("read/corpus"))["exported_masks"].iloc[0] or "[]"))

    def remembered(self) -> Remembered | None:
        """The settings that this corpus was last loaded or redacted with; None if there were none."""
        settings = self._engine.read(statement("read/corpus"))["settings"].iloc[0]
        return remembered_in(settings) if settings else None

    def _known_documents(self, source_ids: Iterable[str]) -> pd.DataFrame:
        """Columns id, source_id of those that are in the graph."""
        asked = pd.DataFrame({"source_id": sorted(source_ids)}, dtype=object)
        return self._engine.read(statement("read/known_documents"), asked)

    def _masked(self) -> int:
        return int(self._engine.read(statement("read/masked"))["masked"].iloc[0])

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


def _flat(groups: pd.DataFrame) -> pd.DataFrame:
    """One row for each mention, from one for each document with lists."""
    lengths = groups["entity_id"].map(len).to_numpy(np.int64)
    columns = {"source_id": pd.Series(groups["source_id"].to_numpy(object).repeat(lengths), dtype=object)}
    for name in groups.columns[1:]:
        cells = list(itertools.chain.from_iterable(groups[name]))
        columns[name] = pd.Series(cells, dtype=np.float64 if name in ("relevance", "confidence") else object)
    return pd.DataFrame(columns)


def _batches(values: Iterable[str]) -> Iterator[list[str]]:
    ordered = list(values)
    for first in range(0, len(ordered), _DOCUMENTS_AT_ONCE):
        yield ordered[first : first + _DOCUMENTS_AT_ONCE]
