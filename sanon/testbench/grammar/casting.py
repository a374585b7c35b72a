"""Casting: which person of the register a cluster is about."""

from __future__ import annotations

from collections import deque
from random import Random

import numpy as np

from sanon.testbench.dataset.records import Risk
from sanon.testbench.grammar.world import World
from sanon.testbench.register.register import Integers
from sanon.testbench.register.tables import illnesses
from sanon.testbench.validating import Diversity

#: Share of the clusters of risk HIGH whose person has the illness and the hospital of somebody in an earlier cluster.
TWINS = 0.35
#: How far back such a cluster may lie.
_MEMORY = 60
#: Shares of all adults below which a disease is seldom, and from which on it is common.
_SELDOM, _COMMON = 0.001, 0.01
#: Of the clusters of risk HIGH: about somebody with a seldom disease, somebody hurt in an accident, somebody of whom
#: something unique is told; the rest are anybody.
_STANDS_OUT = (("seldom", 0.45), ("hurt", 0.2), ("unique", 0.2))


class Casting:
    """Chooses people, nobody twice."""

    def __init__(self, world: World) -> None:
        columns, treated = world.register.columns, world.treated
        share = np.array([one.share for one in illnesses()])[columns["condition"][treated]]
        self._columns = columns
        self._pools: dict[str, Integers] = {
            "seldom": treated[(share > 0) & (share < _SELDOM)],
            "hurt": treated[columns["event"][treated] >= 0],
            "unique": treated[columns["unique"][treated] >= 0],
            "common": treated[share >= _COMMON],
            "unusual": treated[(share > 0.0002) & (share < 2 * _COMMON) | (share == 0)],
            "anybody": treated,
        }
        self._cast: set[int] = set()
        self._earlier: deque[int] = deque(maxlen=_MEMORY)

    def propose(self, risk: Risk, rng: Random) -> int:
        """Somebody for a cluster of a risk, who is in no cluster yet."""
        twin = self._twin(rng) if risk == "HIGH" and rng.random() < TWINS else None
        if twin is not None:
            return twin
        pool = self._pools[self._pool(risk, rng)]
        while True:
            number = int(pool[rng.randrange(len(pool))])
            if number not in self._cast:
                return number

    def remember(self, number: int, risk: Risk) -> None:
        """The person was taken."""
        self._cast.add(number)
        if risk != "LOW":
            self._earlier.append(number)

    def _pool(self, risk: Risk, rng: Random) -> str:
        if risk == "LOW":
            return "common"
        if risk == "MEDIUM":
            return rng.choice(["unusual", "unusual", "common"])
        drawn = rng.random()
        for name, chance in _STANDS_OUT:
            if drawn < chance:
                return name
            drawn -= chance
        return "anybody"

    def _twin(self, rng: Random) -> int | None:
        """Somebody with the illness and the hospital of a person in an earlier cluster."""
        columns, pool = self._columns, self._pools["seldom"]
        earlier = list(self._earlier)[: -Diversity.SCENES]
        for other in rng.sample(earlier, len(earlier)):
            alike = (columns["condition"][pool] == columns["condition"][other]) & (
                columns["hospital"][pool] == columns["hospital"][other]
            )
            some = [number for number in pool[alike].tolist() if number not in self._cast]
            if some:
                return int(rng.choice(some))
        return None
