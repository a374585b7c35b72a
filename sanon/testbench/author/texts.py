"""What a document must say and must not, and mending one that a model wrote, sentence by sentence. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sanon.testbench.lexical import pieces
from sanon.testbench.rules import LONGEST_DOCUMENT, SHORTEST_DOCUMENT

#: Characters of a text that a model may write.
SHORTEST_TEXT, LONGEST_TEXT = 300, 750
#: Around a text that was cut off at the most, which are gone.
_BLANKS = 5
#: What a form letter leaves open: [Your Name].
_GAP = re.compile(r"\[[^\]]*\]?|_{3,}")
_ENDS = tuple(".!?:,;\"'”)")


@dataclass(frozen=True)
class Wanted:
    """The values that a document states, and those of its cluster that it does not."""

    stated: Sequence[str]
    unsaid: Sequence[str]

    def faults(self, text: str) -> list[str]:
        """What is wrong with a text; a value comes behind a colon."""
        found = [f"it lacks: {value}" for value in self.stated if standing(value, text) is None]
        found += [f"it must not contain: {value}" for value in self.unsaid if standing(value, text)]
        found += [f"it leaves open: {gap[0]}" for gap in _GAP.finditer(text)]
        words = len(text.split())
        return found if SHORTEST_DOCUMENT <= words <= LONGEST_DOCUMENT else [*found, f"it has {words} words"]

    def is_wrong(self, sentence: str) -> bool:
        """Whether a sentence may not stand in the document."""
        return bool(_GAP.search(sentence)) or any(standing(value, sentence) for value in self.unsaid)

    def fitted(self, text: str) -> str:
        """A text without a broken end and sentences that are wrong or said before, and not too long.

        If it is, its last sentences go that state nothing.
        """
        kept = list[str]()
        for piece in pieces(text):
            said_before = bool(piece.strip()) and any(piece.strip() == one.strip() for one in kept)
            if not (said_before or self.is_wrong(piece)):
                kept.append(piece)
        if len(text) > LONGEST_TEXT - _BLANKS and not text.endswith(_ENDS):
            kept = kept[:-1]
        idle = [number for number, piece in enumerate(kept) if not self._states(piece)]
        while idle and len("".join(kept).split()) > LONGEST_DOCUMENT:
            kept[idle.pop()] = ""
        return "".join(kept).strip()

    def with_sentence(self, text: str, sentence: str) -> str:
        """A text with one sentence more, behind the last that states something: a signature stays at the end."""
        held = pieces(text)
        place = max((number for number, piece in enumerate(held, 1) if self._states(piece)), default=len(held))
        before, after = "".join(held[:place]), "".join(held[place:])
        kept = before.rstrip()
        return f"{kept} {sentence}{before[len(kept) :] or ' '}{after}".strip()

    def _states(self, piece: str) -> bool:
        return any(standing(value, piece) for value in self.stated)


def standing(value: str, text: str) -> str | None:
    """A value as it stands in a text as whole words, in capitals or not; None if it does not."""
    if value.casefold() not in text.casefold():
        return None
    found = re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", text, re.IGNORECASE)
    return found[0] if found else None


def as_sentence(text: str, value: str) -> str:
    """A sentence with a capital and an end, and its value without marks around it."""
    for mark in "\"'":
        text = text.replace(f"{mark}{value}{mark}", value)
    return text[0].upper() + text[1:] + ("" if text.endswith(_ENDS) else ".")
