"""The kinds of facts that a person may have, and how facts are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import NormalForm
from sanon.testbench.truth import Fact


class Kind(NamedTuple):
    """A kind of fact.

    Attributes:
        type: of the profile; None if it identifies nobody.
        form: rule of its normal form.
        attribute: of the register; None for a number that says nothing to strangers.
    """

    type: str | None
    form: NormalForm
    attribute: str | None = None


#: What a person may have; the order is that of a life.
KINDS: dict[str, Kind] = {
    "name": Kind("NAME", "name", "name"),
    "member": Kind("PATIENT_ID", "id"),
    "address": Kind("ADDRESS", "text", "address"),
    "phone": Kind("PHONE_NUMBER", "phone", "phone"),
    "email": Kind("EMAIL", "email", "email"),
    "claim": Kind("NON_PERSONAL_ID", "id"),
    "policy": Kind("NON_PERSONAL_ID", "id"),
    "birthdate": Kind("BIRTHDATE", "date", "birthdate"),
    "age": Kind("AGE", "age", "age"),
    "town": Kind("LOCATION", "text", "town"),
    "condition": Kind("MEDICAL_CONDITION", "text", "condition"),
    "comorbidity": Kind("MEDICAL_CONDITION", "text", "comorbidity"),
    "drug": Kind("TREATMENT", "text", "drug"),
    "procedure": Kind("TREATMENT", "text", "procedure"),
    "hospital": Kind("PROVIDER", "text", "hospital"),
    "clinic": Kind("PROVIDER", "text", "clinic"),
    "occupation": Kind("INDIRECT_IDENTIFIER", "text", "occupation"),
    "employer": Kind("INDIRECT_IDENTIFIER", "text", "employer"),
    "demographic": Kind("DEMOGRAPHIC", "text"),
    "unique": Kind("UNIQUE_FACT", "text", "unique"),
    "event": Kind("EVENT", "text", "event"),
    "event_date": Kind("EVENT_DATE", "date", "onset"),
    "admission": Kind("EVENT_DATE", "date", "admission"),
    "claim_date": Kind("EVENT_DATE", "date", "filed"),
    "amount": Kind(None, "text"),
    "stay": Kind(None, "text"),
    "reason": Kind(None, "text"),
    "request": Kind(None, "text"),
    "wait": Kind(None, "text"),
}
DIRECT = ("member", "email", "phone", "address")
DETAILS = tuple(kind for kind, one in KINDS.items() if one.type is None)
#: Known only once a claim was filed.
LATE = frozenset(("claim", "claim_date", "amount", "reason", "request", "stay"))


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
    key: str,
    spellings: Mapping[str, str],
    *,
    kind: str | None = None,
    of_person: bool = True,
    relevance: float = 0.0,
    attribute: str | None = None,
) -> Known:
    """A fact of a kind; its value is the first spelling."""
    entity_type, form, _ = KINDS[kind or key]
    value = next(iter(spellings.values()))
    normal = normalize(value, form, region="US") if entity_type else f"{key}={value}"
    return Known(Fact(key, value, normal, entity_type, relevance, of_person, attribute), spellings)


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
