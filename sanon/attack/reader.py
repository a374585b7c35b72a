"""A language model that reads protected documents, as somebody with a good memory does.

It says which of some texts is about the person of a document, whom a document is about, and what stood in the place of
its masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sanon.attack.asking import JsonModel, Schema
from sanon.attack.attackers import term_attackers
from sanon.attack.attackers.contract import Attacker
from sanon.attack.ranking import DEPTH, Ranking, fused
from sanon.attack.terms import MASK
from sanon.extraction.llm.asking import object_of
from sanon.extraction.llm.parallel import each_in_parallel
from sanon.packaged import table
from sanon.progress import Progress, silent

#: Texts that are read for each document: those that word searches put first. More would cost too much.
READ = 40
#: Texts that are shown at once, and how many of them go into the next round.
AT_ONCE, KEPT = 8, 2
#: Characters of a document and of a text beside it that are shown.
_DOCUMENT, _EXCERPT = 4_000, 1_500
#: Texts that an answer may name, and characters of a guess.
_NAMED, _LONGEST = 5, 120
_PROMPTS = table(__package__, "reader")
_CHOICE: Schema = object_of(texts={"type": "array", "items": {"type": "integer"}, "maxItems": _NAMED})


@dataclass(frozen=True)
class Hidden:
    """A protected document, and what it hides.

    Attributes:
        types: of the hidden values; the first one is number 1.
    """

    text: str
    types: tuple[str, ...]


@dataclass(frozen=True)
class Guess:
    """What a reader makes of a document.

    Attributes:
        person: whom it is about; empty if the reader has no idea.
        values: in the place of each hidden value; empty where the reader has none.
    """

    person: str
    values: tuple[str, ...]


class Reader(Attacker):
    """Reads with a language model; names no text where none is about the person."""

    name = "reader"
    summary = f"a language model reads the {READ} texts that word searches put first"
    may_decline = True

    def __init__(self, ask: JsonModel, workers: int = 1) -> None:
        self._ask, self._workers = ask, workers

    def rank(
        self, documents: Sequence[str], background: Sequence[str], progress: Progress, depth: int = DEPTH
    ) -> Ranking:
        """In rounds: the best of every few texts go on. A text that equals the document is not shown.

        Raises:
            ExtractionError: the model gives no answers any more.
        """
        by_words = fused([one.rank(documents, background, silent) for one in term_attackers()], len(background))
        empty = Ranking.empty(len(documents), depth)

        def choose(row: int) -> list[int]:
            found = [text for text in by_words.texts[row].tolist() if text >= 0]
            # Of few texts those without a common word are read too.
            every = dict.fromkeys([*found, *range(min(READ + 1, len(background)))])
            near = [text for text in every if background[text] != documents[row]][:READ]
            while len(near) > AT_ONCE:
                groups = [near[first : first + AT_ONCE] for first in range(0, len(near), AT_ONCE)]
                near = [text for group in groups for text in self._chosen(documents[row], group, background)[:KEPT]]
            return self._chosen(documents[row], near, background)

        found = each_in_parallel(choose, range(len(documents)), self._workers, progress, "reader: reading")
        for row, chosen in enumerate(found):
            empty.texts[row, : len(chosen)] = chosen[:depth]
            empty.scores[row, : len(chosen)] = 1.0 / np.arange(1, len(chosen) + 1)
        return empty

    def guesses(self, documents: Sequence[Hidden], progress: Progress = silent) -> list[Guess | None]:
        """What the reader infers of each document; None where the model gives no readable answer.

        Raises:
            ExtractionError: the model gives no answers any more.
        """
        return each_in_parallel(self._guess, documents, self._workers, progress, "reader: reading")

    def _chosen(self, document: str, near: Sequence[int], background: Sequence[str]) -> list[int]:
        """Those of some texts that are about the person of a document, the likeliest first."""
        if not near:
            return []
        shown = "\n\n".join(
            f"{number}: {_readable(background[text])[:_EXCERPT]}" for number, text in enumerate(near, start=1)
        )
        asked = _PROMPTS["which"].format(
            document=_readable(document)[:_DOCUMENT], texts=shown, most=min(_NAMED, len(near))
        )
        answer: dict[str, Any] = self._ask(_PROMPTS["system"], asked, _CHOICE) or {"texts": []}
        named = [one for one in answer["texts"] if isinstance(one, int) and 0 < one <= len(near)]
        return [near[number - 1] for number in dict.fromkeys(named)][:_NAMED]

    def _guess(self, document: Hidden) -> Guess | None:
        hidden = "\n".join(f"{number}: {kind}" for number, kind in enumerate(document.types, start=1)) or "none"
        one = {"type": "string", "maxLength": _LONGEST}
        values = {"type": "array", "items": one, "maxItems": max(len(document.types), 1)}
        schema = object_of(person=one, values=values)
        answer = self._ask(
            _PROMPTS["system"], _PROMPTS["who"].format(document=_readable(document.text), hidden=hidden), schema
        )
        if answer is None:
            return None
        said = [one.strip() if isinstance(one, str) else "" for one in answer["values"]][: len(document.types)]
        return Guess(answer["person"].strip(), (*said, *[""] * (len(document.types) - len(said))))


def _readable(text: str) -> str:
    return text.replace(MASK, "[…]")
