"""Names of persons by titles, labels and name lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import one_of
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON, RULES
from sanon.text import lexicons
from sanon.text.frequencies import is_everyday
from sanon.text.titles import HONORIFICS, RANKS, STOP, alternatives

CAPITALS = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚ"
_WORD = rf"(?:[{CAPITALS}][’'][{CAPITALS}]?|Mc|Mac|al-|Al-|[Dd][’'])?[{CAPITALS}][^\W\d_]{{1,24}}"
_NAME_WORD = rf"{_WORD}(?:[-‑]{_WORD})?"
_INITIAL = rf"[{CAPITALS}][a-z]?\."  # one at a time: a repetition here inside the repetition below would explode
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
    rf"(?:{_PARTICLE}{_GAP}|v\.{_GAP})?(?:[{CAPITALS}]\.[- ]?){{1,4}}(?<! )(?!\w)|[{CAPITALS}]{{1,20}}\b)"
    rf"(?:{_GAP}?(?:and|und|&){_GAP}?(?:{_TITLE}\.?{_GAP})?(?={_NAME_WORD}){_FULL})?"
)
_LABEL = rf"(?:(?:{one_of('roles')})(?:[’']s)?[ -]?(?:name|physician|provider)?|{one_of('before_names')})"
#: What a caller begins with ("It's Winnie Askew"); as a part of the name it would be masked wherever it stands.
SAYS = r"(?:(?:It|That|This|Here|There|He|She|Who|What|Name)[’']s[ \t]|I[’']m[ \t])?+"
_LABELLED = re.compile(
    rf"\b{_LABEL}(?:\(s\))?(?:[ \t]?[:=|][ \t|]{{0,6}}|(?<=Dear)[ \t]|(?<=Hi)[ \t]|(?<=,)[ \t]?\n\s{{0,6}}|"
    rf"(?<=Sincerely)[ \t]?\n\s{{0,6}}|(?<=Regards)\s?\n\s{{0,6}})"
    rf"{SAYS}(?:{_TITLE}\.?[ \t])*(?P<name>[{CAPITALS}][{CAPITALS}'’-]{{1,25}},[ \t]?{_FULL}(?:[ \t][{CAPITALS}](?:\.|"
    rf"\b(?=[ \t]{{2}}|[ \t]*\n|$)))?|"
    rf"{_NAME_WORD},[ \t]?{_FULL}(?:[ \t][{CAPITALS}]\b\.?)?(?=[ \t]*(?:\n|$|\||;|\()|,?[ \t]+(?:geb|born|DOB|"
    rf"d\.o\.b|MRN|age|\*|\d))|"
    rf"{_NAME_WORD},[ \t]?{_FULL}(?:[ \t][{CAPITALS}]\b\.?)?(?=[ \t]{{2}})"
    rf"|{_FULL}(?:[ \t][{CAPITALS}]{{2,20}}\b)?|[{CAPITALS}]{{2,20}}(?:[ \t][{CAPITALS}]{{2,20}}){{1,2}})"
)
_COMMA = re.compile(
    rf"(?<![\w,] )\b(?P<family>[{CAPITALS}][{CAPITALS}'’-]{{2,24}}|{_NAME_WORD}),[ \t](?P<given>{_NAME_WORD})"
    rf"(?:[ \t][{CAPITALS}]\.)?(?=[ \t]*(?:\n|$|\(|\||;|,[ \t]\d|[ \t]-|[ \t]{{2}}))"
)
_PAIR = re.compile(
    rf"(?<![\w’'-]){_NAME_WORD}(?:{_GAP}(?:{_INITIAL}|{_NAME_WORD}|{_PARTICLE}))*{_GAP}{_NAME_WORD}(?![\w-])"
)
_INITIAL_NAME = re.compile(
    rf"(?<![\w.’'-])(?:[{CAPITALS}][a-z]?\.[- ]?){{1,3}}{_GAP}?(?:{_PARTICLE}{_GAP})?{_NAME_WORD}"
    rf"(?:{_GAP}{_NAME_WORD})?(?![\w-])"
)
_ACADEMIC = rf"(?:{one_of('academic')})\b"
_SUFFIX = re.compile(rf"(?P<name>{_FULL}),? {_ACADEMIC}")
_HAS_ACADEMIC = re.compile(" " + _ACADEMIC)  # to look for names before them takes longer than to look for them
_GOES_ON = re.compile(r",?[ \u00a0][a-zäöüß]")
_STRONG = 0.95


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
    for match in _COMMA.finditer(text):
        if lexicons.fold(match["given"]) in given and _is_namelike(match["family"]):
            yield Span(match.start(), match.end(), "NAME", 0.9, LEXICON)
    for match in _INITIAL_NAME.finditer(text):
        last = lexicons.fold(re.split(r"[.\s]+", match[0])[-1])
        if (last not in lexicons.common_words() and last not in lexicons.places()) or last in family:
            yield Span(match.start(), match.end(), "NAME", 0.75, LEXICON)
    yield from _by_given_name(text, given, family)


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


_INSTITUTIONS = lexicons.word_set(table(__package__, "words")["institutions"])
