"""The generator that asks a language model, in two stages: what is true in a cluster, then its documents and questions.

Names, numbers, dates and places are drawn, and so is which document states what: that RISK holds and answers can be
derived is not left to the model. It invents the rest of the person and what is public, and it writes. The validator
that judges the grammar judges the plan before a document is paid for, and the cluster after. What the model writes
beside the planned facts stands in no truth: nobody knows of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from types import MappingProxyType
from typing import Any

from sanon.attack.asking import Ask, Schema
from sanon.errors import ExtractionError
from sanon.results.generate import RejectedCluster
from sanon.testbench.author import asking
from sanon.testbench.author.case import Case, Example
from sanon.testbench.author.layout import INVENTED, drawn_plan, kinds
from sanon.testbench.author.plan import (
    ClusterPlan,
    PlannedDocument,
    PlannedQuestion,
    assembled,
    skeleton,
    standing,
)
from sanon.testbench.author.texts import Wanted, as_sentence
from sanon.testbench.dataset.records import GeneratedDocument, GeneratorName, RegisterMark, Risk
from sanon.testbench.grammar.casting import Casting
from sanon.testbench.grammar.documents import matter_key
from sanon.testbench.grammar.facts import known
from sanon.testbench.grammar.lexicon import topics
from sanon.testbench.grammar.questions import plain
from sanon.testbench.grammar.world import Life, World
from sanon.testbench.rules import SHORTEST_DOCUMENT, risk_of
from sanon.testbench.truth import Fact, Made, Scene
from sanon.testbench.validating import Diversity, faults

#: Attempts at each step; the faults of one go into the question of the next.
_ATTEMPTS = 3
#: Layouts that are drawn for one that the validator passes.
_DRAWS = 200
#: Values invented of late, which the model may not say again.
_REMEMBERED = 60
#: Relevance of what a model invents and the register holds nothing like.
_UNKNOWN = 0.5
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
        model: its name, for the manifest.
    """

    name: GeneratorName = "model"
    #: What a model invents stands in no register.
    population: RegisterMark | None = None

    def __init__(self, ask: Ask, model: str, seed: int) -> None:
        self.model: str | None = model
        self.thrown_away = 0
        self._ask, self._seed = ask, seed
        self._world = World(seed)
        self._casting = Casting(self._world)
        self._diversity = Diversity()
        self._last: deque[Scene] = deque(maxlen=Diversity.SCENES)
        self._remembered: deque[str] = deque(maxlen=_REMEMBERED)

    def outside(self, count: int) -> Iterator[GeneratedDocument]:
        """None: each would be paid for."""
        return iter(())

    def clusters(self, count: int) -> Iterator[Made | RejectedCluster]:
        """So many clusters; those that failed are among them. An endpoint that is gone is not asked again."""
        gone: ExtractionError | None = None
        for number in range(1, count + 1):
            name = f"c{number}"
            if gone:
                yield RejectedCluster(cluster=name, stage="endpoint", reason=f"not asked, since {gone}")
                continue
            try:
                yield self._cluster(name, risk_of(number, self._seed), Random(f"scene {self._seed} {number}"))  # noqa: S311
            except _Refused as refused:
                yield RejectedCluster(cluster=name, stage=refused.stage, reason=refused.reason)
            except ExtractionError as error:
                gone = error
                yield RejectedCluster(cluster=name, stage="endpoint", reason=str(error))

    def _cluster(self, name: str, risk: Risk, rng: Random) -> Made:
        case = self._case(name, risk, rng)
        plan = self._plan(case, self._facts(case, rng), rng)
        written = [self._document(case, plan, one, rng.choice(_VOICES)) for one in plan.documents]
        questions = [self._question(case, plan, one, written) for one in plan.questions]
        whole = assembled(name, risk, case.topic.name, plan, written, questions)
        if wrong := self._faults(whole):
            raise _Refused("validation", "; ".join(wrong))
        self._diversity.remember(whole.truth.scene)
        self._last.append(whole.truth.scene)
        return whole

    def _faults(self, whole: Made) -> list[str]:
        return [*self._diversity.faults(whole.truth.scene), *faults(whole.cluster, whole.truth)]

    def _case(self, name: str, risk: Risk, rng: Random) -> Case:
        """Draw somebody who has nothing that the last ones had, and a public matter."""
        person = self._world.life(self._casting.propose(risk, rng))
        while _ambiguous(person) or any(
            person.facts[what].fact.normalized in self._seen(what) for what in ("condition", "town")
        ):
            person = self._world.life(self._casting.propose(risk, rng))
        self._casting.remember(person.number, risk)
        taken = [one.topic for one in self._last][-Diversity.TOPICS :]
        topic = rng.choice([one for one in topics() if one.name not in taken])
        return Case(name, risk, person, person.illness, topic, kinds(risk, person, sorted(topic.matters), rng))

    def _seen(self, what: str) -> set[str | None]:
        return {getattr(one, what) for one in self._last}

    def _facts(self, case: Case, rng: Random) -> dict[str, Fact]:
        """The first stage: what is drawn, and what the model invents beside it."""
        facts = {key: one.fact for key, one in case.person.setting.items()}
        own = [*case.wanted.person, *case.wanted.details]
        facts |= {key: case.drawn(key) for key in own if key not in INVENTED}
        if keys := {key: case.asked(key, "that person") for key in own if key in INVENTED}:
            otherwise = {key: case.person.facts[key].fact.value for key in keys if key in case.person.facts}
            examples = case.others(keys, rng)
            values = self._invented("facts of the person", case.somebody, keys, examples, otherwise, facts)
            for key, value in values.items():
                like = case.person.facts.get(key)
                facts[key] = known(key, {"": value}, relevance=like.fact.relevance if like else _UNKNOWN).fact
        slots = {slot: plain(case.topic.matters[slot].ask) for slot in case.wanted.matters}
        *examples, (_, otherwise) = case.matters(rng)
        values = self._invented("public facts", case.something, slots, examples, otherwise, facts)
        for slot, value in values.items():
            key = matter_key(case.topic, slot)
            facts[key] = Fact(key, value, f"{key}={value.casefold()}", None, 0.0, False)
        return facts

    def _invented(
        self,
        stage: str,
        subject: str,
        meant: Mapping[str, str],
        examples: Sequence[Example],
        otherwise: Mapping[str, str],
        facts: Mapping[str, Fact],
    ) -> dict[str, str]:
        """A value for each key: short, and nothing that stands in another value, was shown or was told of late.

        Args:
            otherwise: drawn values, for what the model cannot invent.
        """
        taken = {value.casefold() for _, values in examples for value in values.values()} | set(self._remembered)
        known_already = [fact.value for fact in facts.values()]

        def fault(key: str, value: str, before: Mapping[str, str]) -> str | None:
            if len(value) >= asking.LONGEST_VALUE or not any(map(str.isalpha, value)):
                return "should be a few words"
            if value.casefold() in taken:
                return "should be another one"  # which one is not told: a small model would say it again
            if any(standing(value, other) or standing(other, value) for other in (*before.values(), *known_already)):
                return "repeats another value"
            return None

        first = asking.facts_prompt(subject, meant, examples)

        def later(left: Sequence[str]) -> str:
            return asking.facts_prompt(subject, {key: meant[key] for key in left}, ())

        values = self._filled(stage, first, list(meant), (asking.LONGEST_VALUE, 3), fault, otherwise, later)
        self._remembered.extend(value.casefold() for value in values.values())
        return values

    def _filled(
        self,
        stage: str,
        prompt: str,
        keys: Sequence[str],
        length: tuple[int, int],
        fault: Callable[[str, str, Mapping[str, str]], str | None],
        otherwise: Mapping[str, str] = MappingProxyType({}),
        later: Callable[[Sequence[str]], str] | None = None,
    ) -> dict[str, str]:
        """A string for each key; what is good is kept, the rest asked for again.

        Args:
            length: characters of a string at most and at least.
            fault: what is wrong with a string, given its key and those that were good.
            otherwise: what is taken for a key in the end.
            later: prompt of all attempts but the first, for the keys that are left, if it is another.

        Raises:
            _Refused: some key has none.
        """
        good = dict[str, str]()
        wrong: list[str] = []
        for attempt in range(_ATTEMPTS):
            left = [key for key in keys if key not in good]
            if attempt and later:
                prompt = later(left)
            answer, wrong = self._asked(stage, prompt, asking.strings(left, *length), attempt, wrong), []
            for key in left:
                text = " ".join(str(answer[key]).split())
                if found := fault(key, text, good):
                    wrong.append(f"{key} {found}")
                else:
                    good[key] = text
            if not wrong:
                return {key: good[key] for key in keys}
            self.thrown_away += 1
        for key in [key for key in keys if key not in good]:
            if key not in otherwise:
                raise _Refused(stage, _without_values(wrong))
            good[key] = otherwise[key]
        return {key: good[key] for key in keys}

    def _plan(self, case: Case, facts: Mapping[str, Fact], rng: Random) -> ClusterPlan:
        """The first layout of many that the validator passes."""
        wrong: list[str] = []
        for _ in range(_DRAWS):
            if plan := drawn_plan(case.risk, case.wanted, case.topic, facts, rng):
                wrong = self._faults(skeleton(case.name, case.risk, case.topic.name, plan))
                if not wrong:
                    return plan
        raise _Refused("plan", "; ".join(wrong))

    def _document(self, case: Case, plan: ClusterPlan, planned: PlannedDocument, voice: str) -> str:
        """The second stage: written, and mended sentence by sentence; what cannot be mended is written again."""
        stated = {plan.facts[key].value: case.called(key) for key in planned.facts}
        within = " ".join(stated)
        unsaid = [fact.value for fact in plan.facts.values() if standing(fact.value, within) is None]
        wanted, subject = Wanted(list(stated), unsaid), case.subject(planned)
        stage = f"document {planned.format}"
        prompt = asking.document_prompt(planned.format, subject, voice, stated)
        wrong: list[str] = []
        for attempt in range(_ATTEMPTS):
            answer = self._asked(stage, prompt, asking.CONTENT, attempt, wrong)
            text = wanted.fitted(str(answer["content"]).strip())
            for value, what in stated.items():
                if standing(value, text) is None or len(text.split()) < SHORTEST_DOCUMENT:
                    more = asking.prompt(
                        "sentence", format=planned.format.replace("_", " "), subject=subject, what=what, value=value
                    )
                    with suppress(_Refused):
                        text = wanted.with_sentence(text, self._sentence(stage, more, value, wanted))
            text = wanted.fitted(text)
            if not (wrong := wanted.faults(text)):
                return text
            self.thrown_away += 1
        raise _Refused(stage, _without_values(wrong))

    def _sentence(self, stage: str, prompt: str, value: str, wanted: Wanted) -> str:
        def fault(_key: str, text: str, _before: Mapping[str, str]) -> str | None:
            if standing(value, text) is None:
                return f"lacks: {value}"
            return "says too much" if wanted.is_wrong(text) else None

        sentence = self._filled(f"{stage}, a sentence", prompt, ["sentence"], (200, 0), fault)["sentence"]
        return as_sentence(sentence, value)

    def _question(self, case: Case, plan: ClusterPlan, planned: PlannedQuestion, written: Sequence[str]) -> str:
        """The second stage: a plain wording is put in the words of its sources; it stays if the model cannot."""
        asked = [plan.facts[key].value for key in planned.facts]
        named = [plan.facts[key].value for key in planned.names]
        sources = [
            text
            for document, text in zip(plan.documents, written, strict=True)
            if set(document.facts) & set(planned.facts)
        ]

        def fault(_key: str, text: str, _before: Mapping[str, str]) -> str | None:
            if not text.endswith("?"):
                return "is no question"
            if not any(standing(value, text) for value in named):
                return "names nothing of what it must name"
            return "contains the answer" if any(standing(value, text) for value in asked) else None

        plainly = case.question(plan, planned)
        stage = f"question {planned.specificity} {planned.scope}"
        prompt = asking.prompt(
            "question",
            question=plainly,
            named=", ".join(named),
            answer=", ".join(asked),
            texts="\n---\n".join(sources),
        )
        otherwise = {} if fault("question", plainly, {}) else {"question": plainly}
        return self._filled(stage, prompt, ["question"], (400, 0), fault, otherwise)["question"]

    def _asked(self, stage: str, prompt: str, schema: Schema, attempt: int, wrong: Sequence[str]) -> dict[str, Any]:
        # The number makes each attempt a question of its own, also where the same was wrong twice.
        said = asking.again(attempt, wrong)
        answer = self._ask(asking.prompt("system"), f"{prompt}\n{said}" if said else prompt, schema, attempt)
        if answer is None:
            raise _Refused(stage, "the model gave no readable answer")
        return answer


def _ambiguous(person: Life) -> bool:
    """Whether a fact that is drawn stands inside another one, as an age in an amount."""
    values = {key: one.fact.value for key, one in person.facts.items() if key not in ("address", "town")}
    return any(
        standing(value, other) is not None
        for key, value in values.items()
        for other_key, other in values.items()
        if key != other_key
    )


def _without_values(wrong: Sequence[str]) -> str:
    """Faults for a record: what follows a colon may be a value of the text."""
    return "; ".join(dict.fromkeys(one.partition(": ")[0] for one in wrong))
