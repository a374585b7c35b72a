"""Names of persons by titles, labels and name lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.records import LEXICON, RULES
from sanon.text import lexicons
from sanon.text.frequencies import is_everyday
from sanon.text.titles import HONORIFICS, RANKS, STOP, alternatives

_UP = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚ"
_WORD = rf"(?:[{_UP}][’'][{_UP}]?|Mc|Mac|al-|Al-|[Dd][’'])?[{_UP}][^\W\d_]{{1,24}}"
_NAME_WORD = rf"{_WORD}(?:[-‑]{_WORD})?"
_INITIAL = rf"[{_UP}][a-z]?\."  # one at a time: a repetition here inside the repetition below would explode
_PARTICLE = (
    r"(?:van der|van den|van de|v\.? ?d\.?|v/d|von der|von dem|de la|de los|del|della|van|von|zu|de|da|di|dos|du|le|la|"
    r"ben|bin|ibn|bint|al|el|af|ten|ter)"
)
_GAP = r"[ \u00a0\t]{1,2}"
_FULL = rf"(?:{_INITIAL}[- \u00a0]?|{_NAME_WORD}{_GAP}|{_PARTICLE}{_GAP}){{0,6}}{_NAME_WORD}"
_TITLE = rf"(?:{alternatives(HONORIFICS, RANKS, capital=True)}|dhr|mevr|sig)"
_TITLED = re.compile(
    rf"\b{_TITLE}\b{STOP}(?:{_GAP}(?:{_TITLE}|med|jur|h\.c|Ing|Dipl|phil|"
    rf"rer\.? nat)\b{STOP}){{0,4}}{_GAP}(?P<name>{_FULL}|"
    rf"(?:{_PARTICLE}{_GAP}|v\.{_GAP})?(?:[{_UP}]\.[- ]?){{1,4}}(?<! )(?!\w)|[{_UP}]{{1,20}}\b)"
    rf"(?:{_GAP}?(?:and|und|&){_GAP}?(?:{_TITLE}\.?{_GAP})?(?={_NAME_WORD}){_FULL})?"
)
_LABEL = (
    r"(?:(?:Patient|Pt|Pat|[VSWC]\d|Victim|Suspect|Complainant|Caller|Agent|Student|Pupil|Parent|Tenant|"
    r"Landlord|Resident|"
    r"Line manager|Manager|Supervisor|Worker|Key worker|Teacher|Reporting(?: officer| [Oo]fc)?|Deceased|Customer|"
    r"Employee|Staff member|Insured|Member|Claimant|Client|Policy ?holder|Applicant|Employee|Customer|Subscriber|"
    r"Beneficiary|Spouse|"
    r"Guardian|Next of kin|Emergency contact|Contact(?: person)?|Witness|Driver|Owner|Attorney|Physician|Doctor|"
    r"Surgeon|GP|"
    r"Consultant|Provider|Therapist|Adjuster|Handler|Reviewer|Case manager|Author|Interviewer|Respondent|Father|"
    r"Mother|"
    r"First|Last|Full|Family|Given|Sur|Maiden|Fore|Birth|Primary care physician|PCP|Attending|Referring)"
    r"(?:[’']s)?[ -]?(?:name|physician|provider)?|Name|Surname|NAME|PATIENT|Signed(?: by)?|Signature|Prepared by|"
    r"Dictated by|"
    r"Reported by|Reviewed by|Completed by|Approved by|Submitted by|From|To|Cc|Attn|Attention|Dear|Hi|Hello|"
    r"Regards,?|Sincerely,?|Yours sincerely,?|"
    r"Vorname|Nachname|Familienname|Patientin|Versicherte[r]?|Versicherungsnehmer(?:in)?|Antragsteller(?:in)?|"
    r"Ansprechpartner(?:in)?|"
    r"Sachbearbeiter(?:in)?|Geburtsname|Hausarzt|Ehefrau|Ehemann|Nom|Prénom|Nombre)"
)
_LABELLED = re.compile(
    rf"\b{_LABEL}(?:\(s\))?(?:[ \t]?[:=|][ \t|]{{0,6}}|(?<=Dear)[ \t]|(?<=Hi)[ \t]|(?<=,)[ \t]?\n\s{{0,6}}|"
    rf"(?<=Sincerely)[ \t]?\n\s{{0,6}}|(?<=Regards)\s?\n\s{{0,6}})"
    rf"(?:{_TITLE}\.?[ \t])*(?P<name>[{_UP}][{_UP}'’-]{{1,25}},[ \t]?{_FULL}(?:[ \t][{_UP}](?:\.|"
    rf"\b(?=[ \t]{{2}}|[ \t]*\n|$)))?|"
    rf"{_NAME_WORD},[ \t]?{_FULL}(?:[ \t][{_UP}]\b\.?)?(?=[ \t]*(?:\n|$|\||;|\()|,?[ \t]+(?:geb|born|DOB|"
    rf"d\.o\.b|MRN|age|\*|\d))|"
    rf"{_NAME_WORD},[ \t]?{_FULL}(?:[ \t][{_UP}]\b\.?)?(?=[ \t]{{2}})"
    rf"|{_FULL}(?:[ \t][{_UP}]{{2,20}}\b)?|[{_UP}]{{2,20}}(?:[ \t][{_UP}]{{2,20}}){{1,2}})"
)
_NAMED = re.compile(
    rf"\b(?:[Nn]ame is|[Nn]amed|called|I am|[Tt]his is|[Ii]t[’']s|[Ss]igned by|[Rr]eviewed by|seen by|"
    rf"under the care of|husband|wife|son|"
    rf"daughter|brother|sister|mother|father|partner|neighbou?r|colleague|friend|uncle|aunt|cousin|nephew|"
    rf"niece),? (?P<name>{_FULL})"
)
_RELATED = re.compile(
    rf"\b(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur|[Tt]he) (?:late |eldest |youngest |older |younger |elder |"
    rf"little |big |ex-)?"
    rf"(?:husband|wife|son|daughter|brother|sister|mother|father|mum|mom|dad|partner|neighbou?r|colleague|friend|"
    rf"uncle|aunt|cousin|nephew|niece|grandson|granddaughter|grandmother|grandfather|stepson|stepdaughter|twin|"
    rf"boyfriend|"
    rf"girlfriend|fiancée?|flatmate|housemate|roommate|boss|carer|landlord|tutor),? (?P<name>{_FULL})"
)
_SIGNED = re.compile(
    rf"(?:[Rr]egards|[Ss]incerely|[Ff]aithfully|[Tt]ruly|[Ww]ishes|[Tt]hanks|Cheers|Love|Best|Grüßen|Grüssen|"
    rf"Hochachtungsvoll),?"
    rf"[ \t]*\n\s{{0,6}}(?:{_TITLE}\.?[ \t])*(?P<name>{_FULL})(?=[ \t]*(?:\n|$|,))"
)
_CHAT = re.compile(
    rf"^(?:\[[^\]\n]{{3,24}}\]|\d{{1,2}}:\d\d(?::\d\d)?)[ \t]?"
    rf"(?P<name>(?:[{_UP}][\w’'-]{{1,20}} ){{0,2}}[A-Za-zÀ-ž][\w.-]{{2,24}}):(?= )",
    re.MULTILINE,
)
_COMMA = re.compile(
    rf"(?<![\w,] )\b(?P<family>[{_UP}][{_UP}'’-]{{2,24}}|{_NAME_WORD}),[ \t](?P<given>{_NAME_WORD})"
    rf"(?:[ \t][{_UP}]\.)?(?=[ \t]*(?:\n|$|\(|\||;|,[ \t]\d|[ \t]-|[ \t]{{2}}))"
)
_PAIR = re.compile(
    rf"(?<![\w’'-]){_NAME_WORD}(?:{_GAP}(?:{_INITIAL}|{_NAME_WORD}|{_PARTICLE}))*{_GAP}{_NAME_WORD}(?![\w-])"
)
_INITIAL_NAME = re.compile(
    rf"(?<![\w.’'-])(?:[{_UP}][a-z]?\.[- ]?){{1,3}}{_GAP}?(?:{_PARTICLE}{_GAP})?{_NAME_WORD}"
    rf"(?:{_GAP}{_NAME_WORD})?(?![\w-])"
)
_ACADEMIC = (
    r"(?:M\.?D\.?|Ph\.?D\.?|R\.?N\.?|D\.?O\.?|F\.?R\.?C\.?[SP]\.?|MRCP|MBBS|N\.?P\.?|"
    r"P\.?A\.?-?C?|LCSW|DDS|Esq|QC|KC|MSW|DPT|PsyD)\b"
)
_SUFFIX = re.compile(rf"(?P<name>{_FULL}),? {_ACADEMIC}")
_HAS_ACADEMIC = re.compile(" " + _ACADEMIC)  # to look for names before them takes longer than to look for them
_GOES_ON = re.compile(r",?[ \u00a0][a-zäöüß]")
_STRONG = 0.95


# Jane "the Voice" Doe: what stands between the marks belongs to the name.
_NICKNAMED = re.compile(
    rf"(?<![\w-]){_NAME_WORD}(?: {_NAME_WORD})?[ ](?:[\"“‘][^\"”’\n]{{2,24}}[\"”’]|"
    rf"\([{_UP}][^)\n\d]{{1,20}}\))[ ]{_NAME_WORD}(?![\w-])"
)


def _unknown(word: str) -> bool:
    return lexicons.fold(word) not in lexicons.given_names() and lexicons.fold(word) not in lexicons.surnames()


def _is_namelike(word: str) -> bool:
    return lexicons.fold(word) not in lexicons.common_words()


def find_names(text: str) -> Iterator[Span]:
    """Names with what shows them: a title, a label, academic letters, a known given name."""
    for match in _TITLED.finditer(text):
        official = match[0].startswith(("Dr", "Prof", "Judge", "Justice", "Nurse", "Officer", "Inspector", "Sgt"))
        yield Span(match.start(), match.end(), "NAME", 0.7 if official else 0.9)
    for match in _LABELLED.finditer(text):
        words = re.split(r"[ ,\t]+", match["name"])
        said = len(words) == 1 and _GOES_ON.match(text, match.end("name")) is not None  # "Caller: Yeah, it is"
        if any(map(_is_namelike, words)) and _is_namelike(words[0]) and not (said and _unknown(words[0])):
            # "Caller: It's about my bill" begins as a name does.
            shown = LEXICON if len(words) == 1 and (said or is_everyday(words[0], text)) else RULES
            yield Span(match.start("name"), match.end("name"), "NAME", _STRONG, shown)
    for match in _SUFFIX.finditer(text) if _HAS_ACADEMIC.search(text) else ():
        if " " not in match["name"] and lexicons.fold(match["name"]) in lexicons.words("nationalities"):
            continue  # "a Nigerian PhD student"
        yield Span(match.start("name"), match.end("name"), "NAME", 0.7)
    given, family = lexicons.given_names(), lexicons.surnames()
    for match in _NAMED.finditer(text):
        first = lexicons.fold(re.split(r"[ \t\u00a0]", match["name"])[0])
        if first in given or (first in family and " " in match["name"]):
            yield Span(match.start("name"), match.end("name"), "NAME", 0.9)
    for match in _RELATED.finditer(text):
        first = lexicons.fold(re.split(r"[ \t\u00a0]", match["name"])[0])
        if first not in lexicons.common_words() and first not in lexicons.places() and first not in lexicons.regions():
            yield Span(match.start("name"), match.end("name"), "NAME", 0.9)
    for match in _CHAT.finditer(text):
        start = match.start("name")
        for word in match["name"].split(" "):
            if _is_namelike(word):
                yield Span(start, match.end("name"), "NAME", 0.8)
                break
            start += len(word) + 1
    for match in _SIGNED.finditer(text):
        if _is_namelike(match["name"].split()[0]):
            yield Span(match.start("name"), match.end("name"), "NAME", 0.9)
    for match in _COMMA.finditer(text):
        if lexicons.fold(match["given"]) in given and _is_namelike(match["family"]):
            yield Span(match.start(), match.end(), "NAME", 0.9, LEXICON)
    for match in _NICKNAMED.finditer(text):
        words = [word for word in re.split(r"[^\w’'-]+", match[0]) if word]
        if any(lexicons.fold(word) in given or lexicons.fold(word) in family for word in (words[0], words[-1])):
            yield Span(match.start(), match.end(), "NAME", 0.85, LEXICON)
    for match in _INITIAL_NAME.finditer(text):
        last = lexicons.fold(re.split(r"[.\s]+", match[0])[-1])
        if (last not in lexicons.common_words() and last not in lexicons.places()) or last in family:
            yield Span(match.start(), match.end(), "NAME", 0.75, LEXICON)
    yield from _by_given_name(text, given, family)
    yield from _alone(text, given)


def _by_given_name(text: str, given: frozenset[str], family: frozenset[str]) -> Iterator[Span]:
    """Runs of capitalised words in which a given name is followed by a surname or an unknown word."""
    common, places = lexicons.common_words(), lexicons.places()
    for match in _PAIR.finditer(text):
        parts = list(re.finditer(r"[^\s]+", match[0]))
        keys = [lexicons.fold(part[0].rstrip(".")) for part in parts]
        at = 0
        while at < len(keys) - 1:
            if keys[at] not in given:
                at += 1
                continue
            end = at + 1
            while end < len(keys) and end - at < 5 and keys[end] not in common:
                end += 1
            last = keys[end - 1]
            # "Victoria Hospital", "Paris Court": the last word decides whether this is a person.
            if (
                end - at >= 2
                and (last in family or last in given or last not in places)
                and not (end < len(keys) and keys[end] in _INSTITUTIONS)
            ):
                yield Span(
                    match.start() + parts[at].start(), match.start() + parts[end - 1].end(), "NAME", 0.85, LEXICON
                )
                at = end
            else:
                at += 1


_ALONE = re.compile(rf"(?<![\w’'@/.-]){_WORD}(?![\w@/]|[-‑.]\w|[’'](?!s\b))")
_CAPITAL_BEFORE = re.compile(rf"(?:[{_UP}][\w’'&.-]*|\b(?:the|The|St|of))[ \u00a0]$")
_COMPANY = re.compile(
    r"\b(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur|[Ww]ith|[Aa]nd|[Tt]hank you|[Hh]i|[Bb]y|[Cc]hildren|[Kk]ids|"
    r"[Ss]ons?|[Dd]aughters?|mum|dad)"
    r"[ :,]{1,2}(?:[a-zäöüß]{2,12} )?$|[),] $"
)
_ABBREVIATION = re.compile(rf"(?<![{_UP}\w] )\b[A-Z]{{2,4}}[ \u00a0]$|\bPt[ \u00a0]$")
_CAPITAL_AFTER = re.compile(rf"[ \u00a0](?:& |and (?=\w+[ \u00a0](?:Ltd|LLC|Co)))?[{_UP}]|[ \u00a0]\d")
_SENTENCE_START = re.compile(r"(?:^|[.!?:\n>•*-])[ \t\n\"“(]*$")
_DOES = re.compile(
    r"[’']s\b|,|[ \u00a0]\(\d{1,2}\b|[ \u00a0](?:is|was|has|had|will|would|can|could|and|said|says|asked|told|"
    r"explained|stated|"
    r"called|came|went|lives?|lived|"
    r"works?|worked|did|does|wants?|wanted|also|then|who|passed|died|takes?|took|gave|reports?|reported|denies|"
    r"denied|attended|ist|war|hat|"
    r"wurde|lebt|sagte)\b"
)


def _alone(text: str, given: frozenset[str]) -> Iterator[Span]:
    """Given names by themselves ("Danuta in payroll"); where a sentence begins only if the next word does something."""
    places, regions, peoples = lexicons.places(), lexicons.regions(), lexicons.words("nationalities")
    for match in _ALONE.finditer(text):
        key = lexicons.fold(match[0])
        if key not in given or len(key) < 3 or key in regions or key in peoples or places.get(key, 0) >= 200:
            continue
        if _CAPITAL_AFTER.match(text, match.end()):
            continue
        before = text[max(0, match.start() - 28) : match.start()]
        if key in places and not _COMPANY.search(before):
            continue
        if _SENTENCE_START.search(before):
            if not _DOES.match(text, match.end()):
                continue
        elif _CAPITAL_BEFORE.search(before) and not _ABBREVIATION.search(before):
            continue
        yield Span(match.start(), match.end(), "NAME", 0.6, LEXICON)


_INSTITUTIONS = lexicons.word_set(
    "hospital clinic court university school centre center street road avenue house institute foundation "
    "association company "
    "bank church college prison airport station council"
)
