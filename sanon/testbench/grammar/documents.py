"""Writing the documents of a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import NamedTuple

from sanon.resolution.normal_forms import normalize_name
from sanon.testbench.dataset.records import DocumentEntities, GeneratedDocument, Risk
from sanon.testbench.grammar.decoys import Decoys
from sanon.testbench.grammar.facts import Wording, dates, wording
from sanon.testbench.grammar.lexicon import Topic, drawn, table
from sanon.testbench.grammar.page import Page, parsed
from sanon.testbench.grammar.planning import Plan, Sheet, Unfit
from sanon.testbench.grammar.voice import Voice
from sanon.testbench.grammar.world import Life, full_name
from sanon.testbench.rules import LONGEST_DOCUMENT, SHORTEST_DOCUMENT
from sanon.testbench.truth import Fact

_JOINED = {"field": ("\n", "\n", "; "), "note": (" ", " ", "\n"), "survey": ("\n", "\n* "), "dialogue": ("\n",)}
#: Type of what a document about somebody tells by the names of insurer and county.
SETTING = {"insurer": "PROVIDER", "area": "LOCATION"}
_PERSON, _PUBLIC, _OTHERS, _FILLER = "%P%", "%G%", "%D%", "%F%"
_DECOYS = 2


class Written(NamedTuple):
    """A document, what identifies somebody in it, and how it spells each fact that it states."""

    document: GeneratedDocument
    entities: DocumentEntities
    stated: dict[str, str]


class Scribe:
    """Writes the documents of one cluster; no phrase twice if another is left.

    Attributes:
        facts: all that its documents may state: of the person, of the setting, of public matters, of decoys.
    """

    def __init__(self, life: Life, plan: Plan, risk: Risk, decoys: Decoys, rng: Random) -> None:
        self._life, self._risk, self._decoys, self._rng = life, risk, decoys, rng
        self._used: set[str] = set()
        self.values = {
            topic.name: {slot: drawn(rng.choice(some), rng) for slot, some in topic.values.items()}
            for topic in plan.topics
        }
        self.facts: dict[str, Wording] = {**life.facts, **life.setting}
        for topic in plan.topics:
            for slot, matter in topic.matters.items():
                answer = matter.answer.format(**self.values[topic.name])
                key = matter_key(topic, slot)
                self.facts[key] = Wording(Fact(key, answer, f"{key}={answer}", None, 0.0, False), {"": answer})

    def write(self, cluster: str, number: int, sheet: Sheet) -> Written:
        """One document.

        Raises:
            Unfit: it came out too long, or about nothing.
        """
        rng = self._rng
        name = f"{cluster}-{sheet.format.name.replace('_', '-')}"
        voice = Voice(rng, rng.choice(sheet.format.persons), self._life.female)
        dated = self._dated(self._life.days[0 if sheet.format.early else number + 1])
        self.facts["dated"] = dated
        page = Page(voice, self.facts)
        person = self._joined(sheet.style, self._person(page, sheet))
        if not (person or sheet.format.public):
            raise Unfit
        filled = {
            _PERSON: person,
            _PUBLIC: " ".join(self._matter(page, topic, slot) for topic, slot in sheet.matters),
        }
        layout = drawn(rng.choice(sheet.format.layouts if person else sheet.format.public), rng)
        filled[_OTHERS] = self._others(page, number) if _OTHERS in layout else ""
        content = self._laid_out(page, sheet, layout, filled)
        self._sign(page, content)
        self._say_where(page, content)
        document = GeneratedDocument(id=name, metadata={"format": sheet.format.name}, content=content)
        self.facts["dated " + name] = Wording(replace(dated.fact, key="dated " + name), dated.spellings)
        if "dated" in page.stated:
            page.stated["dated " + name] = page.stated.pop("dated")
        return Written(document, DocumentEntities(id=name, entities=tuple(page.mentions)), page.stated)

    def _laid_out(self, page: Page, sheet: Sheet, layout: str, filled: Mapping[str, str]) -> str:
        rng = self._rng
        style = sheet.format.fillers if filled[_PERSON] else sheet.format.public_fillers
        self._signer = full_name(rng) if self._risk == "HIGH" else rng.choice(sheet.format.signers)
        lines = []
        for line in layout.split("\n"):
            marks = [mark for mark in filled if mark in line]
            if marks and not any(filled[mark] for mark in marks):
                continue
            text = page.said(line, {"signer": self._signer})
            for mark, value in filled.items():
                text = text.replace(mark, value)
            while _FILLER in text:
                text = text.replace(_FILLER, self._filler(style), 1)
            lines.append(re.sub(r" +", " ", text).rstrip())
        while sum(len(line.split()) for line in lines) < SHORTEST_DOCUMENT:
            lines.insert(len(lines) - 1, self._filler(style))
        content = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
        if len(content.split()) > LONGEST_DOCUMENT:
            raise Unfit
        return content

    def _filler(self, style: str) -> str:
        text = drawn(self._fresh(table("fillers")[style]), self._rng)
        return _dialogue(text) if " || " in text else text

    def _sign(self, page: Page, content: str) -> None:
        """Who signs is a name, where names are allowed."""
        if self._risk == "HIGH" and self._signer in content:
            page.mentions[self._signer, normalize_name(self._signer), "NAME", 1.0] = None

    def _say_where(self, page: Page, content: str) -> None:
        """In a document about somebody, insurer and county tell something of that person."""
        about = [key for key in page.stated if self.facts[key].fact.type and key != "dated"]
        if not about:
            page.mentions.clear()
            return
        for key, kind in SETTING.items():
            fact = self.facts[key].fact
            for spelling in (fact.value, fact.value.upper()):
                if spelling in content:
                    page.mentions[spelling, fact.normalized, kind, fact.relevance] = None

    def _dated(self, day: date) -> Wording:
        return wording("dated", dates(day), kind="claim_date", of_person=False)

    def _others(self, page: Page, number: int) -> str:
        """Somebody else, or two."""
        told = [self._decoys.sentence(page, f"decoy {number}.{one}", self._rng) for one in range(_DECOYS)]
        return " ".join(filter(None, told))

    def _person(self, page: Page, sheet: Sheet) -> list[str]:
        """What is said of the person, in the order of the voice; phrases that say more at once are preferred."""
        may_name = "name" in sheet.facts and sheet.style == "formal"
        left, chosen, phrases = set(sheet.facts), list[tuple[float, str]](), table("phrases")[sheet.style]
        if may_name:
            left.discard("name")
        while left:
            able = [one for one in phrases if parsed(one).facts and parsed(one).facts <= left]
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

    def _joined(self, style: str, sentences: Sequence[str]) -> str:
        if style in _JOINED:
            return self._rng.choice(_JOINED[style]).join(sentences)
        text = ""
        for sentence in sentences:
            paragraph = text.count(" ") > 25 and "\n" not in text and self._rng.random() < 0.25
            text += ("\n" if paragraph else " " if text else "") + sentence
        return text

    def _matter(self, page: Page, topic: Topic, slot: str) -> str:
        text = page.said(self._fresh(topic.matters[slot].say), self.values[topic.name])
        page.stated[matter_key(topic, slot)] = self.facts[matter_key(topic, slot)].fact.value
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
