"""Everything that the commands do, from Python, on one corpus.

from sanon import Corpus

with Corpus("claims.graph") as corpus:
    corpus.load("documents/")
    corpus.redact(strategy="optimal")
    corpus.export("protected/")
    corpus.decisions
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

import pandas as pd

from sanon import results
from sanon.commands.analyze import ANALYZE
from sanon.commands.attack import ATTACK
from sanon.commands.audit import AUDIT
from sanon.commands.command import Command
from sanon.commands.doctor import DOCTOR
from sanon.commands.estimate import ESTIMATE
from sanon.commands.explain import EXPLAIN
from sanon.commands.export import EXPORT
from sanon.commands.frontier import FRONTIER
from sanon.commands.hand_out import HandOut, hand_out, handed_out
from sanon.commands.init import INIT
from sanon.commands.load import LOAD
from sanon.commands.protect import PROTECT
from sanon.commands.redact import REDACT
from sanon.commands.report import REPORT
from sanon.commands.restore import RESTORE, RESTORE_TEXT
from sanon.commands.resume import RESUME
from sanon.commands.review import REVIEW
from sanon.commands.run import RUN, RunRequest
from sanon.commands.serve import SERVE
from sanon.commands.session import Session
from sanon.commands.spark import SPARK
from sanon.commands.status import STATUS
from sanon.commands.tune import TUNE
from sanon.commands.verify import VERIFY
from sanon.commands.what_if import WHAT_IF
from sanon.extraction.registry import Finder
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.records import Document
from sanon.settings.source import Source

if TYPE_CHECKING:
    import neo4j

#: A graph that nobody keeps: it is gone when the corpus is closed.
IN_MEMORY_GRAPH = ":memory:"

Documents = str | Path | pd.DataFrame | Iterable[Document | Mapping[str, object] | str]
_R = TypeVar("_R", bound=results.Result)


class Corpus:
    """One corpus in one graph; every command of the terminal is a method.

    Settings bear the names of the options, with _ for -: `theta_doc`, `strategy`, `extractor`. Those of a call count
    before those of the corpus, these before what the graph remembers, and that before the defaults. A graph is made by
    `load` and `run` and by nothing else; what only reads writes nothing.

    Args:
        graph: a folder; the address of a Neo4j server, with NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE from the
            environment; a driver of the package neo4j, which stays open; or `:memory:` for one that is gone when the
            corpus is closed.
        config: TOML file with settings and recognizers, as `sanon.toml` is for the commands.
        policy_file: TOML file with limits, lists, operators and accepted risks.
        progress: shows how far a call is.
        settings: by name; `policy=Policy(...)` and `model=Model(...)` stand for their fields that are set.

    Raises:
        ConfigurationError: a setting is none or has a wrong value, or a file cannot be used.
    """

    def __init__(
        self,
        graph: str | Path | neo4j.Driver = IN_MEMORY_GRAPH,
        *,
        config: str | Path | None = None,
        policy_file: str | Path | None = None,
        progress: Progress = silent,
        **settings: object,
    ) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._progress = progress
        source = Source.named(config=config, policy_file=policy_file, **settings)
        if graph == IN_MEMORY_GRAPH:
            self._folder = TemporaryDirectory(prefix="sanon-")
            graph = Path(self._folder.name) / "graph"
        self._session = Session(graph, source)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the graph; what was written stays, but for one in memory. Safe to call again."""
        self._session.close()
        if self._folder:
            self._folder.cleanup()

    def load(
        self,
        docs: Documents,
        *,
        prune: bool = False,
        reextract: bool = False,
        extractor: str | Finder | None = None,
        **settings: object,
    ) -> results.LoadResult:
        """Bring the graph to what documents say: `sanon load`."""
        own = None if isinstance(extractor, str | None) else extractor
        named = {**settings, "extractor": extractor if own is None else None}
        fields = {"docs": docs, "prune": prune, "reextract": reextract, "own_extractor": own}
        return self._run(LOAD, fields | {"settings": named})

    def resume(self, **settings: object) -> results.LoadResult:
        """Go on with the last load, if it was interrupted or left documents pending: `sanon load --resume`."""
        return self._run(RESUME, locals())

    def estimate(self, docs: str | Path, *, reextract: bool = False, **settings: object) -> results.EstimateResult:
        """What a load would ask a language model, and what that takes: `sanon load --estimate`."""
        return self._run(ESTIMATE, locals())

    def redact(
        self,
        *,
        fresh: bool = False,
        dry_run: bool = False,
        compare: bool = False,
        show_values: bool = False,
        **settings: object,
    ) -> results.RedactResult:
        """Mask until every document and chain is under the policy: `sanon redact`."""
        return self._run(REDACT, locals())

    def export(
        self,
        out: str | Path,
        *,
        overwrite: bool = False,
        rename: bool = False,
        strict: bool = False,
        csv_safe: bool = True,
        vault: str | Path | None = None,
        passphrase: str | None = None,
        sign: str | Path | None = None,
        sign_passphrase: str | None = None,
        until_unlinkable: int | None = None,
        **settings: object,
    ) -> results.ExportResult:
        """Write the protected corpus: `sanon export`."""
        return self._run(EXPORT, locals())

    def run(self, docs: Documents, out: str | Path, *, fresh: bool = False, **options: Any) -> results.RunResult:
        """Load documents, decide, and export, in one go: `sanon run`.

        Nothing is exported while a risk is over policy.
        """
        own = options.pop("extractor", None)
        named = {"extractor": own} if isinstance(own, str) else {}
        fields = {name: options.pop(name) for name in list(options) if name in RunRequest.model_fields}
        fields |= {"docs": docs, "out": out, "fresh": fresh, "own_extractor": None if named else own}
        return self._run(RUN, fields | {"settings": {**options, **named}})

    def spark(
        self,
        docs: str | Path,
        out: str | Path,
        *,
        master: str = "local[*]",
        sign: str | Path | None = None,
        sign_passphrase: str | None = None,
        **settings: object,
    ) -> results.SparkResult:
        """Load, decide and write on a cluster, without a graph: `sanon run --engine spark`."""
        return self._run(SPARK, locals())

    def protect(self, texts: Documents, **settings: object) -> results.ProtectResult:
        """Protect texts in memory, decided about as one corpus: `sanon run - -`. Nothing is left in any graph."""
        return self._run(PROTECT, locals())

    def serve(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 8750,
        token: str | None = None,
        max_bytes: int = 10_000_000,
        max_documents: int = 1_000,
        workers: int = 2,
        **settings: object,
    ) -> results.ServeResult:
        """Protect texts over HTTP until Control+C: `sanon serve`. Nothing is left in any graph."""
        return self._run(SERVE, locals())

    def restore(
        self, out: str | Path, back: str | Path, *, vault: str | Path, passphrase: str
    ) -> results.RestoreResult:
        """Give back the originals of an export by its vault: `sanon restore`. The graph is not asked."""
        return self._run(RESTORE, locals())

    def restore_text(self, text: str, *, vault: str | Path, passphrase: str) -> str:
        """Put what pseudonyms and surrogates stand for in their place: `sanon restore --text`."""
        return self._run(RESTORE_TEXT, locals()).text

    def protected(self) -> pd.DataFrame:
        """The protected documents in memory, checked as an export is: columns id, content, metadata.

        Raises:
            PolicyNotMet: nothing was decided since the last load.
            LeakFound: a masked value still stands in one.
        """
        documents = self.hand_out().documents.values()
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
        profile = self._session.settings().profile
        return hand_out(self._existing(), profile, rename=rename, strict=strict, without=without)

    def handed_out(self, what: HandOut) -> None:
        """Remember what others hold now; the next changes are told against it."""
        handed_out(self._existing(), what)

    def analyze(
        self,
        *,
        all_chains: bool = False,
        entities: Literal["all", "masked", "readable"] = "all",
        rows: int | None = None,
        show_values: bool = False,
        **settings: object,
    ) -> results.AnalyzeResult:
        """The risks, links and chains, before any mask and now: `sanon analyze`."""
        return self._run(ANALYZE, locals())

    @overload
    def explain(
        self, kind: Literal["entity"], *names: str, show_values: bool = False, **settings: object
    ) -> results.ExplainedEntity: ...
    @overload
    def explain(
        self, kind: Literal["document"], *names: str, show_values: bool = False, **settings: object
    ) -> results.ExplainedDocument: ...
    @overload
    def explain(
        self, kind: Literal["chain"], *names: str, show_values: bool = False, **settings: object
    ) -> results.ExplainedChain: ...
    def explain(
        self,
        kind: Literal["entity", "document", "chain"],
        *names: str,
        show_values: bool = False,
        **settings: object,
    ) -> results.Explained:
        """Why an entity is masked or kept, what makes a document risky, what carries a chain: `sanon explain`."""
        found: results.Explained = self._run(EXPLAIN, locals())
        return found

    def what_if(
        self, *, mask: Sequence[str] = (), keep: Sequence[str] = (), show_values: bool = False, **settings: object
    ) -> results.WhatIfResult:
        """What other masks, limits or operators would change: `sanon what-if`. Nothing is written."""
        return self._run(WHAT_IF, locals())

    def frontier(
        self,
        *,
        theta_docs: Sequence[float] | None = None,
        theta_chains: Sequence[float] | None = None,
        edge_thresholds: Sequence[float] | None = None,
        plot: str | Path | None = None,
        **settings: object,
    ) -> results.FrontierResult:
        """How many masks each policy of a grid needs, and what risk it leaves: `sanon frontier`.

        Nothing is written to the graph. Masks that hide documents from a background are left out.
        """
        return self._run(FRONTIER, locals())

    def audit(
        self,
        out: str | Path,
        *,
        originals: str | Path | None = None,
        k: int = 2,
        record: bool = False,
        sign: str | Path | None = None,
        sign_passphrase: str | None = None,
        **settings: object,
    ) -> results.AuditResult:
        """Judge an export by other means than those that made it: `sanon audit`. The graph is only read."""
        return self._run(AUDIT, locals())

    def verify(self, out: str | Path, key: str | Path) -> results.VerifyResult:
        """Whether an export is what somebody signed: `sanon audit --verify-key`. The graph is not asked."""
        return self._run(VERIFY, locals())

    def attack(
        self,
        out: str | Path,
        *,
        background: str | Path | None = None,
        truth: str | Path | None = None,
        originals: str | Path | None = None,
        attackers: Sequence[str] = (),
        embeddings: str | Path | None = None,
        open_set: bool = False,
        reader: str | None = None,
        at_most: float | None = None,
        record: bool = False,
        sign: str | Path | None = None,
        sign_passphrase: str | None = None,
        show_values: bool = False,
        **settings: object,
    ) -> results.AttackResult:
        """Try to find out whom each document of an export is about: `sanon attack`. The graph is only read."""
        return self._run(ATTACK, locals())

    def report(
        self,
        out: str | Path,
        *,
        exported: str | Path | None = None,
        audit: results.AuditResult | None = None,
        attack: results.AttackResult | None = None,
        overwrite: bool = False,
        show_values: bool = False,
        **settings: object,
    ) -> results.ReportResult:
        """Write a page to look at: `sanon report`."""
        return self._run(REPORT, locals())

    def review(
        self,
        *,
        decisions: str | Path | None = None,
        port: int = 0,
        no_open: bool = False,
        **settings: object,
    ) -> results.ReviewResult:
        """Look at documents side by side in the browser, and decide, until Control+C: `sanon review`."""
        return self._run(REVIEW, locals())

    def tune(
        self,
        docs: str | Path,
        *,
        entities: str | Path,
        labels: str | Path | None = None,
        out: str | Path | None = None,
        edge_thresholds: Sequence[float] | None = None,
        risk_thresholds: Sequence[float] | None = None,
        context_strengths: Sequence[float] | None = None,
        **settings: object,
    ) -> results.TuneResult:
        """What thresholds do on documents that somebody has annotated: `sanon tune`. The graph is not touched."""
        return self._run(TUNE, locals())

    def status(self) -> results.StatusResult:
        """What the graph holds, what is pending, and what ran last: `sanon status`."""
        return self._run(STATUS, locals())

    def doctor(self, **settings: object) -> results.DoctorResult:
        """Whether sAnon can work here, and what to do if not: `sanon doctor`. Closes the graph first."""
        self._session.close()
        return self._run(DOCTOR, locals())

    def init(
        self, folder: str | Path = ".", *, preset: str = "default", overwrite: bool = False, **settings: object
    ) -> results.InitResult:
        """Write a commented sanon.toml and policy.toml to begin with: `sanon init`. The graph is not asked."""
        return self._run(INIT, locals())

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
        """Columns source_id, entity_id, relevance, original_values, found_by, person, confidence; holds values.

        Confidence is that of the surest extractor, in [0, 1]: 1 where a rule, a file or a person says so.
        """
        mentions = self._existing().mentioned_values()
        return mentions.sort_values(["source_id", "entity_id"], ignore_index=True)

    @property
    def links(self) -> pd.DataFrame:
        """Columns source, target, strength, residual_strength, hop_risk, via."""
        return self._existing().links()

    @property
    def chains(self) -> pd.DataFrame:
        """The worst chains: columns documents, risk, residual_risk, category."""
        items = [item.model_dump() for item in self.analyze(rows=100).chains.items]
        return pd.DataFrame(items, columns=["documents", "risk", "residual_risk", "category"])

    @property
    def decisions(self) -> pd.DataFrame:
        """Masked entities: columns id, type, replacement, operator, reason, decided_by."""
        entities = self._existing().entities()
        shown = ["id", "type", "replacement", "operator", "reason", "decided_by"]
        return entities.loc[entities["masked"].astype(bool), shown].reset_index(drop=True)

    def _run(self, command: Command[Any, _R], given: Mapping[str, Any]) -> _R:
        """Run a command.

        Args:
            given: arguments of the method: fields of the request, and `settings` with the others.
        """
        fields = {name: value for name, value in given.items() if name not in ("self", "settings")}
        named = Source.named(**given.get("settings", {}))
        return self._session.run(command, command.request.of(**fields), named, self._progress)

    def _existing(self) -> Store:
        store = self._session.opened("needed")
        assert store is not None  # noqa: S101 - for the type checker: it is needed
        return store


#: What the methods take besides the fields of their requests.
_BESIDES = {
    "extractor": "By name, or any object with a name and an `extract`; the rules always run beside it.",
    "options": "Other arguments and settings of `load`, `redact` and `export`.",
}


def _described(method: Callable[..., object], command: Command[Any, Any]) -> str:
    """The docstring of the method of a command: its own words, then what request, settings and command say."""
    meanings = {name: field.description for name, field in command.request.model_fields.items()} | _BESIDES
    meanings["settings"] = f"Of this call: {', '.join(sorted(command.settings))}."
    arguments = [f"{name}: {meanings[name]}" for name in inspect.signature(method).parameters if name != "self"]
    errors = ["ConfigurationError: a setting is none of this command, or has a wrong value."]
    if command.graph != "none":
        errors.append("GraphError: the graph is missing where one is needed, in use, unreachable or refused.")
    _, _, raised = (inspect.getdoc(command.run) or "").partition("Raises:\n")
    sections = {"Args": arguments, "Raises": [*errors, *dedent(raised).splitlines()]}
    said = [f"{title}:\n" + indent("\n".join(some), "    ") for title, some in sections.items() if some]
    return "\n\n".join([inspect.getdoc(method) or "", *said])


for _one in [one for one in globals().values() if isinstance(one, Command)]:
    _method = getattr(Corpus, _one.name.replace("-", "_"))
    _method.__doc__ = _described(_method, _one)
