"""The grammar generator: cluster by cluster, each with its truth, the same for the same seed; who is cast in which."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from sanon.results.generate import RejectedCluster
from sanon.risk.incidence import Integers
from sanon.testbench.dataset.records import (
    Cluster,
    GeneratedCluster,
    GeneratedDocument,
    GeneratorName,
    PersonEntity,
    RegisterMark,
    Risk,
)
from sanon.testbench.grammar.decoys import Decoys
from sanon.testbench.grammar.documents import SETTING, Scribe, Written
from sanon.testbench.grammar.planning import Unfit, planned
from sanon.testbench.grammar.questions import Asker
from sanon.testbench.grammar.world import Life, World
from sanon.testbench.register.tables import illnesses
from sanon.testbench.rules import risk_of
from sanon.testbench.truth import ClusterTruth, Fitting, Made, Scene
from sanon.testbench.validating import Diversity, faults

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


_ATTEMPTS = 400
#: Number of the first cluster that is in no corpus.
_OUTSIDE = 1_000_001


class Grammar:
    """Casts people of a register, and writes what is told of them."""

    name: GeneratorName = "grammar"
    model: str | None = None

    def __init__(self, seed: int) -> None:
        self.seed = seed
        #: Its register, and what can be told of its people.
        self.world = World(seed)
        self._casting = Casting(self.world)
        self._decoys = Decoys(self.world)
        self._diversity = Diversity()
        #: Attempts so far that the validator threw away.
        self.thrown_away = 0

    @property
    def population(self) -> RegisterMark:
        """The register whose people the clusters are about."""
        register = self.world.register
        return RegisterMark(seed=register.seed, people=register.people, digest=register.digest)

    def clusters(self, count: int) -> Iterator[Made | RejectedCluster]:
        """So many clusters; those for which no attempt passed the validator are among them."""
        return map(self._cluster, range(1, count + 1))

    def outside(self, count: int) -> Iterator[GeneratedDocument]:
        """Documents of so many further clusters, about people who are in none of those before."""
        for made in map(self._cluster, range(_OUTSIDE, _OUTSIDE + count)):
            if isinstance(made, Made):
                for number, document in enumerate(made.cluster.documents):
                    yield document.model_copy(update={"id": f"outside-{made.cluster.cluster.number}-{number}"})

    def _cluster(self, number: int) -> Made | RejectedCluster:
        risk = risk_of(number, self.seed)
        for attempt in range(_ATTEMPTS):
            rng = Random(f"cluster {self.seed} {number} {attempt}")  # noqa: S311 - the same seed, the same bytes
            self._decoys.begin()
            life = self.world.life(self._casting.propose(risk, rng))
            try:
                made = self._attempt(f"c{number}", life, risk, rng)
            except Unfit:
                self.thrown_away += 1
                continue
            if self._diversity.faults(made.truth.scene) or faults(made.cluster, made.truth):
                self.thrown_away += 1
                continue
            self._diversity.remember(made.truth.scene)
            self._casting.remember(life.number, risk)
            self._decoys.owe(life, frozenset[str]().union(*made.truth.stated.values()))
            return made
        why = f"none of {_ATTEMPTS} attempts at risk {risk} passed"
        return RejectedCluster(cluster=f"c{number}", stage="validation", reason=why)

    def _attempt(self, name: str, life: Life, risk: Risk, rng: Random) -> Made:
        plan = planned(risk, life, self._diversity.topics, rng)
        scribe = Scribe(life, plan, risk, self._decoys, rng)
        written = [scribe.write(name, number, sheet) for number, sheet in enumerate(plan.sheets)]
        asked = Asker(name, scribe, written, rng).questions(plan.topics[0])
        stated = frozenset[str]().union(*(one.stated for one in written))
        facts = {key: scribe.facts[key].fact for key in sorted(stated)}
        spelled = {key: text for one in reversed(written) for key, text in one.stated.items()}
        own = [fact for fact in facts.values() if fact.of_person and fact.type]

        def entities(keys: Sequence[str], types: Sequence[str]) -> tuple[PersonEntity, ...]:
            return tuple(
                PersonEntity(
                    type=kind, value=spelled[key], normalized=facts[key].normalized, attribute=facts[key].attribute
                )
                for key, kind in zip(keys, types, strict=True)
            )

        setting = [key for key in SETTING if key in facts]
        cluster = GeneratedCluster(
            cluster=Cluster(
                cluster=name,
                risk=risk,
                documents=tuple(one.document.id for one in written),
                person=entities([fact.key for fact in own], [fact.type or "" for fact in own]),
                setting=entities(setting, [SETTING[key] for key in setting]),
                number=life.number,
            ),
            documents=tuple(one.document for one in written),
            entities=tuple(one.entities for one in written),
            questions=tuple(question for question, _ in asked),
        )
        truth = ClusterTruth(
            risk=risk,
            scene=_scene(plan.topics[0].name, life, stated),
            facts=facts,
            stated={one.document.id: one.stated for one in written},
            needs=tuple(needs for _, needs in asked),
            fitting=_fitting(life, written),
        )
        return Made(cluster, truth)


def _scene(topic: str, life: Life, stated: frozenset[str]) -> Scene:
    def normal(kind: str) -> str | None:
        return life.facts[kind].fact.normalized if kind in stated else None

    return Scene(topic, normal("condition"), normal("town"), normal("demographic"))


def _fitting(life: Life, written: Sequence[Written]) -> Fitting:
    """Counted, of the documents about the person."""
    told = {
        one.document.id: {key for key in one.stated if key in life.facts or key in SETTING}
        for one in written
        if any(key in life.facts and life.facts[key].fact.type for key in one.stated)
        and one.document.metadata["format"] != "policy_document"  # a rule names what a person has, and no person
    }
    return Fitting({name: life.fits(keys) for name, keys in told.items()}, life.fits(set[str]().union(*told.values())))
