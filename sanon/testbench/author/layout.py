"""What a cluster of a model is to hold: which facts, in which documents, and what is asked.

This much is drawn, not asked for, so that what RISK asks for holds by construction and every answer can be derived;
what a model cannot break it need not get right. The validator says whether the draw was a good one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from sanon.testbench.author.plan import ClusterPlan, PlannedDocument, PlannedQuestion
from sanon.testbench.dataset.records import Risk
from sanon.testbench.grammar.documents import matter_key
from sanon.testbench.grammar.facts import DIRECT
from sanon.testbench.grammar.lexicon import Topic, formats
from sanon.testbench.grammar.world import Life
from sanon.testbench.rules import LARGEST_CLUSTER, RULES, SMALLEST_CLUSTER
from sanon.testbench.truth import Fact

SETTING = ("insurer", "area", "month")
#: What a model invents of a person. The rest is drawn: asked for a number, a date or a name, models say the same again.
INVENTED = ("occupation", "employer", "demographic", "unique", "drug", "procedure", "reason", "request")
_QUASI = (*INVENTED[:-2], "birthdate", "age", "town", "hospital", "event", "event_date", "admission")
_COMMON = ("occupation", "demographic", "drug", "procedure", "age", "condition", "event_date")
_DETAILS = ("amount", "reason", "request")
_MATTERS = 4
_PUBLIC_DOCUMENTS = 2


@dataclass(frozen=True)
class Kinds:
    """Facts of a cluster, by their kind.

    Attributes:
        person: entities of the person; the first stands in every document about the person, and names who it is.
        details: of the person, and no entities.
        matters: slots of the topic.
    """

    person: tuple[str, ...]
    details: tuple[str, ...]
    matters: tuple[str, ...]


def kinds(risk: Risk, life: Life, slots: Sequence[str], rng: Random) -> Kinds:
    """Draw the facts of a cluster."""
    quasi, common = ([kind for kind in some if kind in life.facts] for some in (_QUASI, _COMMON))
    if risk == "HIGH":
        direct = rng.sample(DIRECT, rng.choice([2, 3]))
        person = ["name", *rng.sample([*direct, "condition", *rng.sample(quasi, 4)], len(direct) + 5)]
    elif risk == "MEDIUM":
        person = [rng.choice(["claim", "policy", "member"]), "condition", *rng.sample(quasi, rng.choice([2, 3, 4]))]
    else:
        person = ["claim", *rng.sample(common, 3)]
    return Kinds(tuple(person), tuple(rng.sample(_DETAILS, 2)), tuple(rng.sample(slots, _MATTERS)))


def drawn_plan(risk: Risk, wanted: Kinds, topic: Topic, facts: Mapping[str, Fact], rng: Random) -> ClusterPlan | None:
    """Lay the facts out over documents, and choose what is asked; None if this draw leaves nothing to ask for."""
    count = rng.randint(SMALLEST_CLUSTER + (risk == "HIGH"), LARGEST_CLUSTER)
    able = [name for name, one in formats().items() if one.styles != ("rule",)]
    about = rng.sample(able, count - _PUBLIC_DOCUMENTS)
    public = rng.sample(
        [name for name, one in formats().items() if one.public and name not in about], _PUBLIC_DOCUMENTS
    )
    sheets = {name: [wanted.person[0], "insurer"] for name in about} | {name: list(SETTING) for name in public}
    shared = round(sum(RULES[risk].overlap) / 2 * len(wanted.person))
    for number, key in enumerate([*wanted.person, *wanted.details]):
        if number:  # the first stands everywhere already
            emptiest = sorted(rng.sample(about, len(about)), key=lambda name: len(sheets[name]))
            for name in emptiest[: 2 if number < shared else 1]:
                sheets[name].append(key)
    matters = [matter_key(topic, slot) for slot in wanted.matters]
    for number, key in enumerate(matters):
        sheets[public[number % len(public)]].append(key)
    once = [key for key in (*wanted.person, *wanted.details) if sum(key in keys for keys in sheets.values()) == 1]
    where = {key: name for name, keys in sheets.items() for key in keys}
    single = rng.choice(once)
    pairs = [pair for pair in combinations(once, 2) if single not in pair and len({where[key] for key in pair}) > 1]
    if not pairs:
        return None
    anchor = (wanted.person[0],)
    return ClusterPlan(
        facts,
        tuple(PlannedDocument(name, name in about, tuple(sheets[name])) for name in formats() if name in sheets),
        (
            PlannedQuestion("specific", "single", (single,), anchor),
            PlannedQuestion("specific", "multi", rng.choice(pairs), anchor),
            PlannedQuestion("general", "single", (matters[0],), SETTING),
            PlannedQuestion("general", "multi", (matters[1], matters[2]), SETTING),
        ),
    )
