"""What the rules of a policy file ask of this corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

import numpy as np

from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.risk.incidence import Booleans, Floats, Incidence
from sanon.risk.scores import importance
from sanon.selection.candidates import Candidates, costs
from sanon.selection.select import Demands
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import Acceptance, EntityRule, Rules
from sanon.steps.chunk import metadata_of_wholes


class Asked(NamedTuple):
    """Demands, and which acceptances no longer count."""

    demands: Demands
    expired: list[Acceptance]


def demands_of(
    store: Store,
    incidence: Incidence,
    policy: Policy,
    profile: Profile,
    rules: Rules,
    objective: str,
    today: date,
) -> Asked:
    """Turn rules into arrays over the corpus. An entity that is both always and never masked is never masked.

    Raises:
        ConfigurationError: a rule names a type that the profile lacks, or a document that the corpus lacks.
    """
    _require_known_types(rules, profile)
    always, never = np.zeros(incidence.entities, dtype=np.bool_), np.zeros(incidence.entities, dtype=np.bool_)
    if rules.always_mask or rules.never_mask:
        values = _values(store)
        for column, (entity_id, kind) in enumerate(zip(incidence.entity_ids, incidence.entity_types, strict=True)):
            always[column] = _any_matches(rules.always_mask, kind, values[entity_id])
            never[column] = _any_matches(rules.never_mask, kind, values[entity_id])
    always |= _too_important(incidence, rules)
    current = [accepted for accepted in rules.accepted if accepted.until >= today]
    documents, chains = _accepted(incidence, current)
    theta_doc = _theta_doc(store, incidence, policy, rules)
    theta_doc[documents] = 1.0
    demands = Demands(
        always=always & ~never,
        candidates=Candidates(~never, costs(incidence, objective, rules.costs)),
        theta_doc=theta_doc,
        accepted_chains=frozenset(chains),
    )
    return Asked(demands, [accepted for accepted in rules.accepted if accepted.until < today])


def _require_known_types(rules: Rules, profile: Profile) -> None:
    listed = {rule.type for rule in (*rules.always_mask, *rules.never_mask) if rule.type is not None}
    named = listed.union(rules.largest_importance, rules.operators, rules.costs)
    if unknown := sorted(named - profile.types.keys()):
        raise ConfigurationError(f"the policy names types that profile {profile.name} lacks: {', '.join(unknown)}")


def _values(store: Store) -> dict[str, list[str]]:
    """Normalized value and spellings of each entity."""
    entities, mentions = store.entities(), store.mentioned_values()
    values: defaultdict[str, list[str]] = defaultdict(list)
    for entity_id, value in zip(entities["id"].tolist(), entities["value"].tolist(), strict=True):
        values[entity_id].append(value)
    for entity_id, spellings in zip(mentions["entity_id"].tolist(), mentions["original_values"].tolist(), strict=True):
        values[entity_id].extend(spellings)
    return values


def _any_matches(rules: Iterable[EntityRule], kind: str, values: list[str]) -> bool:
    return any(rule.matches(kind, values) for rule in rules)


def _too_important(incidence: Incidence, rules: Rules) -> Booleans:
    limit = np.array([rules.largest_importance.get(kind, 1.0) for kind in incidence.entity_types], dtype=np.float64)
    return np.asarray(importance(incidence) > limit, dtype=np.bool_)


def _theta_doc(store: Store, incidence: Incidence, policy: Policy, rules: Rules) -> Floats:
    limits = np.full(incidence.documents, policy.theta_doc)
    if rules.theta_doc_by_format:
        metadata = metadata_of_wholes(store)
        for row, source_id in enumerate(incidence.source_ids):
            form = metadata[source_id].get("format")
            limits[row] = rules.theta_doc_by_format.get(str(form), policy.theta_doc)
    return limits


def _accepted(incidence: Incidence, acceptances: list[Acceptance]) -> tuple[list[int], list[tuple[int, ...]]]:
    row_of = {source_id: row for row, source_id in enumerate(incidence.source_ids)}
    named = {name for accepted in acceptances for name in (accepted.chain or (accepted.document,))}
    if unknown := sorted(str(name) for name in named - row_of.keys()):
        raise ConfigurationError(f"the policy accepts risks of documents that are not there: {', '.join(unknown)}")
    documents = [row_of[accepted.document] for accepted in acceptances if accepted.document is not None]
    paths = [tuple(row_of[name] for name in accepted.chain) for accepted in acceptances if accepted.chain is not None]
    return documents, [min(path, path[::-1]) for path in paths]
