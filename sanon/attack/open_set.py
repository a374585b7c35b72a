"""An attacker who may say "none of them", since his texts are about some of the people only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from sanon.attack.attackers.contract import Attacker
from sanon.attack.ranking import Floats, Ranking
from sanon.progress import Progress, silent

#: Of his own texts, each compared with the others, an attacker would give so many to a wrong one.
FALSE_ANSWERS = 0.05
#: His own texts that an attacker compares with the others.
_SAMPLE = 500


@dataclass(frozen=True)
class OpenSet:
    """What an attacker achieves who does not have a text about everybody.

    Attributes:
        answerable: those whose right text the attacker has.
        answered: those for which the attacker names a text.
        right: those for which it is the right one.
    """

    answerable: int
    answered: int
    right: int

    @property
    def precision(self) -> float | None:
        """Share of the answers that are right; None without an answer."""
        return self.right / self.answered if self.answered else None

    @property
    def recall(self) -> float | None:
        """Share of the answerable documents whose right text is named; None without such."""
        return self.right / self.answerable if self.answerable else None


def open_set(
    attacker: Attacker,
    documents: Sequence[str],
    background: Sequence[str],
    right: Sequence[frozenset[int]],
    progress: Progress = silent,
) -> OpenSet:
    """Attack with half of the right texts taken away.

    The attacker names a text if it leads the next one by more than 95 % of his own texts lead, each compared with the
    others: these have no right one. Who may decline by himself does.

    Args:
        right: numbers of the right texts of each document; documents without any play no part.
    """
    asked = [row for row, texts in enumerate(right) if texts]
    answers = {text for row in asked for text in right[row]}
    gone = frozenset(_drawn(background, answers, len(answers) // 2))
    held = [text for text in range(len(background)) if text not in gone]
    own = [background[text] for text in held]
    ranking = attacker.rank([documents[row] for row in asked], own, progress)
    names_one = ranking.texts[:, 0] >= 0
    if not attacker.may_decline:
        names_one &= leads(ranking) > _usual_lead(attacker, own, progress)
    named = {
        asked[place]: held[text] for place, text in enumerate(ranking.texts[:, 0].tolist()) if bool(names_one[place])
    }
    return OpenSet(
        answerable=sum(bool(right[row] - gone) for row in asked),
        answered=len(named),
        right=sum(text in right[row] for row, text in named.items()),
    )


def leads(ranking: Ranking) -> Floats:
    """By how much of its likeness the first text of each document is ahead of the second, in [0, 1]; (N,)."""
    first = ranking.scores[:, 0]
    second = ranking.scores[:, 1] if ranking.scores.shape[1] > 1 else np.zeros_like(first)
    lead: Floats = np.where(first > 0, (first - second) / np.where(first > 0, first, 1), 0).astype(np.float32)
    return lead


def _usual_lead(attacker: Attacker, own: Sequence[str], progress: Progress) -> float:
    sample = _drawn(own, range(len(own)), min(_SAMPLE, len(own)))
    ranking = attacker.rank([own[text] for text in sample], own, progress)
    at: NDArray[np.int64] = np.array(sample, dtype=np.int64)
    return float(np.quantile(leads(ranking.without(at)), 1 - FALSE_ANSWERS)) if sample else 0.0


def _drawn(texts: Sequence[str], numbers: set[int] | range, count: int) -> list[int]:
    """Some of the texts, the same ones whatever their order."""
    return sorted(numbers, key=lambda text: sha256(texts[text].encode()).digest())[:count]
