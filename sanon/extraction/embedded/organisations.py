"""Providers of care, courts, authorities, companies: by the words that such names are built with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.embedded.spans import Span

_CAP = r"[A-ZÀ-ÖØ-ÞĀČĆĐĞİŁŃŘŚŞŠŹŻŽ][\w’'&‑-]{0,30}"
_LINK = r"(?:of|the|for|and|&|de|du|des|la|le|der|für|und|am|an|zu|del|di|y|et|upon)"
_BEFORE = rf"(?:(?:{_CAP}|St\.)[ \u00a0](?:{_LINK}[ \u00a0]){{0,3}}){{0,6}}"
_AFTER = (
    rf"(?:[ \u00a0](?:{_LINK}[ \u00a0]){{1,3}}(?:{_CAP}(?:[ \u00a0](?:{_LINK}[ \u00a0]){{0,2}}(?={_CAP}))?){{1,6}})?"
)
_CARE = (
    r"(?:Hospitals?|Clinics?|Infirmary|Hospice|Medical Cent(?:er|re)|Health Cent(?:er|re)|Health System|Healthcare|"
    r"Health Care|"
    r"Cancer Cent(?:er|re)|Treatment Cent(?:er|re)|Rehabilitation Cent(?:er|re)|Surgery|Surgical Cent(?:er|re)|"
    r"Pharmacy|Dental|"
    r"Laborator(?:y|ies)|Labs|Nursing Home|Care Home|Medical Group|Family Practice|Practice|Family Medicine|Imaging|"
    r"Radiology|"
    r"Physiotherapy|Hospital Trust|NHS Foundation Trust|NHS Trust|Orthop(?:a?e)dics|Oncology|Cardiology|Associates|"
    r"Memorial|Health|Wellness|"
    r"Klinik(?:um)?|Krankenhaus|Universitätsklinik(?:um)?|Charité|Praxis|Apotheke|Reha-Zentrum|MVZ|Gemeinschaftspraxis|Pflegeheim)"
)
_OFFICIAL = (
    r"(?:Courts?|Tribunal|Ministry|Department|Directorate|Prison|Penitentiary|Commission|Committee|Council|Authority|Authorities|Agency|"
    r"Office|Board|Inspectorate|Bureau|Chamber|Assembly|Parliament|Senate|Police|Gendarmerie|Headquarters|Command|Prosecutor|Governor|"
    r"Registry|Municipality|Administration|Institution|Barracks|Embassy|Consulate|Faculty|Academy|Service|Fund|Treasury|Bar|"
    r"Amtsgericht|Landgericht|Oberlandesgericht|Finanzamt|Bundesgerichtshof|Verwaltungsgericht|Arbeitsgericht|Sozialgericht)"
)
_OTHER = (
    r"(?:University|Universität|College|School|Institute|Foundation|Association|Society|Union|Federation|Party|Church|Museum|Newspaper|"
    r"Insurance|Versicherung|Krankenkasse|Bank|Group|Trust|Company|Corporation|Airlines|Airways|Hotel|Partners|Solicitors|Consulting|Logistics|"
    r"Industries|Services|Systems|Technologies|Solutions|Factory|Club|Brigade|Gymnasium|Grundschule|Werke|Regiment|League|Network|Nursery|Kindergarten|Supermarket|Construction)"
)
_LEGAL_FORM = (
    r"(?:GmbH(?: & Co\. KG)?|AG|KG|e\.V\.|Ltd|Limited|LLC|LLP|Inc|Corp|plc|PLC|S\.A\.|S\.p\.A\.|SARL|"
    r"B\.V\.|N\.V\.|AB|A/S|Oy|Sp\. z o\.o\.|A\.Ş\.)(?!\w)"
)

_PATTERNS = (
    (re.compile(rf"\b{_BEFORE}{_CARE}(?!\w){_AFTER}"), "PROVIDER", 0.65),
    (
        re.compile(rf"\b{_BEFORE}{_OFFICIAL}(?!\w){_AFTER}(?: \([A-ZŁŚŻ][\w ąęłóśżźćńäöüßéè]{{3,60}}\))?"),
        "ORGANISATION",
        0.5,
    ),
    (re.compile(rf"\b{_BEFORE}{_OTHER}(?!\w){_AFTER}"), "ORGANISATION", 0.6),
    (re.compile(rf"\b(?:{_CAP}[ \u00a0](?:(?:&|and|und|of)[ \u00a0])?){{1,5}}{_LEGAL_FORM}\.?"), "ORGANISATION", 0.7),
    (
        re.compile(
            r"\b[A-ZÄÖÜ][a-zäöüß]{2,24}(?:klinik|klinikum|krankenhaus|apotheke|hospital|praxis|"
            r"kasse)\b(?: [A-ZÄÖÜ][a-zäöüß]{2,24})?"
        ),
        "PROVIDER",
        0.65,
    ),
    (
        re.compile(
            rf"\b(?:Klinik(?:um)?|Krankenhaus|Universitätsklinik(?:um)?|Praxis|Apotheke|Charité|Clinique|Hôpital|Clínica|Ospedale|Szpital|Pflegeheim)"
            rf"(?:[ \u00a0-](?:(?:Dr\.|für|am|an|der|St\.|im|de|du|la|des) ){{0,2}}{_CAP}){{1,3}}"
        ),
        "PROVIDER",
        0.65,
    ),
    (
        re.compile(
            r"\b(?:[A-ZÄÖÜ][A-ZÄÖÜ.'’&-]{1,24} ){1,5}(?:HOSPITALS?|CLINIC|INFIRMARY|HOSPICE|MEDICAL CENT(?:ER|RE)|"
            r"HEALTH CENT(?:ER|RE)|PHARMACY|MEDICAL GROUP|"
            r"LABORATORY|LABORATORIES|KLINIK(?:UM)?|NHS TRUST|INSURANCE|MUTUAL|ASSURANCE|UNIVERSITY|GMBH|LTD|INC|LLC)\b"
        ),
        "PROVIDER",
        0.6,
    ),
    (
        re.compile(
            rf"(?:(?<=[Ww]orks for )|(?<=[Ww]orked for )|(?<=[Ww]orks at )|(?<=[Ww]orked at )|(?<=[Ee]mployed by )|"
            rf"(?<=[Ee]mployed at )|(?<=employee of ))"
            rf"(?:the )?{_CAP}(?: (?:&|and|of) {_CAP}| {_CAP}){{0,3}}"
        ),
        "ORGANISATION",
        0.6,
    ),
    (
        re.compile(
            rf"\b(?:{_CAP} ){{1,4}}(?:Mutual|Assurance|Registry|Insurer|Indemnity|Krankenversicherung)\b(?: {_CAP})?"
        ),
        "PROVIDER",
        0.5,
    ),
    (re.compile(r"\b[Ww]ard \d{1,2}[A-Z]?\b|\bWard [A-Z]\b|\bStation \d{1,2}[A-Z]?\b"), "PROVIDER", 0.3),
)
_GENERIC = re.compile(r"(?:The )?(?:[A-Z][\w’'-]+)$")
_LEADING = re.compile(
    r"(?:The|A|An|In|On|At|By|To|For|From|With|His|Her|Their|Our|This|That|When|While|After|Before|Since|As|If|Under|Dear|Name|Patient|Provider|"
    r"Facility|Hospital|Mr|Mrs|Ms|Dr)\.?[ \u00a0](?:of |the )?"
)


def find_organisations(text: str) -> Iterator[Span]:
    """Organisations with their type word; a type word alone ("Hospital") names nobody."""
    for pattern, kind, relevance in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            while lead := _LEADING.match(text, start, end):
                start = lead.end()
            if start < end and not _GENERIC.fullmatch(text[start:end]):
                yield Span(start, end, kind, relevance)
