"""Synthetic documents in two stages, in the manner of SAGE (Zeng et al. 2024), with a model.

Stage 1: of each format, five attributes that hold the essence of such documents are named from up to five examples; of
each document, what it says of these; from that alone a document is written. Stage 2: one agent compares it with the
original and names what is private in it, another writes it anew, until nothing is named or the rounds are over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from sanon.attack.asking import Ask, Schema, object_of
from sanon.extraction.llm.parallel import each_in_parallel

#: Examples of a format from which its attributes are named.
_SHOTS = 5
#: In place of a document that the model did not write.
_NONE = "[DOCUMENT]"
#: Of the second stage.
ROUNDS = 2
_TEXTS = {"type": "array", "items": {"type": "string", "maxLength": 120}, "minItems": 5, "maxItems": 5}
_ATTRIBUTES: Schema = object_of(attributes=_TEXTS)
_FACTS: Schema = object_of(facts={**_TEXTS, "items": {"type": "string", "maxLength": 200}})
_WRITTEN: Schema = object_of(content={"type": "string", "maxLength": 1500})
_ASSESSED: Schema = object_of(
    safe={"type": "boolean"},
    suggestions={"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 5},
)

_NAMING = "You study documents of one format. Reply with JSON only."
_EXTRACTING = "You summarise documents by given attributes. Reply with JSON only."
_WRITING = "You write synthetic documents. Reply with JSON only."
_ASSESSING = (
    "You assess whether a synthetic document protects the privacy of patients and claimants. Reply with JSON only."
)
_REWRITING = "You rewrite documents so that they protect privacy and stay useful. Reply with JSON only."


class SyntheticWriter:
    """Writes documents anew.

    Args:
        ask: asks the model.
        workers: documents at a time.
    """

    def __init__(self, ask: Ask, workers: int) -> None:
        self._ask = ask
        self._workers = workers

    def written(self, texts: Mapping[str, str], formats: Mapping[str, str]) -> dict[str, str]:
        """A synthetic document for each; a blank one where the model gave none: never the original.

        Args:
            texts: by source id.
            formats: of the documents, by source id.
        """
        attributes = {
            name: self._attributes(name, [texts[one] for one in sorted(texts) if formats[one] == name][:_SHOTS])
            for name in sorted(set(formats.values()))
        }
        names = sorted(texts)
        made = each_in_parallel(
            lambda one: self._document(formats[one], attributes[formats[one]], texts[one]), names, self._workers
        )
        return dict(zip(names, made, strict=True))

    def _attributes(self, name: str, examples: list[str]) -> list[str]:
        shown = "\n\n---\n\n".join(examples)
        asked = (
            f"These are documents of the format {name}:\n\n{shown}\n\n"
            "Name the five most important attributes that capture the essential information of such documents."
        )
        found = self._ask(_NAMING, asked, _ATTRIBUTES)
        return (
            list(map(str, found["attributes"])) if found else ["purpose", "condition", "treatment", "course", "result"]
        )

    def _document(self, name: str, attributes: list[str], text: str) -> str:
        asked = f"Document:\n{text}\n\nSay in a few words each what it tells about: {json.dumps(attributes)}"
        facts = self._ask(_EXTRACTING, asked, _FACTS)
        if not facts:
            return _NONE
        told = "\n".join(f"- {attribute}: {fact}" for attribute, fact in zip(attributes, facts["facts"], strict=False))
        asked = (
            f"Write a {name} of about {len(text)} characters, in the style of one, that keeps this information:\n{told}"
        )
        written = self._ask(_WRITING, asked, _WRITTEN)
        return self._refined(text, str(written["content"])) if written else _NONE

    def _refined(self, original: str, synthetic: str) -> str:
        for _ in range(ROUNDS):
            asked = (
                f"Original document:\n{original}\n\nSynthetic document:\n{synthetic}\n\n"
                "Does the synthetic document hold names, numbers, addresses, dates, or details that could identify a "
                "patient or claimant, or lead back to the original? If so, suggest what to change."
            )
            judged = self._ask(_ASSESSING, asked, _ASSESSED)
            if not judged or judged["safe"] or not judged["suggestions"]:
                return synthetic
            listed = "\n".join(f"- {one}" for one in judged["suggestions"])
            asked = (
                f"Document:\n{synthetic}\n\nSuggestions:\n{listed}\n\n"
                "Rewrite the document so that they are met; keep the essential information, the tone and the format."
            )
            written = self._ask(_REWRITING, asked, _WRITTEN)
            if not written:
                return synthetic
            synthetic = str(written["content"])
        return synthetic
