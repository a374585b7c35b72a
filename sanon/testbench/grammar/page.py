"""A page: text as it grows, with every mention and every stated fact noted where it is written.

It is written by templates, texts with slots for facts:

{age}             a fact; {age:cap} {occupation:a} {insurer:upper} with a capital, an article, in capitals
{name:file}       a fact in one of its spellings
{Who} {her}       the person: name, noun or pronoun
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sanon.testbench.dataset.records import Mentioned
from sanon.testbench.grammar.facts import Wording
from sanon.testbench.grammar.voice import Voice, article

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


@dataclass
class Page:
    """What one document has said so far.

    Attributes:
        stated: key of each fact that stands on it -> how it stands here first.
        mentions: for `entities.jsonl`.
    """

    voice: Voice
    facts: dict[str, Wording]
    stated: dict[str, str] = field(default_factory=dict)
    mentions: dict[Mentioned, None] = field(default_factory=dict)

    def said(self, template: str, values: Mapping[str, str] | None = None, name: bool = False) -> str:
        """The text of a template.

        Args:
            values: slots that are no facts of the person.
            name: whether the person's name may stand for the person.
        """
        parts = parsed(template).parts
        return "".join(self._slot(one, values or {}, name) if isinstance(one, Slot) else one for one in parts)

    def _slot(self, slot: Slot, values: Mapping[str, str], name: bool) -> str:
        if slot.key in PERSON:
            wording = self.facts["name"] if name else None
            text, form = self.voice.person(slot.key, wording)
            return self.fact("name", form) + text if form is not None else text
        if slot.key in values:
            text = values[slot.key]
            return text[0].upper() + text[1:] if slot.form == "cap" else text
        if slot.form == "a":
            text = self.fact(slot.key, "")
            return f"{article(text)} {text}"
        return self.fact(slot.key, slot.form)

    def fact(self, key: str, form: str) -> str:
        """State a fact."""
        wording = self.facts[key]
        text = self.voice.spell(wording, form)
        self.stated.setdefault(key, text)
        fact = wording.fact
        if fact.type:
            self.mentions[text, fact.normalized, fact.type, fact.relevance] = None
        for inner in wording.holds:
            self.fact(inner, "")
        return text
