"""Ages of people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text.patterns import Pattern

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_WORD = (
    rf"(?:(?:{_TENS})(?:[- ](?:{_ONES}))?|{_ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    rf"eighteen|nineteen)"
)
_N = r"(?:1[01]\d|[1-9]?\d)"

_AFTER = Pattern(
    rf"(?<![\w.,/$€£-])(?P<n>{_N})(?:[ -]?(?:years?|yrs?)(?:[ -]old|[ -]of[ -]age)|[ -]?y/?o\b|[ -]?y\.o\.|"
    rf"[ -]?yr[- ]?old"
    r"|[ -]?(?:months?|weeks?)[ -]old|[ -]?jährige[nrs]?\b|[ -]år(?:ig[ae]?)?\b|[ ]anos\b|"
    r"[ ]-?letni[aąe]?\b|[ -]Jahre alt|[ -]years[’'] old"
    r"|(?<=\d) (?:yrs?|years|Jahre|J\.)(?=[,;)]))",
    re.IGNORECASE,
)
_AFTER_WORDS = Pattern(rf"\b(?P<n>{_WORD})[ -]years?[ -](?:old|of[ -]age)", re.IGNORECASE)
_BEFORE = Pattern(
    rf"\b(?:aged?|[Aa]ge and sex|[Aa]ge/sex|im Alter von|at the age of|age of|Alter|turned|"
    rf"turning)(?P<mark>\s?[:=(]?\s?)(?:of |about |around )?(?P<n>{_N}|{_WORD})"
    r"(?![\w/%]|[.,-]\d)(?: Jahren?| years?\b)?",
    re.IGNORECASE,
)
_SEX = Pattern(
    rf"(?<![\w.,/-])(?P<n>{_N}) ?(?:M|F|yo[MF]|y ?[mf])\b(?=[ ,.;)/])|(?<=[(/ ])[MF] ?[/,] ?(?P<m>[1-9]\d)(?=[) ,;.])"
)
_APPOSITION = Pattern(
    r"(?<=[a-zäöüßé], )(?P<n>[2-9]\d)(?=, [a-z]|\.\s|,?\n)|\b(?:[Mm]an|[Ww]oman|[Ff]emale|[Mm]ale|Mann|Frau)(?: of|"
    r", aged|,|) (?P<m>[1-9]\d)(?=[,.;)\s])(?! (?:of|per|years))"
)


_PRONOUN = Pattern(
    rf"\b(?:[Hh]e|[Ss]he|I|i|[Tt]hey|[Ww]ho)(?:[’']?(?:s|m|re)| is| am| are)(?: now| only| just| about| nearly|"
    rf" almost)? "
    rf"(?P<n>[1-9]\d|1[01]\d|{_WORD})(?=[,.;)](?!\d)| and (?:has|have|lives?|on|a|the|was|is|my|his|her)\b|\s*$)",
    re.MULTILINE,
)
_DECADE = Pattern(
    r"\b(?:in )?(?P<age>(?:his |her |their |my )?(?:early|mid|late)[ -](?:to[ -]late[ -])?(?:teens|twenties|"
    r"thirties|forties|fifties|"
    r"sixties|seventies|eighties|nineties|[2-9]0s)|(?<=his )[2-9]0s|(?<=her )[2-9]0s)\b|\b(?:Anfang|Mitte|Ende) "
    r"(?P<german>(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|[2-9]0))\b(?! Jahre)"
)
# "turns ninety", "my 70th", "35 · Ullapool": by what is said around them.
_SAID = Pattern(
    rf"\b(?:[Tt]urn(?:s|ed|ing)?|[Rr]eached|[Bb]eing) (?P<a>{_WORD}|{_N})(?=[.,;:)!?\n]| (?:on|in|this|next|last|"
    rf"years)\b)"
    rf"|\b(?:my|his|her|their|[A-Z][a-z]{{1,24}}[’']s) (?P<b>[1-9]\d)th\b"
    rf"(?! (?:anniversary|floor|week|visit|street|grade|edition|century|place))"
    rf"|\b(?P<c>[1-9]\d)(?:st|nd|rd|th|\.) (?:birthday|[Gg]eburtstag)"
    rf"|(?<=[·|•] )(?P<d>1[89]|[2-9]\d)(?= [·|•])"
    rf"|\b(?:[Hh]e|[Ss]he|I)(?:[’']?(?:s|m)| is| am) (?:now |only |just |still )?(?P<e>[2-9]\d)(?= and [a-z])"
    rf"|(?<=[a-zà-ž]{{2}} )(?:is|are) (?:now |only |just |still )?(?P<f>[1-9]\d)(?=[.;)]| and (?:has|have|in|at)\b)"
    rf"|(?<=[a-zà-ž], )(?P<g>1[3-9])(?=, [a-z])"
)
_LISTED = Pattern(r"(?<=[a-zäöüß], )(?P<n>[1-9]\d?)(?=\)(?!\w)|, (?:has|is|was|who|had|lives|from|a|an)\b)")
_NAMED_BEFORE = re.compile(r"\b[A-ZÀ-ÖØ-Þ][^\W\d_]{1,24} $")
_PARENTHESIS = Pattern(r"(?<=[a-zäöüßé] )\((?:aged? )?(?P<n>[1-9]\d)(?=\)|, (?![12]\d{3})[a-z])")


def find_ages(text: str) -> Iterator[Span]:
    """Ages with what makes them ages ("54-year-old", "aged 54"): the bare figure would mask every 54 of the text."""
    years = "year" in text.lower()
    for pattern in (_AFTER, _AFTER_WORDS, _BEFORE, _SEX, _PRONOUN, _LISTED):
        if pattern is _AFTER_WORDS and not years:
            continue
        for match in pattern.finditer(text):
            number = match["n"] or match["m"] if pattern is _SEX else match["n"]
            yield Span(match.start(), match.end(), "AGE", _relevance(number), normal=number)
    for match in _PARENTHESIS.finditer(text):
        if _NAMED_BEFORE.search(text, max(0, match.start() - 26), match.start()):
            yield Span(match.start("n"), match.end("n"), "AGE", _relevance(match["n"]), normal=match["n"])
    for match in _SAID.finditer(text):
        number = next(group for group in match.groups() if group)
        start = match.start(match.lastgroup or 0)
        # "my 70th", "80th birthday": the bare figure would be masked wherever it stands.
        end = match.end() if match["b"] or match["c"] else match.end(match.lastgroup or 0)
        yield Span(start, end, "AGE", _relevance(number), normal=number)
    for match in _DECADE.finditer(text):
        yield Span(match.start("age") if match["age"] else match.start(), match.end(), "AGE", 0.4, normal=match[0])
    for match in _APPOSITION.finditer(text):
        number = match["n"] or match["m"]
        yield Span(match.start(), match.end(), "AGE", _relevance(number), normal=number)


def _relevance(number: str) -> float:
    """Above 89 an age singles out (HIPAA's safe harbour draws its line there)."""
    return 0.8 if number.isdigit() and int(number) > 89 else 0.55
