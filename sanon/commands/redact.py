"""Redact: choose what to mask, and write the decisions into the graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
from pydantic import Field

from sanon.commands.command import LIMITS, MASKING, Command, Request
from sanon.commands.decisions import decisions_of, with_coarser_values, with_stand_ins
from sanon.corpus_state.named_values import add_mentions, missing_mentions
from sanon.corpus_state.runs import begin_run, recorded_run, remember
from sanon.deciding.demands import demands_under, direct_readable
from sanon.deciding.softening import UNDECIDED, Softened, Softening
from sanon.deciding.stages import Decided, decide
from sanon.derivation.coarsening import decided_coarser
from sanon.derivation.derive import Labelled, derive, derived_from
from sanon.derivation.in_arrays import Linked
from sanon.derivation.incidence import incidence_of
from sanon.export.redacted import newly_masked
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.results import RedactResult
from sanon.results.risks import RiskTotals
from sanon.risk.incidence import Booleans, Incidence
from sanon.risk.masks import Masks
from sanon.risk.people import people_of
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.settings import Settings

_SHOWN_OF_MASKED = ["id", "type", "reason", "stage", "replacement", "operator", "level", "loss"]


class RedactRequest(Request):
    """How to decide."""

    fresh: bool = Field(default=False, description="Decide anew; without it earlier masks stay and new ones are added.")
    dry_run: bool = Field(default=False, description="Choose and show, but write nothing.")
    compare: bool = Field(default=False, description="Say what the other strategies would have cost.")
    show_values: bool = Field(default=False, description="Show the values of entities; they are hidden otherwise.")


def run(store: Store, settings: Settings, request: RedactRequest, progress: Progress = silent) -> RedactResult:
    """Mask until every document and chain is under the policy.

    Masks of earlier runs stay, with their replacements, and new ones are added, unless `fresh`; but what may not be
    masked any more becomes readable. Values that rules look for everywhere become entities first.

    Raises:
        ConfigurationError: an operator, a strategy or a type that does not exist.
    """
    if not request.dry_run:
        store.claim()
    missing = missing_mentions(store, settings.rules, settings.profile)
    begun = None
    if missing and not request.dry_run:
        begun = begin_run(store, "redact", _parameters(settings))
        add_mentions(store, missing, settings.profile)
        derive(store, settings.policy, settings.profile, settings.compute)
    chosen = _choose(store, settings, request, progress)
    run_id, changed, shown_before = None, list[str](), 0
    if not request.dry_run:
        with working(progress, "writing decisions, and deriving risks and links"):
            run_id = _write(store, settings, chosen, begun, fresh=request.fresh)
        changed, shown_before = remember(store, settings), len(newly_masked(store))
    return _result(chosen, settings, run_id).model_copy(
        update={
            "changed_settings": changed,
            "newly_masked": shown_before,
            "missed": sum(map(len, missing.values())),
            "values": store.values(chosen.decisions["id"]) if request.show_values else {},
        }
    )


@dataclass(frozen=True)
class _Chosen:
    """What is to be masked, before anything is written.

    Attributes:
        entities: as the decision begins with them, by id.
        corpus: with the masks that the decision begins with.
        before, after: its risks with those masks, and with all.
        decided: by all stages; softened: with coarser values.
        decisions: columns id, type, reason, stage, replacement, operator, level, loss, leaves_link, relabelled,
            decided_for, risk_before, risk_after; in the order chosen.
        published: id -> replacement of the masks that the decision begins with.
        taken_back: ids of what was masked and may not be any more.
        direct_readable: direct identifiers that no mask covers afterwards.
    """

    entities: pd.DataFrame
    corpus: MaskedCorpus
    before: RiskTotals
    after: RiskTotals
    decided: Decided
    softened: Softened
    decisions: pd.DataFrame
    published: Mapping[str, str]
    taken_back: list[str]
    direct_readable: int

    @property
    def is_published(self) -> pd.Series:
        """Which decisions are about masks of earlier runs."""
        return self.decisions["id"].isin(self.published.keys())

    def unmasked(self) -> RiskTotals:
        """Risks before any mask."""
        if not self.published:
            return self.before
        return self.corpus.with_masks(Masks.of_decisions(self.entities.assign(**UNDECIDED))).summary


def _choose(store: Store, settings: Settings, request: RedactRequest, progress: Progress) -> _Chosen:
    profile = settings.profile
    entities = store.entities()
    incidence = incidence_of(store, entities, store.document_risks()["source_id"], profile)
    if request.fresh:
        entities = entities.assign(**UNDECIDED)
    demands = demands_under(store, incidence, entities, settings)
    refused = entities["masked"] & ~demands.candidates.allowed
    entities = entities.assign(**{name: entities[name].mask(refused, value) for name, value in UNDECIDED.items()})
    corpus = MaskedCorpus.build(incidence, Masks.of_decisions(entities), settings.policy, demands)
    new = np.zeros(incidence.documents, dtype=np.bool_) if request.fresh else _new_documents(store, incidence)
    decided = decide(store, corpus, settings, compare=request.compare, new=new, progress=progress)
    late = [choice.entity for choice in decided.background]
    with working(progress, "choosing coarser values"):
        softened = Softening(incidence, entities, settings).soften(decided.corpus, late)
    masked = entities[entities["masked"]]
    published: dict[str, str] = dict(zip(masked["id"].tolist(), masked["replacement"].tolist(), strict=True))
    decisions = with_stand_ins(store, decisions_of(decided), published, corpus, settings)
    decisions = with_coarser_values(decisions, softened)
    covered = entities["masked"] | entities["id"].isin(decisions["id"])
    return _Chosen(
        entities=entities,
        corpus=corpus,
        before=corpus.with_coarser(decided_coarser(incidence, entities, profile)).summary,
        after=softened.corpus.summary,
        decided=decided,
        softened=softened,
        decisions=decisions,
        published=published,
        taken_back=entities.loc[refused, "id"].tolist(),
        direct_readable=direct_readable(entities.assign(masked=covered), profile),
    )


def _parameters(settings: Settings) -> dict[str, Any]:
    """What the run remembers of how it was decided."""
    return derived_from(settings.policy, settings.profile.name) | {
        "policy": settings.policy.model_dump(),
        "strategy": settings.masking.strategy,
    }


def _write(store: Store, settings: Settings, chosen: _Chosen, begun: str | None, *, fresh: bool) -> str:
    """Write decisions, derive all numbers, and say in the run what it did; its id.

    Args:
        begun: id of the run, if it has begun already.
    """
    policy, decisions = settings.policy, chosen.decisions
    with recorded_run(store, "redact", _parameters(settings), begun) as (run_id, counts):
        held = chosen.is_published
        with store.transaction():
            store.clear_decisions(None if fresh else chosen.taken_back)
            if chosen.decided.hiding:
                store.write_resemblances(chosen.decided.hiding.resemblances)
            store.write_decisions(run_id, decisions[~held].rename(columns={"stage": "decided_by"}))
            store.write_labels(run_id, decisions[held])
            chosen.softened.write(store)
        current = settings.rules.accepted_on(date.today())
        linked = Linked(chosen.corpus.incidence, chosen.corpus.links)
        # Coarser values become entities of the graph.
        labelled = None if chosen.softened.coarsening else Labelled(chosen.entities, chosen.softened.corpus.masks)
        computed = derive(store, policy, settings.profile, settings.compute, current, linked, labelled)
        counts |= {
            "masked": len(decisions),
            "kept": len(chosen.published),
            "derived": str(computed),
            "masks": store.counts()["masked"],
            "direct_readable": chosen.direct_readable,
            "unmasked": chosen.unmasked().to_json(),
            "before": chosen.before.to_json(),
            "after": chosen.after.to_json(),
        }
    return run_id


def _result(chosen: _Chosen, settings: Settings, run_id: str | None) -> RedactResult:
    selection, softened, names = chosen.decided.selection, chosen.softened, chosen.corpus.incidence.source_ids
    after, hiding = chosen.after, chosen.decided.hiding
    shown = [chosen.decisions[name].tolist() for name in _SHOWN_OF_MASKED]
    found = {
        "run_id": run_id,
        "strategy": settings.masking.strategy,
        "masked": [dict(zip(_SHOWN_OF_MASKED, row, strict=True)) for row in zip(*shown, strict=True)],
        "entities": int((chosen.entities["frequency"] > 0).sum()),
        "taken_back": chosen.taken_back,
        "kept": len(chosen.published) - int(chosen.is_published.sum()),
        "before": chosen.before,
        "after": after,
        "over_policy": {"documents": after.documents_over_policy, "chains": after.chains_over_policy},
        "direct_readable": chosen.direct_readable,
        "information_lost": softened.information_lost,
        "information_lost_with_labels": float(len(softened.losses)),
        "kept_coarser": softened.kept_coarser,
        "coarsened": len(softened.changed()),
        "cost": selection.cost,
        "lower_bound": selection.lower_bound,
        "gap": selection.gap,
        "cost_of_others": selection.cost_of_others,
        "opened": [
            {"documents": [names[row] for row in documents], "residual_risk": risk}
            for documents, risk in selection.opened.worst
        ],
        "opened_count": selection.opened.count,
        "open": {
            "documents": [
                {"source_id": names[row], "residual_risk": risk, "limit": limit}
                for row, risk, limit in selection.open_documents
            ],
            "chains": [
                {
                    "documents": [names[row] for row in chain.documents],
                    "residual_risk": chain.value,
                    "limit": chain.limit,
                }
                for chain in selection.open_chains
            ],
            "people": [
                {
                    "documents": [names[row] for row in one.documents],
                    "people": people_of(one.value, settings.policy.population),
                }
                for one in selection.open_people
            ],
        },
        "expired": [
            accepted.model_dump(exclude_none=True)
            for accepted in settings.rules.accepted
            if accepted.until < date.today()
        ],
        "background": hiding.result if hiding else None,
        "people": softened.corpus.people(),
        "parameters": settings.policy.model_dump() | {"profile": settings.profile.name},
    }
    return RedactResult.model_validate(found)


def _new_documents(store: Store, incidence: Incidence) -> Booleans:
    """Documents that a load wrote, or what they mention, after the last redact; none before the first; (N,)."""
    runs = store.runs()
    last = next((number for number, run in enumerate(runs) if run.command == "redact" and run.finished), 0)
    since, loaded_by = {run.id for run in runs[:last]}, store.loaded_by()
    return np.array([loaded_by[source_id] in since for source_id in incidence.source_ids], dtype=np.bool_)


REDACT = Command("redact", RedactRequest, run, graph="needed", settings=LIMITS | MASKING | {"compute"})
