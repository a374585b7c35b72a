"""Documents as an attacker with a background reads them, and what each mask would hide of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.attack.contests import Spot
from sanon.attack.terms import MASK
from sanon.corpus_state.background import nodes_of_wholes, text_of
from sanon.corpus_state.chunks import read_wholes
from sanon.corpus_state.stored_corpus import spelled
from sanon.graph.store import Store
from sanon.risk.incidence import Booleans, Floats, Incidence
from sanon.settings.profile import Profile
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity


class AttackedDocument(NamedTuple):
    """A whole document as an attacker reads it, and what each mask would hide of it.

    Attributes:
        text: as an attacker reads the original.
        spots: places of the values of its entities.
        right: numbers of the texts about its person.
        rows: of its nodes in the incidence: itself, or its chunks.
    """

    text: str
    spots: list[Spot]
    right: frozenset[int]
    rows: frozenset[int]

    def protected(self, masked: Booleans) -> str:
        """The text with every masked stretch as one mask; masked is (E,)."""
        pieces, position = list[str](), 0
        spots = [spot for spot in self.spots if masked[spot.entity]]
        for spot in sorted(spots, key=lambda spot: (spot.start, -spot.end)):
            if spot.start >= position:
                pieces += self.text[position : spot.start], MASK
            position = max(position, spot.end)
        return "".join((*pieces, self.text[position:]))


def attacked_documents(
    store: Store, profile: Profile, incidence: Incidence, background: pd.DataFrame, resembling: pd.DataFrame
) -> dict[str, AttackedDocument]:
    """The extracted documents, by source id.

    A mask hides what the export replaces by the same rule: the spellings in every document that mentions the entity,
    and those of entities that are searched corpus-wide in all documents.
    """
    column = {entity_id: number for number, entity_id in enumerate(incidence.entity_ids)}
    wholes, (spellings, mentioned_in) = read_wholes(store), spelled(store)
    mentioned = wholes.together(mentioned_in)
    searched = [
        SearchedEntity.of_type(entity_id, profile.types[kind], spellings[entity_id])
        for entity_id, kind in zip(incidence.entity_ids, incidence.entity_types, strict=True)
        if entity_id in spellings
    ]
    matcher = Matcher(searched)
    number = {text: at for at, text in enumerate(background["id"].tolist())}
    node_of = {node: source_id for source_id, node in nodes_of_wholes(store).items()}
    right: defaultdict[str, set[int]] = defaultdict(set)
    for node, text in resembling[["document_id", "background_id"]].itertuples(index=False):
        right[node_of[node]].add(number[text])
    rows: defaultdict[str, set[int]] = defaultdict(set)
    for row, source_id in enumerate(incidence.source_ids):
        rows[wholes.owners[source_id]].add(row)
    documents: dict[str, AttackedDocument] = {}
    for document in wholes.documents:
        if wholes.states[document.source_id] == "extracted":
            text = text_of(document)
            matches = matcher.occurrences(text, mentioned[document.source_id])
            spots = [Spot(column[match.entity.id], match.start, match.end) for match in matches]
            documents[document.source_id] = AttackedDocument(
                text, spots, frozenset(right[document.source_id]), frozenset(rows[document.source_id])
            )
    return documents


def words_hidden(documents: Iterable[AttackedDocument], entities: int) -> Floats:
    """Words that each entity would hide in all documents; (E,)."""
    words = np.zeros(entities)
    for one in documents:
        for spot in one.spots:
            words[spot.entity] += len(one.text[spot.start : spot.end].split())
    return words
