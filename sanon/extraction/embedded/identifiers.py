"""Numbers and codes that stand for a person, a case, a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.embedded.spans import Span

_CODE = (
    r"(?:[A-Z]{1,5}[ \u00a0](?=\d))?(?=[^\s,;]{0,30}\d)[A-Za-z0-9](?:[A-Za-z0-9]|[-/._:](?=[A-Za-z0-9])|"
    r"[ \u00a0](?=\d|[A-Z](?![\w.]))){1,30}"
)
_NUMBER_WORD = r"(?:\s?(?:number|no|num|nr|nummer|id|identifier|code|ref|reference|#|№)\b\.?|#)"
_PERSONAL = (
    r"MRN|medical record|health record|hospital|patient(?:en)?|NHS|member(?:ship)?|subscriber|insured|beneficiary|"
    r"insurance|SSN|"
    r"social security|national insurance|NINO|NI|passport|reisepass|driver'?s? licen[cs]e|licen[cs]e|identity card|"
    r"ID card|"
    r"personalausweis|versicherten|kranken(?:versicherten|versicherungs)|KVNR|sozialversicherungs|medicare|"
    r"medicaid|CHI|"
    r"health card|customer|client|kunden|employee|personal|student|account|konto|IBAN|tax|TIN|steuer(?:-?id)?|PESEL|"
    r"date of birth and|MBI|OLN|DLN?|sort code|routing|BSB|PIN|card|ending(?: in)?|staff|pupil|UPN|badge|"
    r"payroll|crime|"
    r"Vers\.?|KV|RV|Mitglieds?|Personal(?:ausweis)?|chart|enrollee|participant|study|subject|case patient|donor|"
    r"resident"
)
_CASE = (
    r"claim|schaden|policy|polic(?:e|en)|versicherungsschein|vertrags?|contract|case|akten(?:zeichen)?|Az|file|"
    r"reference|ref|"
    r"our ref|your ref|invoice|rechnungs?|bill|authori[sz]ation|pre-?auth(?:ori[sz]ation)?|group|application|ticket|"
    r"order|"
    r"report|vorgangs?|referral|prescription|rx|accession|specimen|sample|lab|encounter|visit|admission|docket|"
    r"complaint|"
    r"incident|certificate|registration|vehicle|VIN|plate|kennzeichen|serial|device|lot|batch|NPI|DEA|GMC|NMC|"
    r"provider|"
    r"dispatch|call|evidence|tag|URN|badge|warrant|locker|desk|request|job|folder|decision|judgment|plot|parcel|"
    r"transaction|receipt|protocol"
)
_LABELLED = re.compile(
    rf"\b(?:(?P<personal>{_PERSONAL})|(?P<case>{_CASE}))(?:(?:[ -]?(?:record|policy|file|claim|contract|"
    rf"case))?{_NUMBER_WORD}|s?\.?)"
    rf"(?P<mark>\s?(?::|=|#|\()\s{{0,3}}|(?<=[.o#rDdeR])\s(?:is |was |ist |lautet )?|\s)(?P<code>{_CODE})(?!\w)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"1[89]\d\d|20[0-4]\d")
_ANY_ID = re.compile(
    r"\b[A-Z]{2,8}[- ](?:ID|No|Ref|REF|Nr)\.?[:# ]{1,3}(?P<code>[A-Z]{0,3}[-/]?\d[\w/-]{2,20}\w)(?![\w-])"
)
_DATE_IN_CODE = re.compile(r"(?:^|\s)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$")
_APPLICATION = re.compile(r"(?<![\w/.-])(?:\d{4,6}|(?<=nd )\d{1,3})/\d{2}(?:\d{2})?(?![\w/]|-\d)")
_NO = re.compile(
    r"\b(?:[Nn]os?\.|[Nn]umbers?|[Nn]r\.?|No\b)[ \u00a0](?P<code>[A-Za-z]{0,4}[-.]?\d[\w/.:§-]{0,24}\w|\d)"
)
_LAW = re.compile(
    r"(?:Laws?|Acts?|Articles?|Protocols?|Sections?|Decrees?|Regulations?|Rules?|Directives?|Recommendations?|"
    r"Resolutions?|Conventions?|"
    r"Orders?|Statutes?|Codes?|Decree-Laws?|Ordinances?|Chapters?|Legislative|Series A|Reports|Convention)\)?"
    r"(?: \((?:Law|Act)| with the force of law)?,? ?\(?$"
)
_MBI, _MBI_DIGIT = "[AC-HJKMNP-RT-Y]", "[AC-HJKMNP-RT-Y0-9]"  # Medicare: no letter that looks like a figure
_SHAPES = (
    (re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), "PATIENT_ID", 0.95),  # US social security number
    (
        re.compile(r"(?<![\w-])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)"),
        "PATIENT_ID",
        0.95,
    ),  # NINO
    (re.compile(r"(?<![\w.-])\d{3}([ -])\d{3}\1\d{4}(?![\w.-])"), "NHS", 0.95),
    (
        re.compile(rf"(?<![\w-])[1-9]{_MBI}{_MBI_DIGIT}\d-?{_MBI}{_MBI_DIGIT}\d-?{_MBI}{{2}}\d\d(?!\w)"),
        "PATIENT_ID",
        0.95,
    ),
    (re.compile(r"(?<![\w.,/+-])[1-9]\d \d{3} \d{3} \d{3}(?![\w.,/-])"), "STEUER", 0.95),
    # Long numbers in groups, as account and card numbers are written.
    (re.compile(r"(?<![\w.,/+-])\d{4}(?:[ -]\d{3,4}){2,4}(?![\w/-]|[.,]\d)"), "PATIENT_ID", 0.8),
    (re.compile(r"(?<=[\s(])#\d{3,10}(?![\w-])"), "NON_PERSONAL_ID", 0.6),
    (re.compile(r"(?<![\w-])[A-Z]{2}\d{2} ?[A-Z]{3}(?![\w-])"), "NON_PERSONAL_ID", 0.8),  # British number plate
    (
        re.compile(r"(?<![\w-])[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{1,4}[EH]?(?![\w-])"),
        "NON_PERSONAL_ID",
        0.7,
    ),  # German number plate
    (re.compile(r"(?<!\w)[A-Z]\d{9}(?!\w)"), "PATIENT_ID", 0.9),  # German health insurance
    (re.compile(r"(?<!\w)\d{2} ?\d{6} ?[A-Z] ?\d{3}(?!\w)"), "PATIENT_ID", 0.9),  # German pension insurance
    (re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?!\w)"), "PATIENT_ID", 0.9),  # IBAN
    (
        re.compile(r"(?<![\w/-])[A-Z]{2,6}(?:[-_/][A-Z]{1,5})?[-_/]?\d{3,}(?:[-_/][A-Z0-9]{1,8}){0,4}(?!\w)"),
        "NON_PERSONAL_ID",
        0.75,
    ),
    (re.compile(r"(?<![\w/-])[A-Z]{1,5}[-_/]\d{2,}(?:[-_/][A-Z0-9]{1,10}){0,4}(?!\w)"), "NON_PERSONAL_ID", 0.75),
    (re.compile(r"(?<!\w)[A-Z]{2,5} \d{3,4}[ -]\d{3,4}(?:[ -]\d{2,4})?(?: [A-Z](?!\w))?(?![\w-])"), "PATIENT_ID", 0.8),
    (re.compile(r"(?<![\w/.-])\d{2,6}-\d{2,6}(?:-\d{2,8}){1,3}(?![\w/-])"), "NON_PERSONAL_ID", 0.7),
    (re.compile(r"(?<![\w/.+-])\d{7,14}(?![\w/.-]*\d)(?!\w)"), "NON_PERSONAL_ID", 0.6),
    (re.compile(r"(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)"), "NON_PERSONAL_ID", 0.7),
)
_MEDICAL_CODE = re.compile(
    r"(?:ICD|CPT|HCPCS|SNOMED|LOINC|DRG|NDC|OPS|ATC|CD|COVID|SARS|HbA1c|HPV|T|L|C|B|BRCA|IL|PD|F|COL|ISO|EN|DIN|MRI|"
    r"US|EU)[-_ /]?\d*"
)


def nhs_number_is_valid(value: str) -> bool:
    """Check digit modulo 11 of a ten-digit NHS number."""
    digits = [int(c) for c in value if c.isascii() and c.isdigit()]
    if len(digits) != 10:
        return False
    rest = 11 - sum(weight * digit for weight, digit in zip(range(10, 1, -1), digits, strict=False)) % 11
    return rest % 11 == digits[9] and rest != 10


def german_tax_id_is_valid(value: str) -> bool:
    """Check digit of an eleven-digit German tax id (ISO 7064, MOD 11,10)."""
    digits = [int(c) for c in value if c.isascii() and c.isdigit()]
    if len(digits) != 11 or digits[0] == 0:
        return False
    product = 10
    for digit in digits[:10]:
        product = ((digit + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == digits[10]


def find_labelled_identifiers(text: str) -> Iterator[Span]:
    """Numbers and codes behind a label that says what they are."""
    for match in _LABELLED.finditer(text):
        code = match["code"].rstrip(" .:-/_")
        start = match.start("code")
        digits = sum(map(str.isdigit, code))
        if digits < 3 and not (digits and len(code) >= 4 and match["mark"].strip()):
            continue
        if _DATE_IN_CODE.search(code):
            continue
        if match["mark"] == " " and (digits < 4 or (len(code) == 4 and _YEAR.fullmatch(code))):
            continue  # "visit 2", "claim 2019"
        yield Span(
            start,
            start + len(code),
            "PATIENT_ID" if match["personal"] else "NON_PERSONAL_ID",
            0.95 if match["personal"] else 0.85,
        )


def find_identifiers(text: str) -> Iterator[Span]:
    """Case numbers and shapes that are identifiers without a label."""
    for match in _APPLICATION.finditer(text):
        yield Span(match.start(), match.end(), "NON_PERSONAL_ID", 0.9)
    for match in _ANY_ID.finditer(text):
        yield Span(match.start("code"), match.end("code"), "NON_PERSONAL_ID", 0.8)
    for match in _NO.finditer(text):
        before = text[max(0, match.start() - 40) : match.start()]
        yield Span(
            match.start("code"),
            match.end("code"),
            "LAW" if _LAW.search(before.rstrip() + " ") or _LAW.search(before.rstrip()) else "NON_PERSONAL_ID",
            0.6,
        )
    for pattern, kind, relevance in _SHAPES:
        for match in pattern.finditer(text):
            if kind == "NHS":
                if nhs_number_is_valid(match[0]):
                    yield Span(match.start(), match.end(), "PATIENT_ID", relevance)
            elif kind == "STEUER":
                if german_tax_id_is_valid(match[0]):
                    yield Span(match.start(), match.end(), "PATIENT_ID", relevance)
            elif not _MEDICAL_CODE.fullmatch(match[0]):
                yield Span(match.start(), match.end(), kind, relevance)
