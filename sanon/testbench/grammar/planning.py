"""Which documents a cluster has, and which facts stand in which of them.

The plan aims at what RISK asks for; the validator says whether the texts that came of it hit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from sanon.testbench.dataset import Risk
from sanon.testbench.grammar.lexicon import Format, Topic, formats, phrases, topics
from sanon.testbench.grammar.templates import parsed
from sanon.testbench.grammar.world import DETAILS, DIRECT
from sanon.testbench.rules import LARGEST_CLUSTER, SMALLEST_CLUSTER

#: Facts of the person that fit into a document of a style without making it too long.
_ROOM = {"field": 9, "note": 8, "formal": 6, "first": 7, "press": 4, "dialogue": 5, "survey": 7, "case": 6, "rule": 2}
_QUASI = [
    "birthdate",
    "age",
    "town",
    "condition",
    "comorbidity",
    "drug",
    "procedure",
    "hospital",
    "clinic",
    "occupation",
    "employer",
    "demographic",
    "unique",
    "event",
    "event_date",
    "admission",
    "claim",
    "policy",
    "claim_date",
]
_MEDIUM = [
    "age",
    "town",
    "drug",
    "procedure",
    "hospital",
    "occupation",
    "demographic",
    "unique",
    "event",
    "event_date",
    "birthdate",
    "employer",
    "admission",
]
_LOW = ["age", "condition", "procedure", "drug", "demographic", "occupation", "event_date", "town"]
#: Formats that speak of nobody.
_RULES = frozenset(name for name, one in formats().items() if one.styles == ("rule",))
#: Matters of each topic that a document tells, if it also tells of the person, and if it does not.
_MATTERS, _PUBLIC_MATTERS = 1, 3
_MAIN_DOCUMENTS = 3


@dataclass
class Sheet:
    """A document that is to be written.

    Attributes:
        facts: of the person, that it should state.
        matters: (topic, slot) of what is public.
        twin: whether it also mentions somebody else with the same condition.
    """

    format: Format
    style: str
    facts: set[str]
    matters: list[tuple[Topic, str]]
    twin: bool = False


@dataclass(frozen=True)
class Plan:
    """What is to be written; the topic that is asked about comes first."""

    sheets: tuple[Sheet, ...]
    topics: tuple[Topic, ...]


@cache
def sayable(style: str) -> frozenset[str]:
    """Facts that a style has words for."""
    told = frozenset[str]().union(*(parsed(phrase).facts for phrase in phrases()[style]))
    return told | {"name"} if style == "formal" else told


def planned(risk: Risk, avoid: Sequence[str], rng: Random) -> Plan:
    """Draw a plan.

    Args:
        avoid: topics of the last clusters.
    """
    count = rng.randint(SMALLEST_CLUSTER, LARGEST_CLUSTER)
    about = {"HIGH": rng.choice([count, count - 1]), "MEDIUM": rng.choice([3, 3, 4]), "LOW": rng.choice([2, 3])}[risk]
    personal = [_sheet(name, rng) for name in rng.sample([name for name in formats() if name not in _RULES], about)]
    taken = {sheet.format.name for sheet in personal}
    others = [one.name for one in formats().values() if one.public and one.name not in taken]
    sheets = personal + [_sheet(name, rng) for name in rng.sample(others, count - about)]
    order = list(formats())
    sheets.sort(key=lambda sheet: order.index(sheet.format.name))
    kinds, shared = _kinds(risk, personal, rng)
    _place(kinds, shared, sheets, personal, risk, rng)
    _details(personal, rng)
    themes = _themes(sheets, avoid, rng)
    twins = [sheet for sheet in personal if "condition" in sheet.facts and sheet.style in ("formal", "case")]
    if twins and risk != "LOW" and rng.random() < 0.4:
        rng.choice(twins).twin = True
    return Plan(tuple(sheets), themes)


def _sheet(name: str, rng: Random) -> Sheet:
    return Sheet(formats()[name], rng.choice(formats()[name].styles), set(), [])


def _kinds(risk: Risk, personal: Sequence[Sheet], rng: Random) -> tuple[list[str], int]:
    """Entities of the person, those that should stand in several documents first; and how many these are."""
    possible = Counter(kind for sheet in personal for kind in sayable(sheet.style))
    often = [kind for kind, count in possible.items() if count > 1]
    if risk == "HIGH":
        direct = ["name", *rng.sample(DIRECT, rng.choice([2, 2, 3]))]
        quasi = ["condition", *rng.sample([kind for kind in _QUASI if kind != "condition"], rng.randint(6, 9))]
        kinds = list(dict.fromkeys([*direct, *quasi, *(["town"] if "address" in direct else [])]))
        shared = round(len(kinds) * rng.uniform(0.74, 0.86))
    elif risk == "MEDIUM":
        anchor = rng.choice(["claim", "policy", "member", "condition", "event", "unique"])
        more = [rng.choice(["member", "email", "phone"])] if rng.random() < 0.4 else []
        rest = rng.sample(_MEDIUM, 6)
        kinds = list(dict.fromkeys([anchor, "condition", *more, *rest]))[: rng.choice([4, 5, 5, 6])]
        shared = {4: 2, 5: rng.choice([2, 3]), 6: 3}[len(kinds)]
        return [anchor, *sorted(kinds[1:], key=lambda kind: -possible[kind])], shared
    else:
        return ["claim", *rng.sample(_LOW, 3)], 1
    kinds = [kind for kind in kinds if kind in possible]
    rng.shuffle(kinds)
    kinds.sort(key=lambda kind: (kind != "name", kind not in often))
    return kinds, shared


def _place(
    kinds: Sequence[str], shared: int, sheets: Sequence[Sheet], personal: Sequence[Sheet], risk: Risk, rng: Random
) -> None:
    for number, kind in enumerate(kinds):
        able = [sheet for sheet in personal if kind in sayable(sheet.style) and len(sheet.facts) < _ROOM[sheet.style]]
        rng.shuffle(able)
        able.sort(key=lambda sheet: len(sheet.facts) - _ROOM[sheet.style])
        if number >= shared:
            wanted = 1
        elif number == 0:
            wanted = len(able)  # by it questions name the person
        else:
            wanted = rng.choice([2, 2, 3, 4]) if risk == "HIGH" else 2
        for sheet in able[:wanted]:
            sheet.facts.add(kind)
    rules = [sheet for sheet in sheets if sheet.style == "rule"]
    if risk == "HIGH" and rules:
        rules[0].facts.update(kind for kind in ("condition", "drug", "procedure", "hospital") if kind in kinds[:shared])


def _details(personal: Sequence[Sheet], rng: Random) -> None:
    """What identifies nobody, and is asked for all the same; each in one document."""
    for detail in rng.sample(DETAILS, 3):
        able = [sheet for sheet in personal if detail in sayable(sheet.style)]
        if able:
            rng.choice(able).facts.add(detail)


def _themes(sheets: Sequence[Sheet], avoid: Sequence[str], rng: Random) -> tuple[Topic, ...]:
    """Give each document something public, of one topic; each matter to one document. Returns the topics.

    The main topic, which is asked about, goes to three documents at most, first to those that speak of nobody.
    """
    themes = rng.sample([topic for topic in topics() if topic.name not in avoid], 3)
    left = {topic.name: rng.sample(sorted(topic.matters), len(topic.matters)) for topic in themes}
    order = sorted(rng.sample(sheets, len(sheets)), key=lambda sheet: bool(sheet.facts) and sheet.style != "rule")
    for number, sheet in enumerate(order):
        public = not sheet.facts or sheet.style == "rule"
        theme = themes[0] if number < _MAIN_DOCUMENTS else themes[1 + number % 2]
        # Two documents about nobody share the five matters of the main topic with a third one.
        wanted = 2 if public and number < _MAIN_DOCUMENTS else _PUBLIC_MATTERS if public else _MATTERS
        for _ in range(min(wanted, len(left[theme.name]))):
            sheet.matters.append((theme, left[theme.name].pop()))
    return tuple(themes)
