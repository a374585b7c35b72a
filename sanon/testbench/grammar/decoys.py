"""Decoys: other people of the register who have something that a hidden person has, told in passing.

Without them every value of a person would point at that person alone. What a cluster tells is owed a decoy, which a
later cluster pays in a document that is about nobody.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from random import Random

from sanon.testbench.grammar.facts import KINDS, Wording
from sanon.testbench.grammar.lexicon import table
from sanon.testbench.grammar.page import Page
from sanon.testbench.grammar.voice import article
from sanon.testbench.grammar.world import Life, World
from sanon.testbench.register.register import IDENTITY

#: Documents in which a debt is still paid; older ones are forgotten.
_MEMORY = 400
#: Beside the value that is owed, so many others are told, which tell the decoy from the hidden person.
_OTHERS = 2
_TELLABLE = (*table("telling")["aside"], "age", "occupation")


class Decoys:
    """Keeps what is owed, and pays it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._owed: deque[tuple[int, str]] = deque(maxlen=_MEMORY)
        self._left = self._owed.copy()

    def begin(self) -> None:
        """An attempt at a cluster begins: what an earlier one paid is owed again."""
        self._left = self._owed.copy()

    def owe(self, life: Life, kinds: frozenset[str]) -> None:
        """The cluster was taken: of each fact that it told and that is not one person's alone, a decoy is owed."""
        self._owed = self._left
        self._owed.extend(
            (life.number, kind)
            for kind in sorted(kinds)
            if kind in _TELLABLE and kind in life.facts and KINDS[kind].attribute not in IDENTITY
        )

    def sentence(self, page: Page, prefix: str, rng: Random) -> str:
        """A sentence that pays the oldest debt that can be paid; empty if there is none.

        Args:
            page: gets the facts of the decoy, under keys that begin with the prefix.
            prefix: one for each decoy of a cluster.
        """
        while self._left:
            number, kind = self._left.popleft()
            attribute = self._world.life(number).facts[kind].fact.attribute
            other = self._world.like(number, attribute, rng) if attribute else None
            if other is None:
                continue  # nobody else has it
            life = self._world.life(other)
            if kind in life.facts:
                return self._decoy(page, life, kind, prefix, rng)
        return ""

    def _decoy(self, page: Page, life: Life, kind: str, prefix: str, rng: Random) -> str:
        others = [one for one in _TELLABLE if one in life.facts and one != kind]
        kinds = {kind, *rng.sample(others, min(_OTHERS, len(others)))}

        def said(one: str) -> str:
            key = f"{prefix} {one}"
            fact = life.facts[one].fact
            page.facts[key] = Wording(replace(fact, key=key, of_person=False), life.facts[one].spellings)
            return page.fact(key, "")

        age = f"{said('age')}-year-old" if "age" in kinds else ""
        who = " ".join(filter(None, [age, said("occupation") if "occupation" in kinds else "person"]))
        rest = [rng.choice(words).format(said(one)) for one, words in table("telling")["aside"].items() if one in kinds]
        text = f"{article(who)} {who}{''.join(rest)}".rstrip(",")
        return str(rng.choice(table("telling")["lead"]["sentences"])).format(text)
