"""Providers of care, courts, authorities, companies: by the words that such names are built with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text import lexicons
from sanon.text.patterns import Pattern

_CAP = r"[A-ZÀ-ÖØ-ÞĀČĆĐĞİŁŃŘŚŞŠŹŻŽ][\w’'&‑-]{0,30}"
_LINK = r"(?:of|the|for|and|&|de|du|des|la|le|der|für|und|am|an|zu|del|di|y|et|upon)"
_BEFORE = rf"(?:(?:{_CAP}|St\.)[ \u00a0](?:{_LINK}[ \u00a0]){{0,3}}){{0,6}}"
_AFTER = (
    rf"(?:[ \u00a0](?:{_LINK}[ \u00a0]){{1,3}}(?:{_CAP}(?:[ \u00a0](?:{_LINK}[ \u00a0]){{0,2}}(?={_CAP}))?){{1,6}})?"
)
_CARE = (
    r"(?:Hospitals?|Clinics?|ED|ER|ICU|A&E|Urgent Care|Infirmary|Hospice|Medical Cent(?:er|re)|Health Cent(?:er|"
    r"re)|Health System|Healthcare|"
    r"Health Care|"
    r"Cancer Cent(?:er|re)|Treatment Cent(?:er|re)|Rehabilitation Cent(?:er|re)|Surgery|Surgical Cent(?:er|re)|"
    r"Pharmacy|Dental|"
    r"Laborator(?:y|ies)|Labs|Nursing Home|Care Home|Medical Group|Family Practice|Practice|Family Medicine|Imaging|"
    r"Radiology|"
    r"Physiotherapy|Hospital Trust|NHS Foundation Trust|NHS Trust|Orthop(?:a?e)dics|Oncology|Cardiology|Associates|"
    r"Memorial|Health|Wellness|"
    r"Klinik(?:um)?|Krankenhaus|Universitätsklinik(?:um)?|Charité|Praxis|Apotheke|Reha-Zentrum|MVZ|"
    r"Gemeinschaftspraxis|Pflegeheim)"
)
_OFFICIAL = (
    r"(?:Courts?|Tribunal|Ministry|Department|Directorate|Prison|Penitentiary|Commission|Committee|Council|"
    r"Authority|Authorities|Agency|"
    r"Office|Board|Inspectorate|Bureau|Chamber|Assembly|Parliament|Senate|Police|Gendarmerie|Headquarters|"
    r"Command|Prosecutor|Governor|"
    r"Registry|Municipality|Administration|Institution|Barracks|Embassy|Consulate|Faculty|Academy|Service|Fund|"
    r"Treasury|Bar|"
    r"Amtsgericht|Landgericht|Oberlandesgericht|Finanzamt|Bundesgerichtshof|Verwaltungsgericht|Arbeitsgericht|"
    r"Sozialgericht)"
)
_OTHER = (
    r"(?:University|Universität|College|School|Institute|Foundation|Association|Society|Union|Federation|Party|"
    r"Church|Museum|Newspaper|"
    r"Insurance|Versicherung|Krankenkasse|Bank|Group|Trust|Company|Corporation|Airlines|Airways|Hotel|Partners|"
    r"Solicitors|Consulting|Logistics|"
    r"Industries|Services|Systems|Technologies|Solutions|Factory|Club|Brigade|Gymnasium|Grundschule|Werke|"
    r"Regiment|League|Network|Nursery|Kindergarten|Supermarket|Construction|Primary|Tavern|Inn|Arms|Restaurant|"
    r"Café|Bakery|Brewery|Bookshop|Garage|"
    r"Gym|Salon|Stores?|Lettings|Motors|Bistro|Energy|Telecom|Shipyard|Dairy|Abattoir|Warehouse|Studio|Theatre|"
    r"Theater)"
)
_LEGAL_FORM = (
    r"(?:GmbH(?: & Co\. KG)?|a\.G\.|VVaG|SE|AG|KG|e\.V\.|Ltd|Limited|LLC|LLP|Inc|Corp|plc|PLC|S\.A\.|S\.p\.A\.|SARL|"
    r"B\.V\.|BV|N\.V\.|AB|A/S|ApS|Oy|Oyj|"
    r"Sp\. z o\.o\.|A\.Ş\.|d\.o\.o\.|s\.r\.o\.|a\.s\.|S\.r\.l\.|S\.L\.U?\.?|S\.R\.L\.|SAS|"
    r"Kft\.?|Ltda\.?|Pty Ltd|Pvt Ltd|e\.G\.|gGmbH|BKK|AOK|IKK)(?!\w)"
)

_OF = (
    r"(?:de la |de l[’']|de las |de los |des |del |della |dell[’']|delle |dei |degli |de |du |di |d[’']|van het |"
    r"van de |van |voor |u |la |los |las |y |e |en |et )"
)
_ABROAD_NAME = rf"{_OF}{{0,2}}{_CAP}(?:[ \u00a0]{_OF}{{0,2}}{_CAP}){{0,5}}"
_ABROAD_CARE = (
    r"(?:(?:[Hh]ôpital|[Cc]linique|[Cc]entre hospitalier|CHU|CHRU|"
    r"EHPAD|[Hh]ospital|[Cc]línica|[Cc]entro de salud|[Oo]spedale|"
    r"[Cc]linica|[Pp]oliclinico|[Cc]asa di cura|ASL|[Zz]iekenhuis|[Kk]liniek|[Vv]erpleeghuis|[Mm]utuelle|AOK|BKK|IKK)"
    rf"(?=[ \u00a0]{_OF}{{0,2}}{_CAP}))"
)
_ABROAD_OTHER = (
    r"(?:Gemeente|Universiteit|Stichting|Vereniging|Université|Universit[àá]|Universidad|Sveučilište|Uniwersytet|"
    r"Lycée|Collège|École|"
    r"école|collège|lycée|Mairie|Commune|Association|Assurances|Banque|Instituto|Colegio|Ayuntamiento|Asociación|"
    r"Fundación|Seguros|"
    r"Banco|Caja|Istituto|Scuola|Liceo|Comune|Associazione|Assicurazioni|Banca|Fondazione|Verzekeringen|Basisschool|"
    r"Sportverein|"
    r"Turnverein|Gemeinde|Stadtwerke|Sparkasse|Volksbank|Kreissparkasse)"
)

_PATTERNS = (
    (Pattern(rf"\b{_BEFORE}{_CARE}(?!\w){_AFTER}"), "PROVIDER", 0.65),
    (
        Pattern(rf"\b{_BEFORE}{_OFFICIAL}(?!\w){_AFTER}(?: \([A-ZŁŚŻ][\w ąęłóśżźćńäöüßéè]{{3,60}}\))?"),
        "ORGANISATION",
        0.5,
    ),
    (Pattern(rf"\b{_BEFORE}{_OTHER}(?!\w){_AFTER}"), "ORGANISATION", 0.6),
    (Pattern(rf"\b(?:{_CAP}[ \u00a0](?:(?:&|and|und|of)[ \u00a0])?){{1,5}}{_LEGAL_FORM}\.?"), "ORGANISATION", 0.7),
    (
        Pattern(
            r"\b[A-ZÄÖÜ][a-zäöüß]{2,24}-?(?:klinik|[Kk]linikums?|krankenhaus|spital|apotheke|hospital|praxis|"
            r"kasse)\b(?: [A-ZÄÖÜ][a-zäöüß]{2,24})?"
        ),
        "PROVIDER",
        0.65,
    ),
    (
        Pattern(
            rf"\b(?:Klinik(?:um)?|Krankenhaus|Universitätsklinik(?:um)?|Praxis|Apotheke|Charité|Clinique|"
            rf"Hôpital|Hospital|Policlinico|Centre Hospitalier|Gemeinschaftspraxis|HMP|HMYOI|Clínica|Ospedale|"
            rf"Szpital|Pflegeheim)"
            rf"(?:[ \u00a0-](?:(?:Dr\.|Dres\.|&|für|am|an|der|St\.|im|de|du|la|des) ){{0,2}}{_CAP}){{1,3}}"
        ),
        "PROVIDER",
        0.65,
    ),
    (
        Pattern(
            r"\b(?:[A-ZÄÖÜ][A-ZÄÖÜ.'’&-]{1,24} ){1,5}(?:HOSPITALS?|CLINIC|INFIRMARY|HOSPICE|MEDICAL CENT(?:ER|RE)|"
            r"HEALTH CENT(?:ER|RE)|PHARMACY|MEDICAL GROUP|"
            r"LABORATORY|LABORATORIES|KLINIK(?:UM)?|NHS TRUST|INSURANCE|MUTUAL|ASSURANCE|UNIVERSITY|GMBH|LTD|"
            r"INC|LLC)\b"
        ),
        "PROVIDER",
        0.6,
    ),
    (
        Pattern(
            rf"(?:(?<=[Ww]orks for )|(?<=[Ww]orked for )|(?<=[Ww]orks at )|(?<=[Ww]orked at )|(?<=[Ee]mployed by )|"
            rf"(?<=[Ee]mployed at )|(?<=employee of ))"
            rf"(?:the )?{_CAP}(?: (?:&|and|of) {_CAP}| {_CAP}){{0,3}}"
        ),
        "ORGANISATION",
        0.6,
    ),
    (
        Pattern(
            rf"\b(?:{_CAP} (?:(?:&|and) )?){{1,4}}(?:Mutual|Assurance|Registry|Insurer|Indemnity|"
            rf"Krankenversicherung)\b(?: {_CAP})?"
        ),
        "PROVIDER",
        0.5,
    ),
    (Pattern(rf"\b{_ABROAD_CARE}(?:[ \u00a0]{_ABROAD_NAME})?"), "PROVIDER", 0.65),
    (Pattern(rf"\b{_ABROAD_OTHER}[ \u00a0]{_ABROAD_NAME}"), "ORGANISATION", 0.6),
    # Where somebody is taken to is a place of care.
    (
        Pattern(
            rf"(?:\b(?:transported|taken|admitted|transferred|referred|rushed|conveyed|airlifted|discharged|"
            rf"seen|treated) (?:back )?"
            rf"(?:to|from|at|by|in) )(?P<name>{_CAP}(?:[ \u00a0](?:of |and )?{_CAP}){{0,3}})"
        ),
        "PROVIDER",
        0.5,
    ),
    (
        Pattern(
            r"(?:\b(?:at|to|from|in) )(?P<name>[A-ZÄÖÜ][a-zäöüß]{3,20}[’']s)(?=[.,;:)\n]| (?:and|in|on|for|with|"
            r"by)\b)"
        ),
        "PROVIDER",
        0.4,
    ),
    (
        Pattern(rf"\b(?:{_CAP}[ \u00a0]){{1,3}}(?:& Söhne|& Sons?|& Co\.?|& Partner|und Söhne|& Töchter)(?!\w)"),
        "ORGANISATION",
        0.6,
    ),
    # Houses of two names, and units of an army.
    (
        Pattern(
            rf"\b(?!(?:Mr|Mrs|Ms|Miss|Dr|Herr|Frau|M|Mme)\b)(?:{_CAP}[ \u00a0])?{_CAP}[ \u00a0]&[ \u00a0]{_CAP}"
            rf"(?:[ \u00a0]{_CAP})?"
        ),
        "ORGANISATION",
        0.5,
    ),
    (
        Pattern(
            r"\b(?:\d{1,3}(?:st|nd|rd|th)|[IVX]{1,5}\.?) (?:[A-Z][a-z]+ )?(?:Division|Battalion|Regiment|Brigade|"
            r"Squadron|Infantry|Airborne|"
            r"Battery|Company|Corps|Fleet|Panzerdivision|Bataillon)\b"
        ),
        "ORGANISATION",
        0.5,
    ),
    (Pattern(r"\b[Ww]ard \d{1,2}[A-Z]?\b|\bWard [A-Z]\b|\bStation \d{1,2}[A-Z]?\b"), "PROVIDER", 0.3),
)
_GENERIC = re.compile(r"(?:The )?(?:[A-Z][\w’'-]+)$")
_LEADING = re.compile(
    r"(?:The|A|An|In|On|At|By|To|For|From|With|His|Her|Their|Our|This|That|When|While|After|Before|Since|As|If|"
    r"Under|Dear|Name|Patient|Provider|"
    r"Facility|Hospital|Mr|Mrs|Ms|Dr)\.?[ \u00a0](?:of |the )?"
)


def _is_person(value: str) -> bool:
    """Whether what looks like a place may be somebody: "referred to Kevin", "seen by Dr Ng", "taken in March"."""
    first = lexicons.fold(value.split()[0].rstrip(".")).removesuffix("'s")
    return first in lexicons.given_names() or first in lexicons.common_words() or first in lexicons.places()


def find_organisations(text: str) -> Iterator[Span]:
    """Organisations with their type word; a type word alone ("Hospital") names nobody."""
    for pattern, kind, relevance in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span("name") if "name" in match.re.groupindex else match.span()
            while lead := _LEADING.match(text, start, end):
                start = lead.end()
            if match.re.groupindex and _is_person(text[start:end]):
                continue
            if start < end and (match.re.groupindex or not _GENERIC.fullmatch(text[start:end])):
                yield Span(start, end, kind, relevance)
