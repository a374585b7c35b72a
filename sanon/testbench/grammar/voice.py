"""Voices: each document is written by somebody, who keeps to one way of writing dates, numbers and names."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from sanon.testbench.grammar.facts import Wording
from sanon.testbench.grammar.lexicon import table


@dataclass
class Voice:
    """How one document is written.

    Attributes:
        noun: what the person is called where no name is told.
        order: kind of fact -> where in the document it is told.
    """

    rng: Random
    noun: str
    female: bool
    order: dict[str, float] = field(default_factory=dict)
    _kept: dict[str, str] = field(default_factory=dict)
    _introduced: bool = False

    def __post_init__(self) -> None:
        orders = table("telling")["orders"]
        ranked = orders[self.rng.choice(sorted(orders))]
        swing = self.rng.choice([1.0, 3.0, 6.0])
        self.order = {key: place + self.rng.uniform(0, swing) for place, key in enumerate(ranked.split())}

    def spell(self, wording: Wording, form: str) -> str:
        """A fact in the spelling that this document keeps to, or the one that a template names."""
        if form in wording.spellings:
            return wording.spellings[form]
        choices = [name for name in wording.spellings if name == "" or name.startswith("*")]
        family = " ".join(choices)
        kept = self._kept.setdefault(family, self.rng.choice(choices))
        text = wording.spellings[kept]
        if form == "cap":
            return text[0].upper() + text[1:]
        return text.upper() if form == "upper" else text

    def person(self, slot: str, name: Wording | None) -> tuple[str, str | None]:
        """What stands for the person, and the form of the name if it is the name.

        A pronoun only after the person was named; the noun or name comes back now and then.
        """
        capital = slot[0].isupper()
        first, self._introduced = not self._introduced, True
        own = slot.lower() in ("whose", "hers")
        lasting = slot.lower() in ("who", "whose") and self.rng.random() < 0.45
        if first or lasting:
            if name:
                return ("'s" if own else ""), "" if first else self.rng.choice(["", "title"])
            text = self.noun + ("'s" if own else "")
        else:
            text = self._pronoun(slot.lower())
        return (text[0].upper() + text[1:] if capital else text), None

    def _pronoun(self, slot: str) -> str:
        if slot in ("whose", "hers"):
            return "her" if self.female else "his"
        if slot == "her":
            return "her" if self.female else "him"
        return "she" if self.female else "he"


def article(text: str) -> str:
    """The article before a text."""
    return "an" if text[:1].lower() in "aeiou" else "a"
