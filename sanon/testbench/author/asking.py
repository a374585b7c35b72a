"""What the model is asked, put together, and the form of its answers. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from string import Template

from sanon.testbench.asking import Schema, object_of
from sanon.testbench.author.plan import NONE
from sanon.testbench.dataset import Risk
from sanon.testbench.rules import HIGH_VULNERABILITY, LARGEST_CLUSTER, OPEN, RESERVED, RULES, allowed

_ENDLESS = 20


@cache
def _text(name: str) -> Template:
    return Template(resources.files("sanon.testbench.author.prompts").joinpath(f"{name}.txt").read_text("utf-8"))


def system() -> str:
    """The same for all questions."""
    return _text("system-1").substitute().strip()


def types_of(risk: Risk) -> list[str]:
    """Entity types that a plan may use."""
    return [kind for kind in sorted(OPEN | RESERVED.keys()) if allowed(kind, risk)]


def plan_schema(types: Sequence[str], formats: Sequence[str]) -> Schema:
    """The form of a plan."""
    keys: Schema = {"type": "array", "items": {"type": "string"}, "maxItems": _ENDLESS}
    fact = object_of(
        key={"type": "string"},
        value={"type": "string", "maxLength": 120},
        type={"type": "string", "enum": [*types, NONE]},
        about={"type": "string", "enum": ["person", "public"]},
    )
    document = object_of(format={"type": "string", "enum": list(formats)}, facts=keys)
    question = object_of(
        specificity={"type": "string", "enum": ["specific", "general"]},
        scope={"type": "string", "enum": ["single", "multi"]},
        facts=keys,
        names=keys,
    )
    return object_of(
        facts={"type": "array", "items": fact, "maxItems": 2 * _ENDLESS},
        documents={"type": "array", "items": document, "maxItems": LARGEST_CLUSTER},
        questions={"type": "array", "items": question, "maxItems": 4},
    )


CONTENT: Schema = object_of(content={"type": "string", "maxLength": 1500})
QUESTION: Schema = object_of(question={"type": "string", "maxLength": 400})


def plan_prompt(
    risk: Risk,
    documents: int,
    formats: Sequence[str],
    scene: dict[str, str],
    avoid: dict[str, Sequence[str]],
) -> str:
    """The first stage.

    Args:
        scene: insurer, area, month, topic and condition of the cluster.
        avoid: conditions, towns, demographics and topics of the last clusters.
    """
    rule = RULES[risk]
    fewest, most = rule.entities
    low, high = rule.high_vulnerability
    vulnerable = ", ".join(sorted(HIGH_VULNERABILITY))
    direct = (
        f", {low} to 5 of them of {vulnerable}" if low else f", at most {high} of them of {vulnerable}" if high else ""
    )
    share = f"{rule.overlap[0]:.0%} to {rule.overlap[1]:.0%}"
    return _text("plan-1").substitute(
        documents=documents,
        types=", ".join(types_of(risk)),
        formats=", ".join(formats),
        entities=f"{fewest} to {min(most, 2 * fewest)}" if risk != "LOW" else str(most),
        direct=direct,
        share=share,
        **scene,
        **{name: ", ".join(some) or "(none)" for name, some in avoid.items()},
    )


def document_prompt(format_name: str, voice: str, stated: Sequence[str], unsaid: Sequence[str]) -> str:
    """The second stage: one document."""
    return _text("document-1").substitute(
        format=format_name.replace("_", " "),
        voice=voice,
        stated="\n".join(f"- {value}" for value in stated) or "- (nothing in particular)",
        unsaid="\n".join(f"- {value}" for value in unsaid) or "- (nothing)",
    )


def question_prompt(asked: Sequence[str], named: Sequence[str], answer: Sequence[str], texts: Sequence[str]) -> str:
    """The second stage: one question."""
    return _text("question-1").substitute(
        asked=" and ".join(asked),
        named=", ".join(named),
        answer=", ".join(answer),
        texts="\n---\n".join(texts),
    )


def again(attempt: int, faults: Sequence[str]) -> str:
    """What was wrong with the last attempt; nothing at the first, which is number 0."""
    if not attempt:
        return ""
    return f"Your attempt {attempt} was refused:\n" + "\n".join(f"- {fault}" for fault in faults)


def readable(key: str) -> str:
    """A key as words."""
    return re.sub(r"[_\-/]+", " ", key)
