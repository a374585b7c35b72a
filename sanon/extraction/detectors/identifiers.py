"""Numbers and codes that stand for a person, a case, a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.records import LEXICON

_CODE = (
    r"(?:[A-Z]{1,5}[ \u00a0](?=\d))?(?=[^\s,;]{0,30}\d)[A-Za-z0-9](?:[A-Za-z0-9]|[-/._:](?=[A-Za-z0-9])|"
    r"[ \u00a0](?=\d|(?-i:[A-Z])(?![\w.]))){1,30}"
)
_NUMBER_WORD = (
    r"(?:[\s_-]?(?:number|no|num|nr|nummer|numero|número|numéro|núm|n[°º]|id|identifier|code|ref|reference|#|№)(?!\w)\.?"
    r"|#)"
)
# What a label says that a number is. The first kind that knows the label decides.
_LABELS = {
    "NATIONAL_ID": (
        r"SSN|social security|national insurance|NINO|(?-i:NI|NIE|NIF|NIR|CF|C\.F|RV|SV|DLN?|OLN)|"
        r"identity card|ID card|driver'?s? licen[cs]e|driving licen[cs]e|"
        r"licen[cs]e|PESEL|PPSN?|CPR|sozialversicherungs|Personalausweis|Ausweis|Führerschein|"
        r"sécurité sociale|carte (?:nationale )?d['’]identité|permis de conduire|seguridad social|DNI|"
        r"carn[eé] de conducir|codice fiscale|cod\. ?fisc|carta d['’]identità|patente|BSN|burgerservice|"
        r"rijbewijs|identiteits(?:kaart|bewijs)|AHV|CPF|Aadhaar|rodné číslo|personnummer|national id"
    ),
    "PASSPORT": r"passport|reisepass|pass|passeport|pasaporte|passaporto|paspoort",
    "TAX_ID": (
        r"tax(?:payer)?|TIN|EIN|ITIN|TFN|UTR|VAT|GST|steuer(?:-?id)?|IdNr|USt-?Id|numéro fiscal|SIRET|SIREN|"
        r"P\.? ?IVA|partita IVA|(?-i:CIF)|BTW|RSIN|KvK"
    ),
    "BANK_ACCOUNT": (
        r"account|acct|a/c|konto|IBAN|compte|(?-i:RIB|BIC)|cuenta|conto|rekening|sort code|BLZ|Bankleitzahl|SWIFT|"
        r"routing|BSB|"
        r"(?:credit|debit|bank) ?card|kreditkarten?|visa|mastercard|amex|american express|carte bancaire|tarjeta|"
        r"carta di credito|card|ending(?: in)?"
    ),
    "DEVICE": (
        r"gerät|zähler|meter|compteur|contador|contatore|(?-i:S/?N)|"
        r"IMEI|MAC[- ]address|IP[- ]address|IP-Adresse|(?-i:IP|MAC|SIM)|device|serial|UDID|IDFA|IMSI|ICCID"
    ),
    "VEHICLE": (
        r"VIN|chassis|(?:licen[cs]e |number |registration )?plate|reg(?:istration)?\.? (?:no|mark)|kennzeichen|"
        r"immatriculée?|immatriculation|targat[ao]|targa|matr[ií]cula|kenteken|(?-i:FIN)|Fahrgestell"
    ),
    "PATIENT_ID": (
        r"pers|kartei|"
        r"MRN|medical record|health record|hospital|patient(?:en)?|NHS|member(?:ship)?|subscriber|insured|beneficiary|"
        r"insurance|versicherten|kranken(?:versicherten|versicherungs)|KVNR|medicare|medicaid|CHI|NHI|NHC|"
        r"health card|customer|client|kunden|employee|personal|student|"
        r"date of birth and|MBI|PIN|staff|pupil|UPN|badge|roll|"
        r"payroll|crime|Vers\.?|KV|Mitglieds?|chart|enrollee|participant|study|subject|case patient|donor|resident|"
        r"adhérent|assuré|allocataire|historia cl[ií]nica|afiliado|asegurado|expediente|tessera sanitaria|"
        r"polis|patiënt|klant|lid(?:maatschaps)?|relatie|matricola"
    ),
    "NON_PERSONAL_ID": (
        r"claim|schaden|policy|polic(?:e|en)|versicherungsschein|vertrags?|contract|case|akten(?:zeichen)?|Az|file|"
        r"reference|ref|our ref|your ref|invoice|rechnungs?|bill|authori[sz]ation|pre-?auth(?:ori[sz]ation)?|group|"
        r"application|ticket|order|report|vorgangs?|referral|prescription|rx|accession|specimen|sample|lab|encounter|"
        r"visit|admission|docket|complaint|incident|certificate|registration|vehicle|lot|batch|NPI|DEA|GMC|NMC|provider|"
        r"dispatch|call|evidence|tag|URN|warrant|locker|desk|request|job|folder|decision|judgment|plot|parcel|"
        r"transaction|receipt|protocol|envelope|dossier|sinistre|contrat|facture|siniestro|p[oó]liza|factura|colegiad[oa]|"
        r"col|sinistro|polizza|fattura|pratica|kenmerk|zaak|factuur|schade|dossiernummer"
    ),
}
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
_SHAPES = (
    # Long numbers in groups, as account and membership numbers are written.
    (re.compile(r"(?<![\w.,/+-])\d{4}(?:[ -]\d{3,4}){2,4}(?![\w/-]|[.,]\d)"), "PATIENT_ID", 0.8),
    (re.compile(r"(?<=[\s(])#\d{3,10}(?![\w-])"), "NON_PERSONAL_ID", 0.6),
    (
        re.compile(r"(?<![\w/-])[A-Z]{2,6}(?:[-_/][A-Z]{1,5})?[-_/]?\d{3,}(?:[-_/][A-Z0-9]{1,8}){0,4}(?!\w)"),
        "NON_PERSONAL_ID",
        0.75,
    ),
    (re.compile(r"(?<![\w/-])[A-Z]{1,5}[-_/]\d{2,}(?:[-_/][A-Z0-9]{1,10}){0,4}(?!\w)"), "NON_PERSONAL_ID", 0.75),
    (re.compile(r"(?<![\w-])(?:[A-Z]-)?\d{2} \d{3} \d{3}(?![\w/-]|[ .,]\d)"), "PATIENT_ID", 0.6),
    (
        re.compile(
            r"(?<!\w)(?!(?:NHS|TFN|ABN|TIN|SSN|BSN|DNI|NIE|NIF|NIR|NHI|TEL|FAX|NI|CHI) )"
            r"[A-Z]{2,5} \d{3,4}[ -]\d{3,4}(?:[ -]\d{2,4})?(?: [A-Z](?!\w))?(?![\w-])"
        ),
        "PATIENT_ID",
        0.8,
    ),
    (
        re.compile(r"(?<![\w/.-])(?!(?:19|20)\d\d-[01]\d-[0-3]\d)\d{2,6}-\d{2,6}(?:-\d{2,8}){1,3}(?![\w/-])"),
        "NON_PERSONAL_ID",
        0.7,
    ),
    (
        re.compile(r"(?<![\w/.-])(?:[A-Za-z]{2,6}/)?(?:19|20)\d\d/\d{3,6}(?:/\d{2,8}){0,2}(?![\w/-])"),
        "NON_PERSONAL_ID",
        0.7,
    ),
    (re.compile(r"(?<![\w/.+-])\d{7,14}(?![\w/.-]*\d)(?!\w)"), "NON_PERSONAL_ID", 0.6),
    (re.compile(r"(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)"), "NON_PERSONAL_ID", 0.7),
)
_MEDICAL_CODE = re.compile(
    r"(?:ICD|CPT|HCPCS|SNOMED|LOINC|DRG|NDC|OPS|ATC|CD|COVID|SARS|HbA1c|HPV|T|L|C|B|BRCA|IL|PD|F|COL|ISO|EN|DIN|MRI|"
    r"US|EU)[-_ /]?\d*"
)


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
            if not _MEDICAL_CODE.fullmatch(match[0]):
                yield Span(match.start(), match.end(), kind, relevance, LEXICON)
