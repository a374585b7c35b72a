"""The system `sage`: synthetic documents in two stages, in the manner of SAGE (Zeng et al. 2024), by a model.

Stage 1: of each format, five attributes that hold the essence of such documents are named from up to five examples; of
each document, what it says of these; from that alone a document is written. Stage 2: one agent compares it with the
original and names what is private in it, another writes it anew, until nothing is named or the rounds are over.
"""

from __future__ import annotations

import json
from typing import Any

from sanon.attack.asking import JsonModel, Schema
from sanon.extraction.llm.asking import object_of
from sanon.extraction.llm.parallel import each_in_parallel
from sanon.testbench.prompts import prompts
from sanon.testbench.systems.contract import Parameters, Protected, System
from sanon.testbench.workshop import Workshop

#: Examples of a format from which its attributes are named.
_SHOTS = 5
#: In place of a document that the model did not write.
_NONE = "[DOCUMENT]"
#: Of the second stage.
ROUNDS = 2
_USUAL = ["purpose", "condition", "treatment", "course", "result"]
_TEXTS = {"type": "array", "items": {"type": "string", "maxLength": 120}, "minItems": 5, "maxItems": 5}
_WRITTEN: Schema = object_of(content={"type": "string", "maxLength": 1500})
_SCHEMAS: dict[str, Schema] = {
    "naming": object_of(attributes=_TEXTS),
    "extracting": object_of(facts={**_TEXTS, "items": {"type": "string", "maxLength": 200}}),
    "writing": _WRITTEN,
    "assessing": object_of(
        safe={"type": "boolean"},
        suggestions={"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 5},
    ),
    "rewriting": _WRITTEN,
}


class Sage(System[Parameters]):
    """Replaces every document by a synthetic one; by a blank one where the model gave none, never by the original."""

    name = "sage"
    summary = "documents written anew from their five key attributes, then refined"
    needs_model = True

    def protect(self, workshop: Workshop) -> Protected:
        """Every document is written anew, then refined."""
        ask, texts, formats = workshop.ask, workshop.texts, workshop.formats
        names = sorted(texts)
        forms = sorted(set(formats.values()))
        examples = [[texts[one] for one in names if formats[one] == form][:_SHOTS] for form in forms]
        shown = list(zip(forms, examples, strict=True))
        named = each_in_parallel(lambda pair: _named(ask, *pair), shown, workshop.workers)
        attributes = dict(zip(forms, named, strict=True))
        made = each_in_parallel(
            lambda one: _written(ask, formats[one], attributes[formats[one]], texts[one]), names, workshop.workers
        )
        return Protected(dict(zip(names, made, strict=True)), None)


def _answer(ask: JsonModel, step: str, **values: object) -> dict[str, Any] | None:
    prompt = prompts("models")["sage"][step]
    return ask(prompt["system"], prompt["user"].format(**values), _SCHEMAS[step])


def _named(ask: JsonModel, form: str, examples: list[str]) -> list[str]:
    found = _answer(ask, "naming", format=form, examples="\n\n---\n\n".join(examples))
    return list(map(str, found["attributes"])) if found else _USUAL


def _written(ask: JsonModel, form: str, attributes: list[str], text: str) -> str:
    facts = _answer(ask, "extracting", text=text, attributes=json.dumps(attributes))
    if not facts:
        return _NONE
    told = "\n".join(f"- {attribute}: {fact}" for attribute, fact in zip(attributes, facts["facts"], strict=False))
    written = _answer(ask, "writing", format=form, length=len(text), told=told)
    synthetic = str(written["content"]) if written else _NONE
    for _ in range(ROUNDS if written else 0):
        judged = _answer(ask, "assessing", original=text, synthetic=synthetic)
        if not judged or judged["safe"] or not judged["suggestions"]:
            break
        listed = "\n".join(f"- {one}" for one in judged["suggestions"])
        written = _answer(ask, "rewriting", synthetic=synthetic, listed=listed)
        if not written:
            break
        synthetic = str(written["content"])
    return synthetic
