"""Every reading counts: a part of a person's name is that person wherever it stands in the document.

"Elahi's home" is no place when Mr Elahi is known. A part that is a common word, a country or a large town as well is
the person only where the tagger finds that possible.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from sanon.extraction.span import LEXICON, RULES, Span, standing
from sanon.extraction.tagger.model import TYPES
from sanon.extraction.tagger.tagging import Read
from sanon.resolution import persons
from sanon.text.titles import says_else

_PERSON = TYPES.index("PERSON")
_POSSIBLE = 0.1
_RELEVANCE = 0.8
#: Readings that give way to a person's.
_OTHERS = frozenset(("LOCATION", "ORGANISATION", "DEMOGRAPHIC", "NATIONALITY", "OCCUPATION", "INDIRECT_IDENTIFIER"))
_POSSESSIVE = re.compile(r"[’']s?\b")


@dataclass(frozen=True)
class Spanned:
    """A text of a document with its spans; and what the tagger read, if it did."""

    text: str
    spans: list[Span]
    seen: Read | None


def found_alone(texts: list[Spanned]) -> dict[str, str]:
    """Find the parts of people's names that stand alone, and file them as names; other readings of them go.

    Returns:
        Person as written -> normal form of the person.
    """
    names = [(one.text[span.start : span.end], span) for one in texts for span in one.spans if span.kind == "NAME"]
    written = {name for name, _ in names}
    parts = _parts(written)
    if parts:
        proven = _parts({name for name, span in names if span.found_by == RULES})
        for one in texts:
            alone = _alone(one, parts, proven)
            stands = {(span.start, span.end) for span in alone}
            one.spans[:] = [
                span for span in one.spans if not (span.kind in _OTHERS and _core(one.text, span) in stands)
            ]
            one.spans.extend(alone)
            written.update(one.text[span.start : span.end] for span in alone)
    return persons.unify(written)


def _parts(names: Collection[str]) -> frozenset[str]:
    """The parts of people's names that may stand alone, as written and in capitals."""
    parts = persons.bare_surnames(names) | persons.bare_given_names(names)
    return parts | set(map(str.upper, parts))


def _alone(one: Spanned, parts: frozenset[str], proven: Collection[str]) -> list[Span]:
    named = bytearray(len(one.text))
    for span in one.spans:
        if span.kind == "NAME" or span.kind not in _OTHERS:
            named[span.start : span.end] = b"\x01" * (span.end - span.start)
    found = []
    for start, end in standing(one.text, parts, hyphens=False):
        if any(named[start:end]):
            continue
        span = Span(start, end, "NAME", _RELEVANCE, RULES if one.text[start:end] in proven else LEXICON)
        if not says_else(one.text[start:end]) or _possible(one.seen, span):
            found.append(span)
    return found


def _possible(seen: Read | None, span: Span) -> bool:
    if seen is None:
        return False
    first, after = seen.tokens.range_of(span)
    return float(seen.types[first:after, _PERSON].max()) >= _POSSIBLE


def _core(text: str, span: Span) -> tuple[int, int]:
    """Where a span ends without "’s" and what follows it."""
    match = _POSSESSIVE.search(text, span.start, span.end)
    return span.start, match.start() if match else span.end
