"""The grammar generator: cluster by cluster, each with its truth, the same for the same seed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

from sanon.testbench.dataset import Cluster, GeneratedCluster, GeneratorName, PersonEntity, Risk
from sanon.testbench.grammar.documents import Scribe, Unfit, scene_condition
from sanon.testbench.grammar.lexicon import Illness, illnesses
from sanon.testbench.grammar.planning import planned
from sanon.testbench.grammar.questions import Asker
from sanon.testbench.grammar.world import Twin, World, life, often_the_first
from sanon.testbench.making import Failed, Made
from sanon.testbench.rules import risk_of
from sanon.testbench.truth import ClusterTruth, Scene
from sanon.testbench.validating import Diversity, faults

#: Share of the clusters whose person has the rare condition of somebody in an earlier cluster, and the same hospital.
TWINS = 0.25
#: How far back such a cluster may lie; behind those that must differ.
_MEMORY = 60
_ATTEMPTS = 200


class Grammar:
    """Samples a world and what happens in it. Memory does not grow with the number of clusters.

    Args:
        seed: what all follows from.
    """

    name: GeneratorName = "grammar"
    model: str | None = None

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._world = World(seed)
        self._diversity = Diversity()
        self._earlier: deque[Twin | None] = deque(maxlen=_MEMORY)
        self._topics: deque[str] = deque(maxlen=Diversity.TOPICS)
        self._conditions: deque[str] = deque(maxlen=Diversity.SCENES)
        #: Attempts so far that the validator threw away.
        self.thrown_away = 0

    def clusters(self, count: int) -> Iterator[Made | Failed]:
        """So many clusters; those for which no attempt passed the validator are among them."""
        return map(self._cluster, range(1, count + 1))

    def _cluster(self, number: int) -> Made | Failed:
        risk = risk_of(number, self._seed)
        for attempt in range(_ATTEMPTS):
            rng = Random(f"cluster {self._seed} {number} {attempt}")  # noqa: S311 - the same seed, the same bytes
            try:
                cluster, truth, twin = self._attempt(f"c{number}", risk, rng)
            except Unfit:
                self.thrown_away += 1
                continue
            if self._diversity.faults(truth.scene) or faults(cluster, truth):
                self.thrown_away += 1
                continue
            self._diversity.remember(truth.scene)
            self._topics.append(truth.scene.topic)
            self._conditions.append(twin.illness.name)
            self._earlier.append(twin if risk != "LOW" else None)
            return Made(cluster, truth)
        return Failed(f"c{number}", "validation", f"none of {_ATTEMPTS} attempts at risk {risk} passed")

    def _attempt(self, name: str, risk: Risk, rng: Random) -> tuple[GeneratedCluster, ClusterTruth, Twin]:
        rare = risk != "LOW"
        twin = self._twin(rng) if rare else None
        illness = twin.illness if twin else self._illness(rare, rng)
        other = rng.choice([one for one in illnesses(False) if one.name != illness.name])
        person, own = life(self._world, illness, other, twin, rare, rng)
        plan = planned(risk, list(self._topics), rng)
        scribe = Scribe(person, plan, risk, own.county.towns, rng)
        written = [scribe.write(name, number, sheet) for number, sheet in enumerate(plan.sheets)]
        asked = Asker(name, scribe, written, rng).questions(plan.topics[0])
        stated = frozenset[str]().union(*(one.stated for one in written))
        facts = {key: scribe.facts[key].fact for key in sorted(stated)}
        spelled = {key: text for one in reversed(written) for key, text in one.spelled.items()}
        about = [fact for fact in facts.values() if fact.of_person and fact.type]
        cluster = GeneratedCluster(
            cluster=Cluster(
                cluster=name,
                risk=risk,
                documents=tuple(one.document.id for one in written),
                person=tuple(
                    PersonEntity(type=fact.type or "", value=spelled[fact.key], normalized=fact.normalized)
                    for fact in about
                ),
            ),
            documents=tuple(one.document for one in written),
            entities=tuple(one.entities for one in written),
            questions=tuple(question for question, _ in asked),
        )
        scene = Scene(
            topic=plan.topics[0].name,
            condition=scene_condition(scribe.facts, stated),
            town=facts["town"].normalized if "town" in facts else None,
            demographic=facts["demographic"].normalized if "demographic" in facts else None,
        )
        truth = ClusterTruth(
            risk=risk,
            scene=scene,
            facts=facts,
            stated={one.document.id: one.stated for one in written},
            asked=tuple(needs for _, needs in asked),
        )
        return cluster, truth, own

    def _twin(self, rng: Random) -> Twin | None:
        back = list(self._earlier)[: -Diversity.SCENES]
        known = [twin for twin in back if twin and twin.illness.name not in self._conditions]
        return rng.choice(known) if known and rng.random() < TWINS else None

    def _illness(self, rare: bool, rng: Random) -> Illness:
        able = [one for one in illnesses(rare) if one.name not in self._conditions]
        return often_the_first(able, rng) if rare else rng.choice(able)
