"""What belongs to a phrase: "was widowed last winter" and "widowed last winter" are one value."""

from __future__ import annotations

import re
from dataclasses import replace

from sanon.extraction.detectors.names_abroad import is_before_names
from sanon.extraction.span import Span
from sanon.resolution.persons import PARTICLES
from sanon.text.frequencies import frequencies, zipf_somewhere
from sanon.text.languages import language_of

#: Kinds whose values are a phrase, not a number, a name or a whole clause.
PHRASES = frozenset(
    ("LOCATION", "ORGANISATION", "OCCUPATION", "MEDICAL_CONDITION", "TREATMENT", "DEMOGRAPHIC", "INDIRECT_IDENTIFIER")
)
#: Kinds whose values are words: phrases and whole clauses.
TOLD = PHRASES | {"EVENT", "UNIQUE_FACT"}
#: From this zipf value on a word is one of the hundred that every sentence of its language has.
_EVERYWHERE = 6.3
#: A value of one word needs to be a little rarer than that: "bis", "first".
_ALONE = 6.0
_FIRST, _LAST = re.compile(r"(\w+)\W+(?=\w)"), re.compile(r"\W+(\w+)$")

_SPACED, _WORD = re.compile(r"\S+"), re.compile(r"\w+")


def is_without_content(text: str, span: Span) -> bool:
    """Whether a span holds nothing but words that every sentence of some language has ("The"), however probable.

    What is written in capitals may be a name ("IT", "WHO").
    """
    words = _WORD.findall(text[span.start : span.end])
    common = _ALONE if len(words) == 1 else _EVERYWHERE
    return all(zipf_somewhere(word.lower()) >= common and not (len(word) > 1 and word.isupper()) for word in words)


def trimmed(text: str, span: Span) -> str:
    """The words of a span without those at its ends that every sentence has ("has", "the"), if anything is left."""
    zipf = frequencies(language_of(text) or "en", "small").zipf
    value = text[span.start : span.end]
    while (first := _FIRST.match(value)) and zipf(first[1].lower()) >= _EVERYWHERE:
        value = value[first.end() :]
    while (last := _LAST.search(value)) and zipf(last[1].lower()) >= _EVERYWHERE:
        value = value[: last.start()]
    return value


def trimmed_name(text: str, span: Span) -> Span:
    """A person's name without what stands before and after it in small letters, or before names ("Liebe", "Fdo.:").

    A name that is written in small letters altogether stays as it is.
    """
    words = list(_SPACED.finditer(text, span.start, span.end))
    named = [at for at, word in enumerate(words) if _is_named(word[0])]
    if not named:
        return span
    first, last = named[0], named[-1]
    while first and words[first - 1][0] in PARTICLES:
        first -= 1
    return replace(span, start=words[first].start(), end=words[last].end())


def _is_named(word: str) -> bool:
    return any(map(str.isupper, word)) and not word.endswith(":") and not is_before_names(word.strip(".,"))
