"""Which normal form a value of the model gets: what it says itself where that is safe, else what the rules make of it.

Equal normal forms link documents. So a model must not be able to link a document, by a mistake or because the document
told it to, with something that neither the document nor the corpus says. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from sanon.records import Entity
from sanon.resolution.normal_forms import normalize, normalize_date, normalize_text
from sanon.settings.profile import Profile

_WORDS = re.compile(r"\w+")
#: Letters of the shortest acronym that may stand for the words that it is made of.
LEAST_ACRONYM = 3


@dataclass(frozen=True)
class Evidence:
    """What a proposed normal form is measured by.

    Attributes:
        text: the document in the normal form of a text, to find phrases in.
        day_first: the order of day and month in the document.
        rules: (spelling in the normal form of a text, type) -> normal form, as the rules found it in the document.
        existing: entities of other documents that the model was shown.
    """

    text: str
    day_first: bool
    rules: dict[tuple[str, str], str]
    existing: AbstractSet[Entity]


def settled(original: str, proposed: str, entity_type: str, profile: Profile, evidence: Evidence) -> str:
    """The normal form of a value that stands in the document.

    The same spelling has the normal form that the rules gave it, so that both mean one entity. Dates, numbers and
    addresses are normalized by rule; a date may get the year that stands in the document. A name or a text keeps the
    proposed form if that resembles the value, and stands in the document itself or is an entity the model was shown.
    """
    form = profile.types[entity_type].normal_form
    if known := evidence.rules.get((normalize_text(original), entity_type)):
        return known
    if form == "date":
        return _date(original, proposed, evidence)
    own = normalize(original, form)
    if form not in ("name", "text"):
        return own
    other = normalize(proposed, form)
    stands = Entity(other, entity_type) in evidence.existing or is_phrase(other, evidence.text)
    return other if other and stands and resembles(own, other) else own


def _date(original: str, proposed: str, evidence: Evidence) -> str:
    own = normalize_date(original, day_first=evidence.day_first)
    other = normalize_date(proposed)
    day_and_month, _, year = other.rpartition("/")
    completed = own == day_and_month and len(year) == 4 and is_phrase(year, evidence.text)
    return other if completed else own


def is_phrase(value: str, text: str) -> bool:
    """Whether a normal form stands in a text, itself in the normal form of a text, as whole words."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def resembles(value: str, other: str) -> bool:
    """Whether two normal forms may be spellings of one entity.

    One is the acronym of the other, of three letters or more; or each word of the shorter stands in the longer in the
    same order, in full or abbreviated, and one of them in full.
    """
    few, many = sorted((_WORDS.findall(value), _WORDS.findall(other)), key=len)
    if not few:
        return False
    if len(few) == 1 and len(few[0]) >= LEAST_ACRONYM and few[0] == "".join(word[0] for word in many):
        return True
    position, in_full = 0, False
    for word in few:
        while position < len(many) and not _abbreviates(word, many[position]):
            position += 1
        if position == len(many):
            return False
        in_full |= word == many[position] and len(word) > 1
        position += 1
    return in_full


def _abbreviates(word: str, other: str) -> bool:
    """Whether one word is the other, or its first letter and others of it in order: "ctr" and "center"."""
    short, long = sorted((word, other), key=len)
    rest = iter(long)
    return short[0] == long[0] and all(letter in rest for letter in short)
