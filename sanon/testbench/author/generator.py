"""The generator that asks a language model, in two stages: the plan of a cluster, then its documents and questions.

The plan is the truth; the validator that judges the grammar judges it, before a document is paid for and after. What
the model writes beside the planned facts stands in no truth: nobody knows of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from sanon.errors import ExtractionError
from sanon.settings.profile import Profile
from sanon.testbench.asking import Ask, Schema
from sanon.testbench.author import asking
from sanon.testbench.author.plan import (
    Assembled,
    ClusterPlan,
    PlannedDocument,
    PlannedQuestion,
    UnusablePlan,
    assembled,
    plan_of,
    skeleton,
    standing,
)
from sanon.testbench.dataset import GeneratorName, Risk
from sanon.testbench.grammar.lexicon import formats, illnesses, topics
from sanon.testbench.grammar.world import World, life
from sanon.testbench.making import Failed, Made
from sanon.testbench.rules import LARGEST_CLUSTER, LONGEST_DOCUMENT, SHORTEST_DOCUMENT, SMALLEST_CLUSTER, risk_of
from sanon.testbench.truth import Scene
from sanon.testbench.validating import Diversity, faults

_Answer = TypeVar("_Answer")
#: Attempts at each step; the faults of one go into the question of the next.
_ATTEMPTS = 3
_VOICES = (
    "The writer is in a hurry.",
    "The writer is formal and a little stiff.",
    "The writer likes long sentences.",
    "The writer is friendly and plain.",
    "The writer abbreviates wherever possible.",
    "The writer is annoyed.",
)


class _Refused(Exception):
    """A cluster that the model did not bring about."""

    def __init__(self, stage: str, reason: str) -> None:
        super().__init__(reason)
        self.stage, self.reason = stage, reason


class Author:
    """Makes clusters with a model.

    Args:
        ask: asks it.
        model: its name, for the manifest.
        seed: of the scenes that it is given.
        profile: of the types.
    """

    name: GeneratorName = "model"

    def __init__(self, ask: Ask, model: str, seed: int, profile: Profile) -> None:
        self.model: str | None = model
        self.thrown_away = 0
        self._ask, self._seed, self._profile = ask, seed, profile
        self._world = World(seed)
        self._diversity = Diversity()
        self._last: deque[Scene] = deque(maxlen=Diversity.SCENES)

    def clusters(self, count: int) -> Iterator[Made | Failed]:
        """So many clusters; those that failed are among them. An endpoint that is gone is not asked again."""
        gone: ExtractionError | None = None
        for number in range(1, count + 1):
            name = f"c{number}"
            if gone:
                yield Failed(name, "endpoint", f"not asked, since {gone}")
                continue
            try:
                yield self._cluster(name, risk_of(number, self._seed), Random(f"scene {self._seed} {number}"))  # noqa: S311
            except _Refused as refused:
                yield Failed(name, refused.stage, refused.reason)
            except ExtractionError as error:
                gone = error
                yield Failed(name, "endpoint", str(error))

    def _cluster(self, name: str, risk: Risk, rng: Random) -> Made:
        rare = risk != "LOW"
        illness = rng.choice([one for one in illnesses(rare) if self._unused(one.name)])
        person, _ = life(self._world, illness, illnesses(False)[0], None, rare, rng)
        taken = [one.topic for one in self._last][-Diversity.TOPICS :]
        topic = rng.choice([one.name for one in topics() if one.name not in taken])
        scene = {key: known.fact.value for key, known in person.setting.items()}
        scene |= {"topic": topic, "condition": illness.name}
        plan = self._plan(name, risk, topic, scene, rng)
        texts = [self._document(plan, one, rng.choice(_VOICES)) for one in plan.documents]
        questions = [self._question(plan, one, texts) for one in plan.questions]
        whole = assembled(name, risk, topic, plan, self._profile, texts, questions)
        if wrong := self._faults(whole):
            raise _Refused("validation", "; ".join(wrong))
        self._diversity.remember(whole.truth.scene)
        self._last.append(whole.truth.scene)
        return Made(whole.cluster, whole.truth)

    def _unused(self, condition: str) -> bool:
        return all(one.condition != condition.casefold() for one in self._last)

    def _faults(self, whole: Assembled) -> list[str]:
        return [*self._diversity.faults(whole.truth.scene), *faults(whole.cluster, whole.truth)]

    def _plan(self, name: str, risk: Risk, topic: str, scene: dict[str, str], rng: Random) -> ClusterPlan:
        documents = rng.randint(SMALLEST_CLUSTER, LARGEST_CLUSTER)
        some = rng.sample(sorted(formats()), documents)
        types = asking.types_of(risk)
        avoid: dict[str, Sequence[str]] = {
            "conditions": _told(one.condition for one in self._last),
            "towns": _told(one.town for one in self._last),
            "demographics": _told(one.demographic for one in self._last),
            "topics": _told(one.topic for one in self._last),
        }

        def read(answer: dict[str, Any]) -> tuple[ClusterPlan | None, list[str]]:
            try:
                plan = plan_of(answer, types, some)
            except UnusablePlan as error:
                return None, [str(error)]
            return plan, self._faults(skeleton(name, risk, topic, plan, self._profile))

        return self._tried(
            "plan",
            asking.plan_prompt(risk, documents, some, scene, avoid),
            asking.plan_schema(types, some),
            read,
        )

    def _document(self, plan: ClusterPlan, planned: PlannedDocument, voice: str) -> str:
        stated = [fact.value for fact in plan.facts if fact.key in planned.facts]
        unsaid = [fact.value for fact in plan.facts if fact.key not in planned.facts and fact.value not in stated]

        def read(answer: dict[str, Any]) -> tuple[str | None, list[str]]:
            text = str(answer["content"]).strip()
            wrong = [f"it lacks: {value}" for value in stated if standing(value, text) is None]
            within = " ".join(stated)
            wrong += [
                f"it must not contain: {value}"
                for value in unsaid
                if standing(value, text) is not None and standing(value, within) is None
            ]
            words = len(text.split())
            if not SHORTEST_DOCUMENT <= words <= LONGEST_DOCUMENT:
                wrong.append(f"it has {words} words")
            return text, wrong

        return self._tried(
            f"document {planned.format}",
            asking.document_prompt(planned.format, voice, stated, unsaid),
            asking.CONTENT,
            read,
        )

    def _question(self, plan: ClusterPlan, planned: PlannedQuestion, texts: Sequence[str]) -> str:
        facts = {fact.key: fact for fact in plan.facts}
        asked = [facts[key].value for key in planned.facts]
        named = [facts[key].value for key in planned.names]
        sources = [
            text
            for document, text in zip(plan.documents, texts, strict=True)
            if set(document.facts) & set(planned.facts)
        ]

        def read(answer: dict[str, Any]) -> tuple[str | None, list[str]]:
            text = str(answer["question"]).strip()
            wrong = [] if any(standing(value, text) for value in named) else ["it names nothing of what it must name"]
            wrong += ["it contains the answer"] if any(standing(value, text) for value in asked) else []
            return text or None, wrong

        keys = [asking.readable(key) for key in planned.facts]
        return self._tried(
            f"question {planned.specificity} {planned.scope}",
            asking.question_prompt(keys, named, asked, sources),
            asking.QUESTION,
            read,
        )

    def _tried(
        self,
        stage: str,
        prompt: str,
        schema: Schema,
        read: Callable[[dict[str, Any]], tuple[_Answer | None, list[str]]],
    ) -> _Answer:
        """Ask until an answer has no fault.

        Raises:
            _Refused: none had, or the model gave none.
        """
        wrong: list[str] = []
        for attempt in range(_ATTEMPTS):
            # The number makes each attempt a question of its own, also where the same was wrong twice.
            said = asking.again(attempt, wrong)
            answer = self._ask(asking.system(), f"{prompt}\n{said}" if said else prompt, schema)
            if answer is None:
                raise _Refused(stage, "the model gave no readable answer")
            found, wrong = read(answer)
            if found is not None and not wrong:
                return found
            self.thrown_away += 1
        raise _Refused(stage, _without_values(wrong))


def _without_values(wrong: Sequence[str]) -> str:
    """Faults for a record: what follows a colon may be a value of the text."""
    return "; ".join(dict.fromkeys(one.partition(": ")[0] if one.startswith("it ") else one for one in wrong))


def _told(some: Iterable[str | None]) -> list[str]:
    return sorted({one for one in some if one})
