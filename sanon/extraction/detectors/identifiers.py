"""Numbers and codes that stand for a person, a case, a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import in_any_case
from sanon.extraction.detectors.contacts import OF_NO_PLACE
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON

_CODE = (
    r"(?:(?-i:[A-Z]){1,5}[ \u00a0](?=\d))?(?=[^\s,;]{0,30}\d)[A-Za-z0-9](?:[A-Za-z0-9]|[-/._:](?=[A-Za-z0-9])|"
    r"[ \u00a0](?=\d|(?-i:[A-Z])(?![\w.]))){1,30}"
)
_NUMBER_WORD = (
    r"(?:[\s_-]?(?:number|no|num|nr|nummer|numero|número|numéro|núm|n\.?[°º]|id|identifier|code|ref|reference|#|№)(?!\w)\.?"
    r"|#)"
)
_LABELS = {kind: in_any_case(labels) for kind, labels in table(__package__, "words")["identifiers"].items()}
_LABELLED = re.compile(
    "(?<![^\\W_])(?:" + "|".join(f"(?P<{kind}>{labels})" for kind, labels in _LABELS.items()) + ")"
    rf"(?:(?:[ -]?(?:record|policy|file|claim|contract|case|card))?{_NUMBER_WORD}|s?\.?)"
    rf"(?P<mark>\s?(?::|=|#|\()[\"']?\s{{0,3}}|(?<=[.o#rDdeR°º])\s(?:is |was |ist |lautet )?|\s)"
    rf"(?P<code>{_CODE})(?!\w)",
    re.IGNORECASE,
)
#: Letters and figures in groups ("BD-52-HR"); what it is the label says.
_PLATE = re.compile(r"(?=.*[A-Z])(?=.*\d\d)[A-ZÄÖÜ\d]{1,4}(?:[ -][A-ZÄÖÜ\d]{1,5}){1,3}")
_YEAR = re.compile(r"1[89]\d\d|20[0-4]\d")
_ANY_ID = re.compile(
    r"\b[A-Z]{2,8}[- ](?:ID|No|Ref|REF|Nr)\.?[:# ]{1,3}(?P<code>[A-Z]{0,3}[-/]?\d[\w/-]{2,20}\w)(?![\w-])"
)
#: "Paid to the right account: 288 of 300": a count; "Case: 288 of 2019" and "Patient: 288 was seen" are none.
_COUNTED = re.compile(r" (?:of|von|sur|de|di|van) \d{1,3}(?!\d)")
_TIME = re.compile(r"[0-2]?\d[:.][0-5]\d(?:[:.][0-5]\d)?")
_DATE_IN_CODE = re.compile(r"(?:^|\s)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$")
_APPLICATION = re.compile(r"(?<![\w/.-])(?:\d{4,6}|(?<=nd )\d{1,3})/\d{2}(?:\d{2})?(?![\w/]|-\d)")
_NO = re.compile(
    r"\b(?:[Nn]os?\.|[Nn]umbers?|[Nn]r\.?|No\b)[ \u00a0](?P<code>[A-Za-z]{0,4}[-.]?\d[\w/.:§-]{0,24}\w|\d)"
)
_SHAPES = [
    (re.compile(one["shape"]), one["kind"], one["relevance"]) for one in table(__package__, "shapes")["identifiers"]
]
_MEDICAL_CODE = re.compile(rf"(?:{'|'.join(table(__package__, 'shapes')['codes'])})[-_ /]?\d*")


def find_labelled_identifiers(text: str) -> Iterator[Span]:
    """Numbers and codes behind a label that says what they are."""
    for match in _LABELLED.finditer(text):
        code = match["code"].rstrip(" .:-/_")
        start = match.start("code")
        digits = sum(map(str.isdigit, code))
        if digits < 3 and not (digits and len(code) >= 4 and (match["mark"].strip() or _PLATE.fullmatch(code))):
            continue
        if len(code) == digits == 3 and _COUNTED.match(text, match.end("code")):
            continue
        if _DATE_IN_CODE.search(code) or (_TIME.fullmatch(code) and not match["mark"].strip()):
            continue  # "the lid, 09:11": behind a colon or a number sign it stays a number
        kind = next(kind for kind in _LABELS if match[kind])
        plate = kind == "VEHICLE" and _PLATE.fullmatch(code)
        if match["mark"] == " " and not plate and (digits < 4 or (len(code) == 4 and _YEAR.fullmatch(code))):
            continue  # "visit 2", "claim 2019"
        yield Span(start, start + len(code), kind, 0.85 if kind == "NON_PERSONAL_ID" else 0.95)


def find_identifiers(text: str) -> Iterator[Span]:
    """Case numbers and shapes that are identifiers without a label."""
    for match in _APPLICATION.finditer(text):
        yield Span(match.start(), match.end(), "NON_PERSONAL_ID", 0.9)
    for match in _ANY_ID.finditer(text):
        yield Span(match.start("code"), match.end("code"), "NON_PERSONAL_ID", 0.8, LEXICON)
    for match in _NO.finditer(text):
        yield Span(match.start("code"), match.end("code"), "NON_PERSONAL_ID", 0.6, LEXICON)
    for pattern, kind, relevance in _SHAPES:
        for match in pattern.finditer(text):
            if not (_MEDICAL_CODE.fullmatch(match[0]) or OF_NO_PLACE.match(match[0])):
                yield Span(match.start(), match.end(), kind, relevance, LEXICON)
