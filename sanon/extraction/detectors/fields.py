"""Labelled lines of forms: `Occupation: harbour pilot`, `Hospital: …`, `Diagnose: …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text.patterns import Pattern

_FIELDS = {
    "OCCUPATION": "Occupation|Profession|Job(?: title)?|Job role|Employment|Works as|Beruf|Tätigkeit|Position|Trade",
    "PROVIDER": (
        "Hospital|Clinic|Facility|Treating facility|Healthcare provider|Practice|Practice name|Pharmacy|Laboratory|"
        "Krankenhaus|Klinik|"
        "Praxis|Apotheke|Rehaklinik|Einrichtung|Surgery|Hospital name|Facility name|Place of treatment|"
        "Rehabilitation facility|"
        "Insurer|Insurance(?: company)?|Versicherung|Krankenkasse|Payer"
    ),
    "ORGANISATION": "Employer|Employer name|Company|Organi[sz]ation|School|University|Arbeitgeber|Firma|Schule|"
    "Workplace",
    "MEDICAL_CONDITION": (
        "Diagnos[ie]s|Primary diagnosis|Secondary diagnosis|Admitting diagnosis|Discharge diagnosis|Principal "
        "diagnosis|Final diagnosis|"
        "Condition|Illness|Injury|Nature of (?:injury|illness)|Diagnosen?|Hauptdiagnose|Nebendiagnosen?|"
        "Comorbidities|Erkrankung"
    ),
    "TREATMENT": (
        "Procedures?|Treatment|Services?|Operation|Surgery performed|Medications?|Current medications?|Medikation|"
        "Medikamente|Therapie|"
        "Behandlung|Eingriff|Prozedur|Prescribed|Prescription"
    ),
    "LOCATION": (
        "City|Town|Village|County|Place|Place of (?:birth|residence|accident|incident)|Location|Birthplace|Wohnort|"
        "Ort|Geburtsort|"
        "Unfallort|Residence|Region|District|Hometown|Place of loss|Accident location"
    ),
    "DEMOGRAPHIC": "Sex|Gender|Marital status|Religion|Ethnicity|Race|Nationality|Citizenship|Geschlecht|"
    "Familienstand|Staatsangehörigkeit|Konfession|Language",
    "UNIQUE_FACT": "Distinguishing (?:marks|features)|Special circumstances|Besonderheiten",
}
_LINE = {
    kind: Pattern(
        rf"(?:^|[|;\t•·*-][ \t]?|[.] )[ \t]{{0,12}}(?:{labels})[ \t]?\*{{0,2}}[:=][ \t*]{{0,6}}"
        r"(?P<value>[^\n|\t]{2,160})",
        re.MULTILINE,
    )
    for kind, labels in _FIELDS.items()
}
_PART = re.compile(r"[^,;(/.]+(?:\.(?=\d)[^,;(/.]*)*|(?<=St)\.[^,;(/.]*")
_WHOLE = re.compile(r"[^;(|]+?(?=\s{3}|[;(|]|\.\s|\.?$)")
_SENTENCE = re.compile(r"[.] +(?=[A-ZÄÖÜ][a-zäöü]* [a-zA-ZÄÖÜ])")
_EMPTY = re.compile(
    r"(?:n/?a|none|no|yes|nil|unknown|same|see (?:above|below|attached)|as above|not (?:applicable|known|stated|"
    r"given|provided)|keine?|"
    r"unbekannt|other|self|to be .*|tbd|pending|standard|ja|nein|-+|_+|\W*|[\d\W]*|he|she|it|the .*)",
    re.IGNORECASE,
)
_RELEVANCE = {
    "OCCUPATION": 0.65,
    "PROVIDER": 0.6,
    "ORGANISATION": 0.7,
    "MEDICAL_CONDITION": 0.65,
    "TREATMENT": 0.5,
    "LOCATION": 0.6,
    "DEMOGRAPHIC": 0.25,
    "UNIQUE_FACT": 0.8,
}
_LISTED = frozenset(("OCCUPATION", "MEDICAL_CONDITION", "TREATMENT", "DEMOGRAPHIC", "LOCATION"))

_NAMED = frozenset(("PROVIDER", "ORGANISATION", "LOCATION"))  # proper names: "Facility: same as before" is none


def find_fields(text: str) -> Iterator[Span]:
    """Values of labelled lines; where a line may list several, its first part up to six words."""
    for kind, pattern in _LINE.items():
        for match in pattern.finditer(text):
            start = match.start("value")
            line = match["value"]
            if ends := _SENTENCE.search(line):
                line = line[: ends.start()]
            parts = (_PART if kind in _LISTED else _WHOLE).finditer(line)
            for number, part in enumerate(parts):
                value = part[0].strip(" )")
                if kind in _NAMED and not value[:1].isupper():
                    continue
                if number > (5 if kind in ("MEDICAL_CONDITION", "TREATMENT") else 0):
                    break
                if (
                    sum(map(str.isalpha, value)) > 1
                    and len(value.split()) <= (6 if kind in _LISTED else 9)
                    and not _EMPTY.fullmatch(value)
                    and len(value) > 1
                ):
                    at = start + part.start() + len(part[0]) - len(part[0].lstrip())
                    yield Span(at, at + len(value), kind, _RELEVANCE[kind])
