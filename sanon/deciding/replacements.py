"""The replacement of each entity that a decision masks, made by the operator that was named for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from sanon.corpus_state.stored_corpus import spellings_and_mentions
from sanon.graph.store import Store
from sanon.replacement.operators import OPERATORS, Remains, Replacement, assign
from sanon.replacement.operators.base import Target
from sanon.replacement.replacer import StandIns
from sanon.replacement.surrogates import CorpusValues, SurrogateCorpus
from sanon.settings.profile import Profile


def with_replacements(
    store: Store, decisions: pd.DataFrame, named: Sequence[str], published: Mapping[str, str], profile: Profile
) -> pd.DataFrame:
    """The decisions with the columns replacement and operator.

    Args:
        named: operator of each decision.
        published: entity id -> replacement of an earlier run; none is given to another entity.
    """
    operators = {name: OPERATORS.named(name) for name in sorted(set(named))}
    corpus = _surrogate_corpus(store, profile, published) if any(one.stands_in for one in operators.values()) else None
    targets = _targets(store, profile) if any(one.reads_values for one in operators.values()) else {}
    wanted: defaultdict[str, list[Target]] = defaultdict(list)
    for entity_id, kind, name in zip(decisions["id"], decisions["type"], named, strict=True):
        wanted[name].append(targets.get(entity_id) or Target(entity_id, kind))
    decided = set(decisions["id"])
    taken = {entity_id: text for entity_id, text in published.items() if entity_id not in decided}
    replacements: dict[str, Replacement] = {}
    for name, some in sorted(wanted.items()):
        made = operators[name](store.pseudonym_key(), corpus)
        replacements |= assign(some, dict.fromkeys(profile.types, made), taken)
    given = [replacements[entity_id] for entity_id in decisions["id"]]
    return decisions.assign(
        replacement=pd.Series([one.text for one in given], index=decisions.index, dtype=object),
        operator=pd.Series([one.operator for one in given], index=decisions.index, dtype=object),
    )


def stand_ins_by_document(store: Store, profile: Profile, owners: Mapping[str, str]) -> StandIns:
    """Stand-ins that are others in each document; deterministic, so they are kept nowhere.

    Args:
        owners: source id in the graph -> id of the whole document.
    """
    corpus, targets = _surrogate_corpus(store, profile, {}, owners), _targets(store, profile)

    def of_document(source_id: str) -> Callable[[str], str | None]:
        there = corpus.of_document(source_id)
        return lambda entity_id: there.stand_in(targets[entity_id])

    return of_document


def _targets(store: Store, profile: Profile) -> dict[str, Target]:
    """The targets of operators: every entity of the corpus with its spellings."""
    spellings, entities = spellings_and_mentions(store)[0], store.entities()
    return {
        entity_id: Target(entity_id, kind, profile.types[kind].normal_form, value, tuple(sorted(spellings[entity_id])))
        for entity_id, kind, value in zip(entities["id"], entities["type"], entities["value"], strict=True)
        if kind in profile.types
    }


def _surrogate_corpus(
    store: Store, profile: Profile, published: Mapping[str, str], owners: Mapping[str, str] | None = None
) -> SurrogateCorpus:
    documents: defaultdict[str, set[str]] = defaultdict(set)
    mentions = store.mentions()
    for source_id, entity_id in zip(mentions["source_id"], mentions["entity_id"], strict=True):
        documents[entity_id].add(owners[source_id] if owners else source_id)
    corpus = CorpusValues(
        targets=tuple(_targets(store, profile).values()),
        documents={entity_id: frozenset(some) for entity_id, some in documents.items()},
        published=_surrogates_among(store, published),
    )
    return SurrogateCorpus(store.pseudonym_key(), profile, corpus)


def _surrogates_among(store: Store, published: Mapping[str, str]) -> dict[str, str]:
    """What earlier runs gave as stand-ins; labels are none."""
    entities = store.entities()
    stand_ins = [name for name, one in OPERATORS.classes.items() if one.stands_in and one.remains is Remains.LINK]
    made = set(entities.loc[entities["operator"].isin(stand_ins), "id"])
    return {entity_id: text for entity_id, text in published.items() if entity_id in made}
