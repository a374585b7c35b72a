"""What the policy demands of the people that fit, over the values, ladders and persons of a graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sanon.derivation.coarsening import Coarsening, coarsening_of
from sanon.graph.store import Store
from sanon.risk.hierarchy import NONE, kept_by
from sanon.risk.incidence import Floats, Incidence, Integers
from sanon.risk.ladders import Ladders
from sanon.risk.people import DIGITS, People, Subjects
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile

#: Kinds of the extractors whose values are forms of one thing: who knows the first knows the second.
_FORMS_OF_ONE = ("BIRTHDATE", "AGE")


def people_in_graph(
    store: Store,
    incidence: Incidence,
    entities: pd.DataFrame,
    policy: Policy,
    profile: Profile,
    twins: Sequence[tuple[int, ...]],
) -> People | None:
    """How many people must fit, and what each value tells; None if the policy demands nothing of them.

    Args:
        store: read for the persons of mentions.
        entities: columns id, type, value; by id, as the columns of the incidence.
        twins: entities that are one value under several types.
    """
    if not policy.at_least:
        return None
    direct = np.array([profile.types[kind].direct if kind in profile.types else True for kind in entities["type"]])
    return People(
        incidence=incidence,
        counted=~direct.astype(np.bool_),
        ladders=ladders_of(incidence, coarsening_of(incidence, entities, profile), profile, twins),
        subjects=Subjects.of(incidence, _persons(store, incidence)),
        population=policy.population,
        at_least=policy.at_least,
    )


def ladders_of(
    incidence: Incidence, coarsening: Coarsening, profile: Profile, twins: Sequence[tuple[int, ...]]
) -> Ladders:
    """The ladders of a corpus, with its twins at one place, and ages among the forms of dates of birth.

    The values of the coarsening keep their numbers.
    """
    hierarchy = coarsening.scores.hierarchy
    parent, node = hierarchy.parent.tolist(), hierarchy.node.copy()
    exclusive, digits = [False] * len(parent), _digits_of_values(incidence, coarsening).tolist()

    def add(above: int = NONE, *, only_one: bool = False) -> int:
        parent.append(above)
        exclusive.append(only_one)
        digits.append(0.0)
        return len(parent) - 1

    for group in twins:
        members = list(group)
        places = sorted({int(node[one]) for one in members} - {NONE})
        node[members] = np.where(node[members] == NONE, places[0] if places else add(), node[members])
    kinds = np.array(incidence.entity_types, dtype=object)
    named = [profile.accepted.get(kind) for kind in _FORMS_OF_ONE]
    of_kinds = [np.flatnonzero(kinds == kind).tolist() for kind in named]
    if len(set(named)) == len(named) and all(of_kinds):
        whole = add(only_one=True)
        for members in of_kinds:
            form = add(whole)
            for entity in members:
                if node[entity] == NONE:
                    node[entity] = add(form)
                root = _root(parent, int(node[entity]))
                if root != whole:
                    parent[root] = form
    ladders = Ladders(np.array(parent, dtype=np.int64), np.array(exclusive, dtype=np.bool_), np.array(digits), node)
    return ladders.with_falling_digits()


def _root(parent: Sequence[int], node: int) -> int:
    while parent[node] != NONE:
        node = parent[node]
    return node


def _digits_of_values(incidence: Incidence, coarsening: Coarsening) -> Floats:
    """What each value of the ladders tells by itself; (V,).

    As an entity of the corpus, what that tells; else the largest of what the entities under it leave, but no more than
    a finer value on the ladder that is an entity itself. A month holds some 30 days, so it tells log10(30) digits less
    than a day; where it is not known how much a value covers, digits · IC(value) / IC(entity).
    """
    hierarchy = coarsening.scores.hierarchy
    most = np.zeros(incidence.entities)
    np.maximum.at(most, incidence.entity, DIGITS * incidence.relevance)
    on_ladder = np.flatnonzero(hierarchy.node != NONE)
    known = np.zeros(len(hierarchy.parent))
    np.maximum.at(known, hierarchy.node[on_ladder], most[on_ladder])
    value, place = hierarchy.climb(hierarchy.node[on_ladder])
    entity = on_ladder[place]
    rarer = most[entity] * kept_by(incidence, coarsening.scores, entity, value)
    breadth = np.array([one.breadth or np.nan for one in coarsening.names])
    fewer = np.maximum(most[entity] - np.log10(breadth[value] / breadth[hierarchy.node[entity]]), 0.0)
    digits = np.zeros(len(known))
    np.maximum.at(digits, value, np.where(np.isnan(fewer), rarer, fewer))
    rungs, _ = hierarchy.climb(hierarchy.first_rung)
    named = np.intersect1d(rungs, np.flatnonzero(known))
    value, place = hierarchy.climb(hierarchy.parent[named])
    np.minimum.at(digits, value, known[named[place]])
    return np.where(known > 0, known, digits)


def _persons(store: Store, incidence: Incidence) -> Integers | None:
    """Number of the person that each mention is about, −1 where nobody says so; None if nobody says anything."""
    found = store.persons()
    if found.empty:
        return None
    document = pd.Index(incidence.source_ids).get_indexer(pd.Index(found["source_id"]))
    entity = pd.Index(incidence.entity_ids).get_indexer(pd.Index(found["entity_id"]))
    there = (document >= 0) & (entity >= 0)
    keys = incidence.document * incidence.entities + incidence.entity
    person = np.full(len(keys), -1, dtype=np.int64)
    at = np.searchsorted(keys, document[there] * incidence.entities + entity[there])
    person[at] = pd.factorize(found["person"][there])[0]
    return person
