"""The grammar generator: cluster by cluster, each with its truth, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sanon.results.generate import RejectedCluster
from sanon.testbench.dataset.records import (
    Cluster,
    GeneratedCluster,
    GeneratedDocument,
    GeneratorName,
    PersonEntity,
    RegisterMark,
    Risk,
)
from sanon.testbench.grammar.casting import Casting
from sanon.testbench.grammar.decoys import Decoys
from sanon.testbench.grammar.documents import SETTING, Scribe, Written
from sanon.testbench.grammar.planning import Unfit, planned
from sanon.testbench.grammar.questions import Asker
from sanon.testbench.grammar.world import Life, World
from sanon.testbench.rules import risk_of
from sanon.testbench.truth import ClusterTruth, Fitting, Made, Scene
from sanon.testbench.validating import Diversity, faults

_ATTEMPTS = 400
#: Number of the first cluster that is in no corpus.
_OUTSIDE = 1_000_001


class Grammar:
    """Casts people of a register, and writes what is told of them."""

    name: GeneratorName = "grammar"
    model: str | None = None

    def __init__(self, seed: int) -> None:
        self._seed = seed
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
        risk = risk_of(number, self._seed)
        for attempt in range(_ATTEMPTS):
            rng = Random(f"cluster {self._seed} {number} {attempt}")  # noqa: S311 - the same seed, the same bytes
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
        if any(key in life.facts and life.facts[key].fact.type for key in one.stated) and not _is_rule(one)
    }
    return Fitting({name: life.fits(keys) for name, keys in told.items()}, life.fits(set[str]().union(*told.values())))


def _is_rule(one: Written) -> bool:
    """A rule names what a person has, and no person."""
    return one.document.metadata["format"] == "policy_document"
