"""Numbers that states, banks and card companies give to people, by their shape and their check digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sanon.extraction.detectors import checksums
from sanon.extraction.span import Span
from sanon.records import LEXICON, RULES


class _Shape(NamedTuple):
    """How a number is written.

    Attributes:
        pattern: of the whole number.
        kind: of the embedded extractor.
        is_valid: its check; None where there is none, or where the shape says enough.
        proves: whether the shape, or its check, proves what it is.
    """

    pattern: re.Pattern[str]
    kind: str
    is_valid: Callable[[str], bool] | None = None
    proves: bool = True


_LEFT = r"(?<![\w.,/+-])"
_RIGHT = r"(?![\w/-]|[.,]\d)"
_DAY, _MONTH = r"(?:0[1-9]|[12]\d|3[01])", r"(?:0[1-9]|1[0-2])"
_MBI, _MBI_DIGIT = "[AC-HJKMNP-RT-Y]", "[AC-HJKMNP-RT-Y0-9]"  # Medicare: no letter that looks like a figure


def _shape(pattern: str, kind: str, is_valid: Callable[[str], bool] | None = None, *, proves: bool = True) -> _Shape:
    return _Shape(re.compile(_LEFT + pattern + _RIGHT), kind, is_valid, proves)


_SHAPES = (
    _shape(r"\d{3}-\d{2}-\d{4}", "NATIONAL_ID"),  # United States: social security
    # United Kingdom: national insurance; QQ is the example of the authorities.
    _shape(r"[A-CEGHJ-PQR-TW-Z][A-CEGHJ-NPQR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]", "NATIONAL_ID"),
    _shape(r"\d{3}([ -])\d{3}\1\d{4}", "PATIENT_ID", checksums.nhs_number_is_valid),
    _shape(rf"[1-9]{_MBI}{_MBI_DIGIT}\d-?{_MBI}{_MBI_DIGIT}\d-?{_MBI}{{2}}\d\d", "PATIENT_ID"),
    _shape(r"[1-9]\d \d{3} \d{3} \d{3}", "TAX_ID", checksums.german_tax_id_is_valid),
    _shape(r"[A-Z]\d{9}", "PATIENT_ID", proves=False),  # Germany: health insurance
    _shape(r"\d{2} ?\d{6} ?[A-Z] ?\d{3}", "NATIONAL_ID"),  # Germany: pension insurance
    _shape(
        r"(?:\d{8}|\d{1,2}\.\d{3}\.\d{3}|[XYZ][- ]?\d{7})[- ]?[A-HJ-NP-TV-Z]",
        "NATIONAL_ID",
        checksums.spanish_id_is_valid,
    ),
    _shape(
        r"[1-478] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3} ?\d\d",
        "NATIONAL_ID",
        checksums.french_nir_is_valid,
    ),
    _shape(r"[1-478] \d\d (?:0[1-9]|1[0-2]) (?:\d\d|2[AB]) \d{3} \d{3}(?: \d\d)?", "NATIONAL_ID"),  # in its groups
    _shape(
        r"[A-Z]{3} ?[A-Z]{3} ?[\dLMNP-V]{2}[A-EHLMPRST][\dLMNP-V]{2} ?[A-Z][\dLMNP-V]{3}[A-Z]", "NATIONAL_ID"
    ),  # Italy: so long a shape that a wrong check letter is a slip of the pen
    _shape(rf"\d{{2}}(?:[02468]\d|[13579][0-2]){_DAY}\d{{5}}", "NATIONAL_ID", checksums.polish_pesel_is_valid),
    _shape(r"\d{6}/\d{3,4}", "NATIONAL_ID", checksums.czech_birth_number_is_valid),
    _shape(r"\d{7}[A-W][A-IW]?", "NATIONAL_ID", checksums.irish_ppsn_is_valid),
    _shape(r"\d{3}\.\d{3}\.\d{3}-\d{2}", "NATIONAL_ID"),  # Brazil: CPF
    _shape(r"756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}", "NATIONAL_ID", checksums.swiss_ahv_is_valid),
    _shape(rf"\d{{4}} {_DAY}{_MONTH}\d{{2}}", "NATIONAL_ID", checksums.austrian_svnr_is_valid),
    _shape(rf"\d{{2}}\.{_MONTH}\.{_DAY}-\d{{3}}\.\d{{2}}", "NATIONAL_ID"),  # Belgium
    _shape(rf"{_DAY}{_MONTH}\d{{2}}[-+A]\d{{3}}[0-9A-Y]", "NATIONAL_ID", checksums.finnish_hetu_is_valid),
    _shape(rf"(?:19|20)?\d{{2}}{_MONTH}{_DAY}[-+]\d{{4}}", "NATIONAL_ID"),  # Sweden
    _shape(rf"{_DAY}{_MONTH}\d{{2}}-\d{{4}}", "NATIONAL_ID"),  # Denmark
    _shape(r"[A-Z]{5}\d{4}[A-Z]", "TAX_ID", proves=False),  # India: PAN
    # A wrong check digit is as often a slip of the pen as another number: what is written like an account is one.
    _shape(r"[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){3,7}(?:[ -]?[A-Z0-9]{1,3})?", "BANK_ACCOUNT"),
    _shape(r"\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}", "BANK_ACCOUNT", checksums.luhn_is_valid),
    _shape(r"3[47]\d{2}[ -]\d{6}[ -]\d{5}", "BANK_ACCOUNT", checksums.luhn_is_valid),
    _shape(r"[3-6]\d{12,18}", "BANK_ACCOUNT", checksums.luhn_is_valid),
    _shape(r"\d{2}-\d{4}-\d{7}-\d{2,3}", "BANK_ACCOUNT"),  # New Zealand
)


# All that the shapes are made of: thirty patterns look at such a run only, not at every word of the text.
_RUN = re.compile(r"(?<![A-Z\d])[A-Z\d](?:[A-Z\d]|[ ./+-](?=[A-Z\d])){7,60}")
_LEAST_DIGITS = 4
_BEHIND = 2  # what a shape looks at after its end


def find_national_numbers(text: str) -> Iterator[Span]:
    """Numbers of people, taxpayers and accounts that need no label."""
    for run in _RUN.finditer(text):
        if sum(map(str.isdigit, run[0])) < _LEAST_DIGITS:
            continue
        for shape in _SHAPES:
            for match in shape.pattern.finditer(text, run.start(), run.end() + _BEHIND):
                if shape.is_valid is None or shape.is_valid(match[0]):
                    yield Span(match.start(), match.end(), shape.kind, 0.95, RULES if shape.proves else LEXICON)
