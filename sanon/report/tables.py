"""The tables and bars of a report, from those of the graph."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pandas as pd
from pydantic import ValidationError

from sanon.corpus.walk import CHANGES, MANIFEST, SPANS, is_export
from sanon.corpus_state.runs import last_run
from sanon.deciding.demands import direct_types
from sanon.errors import ConfigurationError
from sanon.export.integrity import changed_files
from sanon.export.redacted import newly_masked
from sanon.graph.store import Run, Store
from sanon.replacement.operators import DEFAULT_OPERATOR
from sanon.report.names import Names
from sanon.results import AuditResult
from sanon.results import report as results
from sanon.results.export import Manifest
from sanon.results.risks import OverPolicy, PeopleFit
from sanon.risk.incidence import Floats
from sanon.risk.people import binned_people, people_of
from sanon.risk.survey import binned
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.profile import Profile
from sanon.settings.rules import Rules

_HUBS = 15
_BY_HAND = "by hand"


def mentioned(entities: pd.DataFrame) -> pd.DataFrame:
    """Entities that documents mention, with `decided_by` filled in."""
    there = entities[entities["frequency"] > 0]
    return there.assign(decided_by=there["decided_by"].replace("", None).fillna(_BY_HAND))


def histogram(before: Floats, now: Floats) -> results.Histogram:
    """How some numbers in [0, 1] are spread."""
    return results.Histogram(before=binned(before).tolist(), now=binned(now).tolist())


def people(corpus: MaskedCorpus, fit: PeopleFit) -> results.PeopleInReport:
    """How many people fit each document.

    Args:
        corpus: masks of now, under a policy that asks for people.
        fit: what `analyze` says of them.
    """
    counts = corpus.demands.people
    assert counts is not None  # noqa: S101 - for the type checker; fit is None without
    masked = corpus.masks.now.in_documents
    before = counts.of_documents(np.zeros_like(masked))
    now = counts.of_documents(masked, corpus.coarser.shown if corpus.coarser else None)
    return results.PeopleInReport(
        **fit.model_dump(),
        fewest_before=people_of(float(before.max(initial=0.0)), counts.population),
        documents_below_before=int((before > counts.budget).sum()),
        documents=results.Histogram(
            before=binned_people(before, counts.population).tolist(), now=binned_people(now, counts.population).tolist()
        ),
    )


def resembling(store: Store, candidates: int) -> results.Resembling | None:
    """On which places the texts about persons stand; None without a background.

    Args:
        candidates: how many texts count as the first ones.
    """
    texts = store.background_texts()
    if not texts:
        return None
    found = store.resemblances()
    # Place 0 is none of those that an attacker looks at.
    before, now = (
        found[column].mask(found[column] == 0, np.inf).groupby(found["document_id"]).min().to_numpy(np.float64)
        for column in ("rank_before", "rank_after")
    )
    bands = (np.searchsorted(results.BANDS, places).tolist() for places in (before, now))
    moved = Counter(zip(*bands, strict=True))
    return results.Resembling(
        texts=texts,
        documents=len(before),
        candidates=candidates,
        found_before=int((before <= candidates).sum()),
        found_now=int((now <= candidates).sum()),
        moved=[
            results.Moved(before=one, now=other, documents=number) for (one, other), number in sorted(moved.items())
        ],
    )


def types_of(entities: pd.DataFrame, profile: Profile) -> list[results.TypeRow]:
    """What was masked of each type, and by which stage."""
    direct = set(direct_types(profile))
    rows = [
        results.TypeRow(
            type=str(kind),
            description=profile.types[str(kind)].description if kind in profile.types else "",
            direct=kind in direct,
            entities=len(some),
            masked=some.loc[some["masked"], "decided_by"].value_counts().sort_index().to_dict(),
            readable=int((~some["masked"]).sum()),
        )
        for kind, some in entities.groupby("type")
    ]
    return sorted(rows, key=lambda row: (-row.entities, row.type))


def operators_of(entities: pd.DataFrame) -> list[results.OperatorRow]:
    """What stands in place of masked values."""
    used = entities.loc[entities["masked"], "operator"].replace("", None).fillna(DEFAULT_OPERATOR).value_counts()
    return [results.OperatorRow(operator=str(name), masks=int(masks)) for name, masks in used.sort_index().items()]


def hubs_of(entities: pd.DataFrame, *, show_values: bool) -> list[results.Hub]:
    """The entities that stand in most documents."""
    several = entities[entities["frequency"] > 1]
    most = several.sort_values(["frequency", "importance", "id"], ascending=[False, False, True]).head(_HUBS)
    most = most.rename(columns={"frequency": "documents"}).assign(value=most["value"] if show_values else None)
    return [results.Hub.model_validate(row) for row in most[list(results.Hub.model_fields)].to_dict("records")]


def taken_apart(
    riskiest: pd.DataFrame, mentions: pd.DataFrame, entities: pd.DataFrame, names: Names, *, show_values: bool
) -> list[results.RiskOfDocument]:
    """What the values of some documents add to their risks, the most first.

    Args:
        riskiest: columns source_id, risk, residual_risk, limit.
        mentions: as `Store.mentions` gives them.
        entities: as `mentioned` gives them.
    """
    there = mentions[mentions["source_id"].isin(riskiest["source_id"])]
    there = there.merge(entities, left_on="entity_id", right_on="id")
    there = there.assign(contribution=there["relevance"] * there["uniqueness"] * there["weight"])
    there = there.sort_values(["contribution", "entity_id"], ascending=[False, True])
    there = there.assign(value=there["value"] if show_values else None)
    shown = there.groupby("source_id", sort=False)[list(results.AddedRisk.model_fields)]
    of_document = {source_id: some.to_dict("records") for source_id, some in shown}
    return [
        results.RiskOfDocument(
            name=names[row["source_id"]],
            risk=row["risk"],
            residual_risk=row["residual_risk"],
            limit=row["limit"],
            values=[results.AddedRisk.model_validate(one) for one in of_document.get(row["source_id"], [])],
        )
        for row in riskiest.to_dict("records")
    ]


def accepted_risks(
    rules: Rules, documents: pd.DataFrame, chains: pd.DataFrame, names: Names, today: date
) -> list[results.AcceptedRisk]:
    """What somebody decided to live with, and its risk now; the first to end first."""
    of_document = dict(zip(documents["source_id"], documents["residual_risk"], strict=True))
    of_chain = {tuple(path): risk for path, risk in zip(chains["documents"], chains["residual_risk"], strict=True)}
    found = []
    for one in sorted(rules.accepted, key=lambda accepted: accepted.until):
        path = one.chain or (one.document or "",)
        risk = of_document.get(path[0]) if one.document else of_chain.get(path, of_chain.get(path[::-1]))
        found.append(
            results.AcceptedRisk(
                documents=[names[source_id] for source_id in path],
                reason=names.remark(one.reason),
                until=one.until,
                residual_risk=risk,
                counts=one.until >= today,
            )
        )
    return found


def run_of(run: Run) -> results.RunOfReport:
    """What a command that wrote says it did."""
    counts = run.counts or {}
    after = counts.get("after") or {}
    return results.RunOfReport(
        started_at=datetime.fromisoformat(run.started_at),
        command=run.command,
        finished=run.finished,
        **{name: counts.get(name) for name in ("added", "changed", "removed", "masked", "masks", "direct_readable")},
        **{name: after.get(name) for name in ("max_document_risk", "max_chain_risk")},
        over_policy=OverPolicy(documents=after["documents_over_policy"], chains=after["chains_over_policy"])
        if after
        else None,
    )


def names_in(audit: AuditResult | None) -> list[str]:
    """Source ids of the places that a report lists."""
    if audit is None:
        return []
    return [one.source_id for one in audit.leaks[: results.PLACES]] + [
        one.source_id for one in audit.near_misses[: results.PLACES]
    ]


def safe_audit(audit: AuditResult, names: Names) -> AuditResult:
    """An audit by safe names; the places that no report lists have none."""

    def safe(number: int, source_id: str) -> dict[str, str]:
        return {"source_id": names[source_id] if number < results.PLACES else "a document"}

    leaks = [place.model_copy(update=safe(n, place.source_id)) for n, place in enumerate(audit.leaks)]
    near = [place.model_copy(update=safe(n, place.source_id)) for n, place in enumerate(audit.near_misses)]
    return audit.model_copy(update={"leaks": leaks, "near_misses": near})


def last_export(store: Store) -> Path | None:
    """The folder that this graph was last exported to, if an export still lies there."""
    last = last_run(store, "export")
    out = Path(str(last.parameters.get("out"))) if last else None
    return out if out and is_export(out) else None


def reported_export(store: Store, out: Path) -> results.ReportedExport:
    """An export as it lies on the disk.

    Raises:
        ConfigurationError: none lies there.
    """
    try:
        manifest = Manifest.model_validate(json.loads((out / MANIFEST).read_bytes()))
        with (out / SPANS).open("rb") as lines:
            spans = sum(1 for _ in lines)
    except (OSError, ValueError, ValidationError) as error:
        raise ConfigurationError(f"--export {out}: not an export of sAnon (no {MANIFEST} that can be read)") from error
    return results.ReportedExport(
        documents=_number(manifest.counts.get("documents")),
        files=len(manifest.files.keys() - {SPANS, CHANGES}),
        spans=spans,
        sanon_version=manifest.sanon_version,
        changed_files=len(changed_files(out)),
        newly_masked=len(newly_masked(store)),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
