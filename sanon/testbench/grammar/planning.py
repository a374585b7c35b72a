"""Which documents a cluster has, and which facts stand in which of them.

The plan aims at what RISK asks for; the validator says whether the texts that came of it hit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from sanon.testbench.dataset.records import Risk
from sanon.testbench.grammar.facts import DETAILS, DIRECT, LATE
from sanon.testbench.grammar.lexicon import Format, Topic, formats, table, topics
from sanon.testbench.grammar.page import parsed
from sanon.testbench.grammar.world import Life
from sanon.testbench.rules import FITS, LARGEST_CLUSTER, RULES, SMALLEST_CLUSTER


class Unfit(Exception):
    """What was drawn gives no such cluster; another attempt may."""


_TABLE = table("plans")
#: Told of the person in every document, by the insurer's name and that of the county.
_SETTING = ("insurer", "area")
#: Formats that speak of nobody.
_RULES = frozenset(name for name, one in formats().items() if one.styles == ("rule",))
#: Matters of each topic that a document tells, if it also tells of the person, and if it does not.
_MATTERS, _PUBLIC_MATTERS = 1, 2
_MAIN_DOCUMENTS = 3


@dataclass
class Sheet:
    """A document that is to be written.

    Attributes:
        facts: of the person, that it should state.
        matters: (topic, slot) of what is public.
    """

    format: Format
    style: str
    facts: set[str] = field(default_factory=set)
    matters: list[tuple[Topic, str]] = field(default_factory=list)

    def can_say(self, kind: str) -> bool:
        """Whether it has words and room for a fact, and stands late enough."""
        return (
            kind in sayable(self.style)
            and len(self.facts) < _TABLE["room"][self.style]
            and not (self.format.early and kind in LATE)
        )


@dataclass(frozen=True)
class Plan:
    """What is to be written; the topic that is asked about comes first."""

    sheets: tuple[Sheet, ...]
    topics: tuple[Topic, ...]


@cache
def sayable(style: str) -> frozenset[str]:
    """Facts that a style has words for."""
    told = frozenset[str]().union(*(parsed(phrase).facts for phrase in table("phrases")[style]))
    return told | {"name"} if style == "formal" else told


def planned(risk: Risk, life: Life, avoid: Sequence[str], rng: Random) -> Plan:
    """Draw a plan.

    Args:
        avoid: topics of the last clusters.

    Raises:
        Unfit: the person has not what such a cluster needs.
    """
    count = rng.randint(SMALLEST_CLUSTER, LARGEST_CLUSTER)
    about = {"HIGH": rng.choice([count, count - 1]), "MEDIUM": rng.choice([3, 3, 4]), "LOW": rng.choice([2, 3])}[risk]
    personal = [_sheet(name, rng) for name in rng.sample([name for name in formats() if name not in _RULES], about)]
    taken = {sheet.format.name for sheet in personal}
    others = [one.name for one in formats().values() if one.public and one.name not in taken]
    sheets = personal + [_sheet(name, rng) for name in rng.sample(others, count - about)]
    order = list(formats())
    sheets.sort(key=lambda sheet: order.index(sheet.format.name))
    if risk == "HIGH":
        _high(life, sheets, personal, rng)
    elif risk == "MEDIUM":
        _medium(life, personal, rng)
    else:
        _low(life, personal, rng)
    _details(personal, rng)
    return Plan(tuple(sheets), _themes(sheets, avoid, rng))


def _sheet(name: str, rng: Random) -> Sheet:
    return Sheet(formats()[name], rng.choice(formats()[name].styles))


def _high(life: Life, sheets: Sequence[Sheet], personal: Sequence[Sheet], rng: Random) -> None:
    """Name, numbers and whatever makes the person stand out; most of it in several documents."""
    possible = Counter(kind for sheet in personal for kind in sayable(sheet.style) & life.facts.keys())
    direct = ["name", *rng.sample(DIRECT, rng.choice([2, 2, 3]))]
    telling = [kind for kind in ("condition", "event", "unique") if kind in life.facts]
    rest = [kind for kind in _TABLE["high"] if kind in life.facts and kind not in telling]
    quasi = [*telling, *rng.sample(rest, rng.randint(5, 8))]
    kinds = list(dict.fromkeys([*direct, *quasi, *(["town"] if "address" in direct else [])]))
    shared = round(len(kinds) * rng.uniform(0.74, 0.86))
    kinds = [kind for kind in kinds if possible[kind]]
    rng.shuffle(kinds)
    kinds.sort(key=lambda kind: (kind != "name", possible[kind] < 2))
    for number, kind in enumerate(kinds):
        able = _able(kind, personal, rng)
        # By the first, the name, questions ask for the person.
        wanted = len(able) if number == 0 else rng.choice([2, 2, 3, 4]) if number < shared else 1
        for sheet in able[:wanted]:
            sheet.facts.add(kind)
    rules = [sheet for sheet in sheets if sheet.style == "rule"]
    if rules:
        rules[0].facts.update(kind for kind in ("condition", "drug", "procedure", "hospital") if kind in kinds[:shared])


def _medium(life: Life, personal: Sequence[Sheet], rng: Random) -> None:
    """Nobody is found by one document: each fits many people, and only all together fit one.

    Raises:
        Unfit: this person's facts do not add up so.
    """
    fewest, most = RULES["MEDIUM"].entities
    anchor = rng.choice([kind for kind in _TABLE["anchors"] if kind in life.facts])
    holders = [sheet for sheet in _able(anchor, personal, rng) if _fits(life, sheet, anchor)]
    if len(holders) < 2:
        raise Unfit
    for sheet in holders:
        sheet.facts.add(anchor)
    wanted, kinds = rng.randint(fewest, most), [anchor]
    shared = round(wanted * rng.uniform(*RULES["MEDIUM"].overlap))
    for kind in rng.sample(
        able_kinds := [one for one in _TABLE["medium"] if one in life.facts and one != anchor], len(able_kinds)
    ):
        if len(kinds) == wanted:
            break
        able = [sheet for sheet in _able(kind, personal, rng) if _fits(life, sheet, kind)]
        copies = 2 if len(kinds) < shared else 1
        if len(able) >= copies:
            kinds.append(kind)
            for sheet in able[:copies]:
                sheet.facts.add(kind)
    if len(kinds) < fewest or life.fits([*kinds, *_SETTING]) > 1:
        raise Unfit
    if not all(sheet.facts for sheet in personal):
        raise Unfit


def _low(life: Life, personal: Sequence[Sheet], rng: Random) -> None:
    """Nobody is found by all documents together.

    Raises:
        Unfit: this person stands out.
    """
    kinds = ["claim"]
    for sheet in _able("claim", personal, rng):
        sheet.facts.add("claim")
    rest = [kind for kind in _TABLE["low"] if kind in life.facts]
    for kind in rng.sample(rest, len(rest)):
        if len(kinds) == RULES["LOW"].entities[1]:
            break
        sheets = _able(kind, personal, rng)
        if sheets and life.fits([*kinds, kind, *_SETTING]) >= FITS:
            kinds.append(kind)
            sheets[0].facts.add(kind)
    if len(kinds) < 3 or not all(sheet.facts for sheet in personal):
        raise Unfit


def _fits(life: Life, sheet: Sheet, kind: str) -> bool:
    return life.fits([*sheet.facts, kind, *_SETTING]) >= FITS


def _able(kind: str, sheets: Sequence[Sheet], rng: Random) -> list[Sheet]:
    """Sheets that can take a fact, the emptiest first."""
    able = [sheet for sheet in sheets if sheet.can_say(kind)]
    rng.shuffle(able)
    return sorted(able, key=lambda sheet: len(sheet.facts) - _TABLE["room"][sheet.style])


def _details(personal: Sequence[Sheet], rng: Random) -> None:
    """What identifies nobody, and is asked for all the same; each in one document."""
    for detail in rng.sample(DETAILS, 3):
        if able := _able(detail, personal, rng):
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
        for _ in range(min(_PUBLIC_MATTERS if public else _MATTERS, len(left[theme.name]))):
            sheet.matters.append((theme, left[theme.name].pop()))
    return tuple(themes)
