"""Ask for a sentence in other words, and take it only if it passes the checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sanon.errors import ExtractionError
from sanon.extraction.llm.asking import Ask, Question
from sanon.extraction.llm.endpoint import EndpointFailed, EndpointRefuses, TooLong
from sanon.replacement.masked import Span
from sanon.replacement.rewriting.checking import Rules, facts_in
from sanon.replacement.rewriting.questions import SentenceQuestion, phrases
from sanon.replacement.rewriting.sentences import Sentence

#: Answers that are asked for until one passes; the later ones are told which rule the last broke.
TRIES = 3
_NO_ANSWER = "no answer that can be read"
_NOT_FEWER = "it can be looked up as before"


@dataclass(frozen=True)
class Surroundings:
    """What is known of the document of a sentence.

    Attributes:
        values: of its entities that nothing masks.
        has_masked: whether a value that had to go from it stands in a sentence, given what was replaced there.
        found_in: values that an extractor finds in a text.
        language: that most of it is in.
    """

    source_id: str
    values: Collection[str]
    has_masked: Callable[[str, tuple[Span, ...]], bool]
    found_in: Callable[[str], Iterable[str]]
    language: str


class Answer(NamedTuple):
    """A sentence in other words, or why there is none."""

    text: str | None
    reason: str | None


def in_other_words(
    ask: Ask[Question],
    model: str,
    sentence: Sentence,
    around: Surroundings,
    avoid: Sequence[str] = (),
    enough: Callable[[str], bool] = lambda _text: True,
) -> Answer:
    """A sentence, reformulated by a language model.

    It sees a sentence with labels, never what is masked. What it answers is untrusted: a document can tell it anything.

    Args:
        ask: asks the endpoint, or the answers of before.
        avoid: phrases of it that must go.
        enough: whether an answer serves what it was asked for.

    Raises:
        ExtractionError: the endpoint is gone, or refuses.
    """
    avoid = phrases(avoid)
    before = sentence.one_line
    facts = facts_in(before, sentence.fixed, around.values, avoid)
    rules = Rules(
        before,
        facts,
        avoid,
        around.found_in,
        lambda text: around.has_masked(text, sentence.spans),
        around.language,
    )
    broken: str | None = None
    said = set[str | None]()
    # A rule that is broken again would be told in the same words, and answered as before.
    while broken not in said and len(said) < TRIES:
        said.add(broken)
        question = SentenceQuestion.of(model, around.source_id, before, sentence.marks, avoid, broken)
        try:
            text = str(ask(question)[0])
        except TooLong:
            return Answer(None, _NO_ANSWER)
        except (EndpointFailed, EndpointRefuses):
            raise
        except ExtractionError:
            if ask.stopped:
                raise
            return Answer(None, _NO_ANSWER)
        broken = "it is the same sentence" if text == before else rules.broken_by(text)
        if broken is None and not enough(text):
            broken = _NOT_FEWER
        if broken is None:
            return Answer(text, None)
    return Answer(None, broken)
