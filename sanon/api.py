"""The same steps from Python: everything that the commands do, on one corpus.

from sanon import Corpus

with Corpus("claims.graph") as corpus:
    corpus.load("documents/")
    corpus.redact(strategy="optimal")
    corpus.export("protected/")
    corpus.decisions
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, Self, overload

import pandas as pd

from sanon.attack.attackers import attackers_named
from sanon.commands import explain as explaining
from sanon.commands import frontier as trading
from sanon.commands.analyze import analyze
from sanon.commands.attack import attack
from sanon.commands.audit import audit
from sanon.commands.export import Keeping, export
from sanon.commands.hand_out import HandOut, hand_out, handed_out, protected
from sanon.commands.load import load, load_read
from sanon.commands.redact import redact
from sanon.commands.report import Evidence, refuse_target, report, write_page
from sanon.commands.restore import restore
from sanon.commands.status import status
from sanon.commands.what_if import what_if
from sanon.corpus.chunks import Cut
from sanon.corpus.reading import IN_MEMORY, read_records
from sanon.corpus_state.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.corpus_state.remembered import remember
from sanon.errors import ConfigurationError, GraphError
from sanon.export.rewriting import rewriting_of
from sanon.export.signing import read_signing_key
from sanon.extraction.build import Extraction, beside_rules, extraction_of, forget_answers, rules_of
from sanon.extraction.registry import EXTRACTORS, Finder
from sanon.graph.open import by_driver, create_or_open, open_if_there, own_folder
from sanon.graph.store import Store
from sanon.records import Document
from sanon.replacement.vault import read_vault
from sanon.results import (
    AnalyzeResult,
    AttackResult,
    AuditResult,
    ExplainedChain,
    ExplainedDocument,
    ExplainedEntity,
    ExportResult,
    FrontierResult,
    LoadResult,
    RedactResult,
    ReportResult,
    RestoreResult,
    StatusResult,
    WhatIfResult,
)
from sanon.settings.input import DateOrder, Model
from sanon.settings.masking import EVERY_TYPE, Objective, Scope
from sanon.settings.policy import Policy
from sanon.settings.rules import Rules, read_policy_file
from sanon.settings.settings import Settings

if TYPE_CHECKING:
    import neo4j

#: A graph that nobody keeps: it is gone when the corpus is closed.
IN_MEMORY_GRAPH = ":memory:"

Documents = str | Path | pd.DataFrame | Iterable[Document | Mapping[str, object]]


class Corpus:
    """One corpus in one graph.

    What is told here beats what the graph remembers, and that the defaults. A graph is made by `load` and by nothing
    else; what only reads writes nothing.

    Args:
        graph: a folder; the address of a Neo4j server, with NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE from the
            environment; a driver of the package neo4j, which stays open; or `:memory:` for one that is gone when the
            corpus is closed.
        profile: name or file of a profile.
        policy: thresholds; those that are set beat the ones of `policy_file`.
        policy_file: TOML file with thresholds, lists, operators and accepted risks.
        compute: derive numbers in the database ("cypher"), in arrays, or where it is faster.

    Raises:
        ConfigurationError: no such profile, no policy, or not a place for a graph.
    """

    def __init__(
        self,
        graph: str | Path | neo4j.Driver = IN_MEMORY_GRAPH,
        *,
        profile: str | Path | None = None,
        policy: Policy | None = None,
        policy_file: str | Path | None = None,
        compute: Literal["auto", "cypher", "arrays"] = "auto",
    ) -> None:
        thresholds: dict[str, float | str] = {}
        self._rules: Rules | None = None
        if policy_file:
            thresholds, self._rules = read_policy_file(Path(policy_file))
        told: dict[str, object] = {
            **thresholds,
            **(policy.model_dump(include=policy.model_fields_set) if policy else {}),
        }
        self._told = told | {"compute": compute} | ({"profile": str(profile)} if profile else {})
        Settings.of(self._told, rules=self._rules)
        self._folder: TemporaryDirectory[str] | None = None
        if graph == IN_MEMORY_GRAPH:
            self._folder = TemporaryDirectory(prefix="sanon-")
            graph = Path(self._folder.name) / "graph"
        self._open: Callable[[bool], Store | None]
        if isinstance(graph, str | Path):
            address = str(graph)
            self._open = lambda create: create_or_open(address) if create else open_if_there(address)
        else:
            driver = graph
            self._open = lambda create: by_driver(driver, create=create)
        self._store: Store | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the graph; what was written stays, but for one in memory. Safe to call again."""
        if self._store:
            self._store.__exit__()
            self._store = None
        if self._folder:
            self._folder.cleanup()

    def load(
        self,
        docs: Documents,
        *,
        entities: str | Path | None = None,
        extractor: str | Finder = "embedded",
        model: Model | None = None,
        chunk: str | None = None,
        date_order: DateOrder = "auto",
        background: str | Path | None = None,
        id_column: str = "id",
        text_column: str = "content",
        prune: bool = False,
        reextract: bool = False,
    ) -> LoadResult:
        """Bring the graph to what the documents say: `sanon load`.

        Args:
            docs: folder or file; a table; or documents as records of sAnon or as mappings with id, content, metadata.
            entities: file with entities made elsewhere, in place of an extractor.
            extractor: by name, or any object with a name and an `extract`; the rules always run beside it.
            model: of the extractor "openai".
            chunk: cut documents, by "sentences" or "words=N".
            date_order: how dates are read that can be read in two ways.
            background: folder of texts that an attacker may know: redact masks until none of them is found.
            id_column, text_column: of tables and mappings.
            prune: remove documents from the graph that `docs` no longer has.
            reextract: extract unchanged documents again too.

        Raises:
            ConfigurationError: nothing at that path, or a setting that is none; no graph is made.
            InputRejected: there is no document in it.
            GraphError: the graph is in use, unreachable or refused.
        """
        told = self._told | {
            name: value
            for name, value in (
                ("entities", entities),
                ("chunk", str(Cut.parse(chunk)) if chunk else None),
                ("date_order", date_order),
                ("background", background),
                ("id_column", id_column),
                ("text_column", text_column),
                *(model.model_dump(include=model.model_fields_set) if model else {}).items(),
            )
            if value is not None
        }
        own = None if isinstance(extractor, str) else extractor
        if own is None:
            told["extractor"] = EXTRACTORS.named(str(extractor)).name
        for path in (docs, entities, background):
            if isinstance(path, str | Path) and not Path(path).exists():
                raise ConfigurationError(f"{path}: no such file or folder")
        Settings.of(told, rules=self._rules)
        store = self._made()
        settings = self._settings(told)
        if own is not None:
            found = self._load(store, docs, settings, beside_rules(own, settings.profile), prune, reextract)
        else:
            parts = (settings.input, settings.model, settings.tables, settings.profile)
            with extraction_of(*parts, answers=lambda: own_folder(store.address)) as extraction:
                found = self._load(store, docs, settings, extraction, prune, reextract)
            forget_answers(own_folder(store.address), found.removed, found.pending)
        remember(store, settings)
        return found

    def redact(
        self,
        *,
        strategy: str | None = None,
        objective: Objective | None = None,
        time_limit: float | None = None,
        operators: str | Mapping[str, str] | None = None,
        scope: Scope | None = None,
        candidates: int | None = None,
        fresh: bool = False,
        dry_run: bool = False,
        compare: bool = False,
    ) -> RedactResult:
        """Mask until every document and chain is under the policy: `sanon redact`.

        Args:
            strategy: "greedy", "knapsack" or "optimal".
            objective: what a mask costs: "entities" 1, "mentions" their number.
            time_limit: seconds for "optimal".
            operators: one for all types, or type -> operator.
            scope: "document" for another surrogate in each document, "corpus" for one in all.
            candidates: how many other texts of the background must be likelier for each document; 0 turns that off.
            fresh: decide anew; without it earlier masks stay.
            dry_run: choose, but write nothing.
            compare: say what the other strategies would have cost.

        Raises:
            ConfigurationError: no such strategy, operator or type, or fewer candidates than none.
            GraphError: there is no graph yet, or it is in use or refused.
        """
        asked = {
            "strategy": strategy,
            "objective": objective,
            "time_limit": time_limit,
            "scope": scope,
            "candidates": candidates,
        }
        told = self._told | {name: value for name, value in asked.items() if value is not None}
        if operators is not None:
            told["operators"] = {EVERY_TYPE: operators} if isinstance(operators, str) else dict(operators)
        settings = self._settings(told)
        redaction = redact(
            self._existing(),
            policy=settings.policy,
            profile=settings.profile,
            rules=settings.rules,
            masking=settings.masking,
            compute=settings.compute,
            fresh=fresh,
            dry_run=dry_run,
            compare=compare,
        )
        if not dry_run:
            remember(self._existing(), settings)
        return redaction.result()

    def export(
        self,
        out: str | Path,
        *,
        overwrite: bool = False,
        rename: bool = False,
        strict: bool = False,
        vault: str | Path | None = None,
        passphrase: str | None = None,
        sign: str | Path | None = None,
        sign_passphrase: str | None = None,
        model: Model | None = None,
        until_unlinkable: int | None = None,
    ) -> ExportResult:
        """Write the protected corpus: `sanon export`.

        Args:
            out: folder, absent or empty.
            overwrite: replace an earlier export.
            rename: give files and ids keyed pseudonyms.
            strict: write nothing if a direct identifier is left in disguise.
            vault: file that keeps the replaced values, sealed with `passphrase`.
            passphrase: of the vault.
            sign: Ed25519 key in PEM, with which the manifest is signed.
            sign_passphrase: of the key, if it has one.
            model: that rewrites sentences, where an operator or `until_unlinkable` asks for it.
            until_unlinkable: rewrite until no phrase stands in fewer originals than this; at least 2. What is left is
                told in the result.

        Raises:
            PolicyNotMet: nothing was decided since the last load.
            LeakFound: a masked value would have been exported; nothing was written.
            ConfigurationError: the target is not empty, of vault and passphrase one is missing or wrong, the key cannot
                sign, or something is to be rewritten and no model or no endpoint is named.
            ExtractionError: the endpoint that rewrites is gone; nothing was written.
        """
        if until_unlinkable is not None and until_unlinkable < 2:
            raise ConfigurationError(f"until_unlinkable {until_unlinkable}: a phrase stands in one original at least")
        if (vault is None) != (passphrase is None):
            raise ConfigurationError("a vault and its passphrase go together")
        if sign_passphrase is not None and sign is None:
            raise ConfigurationError("a passphrase of a key, and no key")
        key = read_signing_key(Path(sign), lambda: sign_passphrase or "") if sign is not None else None
        store = self._existing()
        settings = self._settings(self._told | (model.model_dump(include=model.model_fields_set) if model else {}))
        with rewriting_of(settings, store, until_unlinkable) as rewriting:
            return export(
                store,
                Path(out),
                profile=settings.profile,
                overwrite=overwrite,
                rename=rename,
                strict=strict,
                keeping=Keeping(Path(vault), passphrase) if vault and passphrase else None,
                sign=key.sign if key else None,
                rewriting=rewriting,
            )

    def restore(self, out: str | Path, back: str | Path, *, vault: str | Path, passphrase: str) -> RestoreResult:
        """Give back the originals of an export by its vault: `sanon restore`. The graph is not asked.

        Args:
            out: the export, as it was written.
            back: folder, absent or empty.
            vault, passphrase: as `export` was told.

        Raises:
            ConfigurationError: not the vault of this export, a wrong passphrase, or `back` is not empty.
        """
        return restore(Path(out), Path(back), read_vault(Path(vault), passphrase))

    def protected(self) -> pd.DataFrame:
        """The protected documents in memory, checked as an export is: columns id, content, metadata.

        Raises:
            PolicyNotMet: nothing was decided since the last load.
            LeakFound: a masked value still stands in one.
        """
        documents = protected(self._existing(), self._settings().profile)
        rows = [(document.source_id, document.content, document.metadata) for document in documents]
        return pd.DataFrame(rows, columns=["id", "content", "metadata"])

    def hand_out(self, *, rename: bool = False, strict: bool = False, without: Collection[str] = ()) -> HandOut:
        """The protected documents in memory, and what differs from what was exported or handed out before.

        Nothing is written: `handed_out` says when others hold them.

        Args:
            rename: give ids keyed pseudonyms.
            strict: refuse if a direct identifier is left in disguise.
            without: ids of documents that stay behind.

        Raises:
            PolicyNotMet: nothing was decided since the last load.
            LeakFound: a masked value still stands in one.
        """
        return hand_out(self._existing(), self._settings().profile, rename=rename, strict=strict, without=without)

    def handed_out(self, what: HandOut) -> None:
        """Remember what others hold now; the next changes are told against it.

        Args:
            what: that was handed out.
        """
        handed_out(self._existing(), what)

    def analyze(self, *, all_chains: bool = False) -> AnalyzeResult:
        """The risks, links and chains, before any mask and now: `sanon analyze`.

        Args:
            all_chains: every chain, not only the worst 100.
        """
        settings = self._settings()
        found = analyze(
            self._existing(),
            policy=settings.policy,
            profile=settings.profile,
            rules=settings.rules,
            compute=settings.compute,
            all_chains=all_chains,
        )
        return found.result()

    @overload
    def explain(self, kind: Literal["entity"], *names: str) -> ExplainedEntity: ...
    @overload
    def explain(self, kind: Literal["document"], *names: str) -> ExplainedDocument: ...
    @overload
    def explain(self, kind: Literal["chain"], *names: str) -> ExplainedChain: ...
    def explain(
        self, kind: Literal["entity", "document", "chain"], *names: str
    ) -> ExplainedEntity | ExplainedDocument | ExplainedChain:
        """Why an entity is masked or kept, what makes a document risky, what carries a chain: `sanon explain`.

        Args:
            kind: of what is explained.
            names: id of the entity, or at least 6 digits of it; source id of the document; source ids of the chain.

        Raises:
            ConfigurationError: there is no such thing.
        """
        if not names or (kind != "chain" and len(names) > 1):
            raise ConfigurationError(f"name one {kind}" if kind != "chain" else "name the documents of the chain")
        store, corpus = self._existing(), self._read()
        if kind == "entity":
            return explaining.explained_entity(store, corpus, names[0]).result(corpus)
        if kind == "document":
            return explaining.document_result(explaining.explained_document(corpus, names[0]), corpus)
        if kind == "chain":
            return explaining.chain_result(explaining.explained_chain(store, corpus, names), corpus)
        raise ConfigurationError(f"{kind!r} cannot be explained: name entity, document or chain")

    def what_if(
        self, *, mask: Sequence[str] = (), keep: Sequence[str] = (), policy: Policy | None = None
    ) -> WhatIfResult:
        """What other masks or thresholds would change: `sanon what-if`. Nothing is written.

        Args:
            mask, keep: ids of entities, or at least 6 digits of each.
            policy: other thresholds, under which masks are chosen anew; None to leave those of now.
        """
        settings, corpus = self._settings(), self._read()
        answer = what_if(
            self._existing(),
            corpus,
            mask=mask,
            keep=keep,
            policy=policy,
            rules=settings.rules,
            masking=settings.masking,
        )
        return answer.result(corpus)

    def frontier(
        self,
        *,
        theta_docs: Sequence[float] = trading.THETA_DOCS,
        theta_chains: Sequence[float] = trading.THETA_CHAINS,
        edge_thresholds: Sequence[float] = trading.EDGE_THRESHOLDS,
    ) -> FrontierResult:
        """How many masks each policy of a grid needs, and what risk it leaves: `sanon frontier`. Nothing is written.

        Masks that hide documents from a background are left out.

        Args:
            theta_docs, theta_chains, edge_thresholds: the grid.
        """
        settings = self._settings()
        found = trading.frontier(
            self._existing(),
            self._read(),
            theta_docs=theta_docs,
            theta_chains=theta_chains,
            edge_thresholds=edge_thresholds,
            rules=settings.rules,
            masking=settings.masking,
        )
        return found.result()

    def audit(self, out: str | Path, *, originals: str | Path | None = None, k: int = 2) -> AuditResult:
        """Judge an export by other means than those that made it: `sanon audit`. Nothing is written.

        Args:
            out: the export.
            originals: the documents of before; by default those of the graph.
            k: a phrase that stands in fewer originals leads back to them.

        Raises:
            ConfigurationError: no originals.
            InputRejected: nothing that can be read.
        """
        settings = self._settings()
        return audit(
            Path(out),
            profile=settings.profile,
            policy=settings.policy,
            extractor=rules_of(settings.profile, settings.tables),
            originals=Path(originals) if originals else None,
            store=self._opened(),
            k=k,
            id_column=settings.input.id_column,
            text_column=settings.input.text_column,
        )

    def attack(
        self,
        out: str | Path,
        *,
        background: str | Path | None = None,
        truth: str | Path | None = None,
        originals: str | Path | None = None,
        attackers: Sequence[str] = (),
        embeddings: str | Path | None = None,
    ) -> AttackResult:
        """Try to find out whom each document of an export is about: `sanon attack`. Nothing is written.

        Args:
            out: the export.
            background: texts about people that an attacker may hold; without, documents are compared with each other.
            truth: CSV with the columns document and person.
            originals: the documents of before; by default those of the graph.
            attackers: "tfidf", "bm25", "characters", "embeddings"; the first three by default.
            embeddings: folder of a sentence embedding model; that of the extra by default.

        Raises:
            ConfigurationError: no such attacker, nothing to compare, or nothing that says which text is right.
            InputRejected: no texts that can be read, or a truth that names what is not there.
        """
        reading = self._settings().input
        return attack(
            Path(out),
            background=Path(background) if background else None,
            truth=Path(truth) if truth else None,
            originals=Path(originals) if originals else None,
            store=self._opened(),
            attackers=attackers_named(attackers, Path(embeddings) if embeddings else None),
            id_column=reading.id_column,
            text_column=reading.text_column,
        ).result

    def report(
        self,
        out: str | Path,
        *,
        exported: str | Path | None = None,
        audit: AuditResult | None = None,
        attack: AttackResult | None = None,
        show_values: bool = False,
        overwrite: bool = False,
    ) -> ReportResult:
        """Write a page to look at: `sanon report`.

        Args:
            out: the HTML file.
            exported: folder of an export of this graph.
            audit, attack: what was found out about it.
            show_values: put values of entities on the page.
            overwrite: replace the file.

        Raises:
            ConfigurationError: something lies at `out`, or no export at `exported`.
        """
        refuse_target(Path(out), overwrite=overwrite)
        settings = self._settings()
        found = report(
            self._existing(),
            policy=settings.policy,
            profile=settings.profile,
            rules=settings.rules,
            masking=settings.masking,
            compute=settings.compute,
            evidence=Evidence(Path(exported) if exported else None, audit, attack),
            show_values=show_values,
        )
        write_page(found, Path(out), overwrite=overwrite)
        return found

    def status(self) -> StatusResult:
        """What the graph holds, what is pending, and what ran last: `sanon status`."""
        return status(self._existing())

    @property
    def documents(self) -> pd.DataFrame:
        """Columns id, source_id, risk, residual_risk."""
        return self._existing().document_risks()

    @property
    def entities(self) -> pd.DataFrame:
        """Columns as the properties of Entity in docs/graph.md; holds values."""
        return self._existing().entities()

    @property
    def mentions(self) -> pd.DataFrame:
        """Columns source_id, entity_id, relevance, original_values, found_by, person; by the two ids; holds values."""
        mentions = self._existing().mentioned_values()
        return mentions.sort_values(["source_id", "entity_id"], ignore_index=True)

    @property
    def links(self) -> pd.DataFrame:
        """Columns source, target, strength, residual_strength, hop_risk, via."""
        return self._existing().links()

    @property
    def chains(self) -> pd.DataFrame:
        """The worst chains: columns documents, risk, residual_risk, category."""
        items = [item.model_dump() for item in self.analyze().chains.items]
        return pd.DataFrame(items, columns=["documents", "risk", "residual_risk", "category"])

    @property
    def decisions(self) -> pd.DataFrame:
        """Masked entities: columns id, type, replacement, operator, reason, decided_by."""
        entities = self._existing().entities()
        shown = ["id", "type", "replacement", "operator", "reason", "decided_by"]
        return entities.loc[entities["masked"].astype(bool), shown].reset_index(drop=True)

    def _load(
        self,
        store: Store,
        docs: Documents,
        settings: Settings,
        extraction: Extraction,
        prune: bool,
        reextract: bool,
    ) -> LoadResult:
        reading = settings.input
        cut = Cut.parse(reading.chunk) if reading.chunk else None
        if isinstance(docs, str | Path):
            return load(
                store,
                Path(docs),
                extraction=extraction,
                profile=settings.profile,
                policy=settings.policy,
                compute=settings.compute,
                id_column=reading.id_column,
                text_column=reading.text_column,
                skip=[Path(store.address), *([reading.entities] if reading.entities else [])],
                prune=prune,
                reextract=reextract,
                cut=cut,
                date_order=reading.date_order,
                background=reading.background,
            )
        records = _rows(docs, reading.id_column) if isinstance(docs, pd.DataFrame) else docs
        return load_read(
            store,
            read_records(records, id_column=reading.id_column, text_column=reading.text_column),
            IN_MEMORY,
            extraction=extraction,
            profile=settings.profile,
            policy=settings.policy,
            compute=settings.compute,
            prune=prune,
            reextract=reextract,
            cut=cut,
            date_order=reading.date_order,
            background=reading.background,
        )

    def _settings(self, told: Mapping[str, object] | None = None) -> Settings:
        store = self._store or self._opened()
        remembered = store.remembered() if store else None
        return Settings.of(told if told is not None else self._told, remembered, rules=self._rules)

    def _read(self) -> CorpusInGraph:
        settings = self._settings()
        return read_corpus_in_graph(
            self._existing(), settings.policy, settings.profile, settings.rules, settings.masking
        )

    def _opened(self) -> Store | None:
        self._store = self._store or self._open(False)
        return self._store

    def _existing(self) -> Store:
        store = self._opened()
        if store is None:
            raise GraphError("there is no graph yet: load documents first")
        return store

    def _made(self) -> Store:
        store = self._opened() or self._open(True)
        assert store is not None  # noqa: S101 - for the type checker: it was made
        self._store = store
        return store


def _rows(table: pd.DataFrame, id_column: str) -> list[dict[str, object]]:
    """A table as mappings of what JSON holds; numbers as ids become texts, as in a CSV file."""
    rows: list[dict[str, object]] = json.loads(table.to_json(orient="records", date_format="iso"))
    return [row | ({id_column: str(row[id_column])} if row.get(id_column) is not None else {}) for row in rows]
