"""The masks that redact decides on, as a table: what is masked, why, and what stands in its place."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from sanon.corpus.chunks import owner_of_name
from sanon.deciding.demands import operator_of
from sanon.deciding.replacements import with_replacements
from sanon.deciding.softening import Softened
from sanon.deciding.stages import Decided
from sanon.graph.store import Store
from sanon.replacement.operators import DEFAULT_OPERATOR, OPERATORS
from sanon.replacement.operators.generalize import Generalize
from sanon.risk.incidence import Incidence
from sanon.risk.people import people_of
from sanon.selection.choice import Choice
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings
from sanon.text.counting import about


def decisions_of(decided: Decided) -> pd.DataFrame:
    """The new masks, in the order chosen.

    Returns:
        Columns id, type, reason, stage, decided_for, leaves_link, relabelled, risk_before, risk_after.
    """
    choices = decided.selection.choices + decided.background
    incidence, policy = decided.corpus.incidence, decided.corpus.policy
    reasons = [
        _reason(choice, incidence, policy) + ("; in a form that links no documents" if choice.relabelled else "")
        for choice in decided.selection.choices
    ]
    columns = {
        "id": [incidence.entity_ids[choice.entity] for choice in choices],
        "type": [incidence.entity_types[choice.entity] for choice in choices],
        "reason": reasons + decided.reasons,
        "stage": [choice.stage for choice in choices],
        "decided_for": [[incidence.source_ids[document] for document in choice.documents] for choice in choices],
        "leaves_link": [choice.leaves_link for choice in choices],
        "relabelled": [choice.relabelled for choice in choices],
        "risk_before": [choice.risk_before for choice in choices],
        "risk_after": [choice.risk_after for choice in choices],
    }
    frame = pd.DataFrame(columns, dtype=object)
    return frame.astype({"leaves_link": bool, "relabelled": bool, "risk_before": float, "risk_after": float})


def _reason(choice: Choice, incidence: Incidence, policy: Policy) -> str:
    if choice.same_as is not None:
        return f"same value as {incidence.entity_ids[choice.same_as]} ({incidence.entity_types[choice.same_as]})"
    if choice.stage == "list":
        return f"list of the policy: importance {choice.risk_before:.4f}"
    if choice.stage == "direct":
        return f"direct identifier: {incidence.entity_types[choice.entity]}"
    names = " – ".join(incidence.source_ids[document] for document in choice.documents)
    if choice.stage == "people" and choice.value_before is not None:
        what = "document" if len(choice.documents) == 1 else "chain"
        fit = people_of(choice.value_before, policy.population)
        who = "one person alone" if fit < 1.5 else f"{about(fit)} people"
        return f"{what} {names}: what it tells fits {who}, fewer than {about(policy.at_least)}"
    return f"{choice.stage} {names}: risk {choice.risk_before:.4f} above {choice.limit:.4f}"


def with_stand_ins(
    store: Store,
    decisions: pd.DataFrame,
    published: Mapping[str, str],
    corpus: MaskedCorpus,
    settings: Settings,
) -> pd.DataFrame:
    """What stands in place of each: by the operator of its type, or in a form without a link where none may remain.

    That is another stand-in in each document, since a label among stand-ins says that these are none; a label where the
    operator has no stand-ins, and where chunks of one document would show the same one.

    Args:
        published: id -> replacement of earlier masks.
        corpus: says by its demands which operators leave what links documents.
    """
    incidence = corpus.incidence
    linking = {incidence.entity_types[entity] for entity in np.flatnonzero(corpus.demands.leaves_link).tolist()}
    in_chunks = any(owner_of_name(source_id) for source_id in incidence.source_ids)
    of_type = {kind: operator_of(settings.masking, kind) for kind in settings.profile.types}
    by_document = {} if in_chunks else {kind: OPERATORS.named(name).by_document for kind, name in of_type.items()}
    named = [
        (by_document.get(kind) or DEFAULT_OPERATOR) if kind in linking and not linked else of_type[kind]
        for kind, linked in zip(decisions["type"], decisions["leaves_link"], strict=True)
    ]
    return with_replacements(store, decisions, named, published, settings.profile)


def with_coarser_values(decisions: pd.DataFrame, softened: Softened) -> pd.DataFrame:
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
