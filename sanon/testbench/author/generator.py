"""The generator that asks a language model, in two stages: what is true in a cluster, then its documents and questions.

The grammar casts a person, says which document states what, and asks; the model invents part of what is true, and
writes. That RISK holds and answers can be derived is so not left to the model, and the validator that judges the
grammar judges what comes of it. What the model writes beside the planned facts stands in no truth: nobody knows of it.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from sanon.attack.asking import JsonModel, Schema
from sanon.errors import ExtractionError
from sanon.extraction.llm.asking import object_of
from sanon.results.generate import RejectedCluster
from sanon.testbench.author.draft import called, plan_of, subject_of, with_values, written
from sanon.testbench.author.texts import LONGEST_TEXT, SHORTEST_TEXT, Wanted, as_sentence, standing
from sanon.testbench.dataset.records import GeneratedDocument, GeneratorName, Question, RegisterMark
from sanon.testbench.grammar.documents import matter_key
from sanon.testbench.grammar.generator import Grammar
from sanon.testbench.grammar.lexicon import drawn, table, topics
from sanon.testbench.grammar.questions import PUBLIC, plain
from sanon.testbench.grammar.world import Life
from sanon.testbench.prompts import model_prompt, prompts
from sanon.testbench.rules import SHORTEST_DOCUMENT
from sanon.testbench.truth import AnswerNeeds, ClusterTruth, Made
from sanon.testbench.validating import faults

#: What a model invents of a person. The rest is drawn: asked for a number, a date or a name, models say the same again.
INVENTED = frozenset(("occupation", "employer", "demographic", "unique", "drug", "procedure", "reason", "request"))
#: Attempts at each step; the faults of one go into the question of the next.
_ATTEMPTS = 3
#: Examples that a model is shown, of so many people who are looked at.
_EXAMPLES, _LOOKED_AT = 3, 15
#: Values invented of late, which the model may not say again.
_REMEMBERED = 60
#: Characters of an invented value: two of them are an answer of at most 15 words.
_LONGEST_VALUE = 60
_CONTENT: Schema = object_of(content={"type": "string", "minLength": SHORTEST_TEXT, "maxLength": LONGEST_TEXT})


_prompt = partial(model_prompt, "author")


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

    def __init__(self, ask: JsonModel, model: str, seed: int) -> None:
        self.model: str | None = model
        self.thrown_away = 0
        self.seed = seed
        self._ask = ask
        self._grammar = Grammar(seed)
        self._remembered: deque[str] = deque(maxlen=_REMEMBERED)

    def outside(self, count: int) -> Iterator[GeneratedDocument]:
        """The generator makes none, for each would be paid for."""
        return iter(())

    def clusters(self, count: int) -> Iterator[Made | RejectedCluster]:
        """So many clusters; those that failed are among them. An endpoint that is gone is not asked again."""
        gone: ExtractionError | None = None
        for made in self._grammar.clusters(count):
            if isinstance(made, RejectedCluster):
                yield made
                continue
            name = made.cluster.cluster.cluster
            if gone:
                yield RejectedCluster(cluster=name, stage="endpoint", reason=f"not asked, since {gone}")
                continue
            try:
                yield self._cluster(made, Random(f"author {self.seed} {name}"))  # noqa: S311
            except _Refused as refused:
                yield RejectedCluster(cluster=name, stage=refused.stage, reason=refused.reason)
            except ExtractionError as error:
                gone = error
                yield RejectedCluster(cluster=name, stage="endpoint", reason=str(error))

    def _cluster(self, made: Made, rng: Random) -> Made:
        """What the grammar made, with what the model invents in it, and in the model's words."""
        made = self._with_public_facts(self._with_personal_facts(plan_of(made), rng), rng)
        voices = prompts("models")["author"]["voices"]
        texts = {one.id: self._document(one, made.truth, rng.choice(voices)) for one in made.cluster.documents}
        questions = [
            self._question(question, needs, made.truth, [texts[one] for one in question.sources])
            for question, needs in zip(made.cluster.questions, made.truth.needs, strict=True)
        ]
        whole = written(made, texts, questions)
        if wrong := faults(whole, made.truth):
            raise _Refused("validation", "; ".join(wrong))
        return Made(whole, made.truth)

    def _with_personal_facts(self, made: Made, rng: Random) -> Made:
        """The first stage, of the person."""
        facts, world = made.truth.facts, self._grammar.world
        keys = sorted(INVENTED & facts.keys())
        meant = {key: table("questions")["asks"][key][-1][0].format(ref="that person") for key in keys}
        lives = [world.life(number) for number in rng.sample(world.treated.tolist(), _LOOKED_AT)]
        lives.sort(key=lambda life: -len(life.facts.keys() & set(keys)))
        examples = [
            (_somebody(life), {key: life.facts[key].fact.value for key in keys if key in life.facts})
            for life in lives[:_EXAMPLES]
        ]
        subject = _somebody(world.life(made.cluster.cluster.number or 0))
        return self._with_invented(
            made, "facts of the person", subject, meant, examples, dict(zip(keys, keys, strict=True))
        )

    def _with_public_facts(self, made: Made, rng: Random) -> Made:
        """The first stage, of the public matter that is asked about."""
        topic = next(one for one in topics() if one.name == made.truth.scene.topic)
        slots = {slot: key for slot in topic.matters if (key := matter_key(topic, slot)) in made.truth.facts}
        examples = list[tuple[str, dict[str, str]]]()
        for number in range(1, _EXAMPLES + 1):
            values = {slot: drawn(rng.choice(some), rng) for slot, some in topic.values.items()}
            examples.append((f"case {number}", {slot: topic.matters[slot].answer.format(**values) for slot in slots}))
        meant = {slot: plain(topic.matters[slot].ask) for slot in slots}
        subject = f"case {_EXAMPLES + 1} of: {topic.name}"
        return self._with_invented(made, "public facts", subject, meant, examples, slots)

    def _with_invented(
        self,
        made: Made,
        stage: str,
        subject: str,
        meant: Mapping[str, str],
        examples: Sequence[tuple[str, dict[str, str]]],
        keys: Mapping[str, str],
    ) -> Made:
        """A cluster with invented values: short, and nothing that stands in another one, was shown or told of late.

        Args:
            meant: name -> the question that its value answers.
            examples: others of the kind, and what was said of them.
            keys: name -> key of the fact; it keeps its value where the model cannot invent one.
        """
        taken = {value.casefold() for _, values in examples for value in values.values()} | set(self._remembered)
        others = [fact.value for key, fact in made.truth.facts.items() if key not in keys.values()]

        def fault(_name: str, value: str, before: Mapping[str, str]) -> str | None:
            if len(value) >= _LONGEST_VALUE or not any(map(str.isalpha, value)):
                return "should be a few words"
            if value.casefold() in taken:
                return "should be another one"  # which one is not told: a small model would say it again
            if any(standing(value, other) or standing(other, value) for other in (*before.values(), *others)):
                return "repeats another value"
            return None

        def prompt(left: Sequence[str], attempt: int) -> str:
            questions = "\n".join(f"- {name}: {meant[name]}?" for name in left)
            earlier = "\n".join(f"{one}: {json.dumps(values, ensure_ascii=False)}" for one, values in examples)
            # Without examples at later attempts: a small model may only have copied them.
            return _prompt("facts_again" if attempt else "facts", subject=subject, meant=questions, earlier=earlier)

        otherwise = {name: made.truth.facts[key].value for name, key in keys.items()}
        values = self._filled(stage, prompt, list(meant), (_LONGEST_VALUE, 3), fault, otherwise)
        self._remembered.extend(value.casefold() for value in values.values())
        return with_values(made, {keys[name]: value for name, value in values.items()})

    def _filled(
        self,
        stage: str,
        prompt: Callable[[Sequence[str], int], str],
        keys: Sequence[str],
        length: tuple[int, int],
        fault: Callable[[str, str, Mapping[str, str]], str | None],
        otherwise: Mapping[str, str],
    ) -> dict[str, str]:
        """A string for each key; what is good is kept, the rest asked for again.

        Args:
            prompt: for the keys that are left, at an attempt.
            length: characters of a string at most and at least.
            fault: what is wrong with a string, given its key and those that were good.
            otherwise: what is taken for a key in the end.

        Raises:
            _Refused: some key has none.
        """
        good = dict[str, str]()
        wrong: list[str] = []
        for attempt in range(_ATTEMPTS if keys else 0):
            left = [key for key in keys if key not in good]
            one = {"type": "string", "maxLength": length[0], "minLength": length[1]}
            answer = self._answer(stage, prompt(left, attempt), object_of(**dict.fromkeys(left, one)), attempt, wrong)
            wrong = []
            for key in left:
                text = " ".join(str(answer[key]).split())
                if found := fault(key, text, good):
                    wrong.append(f"{key} {found}")
                else:
                    good[key] = text
            if not wrong:
                break
            self.thrown_away += 1
        if set(keys) - good.keys() - otherwise.keys():
            raise _Refused(stage, _without_values(wrong))
        return {key: good.get(key) or otherwise[key] for key in keys}

    def _document(self, document: GeneratedDocument, truth: ClusterTruth, voice: str) -> str:
        """The second stage: written, and mended sentence by sentence; what cannot be mended is written again."""
        form = str(document.metadata["format"])
        own = truth.stated[document.id]
        stated = {value: called(key) for key, value in own.items()}
        within = " ".join(stated)
        elsewhere = {
            value
            for other in truth.stated.values()
            for key, value in other.items()
            if key not in own and key not in PUBLIC
        }
        wanted = Wanted(list(stated), sorted(value for value in elsewhere if standing(value, within) is None))
        subject, stage = subject_of(document.id, truth), f"document {form}"
        notes = "\n".join(f"{what[0].upper()}{what[1:]} is {value}." for value, what in stated.items())
        form = form.replace("_", " ")
        prompt = _prompt("document", format=form, subject=subject, voice=voice, stated=notes)
        wrong: list[str] = []
        for attempt in range(_ATTEMPTS):
            answer = self._answer(stage, prompt, _CONTENT, attempt, wrong)
            text = wanted.fitted(str(answer["content"]).strip())
            for value, what in stated.items():
                if standing(value, text) is None or len(text.split()) < SHORTEST_DOCUMENT:
                    more = _prompt("sentence", format=form, subject=subject, what=what, value=value)
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

        found = self._filled(f"{stage}, a sentence", lambda *_: prompt, ["sentence"], (200, 0), fault, {})
        return as_sentence(found["sentence"], value)

    def _question(
        self, question: Question, needs: AnswerNeeds, truth: ClusterTruth, sources: Sequence[str]
    ) -> Question:
        """The second stage: the grammar's question in the words of its sources; it stays if the model cannot."""
        stated = {key: text for one in question.sources for key, text in truth.stated[one].items()}
        answers = [stated[key] for key in needs.facts]
        anchors = needs.anchors & stated.keys()
        named = sorted({text for key in anchors for text in (stated[key], truth.facts[key].value)})

        def fault(_key: str, text: str, _before: Mapping[str, str]) -> str | None:
            if not text.endswith("?"):
                return "is no question"
            if not any(standing(value, text) for value in named):
                return "names nothing of what it must name"
            return "contains the answer" if any(standing(value, text) for value in answers) else None

        said = {"named": ", ".join(named), "answer": ", ".join(answers), "texts": "\n---\n".join(sources)}
        prompt = _prompt("question", question=question.question, **said)
        stage, otherwise = f"question {question.specificity} {question.scope}", {"question": question.question}
        found = self._filled(stage, lambda *_: prompt, ["question"], (400, 0), fault, otherwise)
        return question.model_copy(update=found | {"answer": "; ".join(answers)})

    def _answer(self, stage: str, prompt: str, schema: Schema, attempt: int, wrong: Sequence[str]) -> dict[str, Any]:
        if wrong:
            # The number makes each attempt a question of its own, also where the same was wrong twice.
            prompt += f"\nYour attempt {attempt} was refused:\n" + "\n".join(f"- {fault}" for fault in wrong)
        answer = self._ask(_prompt("system"), prompt, schema, attempt)
        if answer is None:
            raise _Refused(stage, "the model gave no readable answer")
        return answer


def _somebody(life: Life) -> str:
    return f"{life.facts['age'].fact.value} years, {life.illness.name}"


def _without_values(wrong: Sequence[str]) -> str:
    """Faults for a record: what follows a colon may be a value of the text."""
    return "; ".join(dict.fromkeys(one.partition(": ")[0] for one in wrong))
