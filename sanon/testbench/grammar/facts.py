"""The kinds of facts that a person may have, and how facts are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import NormalForm
from sanon.testbench.grammar.lexicon import table
from sanon.testbench.truth import Fact


class Kind(NamedTuple):
    """A kind of fact.

    Attributes:
        type: of the profile; None if it identifies nobody.
        form: rule of its normal form.
        attribute: of the register; None for a number that says nothing to strangers.
    """

    type: str | None = None
    form: NormalForm = "text"
    attribute: str | None = None


KINDS: dict[str, Kind] = {name: Kind(**said) for name, said in table("kinds").items()}
DIRECT = ("member", "email", "phone", "address")
DETAILS = tuple(kind for kind, one in KINDS.items() if one.type is None)
#: Wording only once a claim was filed.
LATE = frozenset(("claim", "claim_date", "amount", "reason", "request", "stay"))


@dataclass(frozen=True)
class Wording:
    """A fact, and how it may be written.

    Attributes:
        spellings: form -> text. Forms that a template names come by their name, "" or one of those with a leading
            "*" otherwise: of these a document keeps to one.
        holds: keys of the facts that stand inside, as the town in an address.
    """

    fact: Fact
    spellings: Mapping[str, str]
    holds: tuple[str, ...] = ()


def wording(
    key: str,
    spellings: Mapping[str, str],
    *,
    kind: str | None = None,
    of_person: bool = True,
    relevance: float = 0.0,
    attribute: str | None = None,
) -> Wording:
    """A fact of a kind; its value is the first spelling."""
    entity_type, form, _ = KINDS[kind or key]
    value = next(iter(spellings.values()))
    normal = normalize(value, form, region="US") if entity_type else f"{key}={value}"
    return Wording(Fact(key, value, normal, entity_type, relevance, of_person, attribute), spellings)


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
