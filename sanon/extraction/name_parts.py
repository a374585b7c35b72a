"""What else names a known person: a part of the name ("Elahi's"), the name in another script in brackets behind it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from sanon.extraction.span import Span, standing
from sanon.extraction.tagger.judgement import Judgement
from sanon.extraction.thresholds import thresholds
from sanon.records import LEXICON, RULES
from sanon.resolution import persons
from sanon.text import lexicons
from sanon.text.initials import is_initials
from sanon.text.titles import says_else, without_title

#: Readings that give way to a person's.
_OTHERS = frozenset(("LOCATION", "ORGANISATION", "DEMOGRAPHIC", "OCCUPATION", "INDIRECT_IDENTIFIER"))
_PART = re.compile(r"[^\W\d_]+")
_POSSESSIVE = re.compile(r"[’']s?\b")
#: Letters of Greek, Cyrillic, Hebrew, Arabic, the scripts of India and its neighbours, Japanese, Chinese, Korean.
_LETTERS = r"\u0370-\u1cff\u1f00-\u1fff\u3040-\u9fff\uac00-\ud7af"
_WORD = rf"[{_LETTERS}][{_LETTERS}\u0300-\u036f\u200c-\u200f]*"  # with accents, joiners and marks of direction
_OTHER_SCRIPT = re.compile(rf"{_WORD}(?:[ ·・-]{_WORD})*")
_BRACKET = re.compile(r",? ?\([^()\n]{2,100}")


@dataclass(frozen=True)
class Spanned:
    """A text of a document with its spans, and how the tagger judges it; None where it was not asked."""

    text: str
    spans: list[Span]
    judgement: Judgement | None


def with_name_parts(texts: list[Spanned]) -> dict[str, str]:
    """Add the parts of people's names that stand alone to the spans, as names; other readings of them go.

    A part that is a common word, a country or a large town as well is the person only where the tagger finds that
    possible.

    Returns:
        Person as written -> normal form of the person.
    """
    names = [(one.text[span.start : span.end], span) for one in texts for span in one.spans if span.kind == "NAME"]
    written = {name for name, _ in names}
    if parts := _parts(written):
        proven = _parts({name for name, span in names if span.found_by == RULES})
        for one in texts:
            alone = _alone(one, parts, proven)
            places = {(span.start, span.end) for span in alone}
            one.spans[:] = [
                span for span in one.spans if not (span.kind in _OTHERS and _core(one.text, span) in places)
            ]
            one.spans.extend(alone)
            written.update(one.text[span.start : span.end] for span in alone)
    return persons.unify(written)


def in_another_script(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The names in other letters in a bracket behind a name in Latin ones: "Hiroshi Futami (二見 宏志, …)"."""
    if text.isascii() or not _OTHER_SCRIPT.search(text):
        return
    names = [span for span in spans if span.kind == "NAME"]
    for name in names:
        bracket = _BRACKET.match(text, name.end)
        if bracket and not _OTHER_SCRIPT.search(text, name.start, name.end):
            for match in _OTHER_SCRIPT.finditer(text, bracket.start(), bracket.end()):
                if not any(known.start < match.end() and match.start() < known.end for known in names):
                    yield replace(name, start=match.start(), end=match.end(), normal=None, keyed=False)


def _parts(names: Collection[str]) -> frozenset[str]:
    """The parts of people's names that may stand alone, as written and in capitals, and their initials."""
    parts = persons.bare_surnames(names) | persons.bare_given_names(names)
    return (
        parts
        | set(map(str.upper, parts))
        | {initials for name in names for initials in _initials(name) if is_initials(initials, "")}
    )


def _initials(name: str) -> set[str]:
    """With accents as written, and without; "Cassin CMO" has an office behind it."""
    words = _PART.findall(without_title(name))
    if not name.isupper():
        words = [word for word in words if len(word) == 1 or not word.isupper()]
    initials = "".join(word[0] for word in words if word[0].isupper())
    return {initials, lexicons.fold(initials).upper()}


def _alone(one: Spanned, parts: frozenset[str], proven: Collection[str]) -> list[Span]:
    taken = bytearray(len(one.text))
    for span in one.spans:
        if span.kind == "NAME" or span.kind not in _OTHERS:
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
    found = []
    for start, end in standing(one.text, parts, hyphens=False):
        if any(taken[start:end]):
            continue
        value = one.text[start:end]
        if not says_else(value) or _is_possible(one.judgement, start, end):
            sure = 1.0 if value in proven or one.judgement is None else round(one.judgement.person(start, end), 3)
            found.append(Span(start, end, "NAME", 1.0, RULES if value in proven else LEXICON, confidence=sure))
    return found


def _is_possible(judgement: Judgement | None, start: int, end: int) -> bool:
    if judgement is None:
        return False
    least = thresholds().confirmed
    are_initials = is_initials(judgement.text[start:end], "")
    return judgement.person(start, end) >= (least.initials if are_initials else least.part)


def _core(text: str, span: Span) -> tuple[int, int]:
    """Where a span ends without "’s" and what follows it."""
    match = _POSSESSIVE.search(text, span.start, span.end)
    return span.start, match.start() if match else span.end
