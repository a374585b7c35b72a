"""What forms, courts and offices print on everything: headings and roles that stand for nobody."""

from __future__ import annotations

import re
from dataclasses import replace

from sanon.extraction.span import TAGGER, Span
from sanon.text import lexicons

_FORM_WORDS = lexicons.word_set(
    "a audit about above "
    "accident account action additional address addendum administration admission admissions adverse "
    "affidavit agreement allegation all amendment amount analysis and annex annual answer appeal appendix "
    "application "
    "appointment assessment at authorization background behalf below benefit benefits between bill billing book "
    "brief by "
    "card care case certificate chart charge check chief children claim claimant claims clinical clerk comment "
    "comments "
    "committee communication complaint complaints conclusion confidential consent consultation contact continued "
    "contract "
    "copy correspondence court cover coverage criminal current customer daily damage data date day days decision "
    "declaration "
    "deed defendant defense department deputy desk details diagnosis diagnostic discharge disclosure discussion "
    "dissolution division document domestic draft education emergency employee employer employment end enquiries "
    "estimate "
    "evaluation event events examination executive exhibit expense export facts family fax file final finance "
    "financial "
    "findings first follow following for form forms from front full further general grade guidance head health help "
    "history "
    "home hospital hourly hr human identification important in incident index information injury inpatient inquiry "
    "instructions insurance insured internal interview introduction inventory investigation invoice issue item "
    "items job "
    "judgment justice juvenile key laboratory last law leave legal letter level limited list log loss mail main "
    "management "
    "marriage matter may medical medication medications meeting member members memo memorandum minutes month "
    "monthly motion "
    "name narrative new next no not note notes notice notification number nurse nursing objective observation "
    "occurrence of "
    "offense offence office officer on opinion or order outpatient overview owner page part parties party patient "
    "payment "
    "payroll personal personnel petition petitioner petitioners physical physician plaintiff plan planning please "
    "policy "
    "policyholder post present prescription previous private procedure procedures proceedings product profile "
    "program "
    "progress proof property proposal provider psychiatric public purchase purpose quality quarter query question "
    "questionnaire quotation re reason receipt recommendation recommendations record records reference referral "
    "refund "
    "registration registry regulation rehabilitation release remarks renewal report reporting reports request "
    "required "
    "research resident resources respondent respondents response result results resume return review risk room "
    "rules safety "
    "sales sample schedule school second section security sent service services session sheet shift short sick sign "
    "signature site social special staff standard statement station status student study subject subjective summary "
    "supplement support surgery surgical survey system table tax team term terms test tests the third ticket time to "
    "transcript transfer treatment trial type under undersigned unit update urgent use user visit vital vs ward "
    "warning "
    "warrant week weekly whereas witness witnesses work working year yearly your "
    # German, French, Spanish, Italian, Dutch
    "abrechnung aktennotiz anamnese anlage antrag anzeige arztbrief aufnahme aufnahmebogen befund bericht betreff "
    "bescheid "
    "betr diagnose der die das entlassungsbericht entlassungsbrief gutachten protokoll rechnung schadenanzeige "
    "unfallbericht vermerk vertraulich zusammenfassung compte rendu sortie hospitalisation objet facture "
    "confidentiel "
    "attestation constat informe alta urgencias parte asunto factura acta confidencial relazione verbale oggetto "
    "fattura "
    "dimissione riservato denuncia sinistro verslag ontslagbrief betreft onderwerp factuur vertrouwelijk aangifte "
    "de la le "
    "les del di el en et y e van het du des"
)
# Offices and roles, whoever holds them.
_ROLE = re.compile(
    r"(?:the |The )?(?:(?:deputy|assistant|acting|chief|senior|junior) )?(?:clerk|registrar|secretary|marshal|"
    r"sheriff|bailiff|"
    r"notary public|judge|justice|petitioners?|respondents?|plaintiffs?|defendants?|appellants?|appellees?|"
    r"claimants?|"
    r"the undersigned|undersigned|county clerk|city clerk|town clerk|attorney general|solicitor general|"
    r"parent teacher(?: meeting| conference)?)(?: of (?:the )?(?:court|county|city|state))?",
    re.IGNORECASE,
)
_COURT = re.compile(
    r"(?:in )?(?:the )?(?:(?:united states|u\.s\.|federal|state|supreme|superior|circuit|district|county|crown|high|"
    r"family|"
    r"probate|municipal|magistrates'?|bankruptcy|appeals?|civil|criminal|juvenile|common|pleas|division|of|the|for|"
    r"in|and) ?)*"
    r"courts?(?: of (?:the )?(?:appeals?|justice|common pleas|claims|session|state|county|human rights|"
    r"first instance|"
    r"cassation))?(?: division)?",
    re.IGNORECASE,
)
#: Insurance schemes and registers that everybody is in.
_EVERYBODY = lexicons.word_set(
    "info warn warning error debug trace fatal "
    "dob ssn iban bic blz bsb bsn nhi nhc npi mrn tfn nino imo abn vat tel telefon telefono téléphone mobil mobile "
    "phone fax email "
    "mail whatsapp facebook instagram datum date nachname vorname geburtsdatum beruf anschrift vermerk bemerkung "
    "betrag schaden "
    "steuer nombre apellidos fecha nom prenom prénom adresse nome cognome indirizzo naam voornaam adres avgift "
    "daily weekly monthly "
    "news class drug qty master referee audit copy draft original confidential interpreter daughter witness mm dd "
    "yyyy "
    "medicare medicaid nhs ssa irs hmrc dwp dmv hipaa gdpr covid wifi internet"
)
#: "MM/DD/YYYY", "jj.mm.aaaa", "hh:mm", "MM DD YYYY": what a form asks for. Each group is one letter, again and again.
TEMPLATE = re.compile(
    r"(?<![^\W_])(?:(?=[dmyjatghsx/.:-]{0,9}?([dmyjatghsx])\1)([dmyjatghsx])\2{0,3}(?:[/.:-]([dmyjatghsx])\3{0,3}){1,3}"
    r"|([dmyjatghsx])\4{1,3}(?: ([dmyjatghsx])\5{1,3}){1,3})(?![^\W_]|[/.:-][^\W_])",
    re.IGNORECASE,
)
_LEVELS = lexicons.word_set("info warn warning error debug trace fatal")
_SCHEMES = frozenset(
    (
        "national insurance",
        "social security",
        "health insurance",
        "human resources",
        "customer service",
        "civil service",
    )
)
_NAMES = frozenset(("NAME", "ORGANISATION", "PROVIDER", "LOCATION", "EVENT", "UNIQUE_FACT"))
#: What the tagger alone may take a heading for.
_TOLD = frozenset(("INDIRECT_IDENTIFIER", "DEMOGRAPHIC", "OCCUPATION", "MEDICAL_CONDITION", "TREATMENT"))
_LONGEST = 120
_LAST = re.compile(r"[\s.,:;–—-]+(?P<word>[A-ZÄÖÜ]{3,})$")
_SPLIT = re.compile(r"[^\w’']+|_")


def is_heading(text: str, span: Span) -> bool:
    """Whether what was taken for a name, an organisation, a place or an event is print that names nobody.

    "ADVERSE EVENT REPORT", "Clerk of the Court", "My Medicare". One word alone is left to the lists of names: "Case"
    and "Page" are surnames.
    """
    value = text[span.start : span.end]
    if (
        value.isdigit()
        and len(value) <= 2
        and ":" in (text[span.start - 1 : span.start], text[span.end : span.end + 1])
    ):
        return True  # a part of the time of day
    if span.kind == "INDIRECT_IDENTIFIER" and (lexicons.fold(value) in _EVERYBODY or TEMPLATE.fullmatch(value)):
        return True
    if span.kind not in _NAMES and not (span.found_by == TAGGER and span.kind in _TOLD):
        return False
    words = [lexicons.fold(word) for word in _SPLIT.split(value) if word]
    if not words or len(words) > 12 or all(map(str.isdigit, words)):
        return False
    if _ROLE.fullmatch(value) or (_COURT.fullmatch(value) and len(words) > 1):
        return True
    if words[0] in _LEVELS and _SPLIT.split(value)[0].isupper():
        return True  # "INFO portal": a line of a log
    printed = [is_form_word(word) or word.isdigit() for word in words]
    if len(words) == 1:
        # In capitals at the beginning of a line, or before a colon: a label.
        alone = value.isupper() and _stands_in_heading(text, span)
        return words[0] in _EVERYBODY or (printed[0] and (alone or text[span.end : span.end + 1] == ":"))
    if all(printed):
        return value.isupper() or not value.islower()
    if " ".join(words) in _SCHEMES:
        return True
    return words[0] in ("my", "your", "our", "the") and all(printed[1:])


def is_form_word(key: str) -> bool:
    """Whether forms print a word (folded)."""
    return key in _FORM_WORDS or key in _EVERYBODY


def without_heading(text: str, span: Span) -> Span:
    """A name without the print in capitals behind it: "Dr Ng. AUDIT REPORT" ends before the heading."""
    # Most names do not end in a capital: theirs need not be searched for capitals behind them.
    if span.kind != "NAME" or not text[span.end - 1 : span.end].isupper() or text[span.start : span.end].isupper():
        return span
    end = span.end
    while (last := _LAST.search(text, span.start, end)) and is_form_word(lexicons.fold(last["word"])):
        end = last.start()
    return replace(span, end=end) if end > span.start else span


def _stands_in_heading(text: str, span: Span) -> bool:
    """Whether the line holds nothing but printed words."""
    end = text.find("\n", span.end)
    line = text[text.rfind("\n", 0, span.start) + 1 : end if end >= 0 else len(text)]
    return len(line) < _LONGEST and all(lexicons.fold(word) in _FORM_WORDS for word in _SPLIT.split(line) if word)
