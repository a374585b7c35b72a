"""The background stage of redact: masks until no attacker finds a document's person among the first texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.attack.attackers.likeness import TermAttacker
from sanon.attack.contests import Spot, contest
from sanon.attack.ranking import DEPTH, Ranking
from sanon.attack.terms import MASK
from sanon.corpus_state.background import ATTACKERS, nodes_of_wholes, text_of
from sanon.corpus_state.chunks import read_wholes
from sanon.corpus_state.stored_corpus import spellings_and_mentions
from sanon.graph.store import Store
from sanon.progress import Progress
from sanon.results.redact import BackgroundResult
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.selection.background import BackgroundChoice, Contest, hide, lower_bound
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.profile import Profile
from sanon.settings.settings import Settings
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity

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
    """

    entity: int
    row: int
    reason: str


class Hiding(NamedTuple):
    """What the stage did.

    Attributes:
        resemblances: rows for `Store.write_resemblances`, with the places of now.
    """

    result: BackgroundResult
    resemblances: pd.DataFrame


class BackgroundStage:
    """The texts of an attacker beside the documents: chooses masks besides those of the other stages.

    A mask costs the words that it hides in all documents, times what an entity of its type costs.

    Args:
        corpus: with its demands.
        settings: how many other texts must come before the right one; at least 1.

    Attributes:
        words: that each entity hides in all documents, times what its type costs; greater than 0; (E,).
    """

    def __init__(self, store: Store, corpus: MaskedCorpus, settings: Settings, progress: Progress) -> None:
        self._incidence, self._twins = corpus.incidence, corpus.demands.twins
        self._candidates, self._progress = settings.masking.candidates, progress
        self._background = store.background()
        self._resembling = store.resemblances()
        self._nodes = nodes_of_wholes(store)
        self._documents = attacked_documents(
            store, settings.profile, corpus.incidence, self._background, self._resembling
        )
        self._names = list(self._documents)
        self._texts: list[str] = self._background["content"].tolist()
        hidden = words_hidden(self._documents.values(), corpus.incidence.entities)
        self.words: Floats = corpus.demands.candidates.cost * np.maximum(hidden, 1.0)
        self._knowledge = {one.name: one.knowledge_of(self._texts, progress) for one in ATTACKERS}
        self._needs: list[tuple[Integers, Floats, float]] = []
        self._looked = False
        self._masks: list[BackgroundMask] = []

    def choose(self, masked: Booleans, allowed: Booleans) -> list[BackgroundMask]:
        """Masks until no attacker finds a document's right text, as far as they are allowed.

        Args:
            masked: with the masks of other stages so far; (E,).
            allowed: what may be masked; (E,).

        Returns:
            New ones, in the order chosen.
        """
        allowed = _allowed_together(allowed, self._twins)
        chosen: list[BackgroundMask] = []
        now = masked.copy()
        for _ in range(_ROUNDS):
            new = self._round(now, allowed)
            chosen += new
            if not new:
                break
        self._masks += chosen
        return chosen

    def _round(self, now: Booleans, allowed: Booleans) -> list[BackgroundMask]:
        """Masks for the documents that are found under the masks of now, which they join."""
        rankings, before = self._rankings(now), now.copy()
        found = self._found_by(rankings)
        sought = [row for row, name in enumerate(self._names) if found[name]]
        same = {entity: group for group in self._twins for entity in group}
        chosen: list[BackgroundMask] = []
        for first in range(0, len(sought), _AT_ONCE):
            rows = sought[first : first + _AT_ONCE]
            contests = [[self._contest(one, row, before, rankings) for one in ATTACKERS] for row in rows]
            if not self._looked:
                self._needs += [need for one in contests for need in _needs(one, now, self._candidates)]
            for choice in hide(contests, now & ~before, allowed & ~now, self.words, self._candidates):
                name = self._names[rows[choice.document]]
                new = [entity for entity in same.get(choice.entity, (choice.entity,)) if not now[entity]]
                chosen += [BackgroundMask(one, self._row(one, name), self._reason(choice, name)) for one in new]
                now[new] = True
        self._looked = True
        return chosen

    def outcome(self, masked: Booleans) -> Hiding:
        """What was done, with all masks; (E,)."""
        rankings = self._rankings(masked)
        found = self._found_by(rankings)
        first = self._resembling["rank_before"].between(1, self._candidates)
        result = BackgroundResult(
            texts=len(self._texts),
            documents=sum(bool(one.right) for one in self._documents.values()),
            found_before=self._resembling[first]["document_id"].nunique(),
            found_after=sum(map(bool, found.values())),
            candidates=self._candidates,
            masked=len(self._masks),
            words=float(self.words[[mask.entity for mask in self._masks]].sum()),
            lower_bound=lower_bound(self._needs, self.words),
        )
        return Hiding(result, self._places(rankings))

    def _rankings(self, masked: Booleans) -> dict[str, Ranking]:
        protected = [one.protected(masked) for one in self._documents.values()]
        depth = max(DEPTH, 3 * self._candidates)
        return {
            one.name: one.rank(protected, self._texts, self._progress, depth, self._knowledge[one.name])
            for one in ATTACKERS
        }

    def _contest(self, attacker: TermAttacker, row: int, masked: Booleans, rankings: Mapping[str, Ranking]) -> Contest:
        """One attacker before one document, against the texts that he ranks first."""
        document = self._documents[self._names[row]]
        ranked = rankings[attacker.name].texts[row].tolist()
        return contest(
            attacker,
            self._knowledge[attacker.name],
            document.text,
            [(spot.start, spot.end) for spot in document.spots if masked[spot.entity]],
            [spot for spot in document.spots if not masked[spot.entity]],
            [self._texts[text] for text in sorted(document.right)],
            [self._texts[text] for text in ranked if text >= 0 and text not in document.right],
        )

    def _found_by(self, rankings: Mapping[str, Ranking]) -> dict[str, list[str]]:
        """Document -> attackers that find it among the first."""
        right = [one.right for one in self._documents.values()]
        places = {name: ranking.rank_of(right) for name, ranking in rankings.items()}
        return {
            name: [attacker for attacker, place in places.items() if place[row] < self._candidates]
            for row, name in enumerate(self._names)
        }

    def _row(self, entity: int, name: str) -> int:
        """The first node of a document that mentions an entity; the first of all, if it stands there unseen."""
        begin, order = self._incidence.by_entity
        mentioning = self._incidence.document[order[begin[entity] : begin[entity + 1]]].tolist()
        rows = self._documents[name].rows
        return min(rows.intersection(mentioning) or rows)

    def _reason(self, choice: BackgroundChoice, name: str) -> str:
        texts = [self._background["source_id"].iloc[text] for text in sorted(self._documents[name].right)]
        more = ", …" if len(texts) > _SHOWN else ""
        return f"background {name}: {', '.join(choice.attackers)} would find {', '.join(texts[:_SHOWN])}{more}"

    def _places(self, rankings: Mapping[str, Ranking]) -> pd.DataFrame:
        """The resemblances with the places of now."""
        row = {self._nodes[name]: at for at, name in enumerate(self._names)}
        number = {text: at for at, text in enumerate(self._background["id"].tolist())}
        columns = ["document_id", "background_id", "attacker"]
        after = []
        for node, text, attacker in self._resembling[columns].itertuples(index=False):
            ranked = rankings[attacker].texts[row[node]].tolist() if node in row else []
            after.append(ranked.index(number[text]) + 1 if number[text] in ranked else 0)
        return self._resembling.assign(rank_after=np.array(after, dtype=np.int64))


def _needs(contests: Sequence[Contest], masked: Booleans, candidates: int) -> list[tuple[Integers, Floats, float]]:
    none = np.zeros_like(masked)
    return [one.need(candidates) for one in contests if one.is_found(none, candidates)]


def _allowed_together(allowed: Booleans, twins: Sequence[tuple[int, ...]]) -> Booleans:
    """What may be masked: of twins all or none."""
    together = allowed.copy()
    for group in twins:
        together[list(group)] = allowed[list(group)].all()
    return together


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
    wholes, (spellings, mentioned_in) = read_wholes(store), spellings_and_mentions(store)
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
