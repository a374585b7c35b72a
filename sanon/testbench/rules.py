"""What each RISK allows and asks for: tables 5.1 and B.1 of the thesis. One place.

The thesis leaves two words open. *High-vulnerability* are here the types that it forbids where risk is LOW, all of them
direct identifiers: so its "at most 2" for MEDIUM and "none" for LOW follow from its own table of types. *Overlap* is
the share of the person's entities that stand in two or more documents of the cluster. *Identifiability* is counted in
the register: HIGH, all documents together fit one person; MEDIUM, each document fits 20 or more and only all together
fit one; LOW, all together fit 20 or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from random import Random

from sanon.testbench.dataset.records import Risk

#: Types that only these risks may show, in any document of the cluster; the others are open to all.
RESERVED: dict[str, tuple[Risk, ...]] = {
    "NAME": ("HIGH",),
    "EMAIL": ("HIGH", "MEDIUM"),
    "PHONE_NUMBER": ("HIGH", "MEDIUM"),
    "ADDRESS": ("HIGH", "MEDIUM"),
    "PATIENT_ID": ("HIGH", "MEDIUM"),
}
OPEN = frozenset(
    (
        "NON_PERSONAL_ID", "BIRTHDATE", "AGE", "UNIQUE_FACT", "INDIRECT_IDENTIFIER", "MEDICAL_CONDITION", "EVENT_DATE",
        "LOCATION", "DEMOGRAPHIC", "EVENT", "PROVIDER", "TREATMENT",
    )
)  # fmt: skip
HIGH_VULNERABILITY = frozenset(RESERVED)

#: Of ten clusters in a row, in an order that the seed draws.
SPLIT: tuple[Risk, ...] = ("HIGH",) * 4 + ("MEDIUM",) * 4 + ("LOW",) * 2
SMALLEST_CLUSTER, LARGEST_CLUSTER = 4, 6
SHORTEST_DOCUMENT, LONGEST_DOCUMENT = 40, 120
#: Nobody is found where so many people fit.
FITS = 20


@dataclass(frozen=True)
class RiskRule:
    """Limits of one RISK, both ends allowed.

    Attributes:
        high_vulnerability: how many of them may be of such types.
        overlap: share of them that stand in several documents.
    """

    entities: tuple[int, int]
    high_vulnerability: tuple[int, int]
    overlap: tuple[float, float]


_MANY = 1000
RULES: dict[Risk, RiskRule] = {
    "HIGH": RiskRule((7, _MANY), (3, _MANY), (0.7, 0.9)),
    "MEDIUM": RiskRule((4, 6), (0, 2), (0.4, 0.6)),
    "LOW": RiskRule((1, 4), (0, 0), (0.0, 0.3)),
}


def allowed(entity_type: str, risk: Risk) -> bool:
    """Whether a document of a cluster of this risk may hold an entity of this type."""
    return entity_type in OPEN or risk in RESERVED.get(entity_type, ())


def overlap(person: Iterable[tuple[str, str]], documents: Sequence[Set[tuple[str, str]]]) -> float:
    """Share of the person's (type, normal form) that stand in two or more documents; 0 of nobody."""
    counts = [sum(entity in one for one in documents) for entity in person]
    return sum(count > 1 for count in counts) / len(counts) if counts else 0.0


def risk_of(number: int, seed: int) -> Risk:
    """The risk of a cluster, numbered from 1: the split holds in every ten of them."""
    block, place = divmod(number - 1, len(SPLIT))
    order = list(SPLIT)
    Random(f"risks {seed} {block}").shuffle(order)  # noqa: S311 - the same seed, the same bytes
    return order[place]
