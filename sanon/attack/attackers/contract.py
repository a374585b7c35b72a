"""What an attacker is: somebody who ranks texts by their likeness to each protected document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from sanon.attack.ranking import DEPTH, Ranking
from sanon.progress import Progress


class Attacker(ABC):
    """Somebody who holds the background texts and sees the protected documents.

    Attributes:
        name: by which users ask for it.
        summary: what it compares, in one sentence.
        by_default: whether it attacks when nobody is named: it needs nothing but the texts.
        takes_model: whether it is made with the folder of a model, or None for the installed one.
        may_decline: whether it names no text where none seems right; others always name the likest.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    by_default: ClassVar[bool] = False
    takes_model: ClassVar[bool] = False
    may_decline: ClassVar[bool] = False

    @abstractmethod
    def rank(
        self, documents: Sequence[str], background: Sequence[str], progress: Progress, depth: int = DEPTH
    ) -> Ranking:
        """The background texts most like each document. In documents a mask is `terms.MASK`."""
