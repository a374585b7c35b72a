"""What the model is asked: the prompts, put together.

What never changes stands first and the document last, so that endpoints which remember the beginning of a prompt need
not read it again. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from sanon.extraction.llm.asking import Question, object_of
from sanon.extraction.llm.checking import entries_of, first_of_each_value
from sanon.extraction.llm.endpoint import TooLong
from sanon.packaged import template
from sanon.records import Document, Entity, Finding, metadata_lines
from sanon.settings.profile import Profile

#: Bytes of UTF-8 that count as one token where nobody can count them: English prose has 4 to 5, records full of numbers
#: and names 3 to 4.
BYTES_PER_TOKEN = 4


@dataclass(frozen=True)
class Request(Question):
    """One question to the model; its system prompt is the same for all documents of a profile.

    Attributes:
        passage: which stands in the prompt behind the context.
        types: entity types that an answer may name.
        candidates: how many an answer confirms or drops; None where the passage is read for the first time.
    """

    passage: str
    types: tuple[str, ...]
    candidates: int | None = None

    @property
    def tokens(self) -> int:
        """About how long it is."""
        return tokens(self.system) + tokens(self.user)

    @property
    def most_entries(self) -> int:
        """How many entities an answer may name: twenty, and one for every eight tokens of the passage.

        Small models do not stop: they write the same values again and again, and then again with other types. What a
        passage has more is found when it is cut into smaller ones.
        """
        return 20 + tokens(self.passage) // 8

    def read(self, answer: str) -> list[object]:
        """The entries of an answer, not checked yet.

        Raises:
            Unreadable: it holds none.
            TooLong: more than a model may name at once.
        """
        entries = entries_of(answer)
        if len(entries) >= self.most_entries:
            entries = first_of_each_value(entries)
        if len(entries) >= self.most_entries:
            raise TooLong(f"more entities than {self.model} may name at once")
        return entries

    @property
    def answer_schema(self) -> dict[str, Any]:
        """JSON schema of the answer."""
        entry = {
            "type": "array",
            "prefixItems": [
                {"type": "string"},
                {"type": "string"},
                {"type": "string", "enum": list(self.types)},
                {"type": "number", "minimum": 0, "maximum": 1},
                {"type": "string"},
            ],
            # "items": false would say the same and is refused by llama.cpp.
            "minItems": 4,
            "maxItems": 5,
        }
        return object_of(entities={"type": "array", "items": entry, "maxItems": self.most_entries})


def tokens(text: str) -> int:
    """About how many tokens a text has: one for every four bytes of UTF-8, rounded up."""
    return -(-len(text.encode()) // BYTES_PER_TOKEN)


def system_prompt(profile: Profile) -> str:
    """The task, the types of the profile and the rules."""
    lines = [
        f"- {name} ({kind.normal_form})" + (f": {kind.description}" if kind.description else "")
        for name, kind in profile.findable.items()
    ]
    return _text("system-3").substitute(types="\n".join(lines)).strip()


def user_prompt(
    passage: str,
    existing: Iterable[Entity] = (),
    candidates: Iterable[Finding] = (),
    extracted: Iterable[str] = (),
    *,
    again: bool = False,
) -> str:
    """A passage of a document, after what a second question shows beside it.

    The marks around whatever comes from the document hold a digest of the passage, so that no text can write its own
    end.

    Args:
        existing: entities that other documents mention.
        candidates: what others found in the document; those that stand in the passage are shown.
        extracted: values that an earlier answer found in it; those that stand in the passage are shown.
        again: whether an earlier answer confirmed none of them.
    """
    mark = sha256(passage.encode()).hexdigest()[:16]
    listed = "\n".join(entity_line(entity) for entity in existing)
    prompt = _text("context-3").substitute(entities=listed) if listed else ""
    values = [json.dumps(value, ensure_ascii=False) for value in extracted if value in passage]
    if values:
        prompt += _text("extracted-3").substitute(mark=mark, extracted="\n".join(dict.fromkeys(values)))
    lines = [candidate_line(one) for one in candidates if one.original_value in passage]
    if lines:
        prompt += _text("candidates-3").substitute(mark=mark, candidates="\n".join(dict.fromkeys(lines)))
        prompt += _text("again-3").template if again else ""
    return prompt + _text("document-3").substitute(mark=mark, document=passage).strip()


def entity_line(entity: Entity) -> str:
    """An entity as the context shows it, without any relevance."""
    return json.dumps([entity.value, entity.type], ensure_ascii=False)


def candidate_line(finding: Finding) -> str:
    """A candidate as the prompt shows it, without any relevance."""
    return json.dumps([finding.original_value, finding.entity_type], ensure_ascii=False)


def shown(document: Document) -> str:
    """The text of a document that the model sees: the texts of its metadata, one a line, then its content."""
    lines = [line for line, _ in metadata_lines(document.metadata)]
    return "\n".join([*lines, "", document.content] if lines else [document.content])


_text = partial(template, "sanon.extraction.llm.prompts")
