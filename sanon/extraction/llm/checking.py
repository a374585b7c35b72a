"""What is believed of an answer: known types, a relevance in range, and values that stand in the document. Pure."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from sanon.extraction.llm.normals import Evidence, settled
from sanon.records import Finding
from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import Profile

FIELDS = ("original_value", "normalized_value", "entity_type", "relevance")
#: Of an entry that says more: whom it is about.
ABOUT = "about"
MALFORMED = "malformed"
UNKNOWN_TYPE = "unknown type"
OUT_OF_RANGE = "relevance outside [0, 1]"
NOT_THERE = "not in the document"

#: Beginnings of an object that are tried: a model that went astray writes thousands.
_ATTEMPTS = 100
_QUOTES = "'’‘ʼ´`"
_DASHES = "-‐‑‒–—−"
#: Characters of the longest person that an entry may name.
_LONGEST_PERSON = 80
#: Letters and digits of scripts that part words: a value does not begin or end inside of one.
_WORD = r"0-9A-Za-zªµºÀ-ÖØ-öø-\u0dff"


class Unreadable(ValueError):
    """An answer that holds no object with entities."""


class Checked(NamedTuple):
    """What is believed, and how many entries were dropped for which reason."""

    findings: list[Finding]
    dropped: Counter[str]


def entries_of(answer: str) -> list[object]:
    """The entries of an answer: of its first JSON object with entities, whatever is written around it.

    Raises:
        Unreadable: there is none, or not one entry has the form asked for.
    """
    for found in objects_with("entities", answer):
        entries = [_in_order(entry) for entry in found["entities"]] if isinstance(found["entities"], list) else []
        if found["entities"] == [] or any(map(_as_entry, entries)):
            return entries
    raise Unreadable


def objects_with(name: str, answer: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in an answer that begin with an entry of some name, whatever is written around them."""
    answer = answer.rpartition("</think>")[2]
    for match in islice(re.finditer(rf'\{{\s*"{name}"\s*:', answer), _ATTEMPTS):
        with suppress(ValueError, RecursionError):
            yield json.JSONDecoder().raw_decode(answer, match.start())[0]


def first_of_each_value(entries: list[object]) -> list[object]:
    """Of the entries with one original value only the first: what a model that repeats itself has said."""
    found: dict[str, object] = {}
    for entry in entries:
        found.setdefault(json.dumps(entry[0] if isinstance(entry, list) and entry else entry).casefold(), entry)
    return list(found.values())


def check(
    entries: Iterable[object], texts: Sequence[str], profile: Profile, evidence: Evidence, found_by: str
) -> Checked:
    """Findings of the entries that hold; each spelling is the one of the document, not that of the answer.

    Args:
        entries: of an answer; anything may be in there.
        texts: content and metadata of the document.
        evidence: what a normalized value is measured by.
        found_by: what the findings say of their origin.
    """
    findings: list[Finding] = []
    dropped: Counter[str] = Counter()
    for entry in map(_as_entry, entries):
        if entry is None:
            dropped[MALFORMED] += 1
            continue
        original, proposed, entity_type, relevance, about = entry
        if entity_type not in profile.findable:
            dropped[UNKNOWN_TYPE] += 1
        elif not (math.isfinite(relevance) and 0 <= relevance <= 1):
            dropped[OUT_OF_RANGE] += 1
        elif (verbatim := _standing(original, texts)) is None:
            dropped[NOT_THERE] += 1
        else:
            normal = settled(verbatim, proposed, entity_type, profile, evidence)
            findings.append(Finding(verbatim, normal, entity_type, float(relevance), found_by, _person(about)))
    return Checked(findings, dropped)


def _in_order(entry: object) -> object:
    """An entry as a list; models without a grammar like to write objects."""
    if not isinstance(entry, dict):
        return entry
    return [entry.get(field) for field in FIELDS] + ([entry[ABOUT]] if ABOUT in entry else [])


def _as_entry(entry: object) -> tuple[str, str, str, float, str] | None:
    if not isinstance(entry, list) or len(entry) not in (len(FIELDS), len(FIELDS) + 1):
        return None
    original, proposed, entity_type, relevance, about = [*entry, ""][: len(FIELDS) + 1]
    if not all(isinstance(text, str) for text in (original, proposed, entity_type)):
        return None
    if isinstance(relevance, bool) or not isinstance(relevance, int | float):
        return None
    return original, proposed, entity_type, relevance, about if isinstance(about, str) else ""


def _person(about: str) -> str | None:
    """Whom an entry is about, in the normal form of a name; None if it does not say, or says too much."""
    person = normalize(about, "name")
    return person if person and len(person) <= _LONGEST_PERSON else None


def _standing(value: str, texts: Sequence[str]) -> str | None:
    """The value as a text has it: as whole words, in upper or lower case, with any blanks, quotes and dashes."""
    words = value.split()
    if not any(character.isalnum() for character in value):
        return None
    pattern = r"\s+".join("".join(map(_any_form, word)) for word in words)
    first, last = words[0][0], words[-1][-1]
    before = f"(?<![{_WORD}])" if re.match(f"[{_WORD}]", first) else ""
    after = f"(?![{_WORD}])" if re.match(f"[{_WORD}]", last) else ""
    sought = re.compile(before + pattern + after, re.IGNORECASE)
    for text in texts:
        if match := sought.search(text):
            return match[0]
    return None


def _any_form(character: str) -> str:
    for forms in (_QUOTES, _DASHES):
        if character in forms:
            return f"[{re.escape(forms)}]"
    return re.escape(character)
