"""What attackers achieve: their rankings, how often they are right, and what gave a document away."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sanon.attack.attackers.contract import Attacker
from sanon.attack.attackers.tfidf import TfIdfAttacker
from sanon.attack.open_set import OpenSet
from sanon.attack.ranking import DEPTH, NOTHING, Integers, Ranking, fused
from sanon.attack.shared import telling_terms
from sanon.attack.words import words_kept
from sanon.commands.attacked_texts import Texts
from sanon.progress import Progress
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


def successes(
    places: Mapping[str, Integers], former: Mapping[str, Integers], open_sets: Mapping[str, OpenSet]
) -> list[AttackerSuccess]:
    """How often each attacker is right.

    Args:
        places: of the right text of each document, from 0, by attacker.
        former: the same for the originals; empty without them.
        open_sets: what comes of half of the right texts, where that was asked for.
    """

    def share(of: Mapping[str, Integers], name: str, first: int) -> float | None:
        return float((of[name] < first).mean()) if name in of and len(of[name]) else None

    return [
        AttackerSuccess(
            name=name,
            top1=share(places, name, 1) or 0.0,
            top5=share(places, name, 5) or 0.0,
            original_top1=share(former, name, 1),
            original_top5=share(former, name, 5),
            open_precision=open_sets[name].precision if name in open_sets else None,
            open_recall=open_sets[name].recall if name in open_sets else None,
        )
        for name in places
    ]


def found_by_chance(right: Sequence[frozenset[int]], texts: int, first: int) -> float:
    """Share of the documents of which a right text is among the first of any order of the texts, in the mean.

    Args:
        right: the right texts of each document.
        texts: how many each is compared with.
        first: places that count.
    """
    drawn = min(first, texts)
    missed = [math.prod(max(texts - len(one - {NOTHING}) - n, 0) / (texts - n) for n in range(drawn)) for one in right]
    return 1.0 - sum(missed) / len(missed) if missed else 0.0


def found_documents(
    names: Sequence[str], places: Mapping[str, Integers], person: Mapping[str, str]
) -> list[FoundDocument]:
    """The documents whose right text an attacker puts first, with those who do; `person` names that text."""
    return [
        FoundDocument(source_id=name, person=person[name], attackers=by)
        for row, name in enumerate(names)
        if (by := [attacker for attacker, place in places.items() if place[row] == 0])
    ]


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
