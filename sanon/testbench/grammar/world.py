"""The hidden world: places, providers and insurers that all clusters share, and the people who live in it.

What is shared follows from the seed alone; some of it is met often and most seldom, as it is with real places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import TypeVar

from sanon.replacement.surrogates.wordlists import names
from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import NormalForm
from sanon.testbench.grammar.lexicon import Illness, drawn, people
from sanon.testbench.truth import Fact

_T = TypeVar("_T")
TOWNS, COUNTIES = 900, 45
_LOCALES = ("en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "pl_PL", "nl_NL", "sv_SE", "pt_PT", "tr_TR", "cs_CZ")
_FIRST_DAY = date(2016, 1, 4)
_DAYS = 3400

#: Kind of fact -> (type, rule of its normal form, relevance); no type: it identifies nobody.
KINDS: dict[str, tuple[str | None, NormalForm, float]] = {
    "name": ("NAME", "name", 1.0),
    "member": ("PATIENT_ID", "id", 0.95),
    "address": ("ADDRESS", "text", 0.95),
    "phone": ("PHONE_NUMBER", "phone", 0.95),
    "email": ("EMAIL", "email", 0.95),
    "claim": ("NON_PERSONAL_ID", "id", 0.85),
    "policy": ("NON_PERSONAL_ID", "id", 0.85),
    "birthdate": ("BIRTHDATE", "date", 0.9),
    "age": ("AGE", "age", 0.55),
    "town": ("LOCATION", "text", 0.6),
    "condition": ("MEDICAL_CONDITION", "text", 0.85),
    "comorbidity": ("MEDICAL_CONDITION", "text", 0.35),
    "drug": ("TREATMENT", "text", 0.7),
    "procedure": ("TREATMENT", "text", 0.55),
    "hospital": ("PROVIDER", "text", 0.6),
    "clinic": ("PROVIDER", "text", 0.5),
    "occupation": ("INDIRECT_IDENTIFIER", "text", 0.7),
    "employer": ("INDIRECT_IDENTIFIER", "text", 0.75),
    "demographic": ("DEMOGRAPHIC", "text", 0.5),
    "unique": ("UNIQUE_FACT", "text", 0.9),
    "event": ("EVENT", "text", 0.85),
    "event_date": ("EVENT_DATE", "date", 0.65),
    "admission": ("EVENT_DATE", "date", 0.6),
    "claim_date": ("EVENT_DATE", "date", 0.55),
    "amount": (None, "text", 0.0),
    "stay": (None, "text", 0.0),
    "reason": (None, "text", 0.0),
    "request": (None, "text", 0.0),
    "wait": (None, "text", 0.0),
}
DIRECT = ("member", "email", "phone", "address")
DETAILS = tuple(kind for kind, (entity_type, _, _) in KINDS.items() if entity_type is None)


@dataclass(frozen=True)
class Known:
    """A fact, and how it may be written.

    Attributes:
        spellings: form -> text. Forms that a template names come by their name, "" or one of those with a leading
            "*" otherwise: of these a document keeps to one.
        holds: keys of the facts that stand inside, as the town in an address.
    """

    fact: Fact
    spellings: Mapping[str, str]
    holds: tuple[str, ...] = ()


def known(
    key: str, spellings: Mapping[str, str], *, kind: str | None = None, of_person: bool = True, **more: float
) -> Known:
    """A fact of a kind; its value is the first spelling."""
    entity_type, rule, relevance = KINDS[kind or key]
    value = next(iter(spellings.values()))
    normal = normalize(value, rule, region="US") if entity_type else f"{key}={value}"
    return Known(Fact(key, value, normal, entity_type, more.get("relevance", relevance), of_person), spellings)


def dates(day: date) -> dict[str, str]:
    """A day as people write it; all day first where only numbers stand."""
    return {
        "*long": f"{day.day} {day:%B %Y}",
        "*american": f"{day:%B} {day.day}, {day.year}",
        "*short": f"{day.day} {day:%b %Y}",
        "*slashed": f"{day:%d/%m/%Y}",
        "*dotted": f"{day:%d.%m.%Y}",
        "*iso": day.isoformat(),
    }


@dataclass(frozen=True)
class County:
    """Towns near each other, with the providers that people there go to."""

    name: str
    towns: tuple[str, ...]
    hospitals: tuple[str, ...]
    clinics: tuple[str, ...]


@dataclass
class World:
    """What the clusters of a seed share: counties and insurers."""

    seed: int
    counties: list[County] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = Random(f"world {self.seed}")  # noqa: S311 - the same seed, the same world
        lists, taken = people(), set[str]()
        while len(taken) < TOWNS:
            first, stem, end = (rng.choice(lists[f"town_{part}"]) for part in ("first", "stem", "end"))
            taken.add(f"{first} {stem}{end}".strip())
        towns = sorted(taken)
        rng.shuffle(towns)
        size = TOWNS // COUNTIES
        seen = set[str]()
        while len(self.counties) < COUNTIES:
            name = rng.choice(lists["town_stem"]) + rng.choice(["", "en", "ing"]) + rng.choice(lists["county_end"])
            if name in seen:
                continue
            seen.add(name)
            own = tuple(towns[len(self.counties) * size :][:size])
            hospitals = tuple(dict.fromkeys(_provider("hospital_kinds", town, rng) for town in own[:5]))
            clinics = tuple(dict.fromkeys(_provider("clinic_kinds", town, rng) for town in own[:6]))
            self.counties.append(County(name, own, hospitals, clinics))

    def county(self, rng: Random) -> County:
        """One of them; the first are met most often."""
        return often_the_first(self.counties, rng)


def often_the_first(some: Sequence[_T], rng: Random) -> _T:
    """One of a list, the first about len(some) times as often as the last (Zipf's law, roughly)."""
    return some[int(len(some) ** rng.random()) - 1]


def _provider(kind: str, town: str, rng: Random) -> str:
    lists = people()
    pattern = rng.choice(lists[kind])
    return pattern.format(
        town=town, saint=rng.choice(lists["saints"]), tree=rng.choice(lists["trees"]), hill=rng.choice(lists["hills"])
    )


@dataclass(frozen=True)
class Life:
    """A hidden person: all that could be said, and the public surroundings.

    Attributes:
        female: for pronouns.
        facts: kind -> what is true of the person.
        setting: insurer, county, month: what is public.
        days: on which the documents of the cluster were written, in their order.
    """

    female: bool
    facts: dict[str, Known]
    setting: dict[str, Known]
    days: tuple[date, ...]


@dataclass(frozen=True)
class Twin:
    """What somebody else of an earlier cluster had, for one who has the same."""

    illness: Illness
    county: County
    hospital: str


def life(
    world: World, illness: Illness, other: Illness, twin: Twin | None, rare: bool, rng: Random
) -> tuple[Life, Twin]:
    """A person whose illness began one day, and what came of it, step by step.

    Args:
        illness, other: of the person; a condition of every day beside the main one.
        twin: lives in the same county, has the same illness and goes to the same hospital.
        rare: whether the person stands out.
    """
    lists = people()
    county = twin.county if twin else world.county(rng)
    town = rng.choice(county.towns)
    hospital = twin.hospital if twin else often_the_first(county.hospitals, rng)
    onset = _FIRST_DAY + timedelta(rng.randrange(_DAYS))
    admission = onset + timedelta(rng.randint(9, 160))
    filed = admission + timedelta(rng.randint(4, 45))
    born = date(onset.year - rng.randint(19, 88), rng.randint(1, 12), rng.randint(1, 28))
    age = admission.year - born.year - ((admission.month, admission.day) < (born.month, born.day))
    female = rng.random() < 0.5
    given, family = _name(female, rng)
    insurer = often_the_first(lists["insurers"], rng)
    initials = "".join(word[0] for word in insurer.replace("&", "").split())[:3].upper().ljust(3, "X")
    member = f"{initials} {rng.randint(1000, 9999)} {rng.randint(1000, 9999)}"
    street = f"{rng.randint(1, 189)} {rng.choice(lists['streets'])} {rng.choice(lists['street_kinds'])}"
    exchange, line = rng.choice(["207", "413", "518", "603", "802", "914"]), f"555-01{rng.randint(0, 99):02}"
    title = "Ms" if female else "Mr"
    mail = f"{given[0]}.{family}".lower().replace(" ", "").replace("'", "")
    condition = {"*name": illness.name} | ({"*other": illness.other} if illness.other else {})
    amount = f"{rng.randint(180, 48_000):,}.{rng.randint(0, 99):02}"
    facts = [
        known("name", {"": f"{given} {family}", "file": f"{family.upper()}, {given}", "title": f"{title} {family}"}),
        known("member", {"*spaced": member, "*compact": member.replace(" ", "")}),
        known(
            "phone",
            {"*round": f"({exchange}) {line}", "*dashes": f"{exchange}-{line}", "*world": f"+1 {exchange} {line}"},
        ),
        known("email", {"": f"{mail}@{rng.choice(lists['mail_hosts'])}"}),
        known("claim", {"": f"{rng.choice(['CLM', 'C', 'REF', 'K'])}-{filed:%y}-{rng.randint(10_000, 999_999)}"}),
        known("policy", {"": f"{initials}/{rng.randint(100_000, 999_999)}"}),
        known("birthdate", dates(born)),
        known("age", {"": str(age)}),
        known("town", {"": town}),
        known("condition", condition, relevance=0.85 if rare else 0.3),
        known("comorbidity", {"": other.name}),
        known("drug", {"": rng.choice(illness.medicines)}, relevance=0.7 if rare else 0.3),
        known("procedure", {"": rng.choice(illness.procedures)}, relevance=0.55 if rare else 0.3),
        known("hospital", {"": hospital}),
        known("clinic", {"": rng.choice(county.clinics)}),
        known(
            "occupation",
            {"": rng.choice(lists["occupations" if rare else "plain_occupations"])},
            relevance=0.7 if rare else 0.3,
        ),
        known("employer", {"": drawn(rng.choice(lists["employers"]), rng)}),
        known("demographic", {"": drawn(rng.choice(lists["demographics" if rare else "plain_demographics"]), rng)}),
        known("unique", {"": drawn(rng.choice(lists["unique_facts"]), rng)}),
        known("event", {"": drawn(rng.choice(lists["events"]), rng)}),
        known("event_date", dates(onset)),
        known("admission", dates(admission)),
        known("claim_date", dates(filed)),
        known("amount", {"*dollar": f"${amount}", "*code": f"USD {amount}"}),
        known("stay", {"": str(rng.randint(2, 41))}),
        known("reason", {"": rng.choice(lists["reasons"])}),
        known("request", {"": rng.choice(lists["requests"])}),
        known("wait", {"": str(rng.randint(2, 39))}),
    ]
    everything = {one.fact.key: one for one in facts}
    address = known("address", {"": f"{street}, {town}"})
    everything["address"] = Known(address.fact, address.spellings, ("town",))
    month = date(filed.year, filed.month, 1)
    setting = {
        "insurer": Known(Fact("insurer", insurer, normalize(insurer, "text"), "PROVIDER", 0.15, False), {"": insurer}),
        "area": Known(
            Fact("area", county.name, normalize(county.name, "text"), "LOCATION", 0.2, False), {"": county.name}
        ),
        "month": Known(
            Fact("month", f"{month:%B %Y}", f"{month:%m/%Y}", "EVENT_DATE", 0.15, False), {"": f"{month:%B %Y}"}
        ),
    }
    days = [admission + timedelta(3)]
    while len(days) < 6:
        days.append(days[-1] + timedelta(rng.randint(2, 40)))
    taken = {onset, admission, filed, born}
    return (
        Life(female, everything, setting, tuple(day + timedelta(1) if day in taken else day for day in days)),
        Twin(illness, county, hospital),
    )


def _name(female: bool, rng: Random) -> tuple[str, str]:
    lists = names()
    locale = rng.choice(_LOCALES)
    given = rng.choice(lists[locale, "female" if female else "male"])
    return given, rng.choice(lists[locale, "family"])


def full_name(rng: Random) -> str:
    """Somebody who writes."""
    return " ".join(_name(rng.random() < 0.5, rng))
