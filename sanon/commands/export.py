"""Export: write the corpus with everything replaced that the graph says is masked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version
from typing import Annotated, Any

from pydantic import Field

from sanon.commands.command import ASKING, Command, Terminal
from sanon.commands.signing import Passphrase, Signed, text_of
from sanon.corpus_state.runs import recorded_run
from sanon.derivation.derive import DERIVED_FROM
from sanon.errors import ConfigurationError
from sanon.export.changes import LastExport
from sanon.export.export import export_corpus
from sanon.export.folder import check_target, refuse_inside
from sanon.export.manifest import Statement
from sanon.export.redacted import redacted_corpus
from sanon.export.rewriting import CorpusRewriting, readable_values, rewriting_of
from sanon.graph.engine import is_address
from sanon.graph.store import Run, Store
from sanon.progress import Progress, silent, working
from sanon.replacement.vault import VaultWriter, read_vault
from sanon.results import ExportResult
from sanon.results.export import Making, RisksBeforeAndAfter
from sanon.settings.profile import Profile
from sanon.settings.rules import Rules
from sanon.settings.settings import Remembered, Settings


class ExportRequest(Signed):
    """What to write."""

    out: Annotated[Path, Terminal(argument=True)] = Field(description="Folder, absent or empty.")
    overwrite: bool = Field(default=False, description="Replace an earlier export at OUT.")
    rename: bool = Field(
        default=False, description="Give files and ids pseudonyms, the same in each export of the graph."
    )
    strict: bool = Field(
        default=False,
        description="Write nothing if a direct identifier stands in another form in an id, a file name or a name of "
        "metadata, where nothing is replaced.",
    )
    csv_safe: bool = Field(
        default=True,
        description="Put an apostrophe before cells of CSV files that a spreadsheet would run as formulas: those that "
        "begin with = + - @ and are no numbers. restore takes it away.",
    )
    vault: Path | None = Field(
        default=None, description="File that also gets what was replaced, encrypted, for sanon restore."
    )
    passphrase: Annotated[Passphrase | None, Terminal(python_only=True)] = Field(
        default=None, description="Passphrase of the vault.", exclude=True
    )
    until_unlinkable: Annotated[int | None, Terminal(metavar="K")] = Field(
        default=None,
        ge=2,
        description="Have a language model rewrite sentences until no phrase stands in fewer than K of the original "
        "documents, or a round changes nothing.",
    )

    def prepared(self, graph: str) -> Prepared:
        """Target, keys and passphrases, before anything is computed.

        Args:
            graph: address of the graph that is exported.

        Raises:
            ConfigurationError: the target is taken or holds the graph, a key or vault cannot be used, or a vault has
                no passphrase.
        """
        if not is_address(graph):
            refuse_inside(self.out, Path(graph), "graph")
        check_target(self.out, overwrite=self.overwrite)
        return self.keys()

    def keys(self) -> Prepared:
        """Keys and passphrases.

        Raises:
            ConfigurationError: a key or vault cannot be used, or a vault has no passphrase.
        """
        if (self.vault is None) != (self.passphrase is None):
            raise ConfigurationError("a vault and its passphrase go together: name both")
        passphrase = text_of(self.passphrase)
        if self.sign is not None:
            refuse_inside(self.out, self.sign, "key")
        if self.vault is not None:
            refuse_inside(self.out, self.vault, "vault")
            if self.vault.exists():
                read_vault(self.vault, passphrase or "")
        return Prepared(self.signature(), passphrase)


@dataclass(frozen=True)
class Prepared:
    """What an export needs to know before it begins.

    Attributes:
        sign: gives the signature of some bytes; None to sign nothing.
        passphrase: of the vault; None without one.
    """

    sign: Callable[[bytes], bytes] | None
    passphrase: str | None


def run(store: Store, settings: Settings, request: ExportRequest, progress: Progress = silent) -> ExportResult:
    """Write every extracted document, chunks put together again; pending ones stay behind.

    A vault is written before the export is in place: whatever is there, its vault can restore it.

    Raises:
        PolicyNotMet: documents were loaded since the last decisions, or none were ever made.
        InputRejected: there is no document to export.
        ConfigurationError: the target, the vault or the key cannot be used, or no model is named and one is needed.
        GraphError: the graph has lost chunks of a document; nothing was written.
        LeakFound: a masked value would have been exported; nothing was written.
        ExtractionError: the endpoint that rewrites is gone; nothing was written.
    """
    return write(store, settings, request, request.prepared(store.address), progress)


def write(
    store: Store,
    settings: Settings,
    request: ExportRequest,
    prepared: Prepared,
    progress: Progress = silent,
    folder: Path | None = None,
) -> ExportResult:
    """Write what was prepared, to `folder` if that is another than the request names; see `run`."""
    store.claim()
    profile = settings.profile
    counts, vault = store.counts(), None
    if request.vault is not None and prepared.passphrase is not None:
        vault = VaultWriter(request.vault, prepared.passphrase, store.pseudonym_key())
    corpus = redacted_corpus(store, profile)
    statement = Statement(
        parameters=_parameters(store, profile),
        counts={"documents": len(corpus.extracted), "pending": len(corpus.pending)}
        | {name: counts[name] for name in ("entities", "masked")},
        making=_making(store),
        sign=prepared.sign,
    )
    with (
        rewriting_of(settings, store, request.until_unlinkable, progress) as rewriting,
        working(progress, "exporting"),
    ):
        if rewriting:
            by_model = CorpusRewriting(corpus, readable_values(store, corpus.owners), rewriting)
            leaving = by_model.leaving(corpus.redacted)
        else:
            by_model, leaving = None, iter(progress(corpus.redacted, "protecting", len(corpus.extracted)))
        result, digests = export_corpus(
            folder or request.out,
            corpus._replace(redacted=leaving),
            statement,
            LastExport.of(store),
            overwrite=request.overwrite,
            rename_key=store.pseudonym_key() if request.rename else None,
            strict=request.strict,
            csv_safe=request.csv_safe,
            vault=vault,
        )
    remember_exported(store, digests, [entity.id for entity in corpus.masked], str(request.out))
    return result.model_copy(update={"out": str(request.out), "rewriting": by_model.report() if by_model else None})


def remember_exported(store: Store, digests: Mapping[str, str], masked: Collection[str], out: str) -> None:
    """Remember what others hold from now on; the next changes are told against it.

    Args:
        digests: exported id -> digest of the document.
        masked: ids of the entities that are masked in it.
    """
    last = store.runs()[0]
    # Numbers that are complete stay so: an export derives none.
    parameters = {name: last.parameters[name] for name in DERIVED_FROM if last.finished and name in last.parameters}
    with recorded_run(store, "export", parameters | {"out": out}) as (_, counts):
        store.write_exported(digests, masked)
        counts |= {"documents": len(digests), "masked": len(masked)}


def _parameters(store: Store, profile: Profile) -> dict[str, Any]:
    """By what the last run of redact decided."""
    decided, remembered = _last(store, "redact"), store.remembered() or Remembered()
    policy, strategy = decided.parameters["policy"], decided.parameters["strategy"]
    return manifest_parameters(profile, policy, strategy, remembered.masking.operators, remembered.rules)


def manifest_parameters(
    profile: Profile, policy: dict[str, Any], strategy: str, operators: Mapping[str, str], rules: Rules
) -> dict[str, Any]:
    """By what was decided. Of the rules of a policy file their types and numbers, no value: digests can be guessed."""
    return {
        "profile": profile.name,
        "policy": policy,
        "strategy": strategy,
        "operators": dict(sorted(operators.items())),
        "rules": {
            "always_mask": [rule.type for rule in rules.always_mask],
            "never_mask": [rule.type for rule in rules.never_mask],
            "largest_importance": dict(sorted(rules.largest_importance.items())),
            "theta_doc_by_format": sorted(rules.theta_doc_by_format.values()),
            "costs": dict(sorted(rules.costs.items())),
            "accepted_until": sorted(one.until.isoformat() for one in rules.accepted),
        },
    }


def _making(store: Store) -> Making:
    decided, loaded = _last(store, "redact"), _last(store, "load")
    counts = decided.counts or {}
    return Making(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        run_id=decided.id,
        decided_at=decided.started_at,
        python=python_version(),
        extractor=str(loaded.parameters.get("extractor")),
        model=loaded.parameters.get("model"),
        risks=RisksBeforeAndAfter.model_validate({"before": counts["unmasked"], "after": counts["after"]}),
    )


def _last(store: Store, command: str) -> Run:
    return next(run for run in store.runs() if run.command == command and run.finished)


EXPORT = Command("export", ExportRequest, run, graph="needed", settings=ASKING | {"profile"})
