"""What the rules of a policy file ask of this corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.corpus.chunks import owner_of_name
from sanon.corpus_state.chunks import metadata_of_wholes
from sanon.derivation.people import people_in_graph
from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.replacement.operators import DEFAULT_OPERATOR, OPERATORS, Remains
from sanon.resolution.twins import twins
from sanon.risk.incidence import Booleans, Floats, Incidence
from sanon.risk.scores import importance
from sanon.selection.candidates import Candidates, costs
from sanon.selection.demands import Demands
from sanon.settings.masking import EVERY_TYPE, Masking
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import Acceptance, EntityRule, Rules
from sanon.settings.settings import Settings


def demands_under(
    store: Store, incidence: Incidence, entities: pd.DataFrame, settings: Settings, today: date | None = None
) -> Demands:
    """What settings ask of a corpus, as arrays over it. An entity that is both always and never masked is never masked.

    What stays by its operator is never masked either, but for what `always_mask` or `largest_importance` names.

    Args:
        entities: columns id, type, value; by id, as the columns of the incidence.
        settings: limits, types, what a policy file demands, what masks cost and which operators there are.
        today: decides which accepted risks count; by default the day on which the command runs.

    Raises:
        ConfigurationError: a rule names a type that the profile lacks, or a document that the corpus lacks.
    """
    policy, profile, rules, masking = settings.policy, settings.profile, settings.rules, settings.masking
    _require_known_types(settings)
    always, never = np.zeros(incidence.entities, dtype=np.bool_), np.zeros(incidence.entities, dtype=np.bool_)
    if rules.always_mask or rules.never_mask:
        values = _values(store, entities)
        for column, (entity_id, kind) in enumerate(zip(incidence.entity_ids, incidence.entity_types, strict=True)):
            always[column] = _any_matches(rules.always_mask, kind, values[entity_id])
            never[column] = _any_matches(rules.never_mask, kind, values[entity_id])
    always |= _too_important(incidence, rules)
    operators = {kind: OPERATORS.named(operator_of(masking, kind)) for kind in profile.types}
    kept = {kind for kind, one in operators.items() if one.remains is Remains.VALUE}
    never |= np.array([kind in kept for kind in incidence.entity_types], dtype=np.bool_) & ~always
    limits = risk_limits(store, incidence.source_ids, settings, today)
    is_direct = np.isin(np.array(incidence.entity_types, dtype=object), direct_types(profile))
    # Chunks of one document show the same stand-in.
    in_chunks = any(owner_of_name(source_id) for source_id in incidence.source_ids)
    linking = {
        kind
        for kind, one in operators.items()
        if one.remains is Remains.LINK or (in_chunks and one.scope == "document")
    }
    same = _twins(entities, incidence, profile)
    return Demands(
        always=always & ~never,
        direct=is_direct & ~never if policy.direct == "always" else np.zeros_like(is_direct),
        candidates=Candidates(~never, costs(incidence, masking.objective, rules.costs)),
        leaves_link=np.array([kind in linking for kind in incidence.entity_types], dtype=np.bool_),
        theta_doc=limits.theta_doc,
        accepted_chains=limits.accepted_chains,
        twins=same,
        people=people_in_graph(store, incidence, entities, policy, profile, same),
    )


def _twins(entities: pd.DataFrame, incidence: Incidence, profile: Profile) -> tuple[tuple[int, ...], ...]:
    """Columns of the entities that are one value under several types."""
    column = {entity_id: number for number, entity_id in enumerate(incidence.entity_ids)}
    rows = zip(*(entities[name].tolist() for name in ("id", "type", "value")), strict=True)
    return tuple(tuple(column[one] for one in group) for group in twins((r for r in rows if r[0] in column), profile))


class RiskLimits(NamedTuple):
    """Limits of documents (N,), and rows of the documents of accepted chains, from the smaller end."""

    theta_doc: Floats
    accepted_chains: frozenset[tuple[int, ...]]


def risk_limits(store: Store, source_ids: Sequence[str], settings: Settings, today: date | None = None) -> RiskLimits:
    """What limits and rules say about documents and chains.

    Args:
        source_ids: of the extracted documents, in the order of their rows.
        today: decides which accepted risks count; by default the day on which the command runs.

    Raises:
        ConfigurationError: the rules accept risks of documents that the corpus lacks.
    """
    documents, chains = _accepted(source_ids, settings.rules.accepted_on(today or date.today()))
    theta_doc = _theta_doc(store, source_ids, settings.policy, settings.rules)
    theta_doc[documents] = 1.0
    return RiskLimits(theta_doc, frozenset(chains))


def operator_of(masking: Masking, kind: str) -> str:
    """The operator of a type, in its scope."""
    named = masking.operators.get(kind) or masking.operators.get(EVERY_TYPE, DEFAULT_OPERATOR)
    return (OPERATORS.named(named).by_document or named) if masking.scope == "document" else named


def direct_types(profile: Profile) -> list[str]:
    """Types of the profile whose entities are direct identifiers."""
    return [name for name, kind in profile.types.items() if kind.direct]


def direct_readable(entities: pd.DataFrame, profile: Profile) -> int:
    """How many direct identifiers stand in documents and are covered by no mask.

    Args:
        entities: columns type, frequency, masked.
    """
    direct = entities["type"].isin(direct_types(profile))
    return int((direct & (entities["frequency"] > 0) & ~entities["masked"]).sum())


def _require_known_types(settings: Settings) -> None:
    rules, profile = settings.rules, settings.profile
    listed = {rule.type for rule in (*rules.always_mask, *rules.never_mask) if rule.type is not None}
    named = listed.union(rules.largest_importance, settings.masking.operators, rules.costs) - {EVERY_TYPE}
    if unknown := sorted(named - profile.types.keys()):
        raise ConfigurationError(f"the policy names types that profile {profile.name} lacks: {', '.join(unknown)}")


def _values(store: Store, entities: pd.DataFrame) -> dict[str, list[str]]:
    """Normalized value and spellings of each entity."""
    values = {entity_id: [value] for entity_id, value in zip(entities["id"], entities["value"], strict=True)}
    held = store.mentioned_values()
    for entity_id, spellings in zip(held["entity_id"], held["original_values"], strict=True):
        values[entity_id].extend(spellings)
    return values


def _any_matches(rules: Iterable[EntityRule], kind: str, values: list[str]) -> bool:
    return any(rule.matches(kind, values) for rule in rules)


def _too_important(incidence: Incidence, rules: Rules) -> Booleans:
    limit = np.array([rules.largest_importance.get(kind, 1.0) for kind in incidence.entity_types], dtype=np.float64)
    return np.asarray(importance(incidence) > limit, dtype=np.bool_)


def _theta_doc(store: Store, source_ids: Sequence[str], policy: Policy, rules: Rules) -> Floats:
    limits = np.full(len(source_ids), policy.theta_doc)
    if rules.theta_doc_by_format:
        metadata = metadata_of_wholes(store)
        for row, source_id in enumerate(source_ids):
            form = metadata[source_id].get("format")
            limits[row] = rules.theta_doc_by_format.get(str(form), policy.theta_doc)
    return limits


def _accepted(source_ids: Sequence[str], acceptances: list[Acceptance]) -> tuple[list[int], list[tuple[int, ...]]]:
    row_of = {source_id: row for row, source_id in enumerate(source_ids)}
    named = {name for accepted in acceptances for name in (accepted.chain or (accepted.document,))}
    if unknown := sorted(str(name) for name in named - row_of.keys()):
        raise ConfigurationError(f"the policy accepts risks of documents that are not there: {', '.join(unknown)}")
    documents = [row_of[accepted.document] for accepted in acceptances if accepted.document is not None]
    paths = [tuple(row_of[name] for name in accepted.chain) for accepted in acceptances if accepted.chain is not None]
    return documents, [min(path, path[::-1]) for path in paths]
