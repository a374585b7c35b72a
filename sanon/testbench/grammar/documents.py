"""Writing the documents of a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from random import Random

from sanon.resolution.normal_forms import normalize_name
from sanon.testbench.dataset import DocumentEntities, GeneratedDocument, Risk
from sanon.testbench.grammar.lexicon import Topic, drawn, phrases
from sanon.testbench.grammar.page import Page
from sanon.testbench.grammar.planning import Plan, Sheet
from sanon.testbench.grammar.templates import parsed
from sanon.testbench.grammar.voice import Voice
from sanon.testbench.grammar.world import Known, Life, dates, full_name, known
from sanon.testbench.truth import Fact

_TWINS = (
    "Somebody else in the county, aged {twin_age} and from {twin_town}, has {condition} too.",
    "A second case of {condition} is known, a person of {twin_age} in {twin_town}.",
    "This must not be mixed up with the other person with {condition}, {twin_age} years old, from {twin_town}.",
)
_JOINED = {"field": ("\n", "\n", "; "), "note": (" ", " ", "\n"), "survey": ("\n", "\n* "), "dialogue": ("\n",)}


class Unfit(Exception):
    """What was drawn gives no such cluster; another attempt may."""


class Written:
    """A document, what it states, and how it spells that."""

    def __init__(self, document: GeneratedDocument, page: Page) -> None:
        self.document = document
        self.entities = DocumentEntities(id=document.id, entities=tuple(page.mentions))
        self.stated = frozenset(page.stated)
        self.spelled = dict(page.spelled)


class Scribe:
    """Writes the documents of one cluster; no phrase twice if another is left.

    Attributes:
        facts: all that its documents may state: of the person, of the setting, of public matters, of a twin.
    """

    def __init__(self, life: Life, plan: Plan, risk: Risk, towns: Sequence[str], rng: Random) -> None:
        self._life, self._plan, self._risk, self._rng = life, plan, risk, rng
        self._used: set[str] = set()
        self.values = {
            topic.name: {slot: drawn(rng.choice(some), rng) for slot, some in topic.values.items()}
            for topic in plan.topics
        }
        other_towns = [town for town in towns if town != life.facts["town"].fact.value]
        self.facts: dict[str, Known] = {
            **life.facts,
            **life.setting,
            "twin_age": (known("twin_age", {"": str(self._another_age())}, kind="age", of_person=False)),
            "twin_town": (known("twin_town", {"": rng.choice(other_towns)}, kind="town", of_person=False)),
        }
        for topic in plan.topics:
            for slot, matter in topic.matters.items():
                answer = matter.answer.format(**self.values[topic.name])
                key = matter_key(topic, slot)
                self.facts[key] = Known(Fact(key, answer, f"{key}={answer}", None, 0.0, False), {"": answer})

    def _another_age(self) -> int:
        own = int(self._life.facts["age"].fact.value)
        return self._rng.choice([age for age in range(19, 92) if age != own])

    def write(self, cluster: str, number: int, sheet: Sheet) -> Written:
        """One document."""
        rng = self._rng
        voice = Voice(rng, rng.choice(sheet.format.persons), self._life.female)
        dated = self._dated(self._life.days[number])
        page = Page(voice, {**self.facts, "dated": dated})
        person = self._person(page, sheet)
        public = " ".join(self._matter(page, topic, slot) for topic, slot in sheet.matters)
        if sheet.twin and "condition" in page.stated:
            person.append(page.said(self._fresh(_TWINS)))
        joined = self._joined(sheet.style, person)
        if not (joined or sheet.format.public):
            raise Unfit
        signer = full_name(rng) if self._risk == "HIGH" else rng.choice(sheet.format.signers)
        lines = []
        layouts = sheet.format.layouts if joined else sheet.format.public
        for line in drawn(rng.choice(layouts), rng).split("\n"):
            marks = [text for mark, text in (("%P%", joined), ("%G%", public)) if mark in line]
            if marks and not any(marks):
                continue
            said = page.said(line, {"signer": signer}).replace("%P%", joined).replace("%G%", public)
            lines.append(said.replace("  ", " ").rstrip())
        content = re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
        if signer in content and self._risk == "HIGH":
            page.mentions[signer, normalize_name(signer), "NAME", 0.4] = None
        document = GeneratedDocument(
            id=f"{cluster}-{sheet.format.name.replace('_', '-')}",
            metadata={"format": sheet.format.name},
            content=content,
        )
        self.facts["dated " + document.id] = Known(_renamed(dated.fact, "dated " + document.id), dated.spellings)
        if "dated" in page.stated:
            page.stated = (page.stated - {"dated"}) | {"dated " + document.id}
        return Written(document, page)

    def _dated(self, day: date) -> Known:
        return known("dated", dates(day), kind="claim_date", of_person=False, relevance=0.2)

    def _person(self, page: Page, sheet: Sheet) -> list[str]:
        """What is said of the person, in the order of the voice; phrases that say more at once are preferred."""
        may_name = "name" in sheet.facts and sheet.style == "formal"
        left, chosen = set(sheet.facts), list[tuple[float, str]]()
        if may_name:
            left.discard("name")
        while left:
            able = [
                phrase for phrase in phrases()[sheet.style] if parsed(phrase).facts and parsed(phrase).facts <= left
            ]
            if not able:
                break
            weights = [len(parsed(one).facts) ** 1.7 * (0.05 if one in self._used else 1) for one in able]
            phrase = self._rng.choices(able, weights)[0]
            self._used.add(phrase)
            stated = parsed(phrase).facts
            left -= stated
            chosen.append((min(page.voice.order[key] for key in stated), phrase))
        said = [page.said(phrase, name=may_name) for _, phrase in sorted(chosen)]
        return [_dialogue(one) if sheet.style == "dialogue" else one for one in said]

    def _joined(self, style: str, sentences: list[str]) -> str:
        if style in _JOINED:
            return self._rng.choice(_JOINED[style]).join(sentences)
        text = ""
        for sentence in sentences:
            paragraph = text.count(" ") > 25 and "\n" not in text and self._rng.random() < 0.25
            text += ("\n" if paragraph else " " if text else "") + sentence
        return text

    def _matter(self, page: Page, topic: Topic, slot: str) -> str:
        text = page.said(self._fresh(topic.matters[slot].say), self.values[topic.name])
        page.stated.add(matter_key(topic, slot))
        page.spelled[matter_key(topic, slot)] = self.facts[matter_key(topic, slot)].fact.value
        return text

    def _fresh(self, some: Sequence[str]) -> str:
        one = self._rng.choice([phrase for phrase in some if phrase not in self._used] or some)
        self._used.add(one)
        return one


def matter_key(topic: Topic, slot: str) -> str:
    """Key of the fact that a public matter is."""
    return f"{topic.name}/{slot}"


def _dialogue(line: str) -> str:
    asked, _, answered = line.partition(" || ")
    return f"Agent: {asked}\nCaller: {answered}"


def _renamed(fact: Fact, key: str) -> Fact:
    return Fact(key, fact.value, fact.normalized, fact.type, fact.relevance, fact.of_person)


def scene_condition(facts: Mapping[str, Known], stated: frozenset[str]) -> str | None:
    """The condition that the documents tell, if they tell one."""
    return facts["condition"].fact.normalized if "condition" in stated else None
