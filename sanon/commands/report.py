"""Report: gather what a page about the corpus shows, and write it as one file."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from sanon import __version__
from sanon.atomic import write_whole
from sanon.commands import analyze
from sanon.commands.analyze import AnalyzeRequest
from sanon.commands.command import LIMITS, Command, Request, Terminal
from sanon.corpus_state.runs import is_decided
from sanon.deciding.corpus_in_graph import read_corpus_in_graph
from sanon.deciding.demands import risk_limits
from sanon.derivation.in_arrays import histogram_of_chains
from sanon.errors import ConfigurationError, accessing
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.report import tables
from sanon.report.chains import ChainPictures, choose
from sanon.report.names import Names
from sanon.report.page import page
from sanon.results import AttackResult, AuditResult
from sanon.results.report import Histogram, PolicyLists, ReportResult, Worst
from sanon.risk.limits import above
from sanon.settings.settings import Settings

_RISKIEST, _RUNS = 15, 40


class ReportRequest(Request):
    """The page, and what other commands found out about an export."""

    out: Annotated[Path, Terminal(argument=True)] = Field(description="The HTML file to write.")
    exported: Annotated[Path | None, Terminal(flag="export")] = Field(
        default=None,
        description="An export of this graph, by default the last one if it still lies there: say what it holds, and "
        "whether it was changed.",
    )
    audit: AuditResult | None = Field(default=None, description="What `sanon audit --format json` printed.")
    attack: AttackResult | None = Field(default=None, description="What `sanon attack --format json` printed.")
    overwrite: bool = Field(default=False, description="Replace the file OUT.")
    show_values: bool = Field(
        default=False, description="Put values of entities on the page; it is as secret as they are."
    )


def run(store: Store, settings: Settings, request: ReportRequest, progress: Progress = silent) -> ReportResult:
    """Gather what the page shows, and write it, whole or not at all; with values for its owner only.

    Raises:
        ConfigurationError: something lies at the path, there is no export where one is named, or the rules accept
            risks of documents that are not there.
    """
    _refuse_target(request.out, overwrite=request.overwrite)
    with working(progress, "measuring"):
        result = _gathered(store, settings, request)
        with accessing(request.out, "written"):
            write_whole(request.out, page(result).encode("utf-8"), 0o600 if result.values_shown else 0o666)
    return result


def _gathered(store: Store, settings: Settings, request: ReportRequest) -> ReportResult:
    """What the page shows; nothing is written."""
    policy, profile, rules = settings.policy, settings.profile, settings.rules
    exported = request.exported or tables.last_export(store)
    analysis = analyze.run(store, settings, AnalyzeRequest(rows=1))
    documents, links, chains = store.document_risks(), store.links(policy.edge_threshold), store.chains()
    entities, chosen = tables.mentioned(store.entities()), choose(chains)
    source_ids = documents["source_id"].tolist()
    limits = risk_limits(store, source_ids, settings)
    riskiest = documents.assign(limit=limits.theta_doc)
    riskiest = riskiest.sort_values(["residual_risk", "source_id"], ascending=[False, True]).head(_RISKIEST)
    looked_at = {
        *riskiest["source_id"],
        *chosen.documents,
        *(source_id for chain in chosen.chains for source_id in chain["documents"]),
        *(text for risk in rules.accepted for text in (*(risk.chain or ()), risk.document, risk.reason) if text),
        *tables.names_in(request.audit),
    }
    names = Names(store, profile, looked_at, show_values=request.show_values)
    pictures = ChainPictures(links, documents, entities, names, show_values=request.show_values)
    accepted = [tuple(source_ids[row] for row in chain) for chain in limits.accepted_chains]
    histogram = histogram_of_chains(documents, links, policy, accepted)
    before, now = (documents[name].to_numpy(np.float64) for name in ("risk", "residual_risk"))
    fit = analysis.people
    people = tables.people(read_corpus_in_graph(store, settings).masked, fit) if fit else None
    runs, chains_now = store.runs(), analysis.chains
    return ReportResult(
        **{name: getattr(analysis, name) for name in ("direct_readable", "over_policy", "parameters")},
        **{name: getattr(analysis.counts, name) for name in ("documents", "pending")},
        made_at=datetime.now(UTC).replace(microsecond=0),
        sanon_version=__version__,
        values_shown=request.show_values,
        hidden_names=names.hidden_documents,
        exportable=is_decided(runs),
        entities=len(entities),
        masked=int(entities["masked"].sum()),
        links=len(links),
        chain_count=chains_now.count,
        by_category=chains_now.by_category,
        worst=Worst(
            document_before=float(before.max(initial=0.0)),
            document_now=float(now.max(initial=0.0)),
            chain_before=float(chains["risk"].max()) if len(chains) else 0.0,
            chain_now=chains_now.items[0].residual_risk if chains_now.items else 0.0,
        ),
        documents_over_before=int(above(before, limits.theta_doc).sum()),
        chains_over_before=histogram.over_before,
        document_risks=tables.histogram(before, now),
        link_strengths=tables.histogram(
            *(links[name].to_numpy(np.float64) for name in ("strength", "residual_strength"))
        ),
        chain_risks=Histogram(before=histogram.before.tolist(), now=histogram.now.tolist()),
        types=tables.types_of(entities, profile),
        operators=tables.operators_of(entities),
        taken_apart=tables.taken_apart(riskiest, store.mentions(), entities, names, show_values=request.show_values),
        chains=pictures.chains(chosen.chains),
        network=pictures.network(chosen.documents),
        hubs=tables.hubs_of(entities, show_values=request.show_values),
        accepted=tables.accepted_risks(rules, documents, chains, names, date.today()),
        runs=[tables.run_of(run) for run in runs if run.command != "export"][:_RUNS],
        strategy=settings.masking.strategy,
        lists=PolicyLists(**{name: len(getattr(rules, name)) for name in PolicyLists.model_fields}),
        people=people,
        resembling=tables.resembling(store, settings.masking.candidates),
        export=tables.reported_export(store, exported) if exported else None,
        audit=tables.safe_audit(request.audit, names) if request.audit else None,
        # Who was found, and as whom, is for the terminal of whoever attacks.
        attack=request.attack.model_copy(update={"found": []}) if request.attack else None,
    )


def _refuse_target(out: Path, *, overwrite: bool) -> None:
    """Stop before anything is computed if no page could be written."""
    if out.is_dir() or (out.exists() and not overwrite):
        raise ConfigurationError(
            f"{out}: exists already; name another file" + ("" if out.is_dir() else ", or --overwrite")
        )
    if not out.absolute().parent.is_dir():
        raise ConfigurationError(f"{out}: the folder does not exist")


REPORT = Command("report", ReportRequest, run, graph="needed", settings=LIMITS | {"compute"})
