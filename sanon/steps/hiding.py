"""The background stage of redact: masks until no attacker finds a document's person among the first texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.attack.attackers import Progress, TermAttacker, silent
from sanon.attack.contests import Spot, contest
from sanon.attack.ranking import DEPTH, Ranking
from sanon.attack.terms import MASK
from sanon.attack.weighting import Knowledge
from sanon.graph.store import Store
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.selection.background import BackgroundChoice, Contest, hide, lower_bound
from sanon.settings.profile import Profile
from sanon.steps.background import ATTACKERS, nodes_of_wholes, text_of
from sanon.steps.chunk import read_wholes
from sanon.text.matching import Matcher
from sanon.text.sought import Sought

#: So many times more texts must come before the right one for the attackers that are known here: others rank otherwise.
RESERVE = 2
#: Masks for one document take others away from its rivals: look again, so often.
_ROUNDS = 5
#: Documents whose masks are chosen together; about 2 MB each.
_AT_ONCE = 500
_SHOWN = 3


class BackgroundMask(NamedTuple):
    """A mask of the background stage.

    Attributes:
        entity: its column in the incidence.
        row: of the document in the incidence that it hides first; of a chunk that mentions it.
        reason: from whom.
    """

    entity: int
    row: int
    reason: str


@dataclass(frozen=True)
class Hiding:
    """What the stage did.

    Attributes:
        texts: of the background.
        documents: that have a text about their person there.
        found_before, found_after: how many of them an attacker finds among the first candidates, in the originals and
            with all masks.
        candidates: how many texts count as the first ones.
        masks: new ones, in the order chosen.
        cost, lower_bound: words that the masks hide in all documents, and how many any set of masks hides at least.
        open: source ids of documents that no mask allowed could hide.
        resemblances: rows for `Store.write_resemblances`, with the places of now.
    """

    texts: int
    documents: int
    found_before: int
    found_after: int
    candidates: int
    masks: list[BackgroundMask]
    cost: float
    lower_bound: float
    open: list[str]
    resemblances: pd.DataFrame

    def to_json(self) -> dict[str, int | float]:
        """The field `background` of schemas/redact-1.json."""
        return {
            "texts": self.texts,
            "documents": self.documents,
            "found_before": self.found_before,
            "found_after": self.found_after,
            "candidates": self.candidates,
            "masked": len(self.masks),
            "words": self.cost,
            "lower_bound": self.lower_bound,
        }


class _Read(NamedTuple):
    """A whole document with what the graph knows of it.

    Attributes:
        text: as an attacker reads the original.
        spots: where values of its entities stand.
        right: numbers of the texts about its person.
        rows: of its nodes in the incidence: itself, or its chunks.
    """

    text: str
    spots: list[Spot]
    right: frozenset[int]
    rows: frozenset[int]


def hide_from_background(
    store: Store,
    profile: Profile,
    incidence: Incidence,
    masked: Booleans,
    allowed: Booleans,
    cost: Floats,
    twins: Sequence[tuple[int, ...]],
    candidates: int,
    progress: Progress = silent,
) -> Hiding | None:
    """Choose masks besides those of the other stages; None without a background, or with 0 candidates.

    A mask costs the words that it hides in all documents, times what an entity of its type costs.

    Args:
        store: the graph.
        profile: the types.
        incidence: the corpus.
        masked: with the masks of the stages before; (E,).
        allowed: what may be masked; (E,).
        cost: of masking each entity; (E,).
        twins: entities that are one value under several types, and are masked together.
        candidates: how many other texts must come before the right one.
    """
    background = store.background() if candidates else pd.DataFrame()
    if background.empty:
        return None
    resembling = store.resemblances()
    documents = _read_documents(store, profile, incidence, background, resembling)
    texts: list[str] = background["content"].tolist()
    words = cost * np.maximum(_words_hidden(documents.values(), incidence.entities), 1.0)
    knowledge = {one.name: one.knowledge_of(texts, progress) for one in ATTACKERS}
    target = max(candidates, min(candidates * RESERVE, len(texts) // 4))
    depth = max(DEPTH, 3 * target)

    allowed = _allowed_together(allowed, twins)
    same = {entity: group for group in twins for entity in group}
    chosen: list[BackgroundMask] = []
    needs: list[tuple[Integers, Floats, float]] = []
    now, rankings = masked.copy(), dict[str, Ranking]()
    names = list(documents)
    for turn in range(_ROUNDS):
        protected = [_protected(one, now) for one in documents.values()]
        rankings = {one.name: one.rank(protected, texts, progress, depth, knowledge[one.name]) for one in ATTACKERS}
        found = _found_by(rankings, documents, target)
        before = now.copy()
        sought = [row for row, name in enumerate(names) if found[name]]
        for first in range(0, len(sought) if turn < _ROUNDS - 1 else 0, _AT_ONCE):
            rows = sought[first : first + _AT_ONCE]
            contests = [
                [
                    _contest(
                        one, documents[names[row]], before, texts, rankings[one.name].texts[row], knowledge[one.name]
                    )
                    for one in ATTACKERS
                ]
                for row in rows
            ]
            if turn == 0:
                needs += [need for of_document in contests for need in _needs(of_document, masked, target)]
            for choice in hide(contests, now & ~before, allowed & ~now, words, target):
                name = names[rows[choice.document]]
                reason = _reason(choice, name, documents[name].right, background)
                for entity in same.get(choice.entity, (choice.entity,)):
                    if not now[entity]:
                        chosen.append(BackgroundMask(entity, _row(incidence, entity, documents[name].rows), reason))
                        now[entity] = True
        if (now == before).all():
            break
    places = _places(resembling, rankings, names, nodes_of_wholes(store), background)
    found_now = _found_by(rankings, documents, candidates)
    originals = resembling[(resembling["rank_before"] > 0) & (resembling["rank_before"] <= candidates)]
    return Hiding(
        texts=len(texts),
        documents=sum(bool(one.right) for one in documents.values()),
        found_before=originals["document_id"].nunique(),
        found_after=sum(map(bool, found_now.values())),
        candidates=candidates,
        masks=chosen,
        cost=float(words[[mask.entity for mask in chosen]].sum()),
        lower_bound=lower_bound(needs, words),
        open=[name for name in names if found_now[name]],
        resemblances=places,
    )


def _read_documents(
    store: Store, profile: Profile, incidence: Incidence, background: pd.DataFrame, resembling: pd.DataFrame
) -> dict[str, _Read]:
    """The extracted documents, by source id."""
    column = {entity_id: number for number, entity_id in enumerate(incidence.entity_ids)}
    spellings, mentioned = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    wholes = read_wholes(store)
    found = store.mentioned_values()
    for node, entity_id, values in found[["source_id", "entity_id", "original_values"]].itertuples(index=False):
        spellings[entity_id].update(values)
        mentioned[wholes.owners[node]].add(entity_id)
    sought = [
        Sought(
            entity_id,
            tuple(sorted(spellings[entity_id])),
            profile.types[kind].weight,
            profile.types[kind].direct,
            profile.types[kind].normal_form,
        )
        for entity_id, kind in zip(incidence.entity_ids, incidence.entity_types, strict=True)
        if spellings[entity_id]
    ]
    matcher = Matcher(sought)
    number = {text: at for at, text in enumerate(background["id"].tolist())}
    node_of = {node: source_id for source_id, node in nodes_of_wholes(store).items()}
    right: defaultdict[str, set[int]] = defaultdict(set)
    for node, text in resembling[["document_id", "background_id"]].itertuples(index=False):
        right[node_of[node]].add(number[text])
    rows: defaultdict[str, set[int]] = defaultdict(set)
    for row, source_id in enumerate(incidence.source_ids):
        rows[wholes.owners[source_id]].add(row)
    documents: dict[str, _Read] = {}
    for document in wholes.documents:
        if wholes.states[document.source_id] == "extracted":
            text = text_of(document)
            matches = matcher.occurrences(text, mentioned[document.source_id])
            spots = [Spot(column[match.entity.id], match.start, match.end) for match in matches]
            documents[document.source_id] = _Read(
                text, spots, frozenset(right[document.source_id]), frozenset(rows[document.source_id])
            )
    return documents


def _protected(one: _Read, masked: Booleans) -> str:
    """The text with every masked stretch as one mask."""
    pieces, position = list[str](), 0
    for spot in sorted((spot for spot in one.spots if masked[spot.entity]), key=lambda spot: (spot.start, -spot.end)):
        if spot.start >= position:
            pieces += one.text[position : spot.start], MASK
        position = max(position, spot.end)
    return "".join((*pieces, one.text[position:]))


def _words_hidden(documents: Iterable[_Read], entities: int) -> Floats:
    """Words that each entity would hide in all documents; (E,)."""
    words = np.zeros(entities)
    for one in documents:
        for spot in one.spots:
            words[spot.entity] += len(one.text[spot.start : spot.end].split())
    return words


def _found_by(rankings: Mapping[str, Ranking], documents: Mapping[str, _Read], candidates: int) -> dict[str, list[str]]:
    """Document -> attackers that find it among the first."""
    right = [one.right for one in documents.values()]
    places = {name: ranking.rank_of(right) for name, ranking in rankings.items()}
    return {
        name: [attacker for attacker, place in places.items() if place[row] < candidates]
        for row, name in enumerate(documents)
    }


def _contest(
    attacker: TermAttacker,
    document: _Read,
    masked: Booleans,
    texts: Sequence[str],
    ranked: Integers,
    knowledge: Knowledge,
) -> Contest:
    """One attacker before one document, against the texts that he ranks first."""
    return contest(
        attacker,
        knowledge,
        document.text,
        [(spot.start, spot.end) for spot in document.spots if masked[spot.entity]],
        [spot for spot in document.spots if not masked[spot.entity]],
        [texts[text] for text in sorted(document.right)],
        [texts[text] for text in ranked.tolist() if text >= 0 and text not in document.right],
    )


def _needs(contests: Sequence[Contest], masked: Booleans, candidates: int) -> list[tuple[Integers, Floats, float]]:
    none = np.zeros_like(masked)
    return [one.need(candidates) for one in contests if one.is_found(none, candidates)]


def _allowed_together(allowed: Booleans, twins: Sequence[tuple[int, ...]]) -> Booleans:
    """What may be masked: of twins all or none."""
    together = allowed.copy()
    for group in twins:
        together[list(group)] = allowed[list(group)].all()
    return together


def _row(incidence: Incidence, entity: int, rows: frozenset[int]) -> int:
    """The first of some rows that mentions an entity; the first of all, if a direct identifier stands there unseen."""
    begin, order = incidence.by_entity
    mentioning = incidence.document[order[begin[entity] : begin[entity + 1]]].tolist()
    return min(rows.intersection(mentioning) or rows)


def _reason(choice: BackgroundChoice, name: str, right: Collection[int], background: pd.DataFrame) -> str:
    texts = [background["source_id"].iloc[text] for text in sorted(right)]
    more = ", …" if len(texts) > _SHOWN else ""
    return f"background {name}: {', '.join(choice.attackers)} would find {', '.join(texts[:_SHOWN])}{more}"


def _places(
    resembling: pd.DataFrame,
    rankings: Mapping[str, Ranking],
    names: Sequence[str],
    nodes: Mapping[str, str],
    background: pd.DataFrame,
) -> pd.DataFrame:
    """The resemblances with the places of now."""
    row = {nodes[name]: at for at, name in enumerate(names)}
    number = {text: at for at, text in enumerate(background["id"].tolist())}
    after = []
    for node, text, attacker in resembling[["document_id", "background_id", "attacker"]].itertuples(index=False):
        ranked = rankings[attacker].texts[row[node]].tolist() if node in row else []
        after.append(ranked.index(number[text]) + 1 if number[text] in ranked else 0)
    return resembling.assign(rank_after=np.array(after, dtype=np.int64))
