"""Derive every number of the graph: in the database by Cypher, or in arrays written back; equal to 1e-9."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any, Literal, NamedTuple

import pandas as pd

from sanon.derivation import in_arrays, in_database
from sanon.derivation.coarsening import shown_levels
from sanon.derivation.writing import ends_in_order, write_links, write_worst_chains
from sanon.graph.store import Store
from sanon.risk.masks import Masks
from sanon.risk.survey import Survey
from sanon.settings.masking import Compute
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import Acceptance

#: Up to here the database takes about as long as reading everything and writing back what differs; of 10,000 mentions
#: twice as long.
CYPHER_UP_TO_MENTIONS = 1_000
#: Names of the parameters that the numbers in the graph depend on.
DERIVED_FROM = ("edge_threshold", "max_chain_length", "profile")


class Computed(NamedTuple):
    """Where the numbers were derived, and why there; a sentence for a person."""

    where: Literal["cypher", "arrays"]
    why: str

    def __str__(self) -> str:
        return f"derived in {'the database' if self.where == 'cypher' else 'arrays'}: {self.why}"


class Labelled(NamedTuple):
    """Entities as the store holds them but for their masks, which are these and show no coarser value."""

    entities: pd.DataFrame
    masks: Masks | None


def derived_from(policy: Policy, profile_name: str) -> dict[str, Any]:
    """The parameters that the numbers in the graph depend on."""
    return {
        "edge_threshold": policy.edge_threshold,
        "max_chain_length": policy.max_chain_length,
        "profile": profile_name,
    }


def is_derived(store: Store, policy: Policy, profile_name: str) -> bool:
    """Whether the graph's numbers are complete and were derived with these parameters."""
    runs = [run for run in store.runs() if run.command != "export"]  # an export leaves the numbers as they are
    if not runs or not runs[0].finished:
        return False
    return all(runs[0].parameters.get(name) == value for name, value in derived_from(policy, profile_name).items())


def derive(
    store: Store,
    policy: Policy,
    profile: Profile,
    compute: Compute,
    accepted: Collection[Acceptance] | None = None,
    linked: in_arrays.Linked | None = None,
    labelled: Labelled | None = None,
) -> Computed:
    """Derive uniqueness, importance, risks, links and the worst chains, before any mask and with the masks of now.

    Everything is computed, since N is in every uniqueness; what the graph holds already is not written again.

    Args:
        accepted: risks that count as accepted today; by default those that the graph remembers.
        linked: the corpus of now and its links, where they are known; otherwise they are read and derived.
        labelled: its entities and masks, where they are known; otherwise they are read.

    Returns:
        Where it was computed, and why there.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks.
    """
    store.update_weights(profile.weights, [name for name, kind in profile.types.items() if kind.direct])
    entities, masks = labelled or Labelled(store.entities(), None)
    computed = _where(store, entities, compute)
    links, documents, none_as_before = (
        in_database.derived(store, policy)
        if computed.where == "cypher"
        else in_arrays.derived(store, entities, policy, profile, linked, masks)
    )
    links = ends_in_order(links)
    write_links(store, links, documents, none_as_before=none_as_before)
    if accepted is None:
        remembered = store.remembered()
        accepted = remembered.rules.accepted_on(date.today()) if remembered else ()
    write_worst_chains(store, policy, links, documents, accepted)
    return computed


def _where(store: Store, entities: pd.DataFrame, compute: Compute) -> Computed:
    if compute == "arrays":
        return Computed("arrays", "as asked")
    if shown_levels(entities):
        return Computed("arrays", "coarser values stand in place of some masked ones")
    if compute == "cypher":
        return Computed("cypher", "as asked")
    mentions = store.relationship_counts()["mentions"]
    if mentions <= CYPHER_UP_TO_MENTIONS:
        return Computed("cypher", f"{mentions:,} mentions are at most {CYPHER_UP_TO_MENTIONS:,}")
    return Computed("arrays", f"{mentions:,} mentions are more than {CYPHER_UP_TO_MENTIONS:,}")


def survey_chains(
    store: Store, policy: Policy, compute: Compute, limit: int | None, accepted: Collection[tuple[str, ...]] = ()
) -> Survey:
    """Count the chains over the links before any mask, and find those that are worst now.

    Args:
        store: derived.
        limit: how many of the worst; None for all.
        accepted: source ids of chains whose risk is accepted.

    Returns:
        Documents are rows of `store.document_risks()`.
    """
    if compute == "cypher" and not shown_levels(store.entities()):
        return in_database.surveyed_chains(store, policy, limit, accepted)
    return in_arrays.surveyed_chains(store, policy, limit, accepted)
