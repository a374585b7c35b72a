"""Redact: choose what to mask, and write the decisions into the graph."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pandas as pd

from sanon.corpus.chunks import owner_of_name
from sanon.corpus_state.runs import recorded_run
from sanon.deciding.background import Hiding
from sanon.deciding.demands import apply_rules, direct_readable, operator_of
from sanon.deciding.replacements import with_replacements
from sanon.deciding.softening import UNDECIDED, Softened, Softening
from sanon.deciding.stages import decide
from sanon.derivation.coarsening import decided_coarser
from sanon.derivation.derive import Compute, Computed, derive, derived_from
from sanon.derivation.incidence import read_incidence
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.replacement.operators import DEFAULT_OPERATOR, OPERATORS
from sanon.replacement.operators.generalize import Generalize
from sanon.results import RedactResult
from sanon.risk.incidence import Booleans, Incidence
from sanon.risk.masks import Masks
from sanon.selection.choice import Choice
from sanon.selection.masked_corpus import MaskedCorpus, RiskSummary
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import Acceptance, Rules

NO_RULES = Rules()
BY_DEFAULT = Masking()
_SHOWN_OF_MASKED = ["id", "type", "reason", "stage", "replacement", "operator", "level", "loss"]


@dataclass(frozen=True)
class Redaction:
    """What a run decided.

    Attributes:
        run_id: of the run in the graph; None for a dry run.
        decisions: columns id, type, reason, stage, replacement, operator, level, leaves_link, relabelled, decided_for,
            risk_before, risk_after; in the order chosen.
        kept_masks: how many masks of earlier runs stay as they are.
        direct_readable: how many direct identifiers no mask covers.
        entities: how many entities the corpus has.
        opened: documents and risk of the worst chains that were over policy before, through documents that were added
            or changed since the last redact; none for the first one and for a fresh one, which decide everything.
        opened_count: how many there were.
        computed: where the numbers were derived; None for a dry run.
        cost, lower_bound, gap, cost_of_others, before, after: see `Selection`.
        open_documents: source_id, risk and limit of documents that nothing allowed could bring to their limits.
        open_chains: documents, risk and limit of the worst such chains.
        expired: accepted risks that count again.
        information_lost: of all masked entities, 1 − IC(g)/IC(e) each, 1 for a label.
        information_lost_with_labels: what labels for all would lose: 1 each.
        kept_coarser: how many masked entities show a coarser value.
        coarsened: how many values that an earlier run published got coarser, or a label.
        background: what the background stage did; None without background texts.
    """

    run_id: str | None
    strategy: str
    decisions: pd.DataFrame
    kept_masks: int
    direct_readable: int
    entities: int
    cost: float
    lower_bound: float | None
    gap: float | None
    cost_of_others: dict[str, float]
    before: RiskSummary
    after: RiskSummary
    information_lost: float
    information_lost_with_labels: float
    kept_coarser: int
    coarsened: int
    opened: list[dict[str, Any]]
    opened_count: int
    computed: Computed | None
    open_documents: list[dict[str, Any]]
    open_chains: list[dict[str, Any]]
    expired: list[Acceptance]
    policy: Policy
    profile_name: str
    background: Hiding | None = None

    @property
    def met(self) -> bool:
        """Whether every document and chain is under the policy now."""
        return not self.open_documents and not self.open_chains

    def result(self) -> RedactResult:
        """For other programs, without values of entities."""
        decided = {
            "run_id": self.run_id,
            "strategy": self.strategy,
            "masked": self.decisions[_SHOWN_OF_MASKED].to_dict("records"),
            "before": self.before._asdict(),
            "after": self.after._asdict(),
            "over_policy": {"documents": self.after.documents_over_policy, "chains": self.after.chains_over_policy},
            "direct_readable": self.direct_readable,
            "information_lost": self.information_lost,
            "information_lost_with_labels": self.information_lost_with_labels,
            "kept_coarser": self.kept_coarser,
            "coarsened": self.coarsened,
            "cost": self.cost,
            "lower_bound": self.lower_bound,
            "gap": self.gap,
            "cost_of_others": self.cost_of_others,
            "opened": self.opened,
            "opened_count": self.opened_count,
            "open": {"documents": self.open_documents, "chains": self.open_chains},
            "expired": [accepted.model_dump(mode="json", exclude_none=True) for accepted in self.expired],
            "background": self.background.to_json() if self.background else None,
            "parameters": self.policy.model_dump() | {"profile": self.profile_name},
        }
        return RedactResult.model_validate(decided)


def redact(
    store: Store,
    *,
    policy: Policy,
    profile: Profile,
    rules: Rules = NO_RULES,
    masking: Masking = BY_DEFAULT,
    today: date | None = None,
    compute: Compute = "auto",
    fresh: bool = False,
    dry_run: bool = False,
    compare: bool = False,
    progress: Progress = silent,
) -> Redaction:
    """Mask until every document and chain is under the policy.

    Masks of earlier runs stay, with their replacements, and new ones are added, unless `fresh`.

    Args:
        rules: lists, limits, costs and accepted risks of a policy file.
        masking: strategy, what a mask costs, operators.
        today: decides which accepted risks have expired.
        dry_run: choose, but write nothing.
        compare: run the other strategies too, to see what they would have cost.
        progress: shows how far the background stage is.

    Raises:
        ConfigurationError: an operator or type that does not exist.
    """
    if not dry_run:
        store.claim()
    incidence, entities = read_incidence(store, profile), store.entities().sort_values("id", ignore_index=True)
    if fresh:
        entities = entities.assign(**UNDECIDED)
    asked = apply_rules(store, incidence, policy, profile, rules, masking, today or date.today())
    corpus = MaskedCorpus.build(incidence, Masks.of_decisions(entities), policy, asked.demands)
    new = np.zeros(incidence.documents, dtype=np.bool_) if fresh else _new_documents(store, incidence)
    decided = decide(store, corpus, profile, masking, compare=compare, new=new, progress=progress)
    selection, late, hiding = decided.selection, decided.background, decided.hiding
    softening = Softening(incidence, entities, masking, profile)
    softened = softening.soften(decided.corpus, [choice.entity for choice in late])
    decisions = _decisions(selection.choices + late, incidence)
    decisions.loc[decisions["stage"] == "background", "reason"] = np.array(decided.reasons, dtype=object)
    masked = entities[entities["masked"].astype(bool)]
    published: dict[str, str] = dict(zip(masked["id"].tolist(), masked["replacement"].tolist(), strict=True))
    linking = {incidence.entity_types[entity] for entity in np.flatnonzero(asked.demands.leaves_link).tolist()}
    in_chunks = any(owner_of_name(source_id) for source_id in incidence.source_ids)
    decisions = _with_replacements(store, decisions, published, linking, masking, profile, in_chunks=in_chunks)
    decisions = _with_coarser_values(decisions, softened)
    covered = entities["masked"].astype(bool) | entities["id"].isin(decisions["id"])
    before = corpus.with_coarser(decided_coarser(incidence, entities, profile)).summary()
    after, readable = softened.corpus.summary(), direct_readable(entities.assign(masked=covered), profile)
    run_id, computed = None, None
    if not dry_run:
        parameters = derived_from(policy, profile.name) | {"policy": policy.model_dump(), "strategy": masking.strategy}
        with recorded_run(store, "redact", parameters) as (run_id, counts):
            with store.transaction():
                if fresh:
                    store.clear_decisions()
                if hiding:
                    store.write_resemblances(hiding.resemblances)
                held = decisions["id"].isin(published.keys())
                store.write_decisions(run_id, decisions[~held].rename(columns={"stage": "decided_by"}))
                store.write_labels(run_id, decisions[held])
                softened.write(store)
            current = [one for one in rules.accepted if one not in asked.expired]
            computed = derive(store, policy, profile, compute, current)
            nothing = Masks.of_decisions(entities.assign(**UNDECIDED))
            unmasked = corpus.with_masks(nothing).summary() if published else before
            counts |= {
                "masked": len(decisions),
                "kept": len(published),
                "derived": str(computed),
                "masks": store.counts()["masked"],
                "direct_readable": readable,
                "unmasked": unmasked._asdict(),
                "before": before._asdict(),
                "after": after._asdict(),
            }
    return Redaction(
        run_id=run_id,
        strategy=masking.strategy,
        decisions=decisions,
        kept_masks=len(published) - int(decisions["id"].isin(published.keys()).sum()),
        direct_readable=readable,
        entities=int((entities["frequency"] > 0).sum()),
        cost=selection.cost,
        lower_bound=selection.lower_bound,
        gap=selection.gap,
        cost_of_others=selection.cost_of_others,
        before=before,
        after=after,
        information_lost=softened.information_lost,
        information_lost_with_labels=float(len(softened.losses)),
        kept_coarser=softened.kept_coarser,
        coarsened=len(softened.changed()),
        opened=[
            {"documents": [incidence.source_ids[d] for d in documents], "residual_risk": risk}
            for documents, risk in selection.opened.worst
        ],
        opened_count=selection.opened.count,
        computed=computed,
        open_documents=[
            {"source_id": incidence.source_ids[row], "residual_risk": risk, "limit": limit}
            for row, risk, limit in selection.open_documents
        ],
        open_chains=[
            {
                "documents": [incidence.source_ids[d] for d in chain.documents],
                "residual_risk": chain.value,
                "limit": chain.limit,
            }
            for chain in selection.open_chains
        ],
        expired=asked.expired,
        policy=policy,
        profile_name=profile.name,
        background=hiding,
    )


def _new_documents(store: Store, incidence: Incidence) -> Booleans:
    """Documents that a load wrote, or what they mention, after the last redact; none before the first; (N,)."""
    runs = store.runs()
    last = next((number for number, run in enumerate(runs) if run.command == "redact" and run.finished), 0)
    since, loaded_by = {run.id for run in runs[:last]}, store.loaded_by()
    return np.array([loaded_by[source_id] in since for source_id in incidence.source_ids], dtype=np.bool_)


def _decisions(choices: list[Choice], incidence: Incidence) -> pd.DataFrame:
    columns = {
        "id": [incidence.entity_ids[choice.entity] for choice in choices],
        "type": [incidence.entity_types[choice.entity] for choice in choices],
        "reason": [
            _reason(choice, incidence) + ("; in a form that links no documents" if choice.relabelled else "")
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


def _reason(choice: Choice, incidence: Incidence) -> str:
    if choice.same_as is not None:
        return f"same value as {incidence.entity_ids[choice.same_as]} ({incidence.entity_types[choice.same_as]})"
    if choice.stage == "list":
        return f"list of the policy: importance {choice.risk_before:.4f}"
    if choice.stage == "background":
        return "background"
    if choice.stage == "direct":
        return f"direct identifier: {incidence.entity_types[choice.entity]}"
    names = " – ".join(incidence.source_ids[document] for document in choice.documents)
    return f"{choice.stage} {names}: risk {choice.risk_before:.4f} above {choice.limit:.4f}"


def _with_replacements(
    store: Store,
    decisions: pd.DataFrame,
    published: dict[str, str],
    linking: Set[str],
    masking: Masking,
    profile: Profile,
    *,
    in_chunks: bool,
) -> pd.DataFrame:
    """What stands in place of each: by the operator of its type, or in a form without a link where none may remain.

    That is another stand-in in each document, since a label among stand-ins says that these are none; a label where the
    operator has no stand-ins, and where chunks of one document would show the same one.
    """
    of_type = {kind: operator_of(masking, kind) for kind in profile.types}
    by_document = {} if in_chunks else {kind: OPERATORS.named(name).by_document for kind, name in of_type.items()}
    named = [
        (by_document.get(kind) or DEFAULT_OPERATOR) if kind in linking and not linked else of_type[kind]
        for kind, linked in zip(decisions["type"], decisions["leaves_link"], strict=True)
    ]
    return with_replacements(store, decisions, named, published, profile)


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
