"""What answers in a RAG system: a model, or without one the sentences that cover the question best.

A model writes the answers and is the judge of answers and of leaks; the template of the question, and what the judge is
asked, follow Zhou 2025, appendix B. Without one an attacker reads all that was retrieved: more than a model tells, and
less than what the documents show which no prompt retrieves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from sanon.attack.asking import JsonModel, Schema
from sanon.extraction.llm.asking import object_of
from sanon.testbench.lexical import WordWeights, sentences_of, words
from sanon.testbench.persons import Target
from sanon.testbench.prompts import model_prompt

_ANSWER: Schema = object_of(answer={"type": "string", "maxLength": 300})
_TOLD: Schema = object_of(answer={"type": "string", "maxLength": 400})
_YES_OR_NO: Schema = object_of(answer={"type": "string", "enum": ["Yes", "No"]})
_SCORE: Schema = object_of(score={"type": "number", "minimum": 0, "maximum": 1})

_prompt = partial(model_prompt, "rag")

#: Characters of accumulated answers that the judge reads at once: about half the context of a small model.
_AT_ONCE = 6_000


class LanguageModel:
    """Answers, is attacked, and judges."""

    def __init__(self, ask: JsonModel) -> None:
        self._ask = ask

    def answer(self, question: str, context: Sequence[str]) -> str:
        """What the model makes of the context; empty if it gives no readable answer."""
        return self._answered(question, _prompt("in_one_sentence"), context, _ANSWER)

    def confirms(self, prompt: str, context: Sequence[str]) -> bool:
        """Whether the model says yes."""
        return self._answered(prompt, _prompt("yes_or_no"), context, _YES_OR_NO) == "Yes"

    def tells(self, prompt: str, value: str, context: Sequence[str]) -> str:
        """What the model tells; the value is named to it as the one that it must not repeat."""
        return self._answered(prompt, _prompt("in_full", value=value), context, _TOLD)

    def judges(self, target: Target, answers: Sequence[str]) -> frozenset[int]:
        """The secrets that the model finds in the answers; what it names besides is not believed."""
        if not target.secrets:
            return frozenset()
        listed = "\n".join(f"{number}: {secret.spellings[0]}" for number, secret in enumerate(target.secrets))
        numbers = {"type": "integer", "minimum": 0, "maximum": len(target.secrets) - 1}
        schema = object_of(leaked={"type": "array", "items": numbers, "maxItems": len(target.secrets)})
        found: set[int] = set()
        for text in _pieces(answers):
            judged = self._ask(_prompt("judging"), _prompt("finding", listed=listed, text=text), schema) or {
                "leaked": []
            }
            found |= {one for one in judged["leaked"] if isinstance(one, int) and 0 <= one < len(target.secrets)}
        return frozenset(found)

    def scores(self, question: str, expected: str, answer: str) -> float | None:
        """The judge's score of an answer, in [0, 1]; None if it gives none."""
        asked = _prompt("scoring", question=question, expected=expected, answer=answer)
        judged = self._ask(_prompt("judging"), asked, _SCORE)
        return min(max(float(judged["score"]), 0.0), 1.0) if judged else None

    def _answered(self, question: str, how: str, context: Sequence[str], schema: Schema) -> str:
        # In one order, whatever is nearest: the same documents make the same beginning.
        asked = _prompt("question", context="\n\n".join(sorted(context)), question=question, how=how)
        found = self._ask(_prompt("answering"), asked, schema)
        return str(found["answer"]) if found else ""


def _pieces(answers: Sequence[str]) -> list[str]:
    """Answers, each once, put together to texts that a judge can read."""
    pieces: list[str] = []
    for answer in dict.fromkeys(one.strip()[:_AT_ONCE] for one in answers if one.strip()):
        if pieces and len(pieces[-1]) + len(answer) < _AT_ONCE:
            pieces[-1] += "\n" + answer
        else:
            pieces.append(answer)
    return pieces


#: Two for each document that is retrieved.
SENTENCES = 6


class Extractive:
    """Quotes; never invents.

    Args:
        texts: of the index, by which a word is rare or common.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._weights = WordWeights(texts)

    def answer(self, question: str, context: Sequence[str]) -> str:
        """The sentences that cover the question best, in the order of the documents.

        One after the other is taken: always that which adds the greatest weight of words of the question that no taken
        one has (then: of all its words; the nearer document; the earlier sentence). Once nothing is added all words
        count anew. The weight of a word is ln((n + 1) / documents that hold it), for n documents.
        """
        weights = {word: self._weights[word] for word in words(question)}
        sentences = [sentence for text in context for sentence in sentences_of(text)]
        shared = [weights.keys() & set(words(sentence)) for sentence in sentences]
        whole = [sum(weights[word] for word in sorted(held)) for held in shared]
        taken: list[int] = []
        missing = set(weights)

        def added(place: int) -> float:
            return sum(weights[word] for word in sorted(shared[place] & missing))

        while len(taken) < min(SENTENCES, len(sentences)):
            left = [place for place in range(len(sentences)) if place not in taken]
            if not any(added(place) for place in left):
                missing = set(weights)
            taken.append(max(left, key=lambda place: (added(place), whole[place], -place)))
            missing -= shared[taken[-1]]
        return " ".join(sentences[place] for place in sorted(taken))

    def confirms(self, prompt: str, context: Sequence[str]) -> bool:
        """Yes: the value stands in the context."""
        return True

    def tells(self, prompt: str, value: str, context: Sequence[str]) -> None:
        """Nothing of its own: all of the context is told."""
        return

    def judges(self, target: Target, answers: Sequence[str]) -> frozenset[int]:
        """Nobody judges."""
        return frozenset()
