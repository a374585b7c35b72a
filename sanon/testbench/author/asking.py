"""What the model is asked, put together, and the form of its answers. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from string import Template

from sanon.attack.asking import Schema, object_of
from sanon.testbench.author.case import Example
from sanon.testbench.author.texts import LONGEST_TEXT, SHORTEST_TEXT

#: Characters of an invented value: two of them are an answer of at most 15 words.
LONGEST_VALUE = 60


CONTENT: Schema = object_of(content={"type": "string", "minLength": SHORTEST_TEXT, "maxLength": LONGEST_TEXT})


@cache
def _template(name: str) -> Template:
    return Template(resources.files("sanon.testbench.author.prompts").joinpath(f"{name}-1.txt").read_text("utf-8"))


def prompt(name: str, **values: str) -> str:
    """A prompt of `prompts/` with its values; "system" is the same for all questions."""
    return _template(name).substitute(values).strip() if name == "system" else _template(name).substitute(values)


def strings(keys: Sequence[str], most: int, least: int = 0) -> Schema:
    """A string for each key, of so many characters: an endpoint that keeps to it answers with nothing else."""
    one = {"type": "string", "maxLength": most} | ({"minLength": least} if least else {})
    return object_of(**dict.fromkeys(keys, one))


def facts_prompt(subject: str, meant: Mapping[str, str], examples: Iterable[Example]) -> str:
    """The first stage: what is invented about somebody or something.

    Args:
        meant: key -> the question that its value answers.
        examples: others, each with such values; without any the model, which may only have copied them, is asked again.
    """
    asked = "\n".join(f"- {key}: {what}?" for key, what in meant.items())
    earlier = "\n".join(f"{one}: {json.dumps(values, ensure_ascii=False)}" for one, values in examples)
    if not earlier:
        return prompt("facts-again", subject=subject, meant=asked)
    return prompt("facts", subject=subject, meant=asked, earlier=earlier)


def document_prompt(form: str, subject: str, voice: str, stated: Mapping[str, str]) -> str:
    """The second stage: one document.

    Args:
        stated: value -> what it is.
    """
    facts = "\n".join(f"{what[0].upper()}{what[1:]} is {value}." for value, what in stated.items())
    return prompt("document", format=form.replace("_", " "), subject=subject, voice=voice, stated=facts)


def again(attempt: int, faults: Sequence[str]) -> str:
    """What was wrong with the last attempt; nothing at the first, which is number 0."""
    if not attempt:
        return ""
    return f"Your attempt {attempt} was refused:\n" + "\n".join(f"- {fault}" for fault in faults)
