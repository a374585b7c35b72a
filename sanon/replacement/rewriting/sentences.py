"""The sentences of a protected document, each with what was replaced in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from sanon.replacement.masked import RedactedDocument, Span
from sanon.replacement.operators import DEFAULT_OPERATOR, rewrites
from sanon.replacement.operators.labels import Rewrite
from sanon.text.sentences import sentence_starts
from sanon.text.splicing import spliced

#: What a sentence in other words is called where the type of an entity would stand.
SENTENCE = "SENTENCE"
#: The end of a line after which no sentence goes on: headings, rows of tables, fields of forms.
_LINE = re.compile(r"\n\s*(?=\S)(?![a-zà-öø-ÿ])")
#: Words of a sentence, marks aside; rows of tables and fields of forms have fewer.
_FEWEST_WORDS = 4
_MARK = re.compile(r"\[[^\[\]\n]*\]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document; one span never stands in two.

    Attributes:
        start, end: code points of the original content.
        text: as it would leave.
        spans: what was replaced in it.
        rewritten: whether the text is that of a model.
    """

    start: int
    end: int
    text: str
    spans: tuple[Span, ...]
    rewritten: bool = False

    @property
    def is_prose(self) -> bool:
        """Whether it has enough words to be said in others."""
        return len(without_marks(self.text).split()) >= _FEWEST_WORDS

    @property
    def marks(self) -> tuple[str, ...]:
        """Labels that a reformulation is to do without, each once; those that stand there still."""
        wanted = dict.fromkeys(span.replacement for span in self.spans if rewrites(span.operator))
        return tuple(mark for mark in wanted if mark in self.text)

    @property
    def one_line(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())

    @property
    def fixed(self) -> tuple[str, ...]:
        """Replacements that must stay as they are: those of other operators."""
        return tuple(span.replacement for span in self.spans if not rewrites(span.operator))


def marks_of(text: str) -> list[str]:
    """Everything in square brackets."""
    return _MARK.findall(text)


def without_marks(text: str, instead: str = " ") -> str:
    """The text without everything in square brackets."""
    return _MARK.sub(instead, text)


def words_of_model(text: str, spans: Iterable[Span], instead: str) -> str:
    """What a model wrote itself: its sentence without the replacements that it left standing.

    Args:
        spans: what had been replaced in the one that it was given.
        instead: stands in the place of a replacement.
    """
    kept = sorted({span.replacement for span in spans} - {""}, key=lambda one: (-len(one), one))
    if not kept:
        return text
    return re.sub("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in kept), lambda _: instead, text)


def sentences_of(one: RedactedDocument) -> list[Sentence]:
    """The sentences of the content, in order, without the blanks between them."""
    original = one.original.content
    spans = [span for span in one.spans if span.field == "content"]
    breaks = {*sentence_starts(original), *(line.end() for line in _LINE.finditer(original))}
    starts = [0, *sorted(start for start in breaks if not _inside(start, spans)), len(original)]
    found, first = list[Sentence](), 0
    for begin, end in pairwise(starts):
        last = first
        while last < len(spans) and spans[last].start < end:
            last += 1
        there, first = tuple(spans[first:last]), last
        stripped = original[begin:end]
        begin += len(stripped) - len(stripped.lstrip())
        end -= len(stripped) - len(stripped.rstrip())
        begin, end = (min(begin, there[0].start), max(end, there[-1].end)) if there else (begin, end)
        if begin < end:
            found.append(Sentence(begin, end, _shown(original, begin, end, there), there))
    return found


def with_sentences(one: RedactedDocument, sentences: list[Sentence]) -> RedactedDocument:
    """The document with sentences in other words; labels where an operator asked for words and none were found.

    Args:
        sentences: all of `sentences_of`, some of them rewritten.
    """
    spans = list[Span]()
    for sentence in sentences:
        if sentence.rewritten:
            spans.append(
                Span(
                    "content", sentence.start, sentence.end, "", SENTENCE, Rewrite.name, sentence.text,
                    inside=sentence.spans,
                )
            )  # fmt: skip
        else:
            spans += map(as_label, sentence.spans)
    content = _shown(one.original.content, 0, len(one.original.content), tuple(spans))
    others = tuple(as_label(span) for span in one.spans if span.field != "content")
    document = one.document.model_copy(update={"content": content})
    return RedactedDocument(document, (*spans, *others), one.original, one.doubtful)


def as_label(span: Span) -> Span:
    """What the operator rewrite left a label, is one."""
    return replace(span, operator=DEFAULT_OPERATOR) if rewrites(span.operator) else span


def outside(one: RedactedDocument, sentence: Sentence, instead: str) -> str:
    """The original text of a sentence, with something in the place of what was replaced."""
    spans = tuple(replace(span, replacement=instead) for span in sentence.spans)
    return _shown(one.original.content, sentence.start, sentence.end, spans)


def _inside(place: int, spans: list[Span]) -> bool:
    return any(span.start < place < span.end for span in spans)


def _shown(original: str, start: int, end: int, spans: tuple[Span, ...]) -> str:
    return spliced(original, ((span.start, span.end, span.replacement) for span in spans), start, end)
