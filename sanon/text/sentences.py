"""Where sentences begin: a few rules for European scripts and ideographs, in one pass over the gaps between words.

A doubtful full stop ends no sentence: two sentences in one chunk do no harm, half a sentence is worth little.
"""

from __future__ import annotations

import re

from sanon.text.vocabulary import month_names, words

_CLOSING = "\"'”’“»«›‹)]}"
_OPENING = "\"'“„‘«»‹›([{¿¡"
_STOPS = ".!?…؟۔।॥։።‽"
_BREAK = r"\n\r\f\u2029"
# One gap at a time: behind a stop, at the beginning, or with a break in it, since no other gap ends a sentence.
# Possessive, so that long runs of stops or blanks stay linear.
_GAP = re.compile(
    r"(?P<ideographic>[。！？｡]++[」』”’）】》\"')\]]*+\s*+)"
    rf"|\s(?:(?<=[{re.escape(_CLOSING + _STOPS)}]\s)|(?<=\A\s)"
    rf"|(?<=\S[{_BREAK}])|(?<=\S\s)(?=[^\S{_BREAK}]*+[{_BREAK}]))\s*+"
)
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"([^\W\d_]+)\s+$")
_DOTTED = re.compile(r"(?:[^\W\d_]\.-?)*[^\W\d_]")
_NUMBER = re.compile(r"\d{1,2}")
_MARKER = re.compile(r"\d{1,3}(?:\.\d{1,3})*|[IVXLC]+|[ivx]+")
_ROMAN_OR_DIGIT = re.compile(r"\S{0,12}\d|[IVXLC]+\b")
_FARTHEST = 40
"""How far the rules look back or ahead, in characters."""

#: A sentence hardly ends with them.
_BEFORE_A_NAME = words("abbreviations_before_names")
#: They go on with a number; "no." may also end a sentence.
_BEFORE_A_NUMBER = words("abbreviations_before_numbers")
_ORDINAL_BEFORE = words("before_ordinals")
_MONTHS = frozenset(name.casefold() for names in month_names("de") for name in names)
_BLANKS = ("", " ", "\u00a0", "\u202f", "\n", "\r")
_TIMES = frozenset(["a.m", "p.m"])


def sentence_starts(text: str) -> list[int]:
    """Offsets at which a new sentence or paragraph begins; never 0, never before a blank, always in order.

    The blanks after a sentence belong to it. Paragraphs, which an empty line parts, always end a sentence.
    """
    starts: list[int] = []
    begin = 0
    for gap in _GAP.finditer(text):
        end = gap.end()
        if end == len(text):
            break
        if gap.start() == 0 and not gap["ideographic"]:
            begin = end
        elif gap["ideographic"] or _is_paragraph(gap[0]) or _ends_sentence(text, begin, gap.start(), end):
            starts.append(end)
            begin = end
    return starts


def _is_paragraph(gap: str) -> bool:
    return gap.count("\n" if "\n" in gap else "\r") > 1 or "\u2029" in gap or "\f" in gap


def _ends_sentence(text: str, begin: int, gap: int, following: int) -> bool:
    """Whether the sentence that begins at `begin` ends at the gap before `following`."""
    if text[following] == "»" and text[following + 1 : following + 2] in _BLANKS:
        return False  # "« Oui. »": the quotation ends after the gap; a German one would begin with »
    stop = gap
    while stop > max(begin, gap - _FARTHEST) and text[stop - 1] in _CLOSING:
        stop -= 1
        if text[stop] == "»" and text[stop - 1].isspace():
            stop -= 1
    if stop <= begin or text[stop - 1] not in _STOPS:
        return False
    while following < min(len(text) - 1, gap + _FARTHEST) and text[following] in _OPENING:
        following += 1
    if text[following].islower():
        return False
    return text[stop - 1] != "." or not _is_abbreviation(text, begin, stop - 1, following)


def _is_abbreviation(text: str, begin: int, dot: int, following: int) -> bool:
    """Whether the full stop at `dot` belongs to what is before it: an abbreviation, an initial, an ordinal."""
    first = dot
    while first > max(begin, dot - _FARTHEST) and (text[first - 1].isalnum() or text[first - 1] in ".-'’"):
        first -= 1
    token = text[first:dot].lstrip(".-'’")
    first = dot - len(token)
    if first == begin and _MARKER.fullmatch(token):  # "1. The applicant", "II. THE LAW"
        return True
    if _NUMBER.fullmatch(token):
        return _is_ordinal(text, first, following)
    folded = token.casefold()
    if _DOTTED.fullmatch(token):  # "C. Çalış", "z. B.", "U.S.", "J.-P. Roux"
        return folded not in _TIMES
    last = folded.rpartition("-")[2].rpartition(".")[2]
    if last in _BEFORE_A_NAME:
        return True
    street = last.endswith("str")
    return (street or last in _BEFORE_A_NUMBER) and _ROMAN_OR_DIGIT.match(text, following) is not None


def _is_ordinal(text: str, first: int, following: int) -> bool:
    """Whether a German ordinal stands at `first`: "am 3. Dezember", "der 2. Senat", "3. 12. 2004"."""
    if text[following].isdigit():
        return True
    word = _WORD.match(text, following, following + _FARTHEST)
    if word and word[0].casefold() in _MONTHS:
        return True
    before = _LAST_WORD.search(text[max(0, first - _FARTHEST) : first])
    return before is not None and before[1].casefold() in _ORDINAL_BEFORE
