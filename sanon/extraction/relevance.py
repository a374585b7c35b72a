"""How far a value identifies somebody, as people would say it."""

from __future__ import annotations

import re

from sanon.extraction.detectors.words import words_of
from sanon.extraction.span import TAGGER, Span
from sanon.extraction.tagger.model import COURT_TYPES
from sanon.settings.profile import Profile
from sanon.text.frequencies import frequencies
from sanon.text.languages import language_of

# What people say of quasi-identifiers follows from what the rules or the tagger say, and from the tagger's probability
# that an annotator would mask it: first + second · said + third · probability. Ridge regression on the human
# labels of the example corpus and of court cases that the tagger has not seen; docs/extraction.md has the table.
_PEOPLE_SAY = {
    "EVENT_DATE": (-0.03, 0.38, 0.40),
    "DURATION": (-0.03, 0.14, 0.29),
    "CLOCK": (-0.03, 0.14, 0.29),
    "AGE": (0.03, 0.35, 0.35),
    "LOCATION": (-0.11, 0.48, 0.37),
    "ORGANISATION": (-0.04, 0.36, 0.37),
    "PROVIDER": (-0.04, 0.36, 0.37),
    "MEDICAL_CONDITION": (-0.06, 0.42, 0.11),
    "TREATMENT": (-0.06, 0.42, 0.11),
    "OCCUPATION": (0.00, 0.41, 0.23),
    "INDIRECT_IDENTIFIER": (0.00, 0.41, 0.23),
    "DEMOGRAPHIC": (0.02, 0.36, 0.24),
    "NATIONALITY": (0.02, 0.36, 0.24),
    "QUANTITY": (0.07, 0.31, 0.43),
    "MEASURE": (0.07, 0.31, 0.43),
}
# What the rarest word of such a value adds, if it is as rare as can be: many have asthma and tell nothing by it. A
# regression says .34 for both; people said .8 to .9 of rare conditions where they were found as they stand, which no
# line through faulty finds reaches (docs/extraction.md).
_RARE_SAYS = {"MEDICAL_CONDITION": 0.5, "TREATMENT": 0.34}
_COMMON, _RAREST = 3.5, 1.5  # zipf values: from the first on a word is not rare, up to the second as rare as can be
_UNREAD = 0.5  # probability where the tagger did not read
_UNWORDED = 0.5  # rarity of a code: of a common disease or of a rare one
_LEAST, _LARGEST = 0.05, 0.9
_SURE_LEAST = 0.1


def is_court_profile(profile: Profile) -> bool:
    """Whether a profile speaks the types of the Text Anonymization Benchmark: the model then knows what courts mask."""
    return profile.types.keys() >= frozenset(COURT_TYPES)


def calibrated(text: str, span: Span, masked: float | None) -> float:
    """Relevance as people would say it.

    Args:
        text: that the span lies in.
        span: with the relevance that its detector gave.
        masked: probability that an annotator would mask it; None where the tagger did not read.
    """
    if span.kind not in _PEOPLE_SAY:
        return span.relevance
    first, said, probable = _PEOPLE_SAY[span.kind]
    value = first + said * span.relevance + probable * (_UNREAD if masked is None else masked)
    if span.kind in _RARE_SAYS:
        value += _RARE_SAYS[span.kind] * _rarity(text, span)
    return round(min(_LARGEST, max(_LEAST, value)), 2)


def _rarity(text: str, span: Span) -> float:
    """How rare the rarest word of a span is, by its language or by English, in [0, 1]; .5 without a word."""
    known = [frequencies(language) for language in {"en", language_of(text) or "en"}]
    words = [word.key for word in words_of(text[span.start : span.end]) if not any(map(str.isdigit, word.key))]
    if not words:
        return _UNWORDED
    zipf = min(max(language.zipf(word) for language in known) for word in words)
    return min(1.0, max(0.0, (_COMMON - zipf) / (_COMMON - _RAREST)))


_PARTY_AFTER = re.compile(
    r"[^.\n]{0,40}[“\"(‘]the (?:first |second |third )?applicant|,? (?:who )?was born|,? (?:a|an) \d\d-year"
)
_PARTY_BEFORE = re.compile(
    r"(?:nationals?|applicants?|[Pp]atient|[Ii]nsured|[Mm]ember|[Cc]laimant|[Pp]olicy ?holder|[Nn]ame|"
    r"Versicherte[rn]?|Patientin)\W{1,4}(?:[Nn]ame\W{1,3})?$"
)
_OFFICIAL_BEFORE = re.compile(
    r"(?:represented by|Agents?|counsel|lawyers?|by|Physician|physician|Doctor|GP|Surgeon|Consultant|Judge|judge|"
    r"President|Registrar|Provider|"
    r"Attending|Adjuster|Sachbearbeiter(?:in)?|Handler)\W{1,4}$"
)
_OFFICIAL_AFTER = re.compile(
    r",? (?:a |an )?(?:lawyers?|advocate|solicitor|barrister|judge|of the (?:Federal )?Ministry|of the Foreign|"
    r"M\.?D|R\.?N)"
)
_OFFICIAL_TITLE = re.compile(r"(?:Dr|Prof|Judge|Justice|Nurse|Officer|Inspector|Sgt|Rev)\b")


def person_relevance(text: str, span: Span, probability: float | None) -> float:
    """A person the text is about 0.95, an official, a doctor or a lawyer 0.65, anybody else in between.

    What only the tagger takes for a person counts at most what such finds are worth: of those of probability p about a
    share of p were people (docs/extraction.md has the table).

    Args:
        text: that the span lies in.
        span: a name.
        probability: mean over its words that they belong to a person; None where the tagger did not read.
    """
    likely = _likely_relevance(text, span)
    if span.found_by == TAGGER and probability is not None:
        return round(min(likely, _SURE_LEAST + (1 - _SURE_LEAST) * probability), 2)
    return likely


def _likely_relevance(text: str, span: Span) -> float:
    before = text[max(0, span.start - 30) : span.start]
    if _PARTY_BEFORE.search(before) or _PARTY_AFTER.match(text, span.end):
        return 0.95
    if (
        _OFFICIAL_TITLE.match(text, span.start)
        or _OFFICIAL_BEFORE.search(before)
        or _OFFICIAL_AFTER.match(text, span.end)
    ):
        return 0.65
    return max(0.8, span.relevance)
