"""What attackers achieve: their rankings, how often they are right, and what gave a document away."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sanon.attack.attackers.contract import Attacker
from sanon.attack.attackers.likeness import TfIdfAttacker
from sanon.attack.open_set import OpenSet
from sanon.attack.ranking import DEPTH, NOTHING, Integers, Ranking, fused
from sanon.attack.shared import telling_terms
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


@dataclass(frozen=True)
class Sought:
    """Documents, and what attackers take for the texts about their persons.

    Attributes:
        names: source ids of the documents.
        right: numbers of the right texts of each.
        among: how many texts each is compared with.
        protected, original: attacker -> ranking for each document, all together last; of originals that are not there
            none.
        open_sets: attacker -> what comes of half of the right texts; empty where that was not asked for.
    """

    names: Sequence[str]
    right: Sequence[frozenset[int]]
    among: int
    protected: Mapping[str, Ranking]
    original: Mapping[str, Ranking]
    open_sets: Mapping[str, OpenSet] = field(default_factory=dict)

    def result(self, person: Mapping[str, str], **more: Any) -> AttackResult:
        """What the attackers achieve.

        Args:
            person: source id -> name of its right text.
            more: what else the result says.
        """
        places, before = (
            {name: ranking.rank_of(self.right) for name, ranking in of.items()}
            for of in (self.protected, self.original)
        )
        return AttackResult(
            documents=len(self.names),
            attackers=[self._success(name, place, before.get(name)) for name, place in places.items()],
            chance_top1=self.found_by_chance(1),
            chance_top5=self.found_by_chance(5),
            found=[
                FoundDocument(source_id=name, person=person[name], attackers=by)
                for row, name in enumerate(self.names)
                if (by := [attacker for attacker, place in places.items() if place[row] == 0])
            ],
            **more,
        )

    def _success(self, name: str, places: Integers, before: Integers | None) -> AttackerSuccess:
        def share(places: Integers | None, first: int) -> float | None:
            return float((places < first).mean()) if places is not None and len(places) else None

        open_set = self.open_sets.get(name)
        return AttackerSuccess(
            name=name,
            top1=share(places, 1) or 0.0,
            top5=share(places, 5) or 0.0,
            original_top1=share(before, 1),
            original_top5=share(before, 5),
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
        self, found: Sequence[FoundDocument], exported: Texts, held: Sequence[str], progress: Progress
    ) -> list[FoundDocument]:
        """The found documents, each with the words that gave it away, the most telling first."""
        knowledge = TfIdfAttacker().knowledge_of(held, progress)
        together = list(self.protected.values())[-1].texts.tolist()
        at = {name: row for row, name in enumerate(self.names)}
        explained = []
        for one in found:
            right = self.right[at[one.source_id]]
            rival = next((held[text] for text in together[at[one.source_id]] if text >= 0 and text not in right), None)
            words = telling_terms(exported[one.source_id].text, held[min(right)], rival, knowledge)
            explained.append(one.model_copy(update={"words": words}))
        return explained
