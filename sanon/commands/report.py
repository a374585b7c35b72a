"""Report: gather what a page about the corpus shows, and write it as one file."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np

from sanon import __version__
from sanon.commands.analyze import analyze
from sanon.commands.status import is_decided
from sanon.deciding.demands import risk_limits
from sanon.derivation.derive import Compute
from sanon.derivation.in_arrays import histogram_of_chains
from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.report import tables as tables
from sanon.report.chains import ChainPictures, choose
from sanon.report.names import Names
from sanon.report.page import page
from sanon.results import AttackResult, AuditResult
from sanon.results.report import Histogram, PolicyLists, ReportResult, ShownDocument, Worst
from sanon.results.risks import ByCategory, OverPolicy, Parameters
from sanon.risk.limits import above
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import Rules

_RISKIEST, _RUNS = 15, 40


@dataclass(frozen=True)
class Evidence:
    """What other commands found out about an export.

    Attributes:
        export: its folder.
        audit, attack: what they print with `--format json`.
    """

    export: Path | None = None
    audit: AuditResult | None = None
    attack: AttackResult | None = None


NO_EVIDENCE = Evidence()


def report(
    store: Store,
    *,
    policy: Policy,
    profile: Profile,
    rules: Rules,
    masking: Masking,
    compute: Compute = "auto",
    evidence: Evidence = NO_EVIDENCE,
    show_values: bool = False,
) -> ReportResult:
    """Gather what the page shows.

    Args:
        policy, profile, rules: as for `analyze`.
        masking: how redact chose.
        compute: where numbers are derived, if they must be.
        evidence: what is known of an export.
        show_values: put values of entities on the page.

    Raises:
        ConfigurationError: the rules accept risks of documents that are not there, or `evidence` names no export.
    """
    export = tables.reported_export(store, evidence.export) if evidence.export else None
    analysis = analyze(store, policy=policy, profile=profile, rules=rules, compute=compute)
    documents, links, chains = store.document_risks(), store.links(policy.edge_threshold), store.chains()
    entities, chosen = tables.mentioned(store.entities()), choose(chains)
    riskiest = documents.sort_values(["residual_risk", "source_id"], ascending=[False, True]).head(_RISKIEST)
    looked_at = {
        *riskiest["source_id"],
        *chosen.documents,
        *(source_id for chain in chosen.chains for source_id in chain["documents"]),
        *(text for risk in rules.accepted for text in (*(risk.chain or ()), risk.document, risk.reason) if text),
        *tables.names_in(evidence.audit),
    }
    names = Names(store, profile, looked_at, show_values=show_values)
    pictures = ChainPictures(links, documents, entities, names, show_values=show_values)
    source_ids = documents["source_id"].tolist()
    limits = risk_limits(store, source_ids, policy, rules, date.today())
    accepted = [tuple(source_ids[row] for row in chain) for chain in limits.accepted_chains]
    histogram = histogram_of_chains(documents, links, policy, accepted)
    before, now = (documents[name].to_numpy(np.float64) for name in ("risk", "residual_risk"))
    counts, runs, survey = store.counts(), store.runs(), analysis.chains
    return ReportResult(
        made_at=datetime.now(UTC).replace(microsecond=0),
        sanon_version=__version__,
        values_shown=show_values,
        hidden_names=names.hidden_documents,
        documents=counts["documents"],
        pending=counts["pending"],
        exportable=is_decided(runs),
        entities=len(entities),
        masked=int(entities["masked"].sum()),
        direct_readable=analysis.direct_readable,
        links=len(links),
        chain_count=survey.count,
        by_category=ByCategory.model_validate(dict(survey.by_category)),
        worst=Worst(
            document_before=float(before.max(initial=0.0)),
            document_now=float(now.max(initial=0.0)),
            chain_before=float(chains["risk"].max()) if len(chains) else 0.0,
            chain_now=survey.worst[0].residual_risk if survey.worst else 0.0,
        ),
        documents_over_before=int(above(before, limits.theta_doc).sum()),
        chains_over_before=histogram.over_before,
        over_policy=OverPolicy(documents=analysis.documents_over_policy, chains=survey.over_policy),
        document_risks=tables.histogram(before, now),
        link_strengths=tables.histogram(
            *(links[name].to_numpy(np.float64) for name in ("strength", "residual_strength"))
        ),
        chain_risks=Histogram(before=histogram.before.tolist(), now=histogram.now.tolist()),
        types=tables.types_of(entities, profile),
        operators=tables.operators_of(entities),
        riskiest=[
            ShownDocument(name=names[row["source_id"]], risk=row["risk"], residual_risk=row["residual_risk"])
            for row in riskiest.to_dict("records")
        ],
        chains=pictures.chains(chosen.chains),
        network=pictures.network(chosen.documents),
        hubs=tables.hubs_of(entities, show_values=show_values),
        accepted=tables.accepted_risks(rules, documents, chains, names, date.today()),
        runs=[tables.run_of(run) for run in runs[:_RUNS]],
        strategy=masking.strategy,
        parameters=Parameters(**policy.model_dump(), profile=profile.name),
        lists=PolicyLists(
            always_mask=len(rules.always_mask),
            never_mask=len(rules.never_mask),
            own_limits=len(rules.theta_doc_by_format),
            largest_importance=len(rules.largest_importance),
            costs=len(rules.costs),
        ),
        resembling=tables.resembling(store, masking.candidates),
        export=export,
        audit=tables.safe_audit(evidence.audit, names) if evidence.audit else None,
        # Who was found, and as whom, is for the terminal of whoever attacks.
        attack=evidence.attack.model_copy(update={"found": []}) if evidence.attack else None,
    )


def refuse_target(out: Path, *, overwrite: bool) -> None:
    """Stop before anything is computed if no page could be written.

    Raises:
        ConfigurationError: something lies there, or the folder does not.
    """
    if out.is_dir() or (out.exists() and not overwrite):
        raise ConfigurationError(
            f"{out}: exists already; name another file" + ("" if out.is_dir() else ", or --overwrite")
        )
    if not out.absolute().parent.is_dir():
        raise ConfigurationError(f"{out}: the folder does not exist")


def write_page(found: ReportResult, out: Path, *, overwrite: bool = False) -> int:
    """Write the page, whole or not at all; with values for its owner only. How many bytes it has.

    Raises:
        ConfigurationError: something lies there, or the file cannot be written.
    """
    refuse_target(out, overwrite=overwrite)
    text = page(found).encode("utf-8")
    temporary = out.with_name(f".{out.name[:60]}.{secrets.token_hex(4)}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if found.values_shown else 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            temporary.replace(out)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ConfigurationError(f"{out}: cannot be written: {error.strerror}") from error
    return len(text)
