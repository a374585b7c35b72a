"""Templates: text with slots for facts.

{age}             a fact; {age:cap} {occupation:a} {insurer:upper} with a capital, an article, in capitals
{name:file}       a fact in one of its spellings
{Who} {her}       the person: name, noun or pronoun
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_PART = re.compile(r"\{(\w+)(?::(\w+))?\}")
#: Slots that stand for the person and are no facts.
PERSON = frozenset(["Who", "who", "Whose", "whose", "She", "she", "Her", "her", "Hers", "hers"])


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a fact, or for the person."""

    key: str
    form: str


@dataclass(frozen=True)
class Template:
    """The parts of a template, and the facts that it states."""

    parts: tuple[str | Slot, ...]
    facts: frozenset[str]


@lru_cache(maxsize=8192)
def parsed(text: str) -> Template:
    """Cut a template into its parts."""
    parts: list[str | Slot] = []
    position = 0
    for match in _PART.finditer(text):
        if match.start() > position:
            parts.append(text[position : match.start()])
        parts.append(Slot(match[1], match[2] or ""))
        position = match.end()
    if position < len(text):
        parts.append(text[position:])
    slots = {part.key for part in parts if isinstance(part, Slot)}
    return Template(tuple(parts), frozenset(slots - PERSON))
