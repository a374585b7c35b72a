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


@cache
def _text(name: str) -> Template:
    return Template(resources.files("sanon.testbench.author.prompts").joinpath(f"{name}.txt").read_text("utf-8"))


def system() -> str:
    """The same for all questions."""
    return _text("system-1").substitute().strip()


def facts_schema(keys: Sequence[str]) -> Schema:
    """A value for each key: an endpoint that keeps to it answers with nothing else."""
    return object_of(**{key: {"type": "string", "minLength": 3, "maxLength": LONGEST_VALUE} for key in keys})


CONTENT: Schema = object_of(content={"type": "string", "minLength": SHORTEST_TEXT, "maxLength": LONGEST_TEXT})


def sentence_schema(keys: Sequence[str]) -> Schema:
    """One sentence, under the only key."""
    return object_of(**{key: {"type": "string", "maxLength": 200} for key in keys})


def question_schema(keys: Sequence[str]) -> Schema:
    """One question, under the only key."""
    return object_of(**{key: {"type": "string", "maxLength": 400} for key in keys})


def facts_prompt(subject: str, meant: Mapping[str, str], examples: Iterable[Example]) -> str:
    """The first stage: what is invented about somebody or something.

    Args:
        meant: key -> the question that its value answers.
        examples: others, each with such values.
    """
    return _text("facts-1").substitute(
        subject=subject,
        meant=_listed(meant),
        earlier="\n".join(f"{one}: {json.dumps(values, ensure_ascii=False)}" for one, values in examples),
    )


def facts_again_prompt(subject: str, meant: Mapping[str, str]) -> str:
    """The same without examples, which a model may only have copied."""
    return _text("facts-again-1").substitute(subject=subject, meant=_listed(meant))


def document_prompt(format_name: str, subject: str, voice: str, stated: Mapping[str, str]) -> str:
    """The second stage: one document.

    Args:
        stated: value -> what it is.
    """
    return _text("document-1").substitute(
        format=format_name.replace("_", " "),
        subject=subject,
        voice=voice,
        stated="\n".join(f"{what[0].upper()}{what[1:]} is {value}." for value, what in stated.items()),
    )


def sentence_prompt(format_name: str, subject: str, what: str, value: str) -> str:
    """The second stage: one sentence that a document lacks."""
    return _text("sentence-1").substitute(format=format_name.replace("_", " "), subject=subject, what=what, value=value)


def question_prompt(question: str, named: Sequence[str], answer: Sequence[str], texts: Sequence[str]) -> str:
    """The second stage: one question, from a plain wording of it."""
    return _text("question-1").substitute(
        question=question, named=", ".join(named), answer=", ".join(answer), texts="\n---\n".join(texts)
    )


def again(attempt: int, faults: Sequence[str]) -> str:
    """What was wrong with the last attempt; nothing at the first, which is number 0."""
    if not attempt:
        return ""
    return f"Your attempt {attempt} was refused:\n" + "\n".join(f"- {fault}" for fault in faults)


def _listed(meant: Mapping[str, str]) -> str:
    return "\n".join(f"- {key}: {what}?" for key, what in meant.items())
