"""A page: text as it grows, with every mention and every stated fact noted where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sanon.testbench.dataset.records import Mentioned
from sanon.testbench.grammar.facts import Known
from sanon.testbench.grammar.templates import PERSON, Slot, parsed
from sanon.testbench.grammar.voice import Voice, article


@dataclass
class Page:
    """What one document has said so far.

    Attributes:
        stated: key of each fact that stands on it -> how it stands here first.
        mentions: for `entities.jsonl`.
    """

    voice: Voice
    facts: dict[str, Known]
    stated: dict[str, str] = field(default_factory=dict)
    mentions: dict[Mentioned, None] = field(default_factory=dict)

    def said(self, template: str, values: Mapping[str, str] | None = None, name: bool = False) -> str:
        """The text of a template.

        Args:
            values: slots that are no facts of the person.
            name: whether the person's name may stand for the person.
        """
        text = ""
        for part in parsed(template).parts:
            if isinstance(part, Slot):
                text += self._slot(part, values or {}, name, text)
            else:
                text += part
        return text

    def _slot(self, slot: Slot, values: Mapping[str, str], name: bool, before: str) -> str:
        if slot.key in PERSON:
            known = self.facts["name"] if name else None
            text, form = self.voice.person(slot.key, known)
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
        known = self.facts[key]
        text = self.voice.spell(known, form)
        self.stated.setdefault(key, text)
        fact = known.fact
        if fact.type:
            self.mentions[text, fact.normalized, fact.type, fact.relevance] = None
        for inner in known.holds:
            self.fact(inner, "")
        return text
