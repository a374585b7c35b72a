"""Redact: choose what to mask, and write the decisions into the graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
from pydantic import Field

from sanon.commands.command import LIMITS, MASKING, Command, Request
from sanon.corpus.chunks import owner_of_name
from sanon.corpus_state.named_values import add_mentions, missing_mentions
from sanon.corpus_state.remembered import remember
from sanon.corpus_state.runs import begin_run, recorded_run
from sanon.deciding.demands import AppliedRules, apply_rules, direct_readable, operator_of
from sanon.deciding.replacements import with_replacements
from sanon.deciding.softening import UNDECIDED, Softened, Softening
from sanon.deciding.stages import Decided, decide
from sanon.derivation.coarsening import decided_coarser
from sanon.derivation.derive import derive, derived_from
from sanon.derivation.incidence import read_incidence
from sanon.export.redacted import newly_masked
from sanon.graph.store import Store
from sanon.progress import Progress, silent, working
from sanon.replacement.operators import DEFAULT_OPERATOR, OPERATORS
from sanon.replacement.operators.generalize import Generalize
from sanon.results import RedactResult
from sanon.risk.incidence import Booleans, Incidence
from sanon.risk.masks import Masks
from sanon.risk.people import people_of
from sanon.selection.choice import Choice
from sanon.selection.masked_corpus import MaskedCorpus, RiskSummary
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings
from sanon.text.counting import about

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
            "values": values_of(store, chosen.decisions["id"]) if request.show_values else {},
        }
    )


def values_of(store: Store, ids: Iterable[str]) -> dict[str, str]:
    """Id -> value of some entities, for whoever asked to be shown values."""
    entities, wanted = store.entities(), set(ids)
    named = zip(entities["id"].tolist(), entities["value"].tolist(), strict=True)
    return {entity_id: value for entity_id, value in named if entity_id in wanted}


@dataclass(frozen=True)
class _Chosen:
    """What is to be masked, before anything is written.

    Attributes:
        incidence, entities: the corpus; entities as the decision begins with them, by id.
        applied: what the rules ask.
        corpus: with the masks that the decision begins with.
        before, after: its risks with those masks, and with all.
        decided: by all stages; softened: with coarser values.
        decisions: columns id, type, reason, stage, replacement, operator, level, loss, leaves_link, relabelled,
            decided_for, risk_before, risk_after; in the order chosen.
        published: id -> replacement of the masks that the decision begins with.
        taken_back: ids of what was masked and may not be any more.
        direct_readable: direct identifiers that no mask covers afterwards.
    """

    incidence: Incidence
    entities: pd.DataFrame
    applied: AppliedRules
    corpus: MaskedCorpus
    before: RiskSummary
    after: RiskSummary
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

    def unmasked(self) -> RiskSummary:
        """Risks before any mask."""
        if not self.published:
            return self.before
        return self.corpus.with_masks(Masks.of_decisions(self.entities.assign(**UNDECIDED))).summary()


def _choose(store: Store, settings: Settings, request: RedactRequest, progress: Progress) -> _Chosen:
    profile, masking = settings.profile, settings.masking
    incidence, entities = read_incidence(store, profile), store.entities().sort_values("id", ignore_index=True)
    if request.fresh:
        entities = entities.assign(**UNDECIDED)
    applied = apply_rules(store, incidence, settings.policy, profile, settings.rules, masking, date.today())
    refused = entities["masked"].astype(bool) & ~applied.demands.candidates.allowed
    entities = _undecided(entities, refused)
    corpus = MaskedCorpus.build(incidence, Masks.of_decisions(entities), settings.policy, applied.demands)
    new = np.zeros(incidence.documents, dtype=np.bool_) if request.fresh else _new_documents(store, incidence)
    decided = decide(store, corpus, profile, masking, compare=request.compare, new=new, progress=progress)
    late = [choice.entity for choice in decided.background]
    with working(progress, "choosing coarser values"):
        softened = Softening(incidence, entities, masking, profile).soften(decided.corpus, late)
    decisions = _decisions(decided.selection.choices + decided.background, incidence, settings.policy)
    decisions.loc[decisions["stage"] == "background", "reason"] = np.array(decided.reasons, dtype=object)
    masked = entities[entities["masked"].astype(bool)]
    published: dict[str, str] = dict(zip(masked["id"].tolist(), masked["replacement"].tolist(), strict=True))
    linking = {incidence.entity_types[entity] for entity in np.flatnonzero(applied.demands.leaves_link).tolist()}
    in_chunks = any(owner_of_name(source_id) for source_id in incidence.source_ids)
    decisions = _with_replacements(store, decisions, published, linking, settings, in_chunks=in_chunks)
    decisions = _with_coarser_values(decisions, softened)
    covered = entities["masked"].astype(bool) | entities["id"].isin(decisions["id"])
    return _Chosen(
        incidence=incidence,
        entities=entities,
        applied=applied,
        corpus=corpus,
        before=corpus.with_coarser(decided_coarser(incidence, entities, profile)).summary(),
        after=softened.corpus.summary(),
        decided=decided,
        softened=softened,
        decisions=decisions,
        published=published,
        taken_back=entities.loc[refused, "id"].tolist(),
        direct_readable=direct_readable(entities.assign(masked=covered), profile),
    )


def _undecided(entities: pd.DataFrame, rows: pd.Series) -> pd.DataFrame:
    """Entities as if nothing were decided on some of them."""
    return entities.assign(**{name: entities[name].mask(rows, value) for name, value in UNDECIDED.items()})


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
        current = [one for one in settings.rules.accepted if one not in chosen.applied.expired]
        computed = derive(store, policy, settings.profile, settings.compute, current)
        counts |= {
            "masked": len(decisions),
            "kept": len(chosen.published),
            "derived": str(computed),
            "masks": store.counts()["masked"],
            "direct_readable": chosen.direct_readable,
            "unmasked": chosen.unmasked()._asdict(),
            "before": chosen.before._asdict(),
            "after": chosen.after._asdict(),
        }
    return run_id


def _result(chosen: _Chosen, settings: Settings, run_id: str | None) -> RedactResult:
    selection, softened, names = chosen.decided.selection, chosen.softened, chosen.incidence.source_ids
    after, hiding, people = chosen.after, chosen.decided.hiding, softened.corpus.people()
    found = {
        "run_id": run_id,
        "strategy": settings.masking.strategy,
        "masked": chosen.decisions[_SHOWN_OF_MASKED].to_dict("records"),
        "entities": int((chosen.entities["frequency"] > 0).sum()),
        "taken_back": chosen.taken_back,
        "kept": len(chosen.published) - int(chosen.is_published.sum()),
        "before": chosen.before._asdict(),
        "after": after._asdict(),
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
        "expired": [accepted.model_dump(exclude_none=True) for accepted in chosen.applied.expired],
        "background": hiding.result if hiding else None,
        "people": people._asdict() if people else None,
        "parameters": settings.policy.model_dump() | {"profile": settings.profile.name},
    }
    return RedactResult.model_validate(found)


def _new_documents(store: Store, incidence: Incidence) -> Booleans:
    """Documents that a load wrote, or what they mention, after the last redact; none before the first; (N,)."""
    runs = store.runs()
    last = next((number for number, run in enumerate(runs) if run.command == "redact" and run.finished), 0)
    since, loaded_by = {run.id for run in runs[:last]}, store.loaded_by()
    return np.array([loaded_by[source_id] in since for source_id in incidence.source_ids], dtype=np.bool_)


def _decisions(choices: list[Choice], incidence: Incidence, policy: Policy) -> pd.DataFrame:
    columns = {
        "id": [incidence.entity_ids[choice.entity] for choice in choices],
        "type": [incidence.entity_types[choice.entity] for choice in choices],
        "reason": [
            _reason(choice, incidence, policy) + ("; in a form that links no documents" if choice.relabelled else "")
            for choice in choices
        ],
        "stage": [choice.stage for choice in choices],
        "level": [choice.level for choice in choices],
        "decided_for": [[incidence.source_ids[document] for document in choice.documents] for choice in choices],
    }
    frame = pd.DataFrame(columns, dtype=object)
    return frame.assign(
        level=np.array([choice.level for choice in choices], dtype=np.int64),
        leaves_link=np.array([choice.leaves_link for choice in choices], dtype=np.bool_),
        relabelled=np.array([choice.relabelled for choice in choices], dtype=np.bool_),
        risk_before=np.array([choice.risk_before for choice in choices], dtype=np.float64),
        risk_after=np.array([choice.risk_after for choice in choices], dtype=np.float64),
    )


def _reason(choice: Choice, incidence: Incidence, policy: Policy) -> str:
    if choice.same_as is not None:
        return f"same value as {incidence.entity_ids[choice.same_as]} ({incidence.entity_types[choice.same_as]})"
    if choice.stage == "list":
        return f"list of the policy: importance {choice.risk_before:.4f}"
    if choice.stage == "background":
        return "background"
    if choice.stage == "direct":
        return f"direct identifier: {incidence.entity_types[choice.entity]}"
    names = " – ".join(incidence.source_ids[document] for document in choice.documents)
    if choice.stage == "people" and choice.value_before is not None:
        fit = about(people_of(choice.value_before, policy.population))
        return f"people {names}: {fit} fit, at least {about(policy.at_least)} must"
    return f"{choice.stage} {names}: risk {choice.risk_before:.4f} above {choice.limit:.4f}"


def _with_replacements(
    store: Store,
    decisions: pd.DataFrame,
    published: Mapping[str, str],
    linking: Set[str],
    settings: Settings,
    *,
    in_chunks: bool,
) -> pd.DataFrame:
    """What stands in place of each: by the operator of its type, or in a form without a link where none may remain.

    That is another stand-in in each document, since a label among stand-ins says that these are none; a label where the
    operator has no stand-ins, and where chunks of one document would show the same one.
    """
    of_type = {kind: operator_of(settings.masking, kind) for kind in settings.profile.types}
    by_document = {} if in_chunks else {kind: OPERATORS.named(name).by_document for kind, name in of_type.items()}
    named = [
        (by_document.get(kind) or DEFAULT_OPERATOR) if kind in linking and not linked else of_type[kind]
        for kind, linked in zip(decisions["type"], decisions["leaves_link"], strict=True)
    ]
    return with_replacements(store, decisions, named, published, settings.profile)


def _with_coarser_values(decisions: pd.DataFrame, softened: Softened) -> pd.DataFrame:
    """Level, replacement and loss of what shows a coarser value; `generalize` without one is a label."""
    column = {entity_id: number for number, entity_id in enumerate(softened.corpus.incidence.entity_ids)}
    entities = [column[entity_id] for entity_id in decisions["id"]]
    texts = [softened.replacement(entity) for entity in entities]
    kept = zip(texts, decisions["replacement"], decisions["operator"], strict=True)
    made = [(text, Generalize.name) if text else (label, name) for text, label, name in kept]
    return decisions.assign(
        replacement=pd.Series([text for text, _ in made], index=decisions.index, dtype=object),
        operator=pd.Series([name for _, name in made], index=decisions.index, dtype=object),
        level=np.array([softened.level(entity) for entity in entities], dtype=np.int64),
        loss=np.array([softened.losses[entity] for entity in entities], dtype=np.float64),
    )


REDACT = Command("redact", RedactRequest, run, graph="needed", settings=LIMITS | MASKING | {"compute"})
