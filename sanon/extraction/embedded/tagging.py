"""How the model and the rules are put together.

In court cases the model decides what an annotator would mask: rule spans of low probability go, tagged spans of
sufficient probability come in. Elsewhere the rules stand as they are and the model adds persons, places and
organisations.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.embedded.dates import find_date_ranges
from sanon.extraction.embedded.features import Tokens
from sanon.extraction.embedded.model import TYPES, Tagger
from sanon.extraction.embedded.spans import Span, without_overlaps
from sanon.text import lexicons

_COUNT = len(TYPES)
_KIND_OF = dict(
    zip(
        TYPES,
        (
            "NAME",
            "NON_PERSONAL_ID",
            "LOCATION",
            "ORGANISATION",
            "DEMOGRAPHIC",
            "EVENT_DATE",
            "QUANTITY",
            "INDIRECT_IDENTIFIER",
        ),
        strict=True,
    )
)
# A span of the rules stays if its mean probability over the text reaches this. Low for what is short or nearly always
# masked: a wrong date costs a few characters, a missed one a person. Chosen by cross-validation over documents.
_KEEP = {
    "PERSON": 0.02,
    "CODE": 0.03,
    "DATETIME": 0.02,
    "QUANTITY": 0.03,
    "LOC": 0.04,
    "DEM": 0.05,
    "MISC": 0.2,
    "ORG": 0.1,
}
# A span that only the model sees needs more.
_TAG = {
    "PERSON": 0.12,
    "CODE": 0.12,
    "DATETIME": 0.15,
    "QUANTITY": 0.15,
    "LOC": 0.12,
    "DEM": 0.15,
    "MISC": 0.3,
    "ORG": 0.26,
}
# What no court's annotator had to judge is never filtered.
_ALWAYS = lexicons.word_set(
    "EMAIL PHONE_NUMBER PATIENT_ID BIRTHDATE NATIONAL_ID PASSPORT TAX_ID BANK_ACCOUNT USERNAME DEVICE VEHICLE"
)
_ELSEWHERE = {"PERSON": 0.6, "LOC": 0.6, "ORG": 0.6}

_LABEL_END = (":", "=")
_BROKEN = re.compile(r"[:·|;=<>\n]")  # a name does not go over these: they separate label and value


def _is_name(text: str, span: Span) -> bool:
    """Capitalised, in one piece, no label of a form and no article with a noun."""
    if (
        not text[span.start].isupper()
        or _BROKEN.search(text, span.start, span.end)
        or text[span.end : span.end + 1] in _LABEL_END
    ):
        return False
    return any(lexicons.fold(word) not in lexicons.common_words() for word in text[span.start : span.end].split()[:1])


def court_spans(text: str, rules: list[Span], tagger: Tagger, types: dict[str, str]) -> list[Span]:
    """What the annotators of court cases would mask."""
    tokens = Tokens(text, rules)
    if not len(tokens):
        return []
    rules = [*rules, *find_date_ranges(text, rules)]
    probabilities = tagger.probabilities(tokens)
    masked = probabilities[:, 1 : 1 + _COUNT]
    total = masked.sum(axis=1)
    sums: dict[tuple[str, str], list[float]] = defaultdict(list)
    means = []
    for span in rules:
        first, after = tokens.range_of(span)
        means.append(float(total[first:after].mean()) if after <= len(tokens) else 0.0)
        sums[(span.kind, text[span.start : span.end])].append(means[-1])
    kept = []
    for span in rules:
        if span.kind in types:
            found = sums[(span.kind, text[span.start : span.end])]
            if span.kind in _ALWAYS or sum(found) / len(found) >= _KEEP.get(types[span.kind], 0.1):
                kept.append(span)
    thresholds = np.array([_TAG[kind] for kind in TYPES], dtype=np.float32)
    # Overlaps stay: where rule and model disagree about the ends, both spellings are masked.
    known = {(span.start, span.end) for span in kept}
    tagged = [span for span in _runs(text, tokens, masked, total, thresholds) if (span.start, span.end) not in known]
    return kept + tagged


def model_spans(text: str, rules: list[Span], tagger: Tagger) -> list[Span]:
    """The rules, and where they are silent the persons, places and organisations of the model."""
    tokens = Tokens(text, rules)
    if not len(tokens):
        return rules
    probabilities = tagger.probabilities(tokens)
    either = probabilities[:, 1 : 1 + _COUNT] + probabilities[:, 1 + _COUNT :]
    thresholds = np.array([_ELSEWHERE.get(kind, 2.0) for kind in TYPES], dtype=np.float32)
    found = _runs(text, tokens, either, either.max(axis=1), thresholds)
    # The model learned from court cases only; what is not capitalised is not a name anywhere.
    named = (span for span in found if _is_name(text, span))
    return without_overlaps(named, len(text), rules)


def _runs(
    text: str, tokens: Tokens, scores: NDArray[np.float32], total: NDArray[np.float32], thresholds: NDArray[np.float32]
) -> Iterator[Span]:
    """Maximal runs of tokens of one type above its threshold, without punctuation at the ends."""
    best = scores.argmax(axis=1)
    above = total >= thresholds[best]
    count, words = len(tokens), tokens.words
    for begin in np.flatnonzero(above & np.concatenate(([True], ~(above[:-1] & (best[:-1] == best[1:]))))):
        first = after = int(begin)
        while after < count and above[after] and best[after] == best[first] and words[after][0] != "\n":
            after += 1
        kind, low, high = TYPES[best[first]], first, after
        while low < high and not words[low][0].isalnum():
            low += 1
        while high > low and not words[high - 1][0].isalnum():
            high -= 1
        if low < high:
            start, end = int(tokens.starts[low]), int(tokens.ends[high - 1])
            if end < len(text) and text[end] == ")" and "(" in text[start:end]:
                end += 1
            value = text[start:end]
            # A single small word ("of", "the") masked everywhere would blacken the text.
            if len(value) > 4 or (len(value) > 1 and any(c.isupper() or c.isdigit() for c in value)):
                probability = float(total[low:high].mean())
                yield Span(start, end, _KIND_OF[kind], round(min(0.9, 0.2 + 0.6 * probability), 2), "model")
