"""What attackers achieve: their rankings, how often they are right, and what gave a document away."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sanon.attack.attackers.contract import Attacker
from sanon.attack.attackers.tfidf import TfIdfAttacker
from sanon.attack.open_set import OpenSet
from sanon.attack.ranking import DEPTH, NOTHING, Integers, Ranking, fused
from sanon.attack.shared import telling_terms
from sanon.attack.words import words_kept
from sanon.commands.attacked_texts import Texts
from sanon.progress import Progress
from sanon.results import AttackResult
from sanon.results.attack import AttackerSuccess, FoundDocument

#: Name of the ranking of all attackers together.
TOGETHER = "all"


def all_rankings(
    attackers: Sequence[Attacker],
    documents: Sequence[str],
    background: Sequence[str],
    progress: Progress,
    leave_out: Integers | None = None,
) -> dict[str, Ranking]:
    """The rankings of all attackers by their names, all together last.

    Args:
        leave_out: for each document the number of a text that it must not find.
    """
    depth = DEPTH if leave_out is None else DEPTH + 1
    rankings: dict[str, Ranking] = {}
    for one in attackers:
        ranking = one.rank(documents, background, progress, depth)
        rankings[one.name] = ranking if leave_out is None else ranking.without(leave_out)
    if len(rankings) > 1:
        rankings[TOGETHER] = fused(list(rankings.values()), len(background))
    return rankings


def places_of(
    rankings: Mapping[str, Ranking], rows: slice | Sequence[int], right: Sequence[frozenset[int]]
) -> dict[str, Integers]:
    """Attacker -> place of the best right text of each document in some rows, from 0."""
    return {name: ranking.rows(rows).rank_of(right) for name, ranking in rankings.items()}


@dataclass(frozen=True)
class Places:
    """On which places attackers have the right texts of some documents.

    Attributes:
        names: source ids of the documents.
        right: numbers of the right texts of each.
        among: how many texts each is compared with.
        protected, original: attacker -> place of the right text of each document, from 0; of originals that are not
            there it is empty.
        open_sets: attacker -> what comes of half of the right texts; empty where that was not asked for.
    """

    names: Sequence[str]
    right: Sequence[frozenset[int]]
    among: int
    protected: Mapping[str, Integers]
    original: Mapping[str, Integers]
    open_sets: Mapping[str, OpenSet] = field(default_factory=dict)

    def result(self, person: Mapping[str, str], **more: Any) -> AttackResult:
        """What the attackers achieve.

        Args:
            person: source id -> name of its right text.
            more: what else the result says.
        """
        return AttackResult(
            documents=len(self.names),
            attackers=[self._success(name) for name in self.protected],
            chance_top1=self.found_by_chance(1),
            chance_top5=self.found_by_chance(5),
            found=[
                FoundDocument(source_id=name, person=person[name], attackers=by)
                for row, name in enumerate(self.names)
                if (by := [attacker for attacker, place in self.protected.items() if place[row] == 0])
            ],
            **more,
        )

    def _success(self, name: str) -> AttackerSuccess:
        def share(places: Mapping[str, Integers], first: int) -> float | None:
            return float((places[name] < first).mean()) if name in places and len(places[name]) else None

        open_set = self.open_sets.get(name)
        return AttackerSuccess(
            name=name,
            top1=share(self.protected, 1) or 0.0,
            top5=share(self.protected, 5) or 0.0,
            original_top1=share(self.original, 1),
            original_top5=share(self.original, 5),
            open_precision=open_set.precision if open_set else None,
            open_recall=open_set.recall if open_set else None,
        )

    def found_by_chance(self, first: int) -> float:
        """Share of the documents of which a right text is among the first of any order of the texts, in the mean."""
        texts, drawn = self.among, min(first, self.among)
        missed = [
            math.prod(max(texts - len(one - {NOTHING}) - n, 0) / (texts - n) for n in range(drawn))
            for one in self.right
        ]
        return 1.0 - sum(missed) / len(missed) if missed else 0.0


def with_evidence(
    found: Sequence[FoundDocument],
    protected: Texts,
    held: Texts,
    right: Mapping[str, frozenset[int]],
    rankings: Mapping[str, Ranking],
    progress: Progress,
) -> list[FoundDocument]:
    """The found documents, each with the words that gave it away, the most telling first."""
    knowledge = TfIdfAttacker().knowledge_of(held.texts, progress)
    ranking = list(rankings.values())[-1]
    at = {name: row for row, name in enumerate(protected.names)}
    explained = []
    for one in found:
        row = at[one.source_id]
        rivals = [text for text in ranking.texts[row].tolist() if text >= 0 and text not in right[one.source_id]]
        words = telling_terms(
            protected.texts[row],
            held.texts[min(right[one.source_id])],
            held.texts[rivals[0]] if rivals else None,
            knowledge,
        )
        explained.append(one.model_copy(update={"words": words}))
    return explained


def share_kept(protected: Texts, originals: Texts | None) -> float | None:
    """Share of the words of the originals that still stand; None without originals."""
    return None if originals is None else words_kept(zip(originals.texts, protected.texts, strict=True))
