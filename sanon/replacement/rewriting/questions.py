"""What the model is asked about a sentence, and how its answer is read. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, Self

from sanon.extraction.llm.asking import Question, object_of
from sanon.extraction.llm.checking import Unreadable, objects_with
from sanon.packaged import template

#: An answer is cut off after as many tokens as the sentence has characters: far more than any that could pass.
_LEAST_TOKENS = 128


@dataclass(frozen=True)
class SentenceQuestion(Question):
    """One sentence to reformulate. The model sees no masked value; an answer from the cache is checked like a new one.

    Attributes:
        length: characters of the sentence.
    """

    kind = "rewrite"
    length: int

    @classmethod
    def of(
        cls,
        model: str,
        source_id: str,
        sentence: str,
        marks: Sequence[str] = (),
        avoid: Sequence[str] = (),
        broken: str | None = None,
    ) -> Self:
        """The sentence, and what goes from it. The marks around it hold a digest, so that no text can write its end.

        Args:
            sentence: with labels in the place of what is masked; nothing that is masked is ever sent.
            marks: labels in it that are to go.
            avoid: phrases of it that are to go.
            broken: the rule that the last answer broke; None for the first try.
        """
        named = (("Marks that go", marks), ("Phrases to avoid", avoid))
        told = [f"{what}: {', '.join(some)}\n" for what, some in named if some]
        if broken:
            told.append(f"Your last answer was not taken: {broken}\n")
        mark = sha256(sentence.encode(errors="surrogatepass")).hexdigest()[:16]
        user = _text("sentence-1").substitute(told="".join(told), mark=mark, sentence=sentence).strip()
        return cls(model, _text("system-1").template.strip(), user, source_id, len(sentence))

    @property
    def answer_schema(self) -> dict[str, Any]:
        """JSON schema of the answer."""
        return object_of(sentence={"type": "string"})

    @property
    def most_tokens(self) -> int:
        """After so many an answer is cut off."""
        return max(_LEAST_TOKENS, self.length)

    def read(self, answer: str) -> list[object]:
        """The sentence of an answer, as a list of one.

        Raises:
            Unreadable: there is none.
        """
        for found in objects_with("sentence", answer):
            if isinstance(found["sentence"], str):
                return [found["sentence"].strip()]
        raise Unreadable


def phrases(some: Sequence[str]) -> tuple[str, ...]:
    """Phrases to avoid, each once, without those that hold another."""
    shortest = sorted(set(some), key=lambda phrase: (len(phrase), phrase))
    kept: list[str] = []
    for phrase in shortest:
        if not any(f" {one} " in f" {phrase} " for one in kept):
            kept.append(phrase)
    return tuple(kept)


_text = partial(template, "sanon.replacement.rewriting.prompts")
