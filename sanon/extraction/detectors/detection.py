"""All detectors in their order of precedence."""

from __future__ import annotations

import re
from dataclasses import replace

from sanon.extraction.detectors.addresses import find_addresses
from sanon.extraction.detectors.addresses_abroad import find_addresses_abroad
from sanon.extraction.detectors.contacts import find_contacts
from sanon.extraction.detectors.dates import find_dates
from sanon.extraction.detectors.devices import find_coordinates, find_devices
from sanon.extraction.detectors.identifiers import find_identifiers, find_labelled_identifiers
from sanon.extraction.detectors.initials import find_endings, find_initials
from sanon.extraction.detectors.names import find_names
from sanon.extraction.detectors.names_abroad import find_names_abroad
from sanon.extraction.detectors.national_numbers import find_national_numbers
from sanon.extraction.detectors.tables import find_keyed_values
from sanon.extraction.span import Span, without_overlaps
from sanon.records import LEXICON, RULES
from sanon.text import lexicons
from sanon.text.titles import without_title

_WORD = re.compile(r"[^\W\d_]+")

# What is built of figures is certain: a name never reaches into it ("2004 Wilson"). Within a group the longer span
# wins, among equals the earlier detector.
FIGURES = (
    find_dates,
    find_labelled_identifiers,
    find_national_numbers,
    find_devices,
    find_coordinates,
    find_contacts,
    find_identifiers,
    find_addresses,
    find_addresses_abroad,
)
WORDS = (find_names, find_names_abroad, find_endings)


def detect(text: str) -> list[Span]:
    """What the rules find in a text, in order, without overlaps."""
    keyed = [*(replace(span, keyed=True) for span in find_keyed_values(text)), *find_initials(text)]
    # A name under its header is one, whatever else it looks like: "Winter,August,1956" is no date.
    names = without_overlaps((span for span in keyed if span.kind == "NAME"), len(text))
    others = [span for span in keyed if span.kind not in ("NAME", "PERSON")]
    certain = without_overlaps([*others, *(span for find in FIGURES for span in find(text))], len(text), names)
    likely = [_proven(text, span) for find in WORDS for span in find(text)]
    likely += [replace(span, kind="NAME") for span in keyed if span.kind == "PERSON"]
    return without_overlaps(likely, len(text), certain)


def _proven(text: str, span: Span) -> Span:
    """A label shows that a name may follow, a title or a known name that one does: not so "From: Catering Supply"."""
    value = text[span.start : span.end]
    if span.kind != "NAME" or span.found_by != RULES or without_title(value) != value:
        return span
    words = {lexicons.fold(word) for word in _WORD.findall(value)}
    known = not words.isdisjoint(lexicons.given_names()) or not words.isdisjoint(lexicons.surnames())
    return span if known else replace(span, found_by=LEXICON)
