"""Reads documents with rules and the tagger: what the extractor `embedded` finds.

What a rule proves of a direct identifier stays. What rules only suggest stays where the tagger agrees. All else is what
the tagger judges to tell something of a person.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from sanon.extraction.columns import along_columns
from sanon.extraction.detectors.detection import detect
from sanon.extraction.detectors.names_abroad import is_before_names
from sanon.extraction.kinds import DIRECT, NUMBERS, types_of
from sanon.extraction.name_parts import Spanned, in_another_script, with_name_parts
from sanon.extraction.phrases import PHRASES, TOLD, is_without_content, trimmed, trimmed_name
from sanon.extraction.prevalence import known_exponent
from sanon.extraction.span import Span, around, overlapping, standing
from sanon.extraction.tagger.judge import ONE_PERSON, judged, relevance_of
from sanon.extraction.tagger.judgement import Judgement
from sanon.extraction.tagger.labels import KIND_OF
from sanon.extraction.thresholds import thresholds
from sanon.records import LEXICON, RULES, TAGGER, Document, Finding, metadata_lines
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize, normalize_date
from sanon.settings.profile import Profile
from sanon.text import lexicons
from sanon.text.frequencies import is_everyday_somewhere, zipf_somewhere
from sanon.text.initials import are_capitals, is_abbreviation, is_initials
from sanon.text.meaning import with_whole_numbers
from sanon.text.titles import HONORIFICS, is_common, name_words, without_title

#: Exponent of a full date of birth: one of some 30,000 days.
_BIRTHDAY = 4.5
#: A code that tells something of a person stands for the person, unless a rule knows better.
_PERSONAL = "PATIENT_ID"
#: From this probability on one word that every text uses ("May", "With") is a name.
_SURELY = 0.9
#: From this one on so is a word in small letters that no list of names has ("kettle").
_IN_SMALL_LETTERS = 0.7
#: From this one on so is an everyday word in small letters, or one that is known and no name ("Lunch", "Memo").
_HARDLY = 0.5
#: Zipf value of words that no probability makes a name unless a list has them as one ("Allora", "Andet"). Shorter ones
#: are what somebody is called by ("Mer" of "Merten").
_IN_EVERY_TEXT, _SHORTEST_WORD = 5.5, 4
#: From this one on so are two or three letters that may be initials.
_HALF = 0.45
#: From this probability on, over all places where a value stands in a text, it counts.
_ON_AVERAGE = 0.25
#: Below this probability a name is no longer than what a rule proves of it.
_LIKELY = 0.6
#: Rules see what it is ("From: HR Services", a hotline, a department's mailbox), not whether it is a person's.
_ALSO_OF_ORGANISATIONS = frozenset(("NAME", "EMAIL", "PHONE_NUMBER", "ADDRESS"))
#: So many characters at most lie between a person's name and the address below or beside it.
_BESIDE = 60
#: A single letter with a point that ends a line, what somebody says or a part of a sentence.
_SIGNATURE = re.compile(r"[^\W\d_]\.(?:[\s\"”’),:;]|\Z)")
#: From this probability on a rank or a degree alone is what somebody is called by ("Col" of "Colin", "JP").
_CALLED = 0.8
#: What no name of a person holds: brackets, a colon before a blank, a number behind a comma with what follows, the
#: comma before the initials of somebody else ("S. Doorley, R. Flood").
_PARTING = re.compile(r"\W*\(\W*|\)\W*|:\s+|,\s*\d.*|,\s+(?=(?:[^\W\d_]\.[ -]?)+[^\W\d_]{2})")
_BETWEEN_COMMAS = re.compile(r"[^\s,][^,]*")
#: Shortened particles that belong to the name behind them: "vd Meer".
_PARTICLE = re.compile(r"(?<!\w)(?:v\.?d\.?|v/d|v\. d\.) $", re.IGNORECASE)
_LONGEST_PARTICLE = 7
#: One everyday word is none of these.
_NO_WORDS = NUMBERS | {"ADDRESS"}
#: "MM/DD/YYYY" in a form.
_BLANK_DATE = re.compile(r"(?:[DMYTJAG]{2,4}[./ -]?){2,3}")
#: A name has so many letters at least: a single one, masked everywhere, would blacken the text.
_LEAST_NAME = 2


class Reader:
    """Finds entities with rules and the tagger, and unites the spellings of each person.

    Documents are untrusted text: nothing in them is followed, whatever they hold is only searched. The same document
    always gives the same findings.

    Args:
        profile: what types there are; kinds that it does not know are left out.
        model: another tagger than the shipped one.
    """

    def __init__(self, profile: Profile, model: Path | None = None) -> None:
        self.profile = profile
        self._types = types_of(profile)
        self._model = model

    def findings(self, document: Document) -> list[Finding]:
        """Findings of content and metadata, each spelling of each entity once, and once more if it is proven."""
        texts = [self._read(document.content)]
        texts += [self._read(line, offset) for line, offset in metadata_lines(document.metadata)]
        for one in texts:
            one.spans[:] = probable_everywhere(one)
        names = with_name_parts(texts) if "NAME" in self._types else {}
        day_first = is_day_first(document.content)
        best: dict[tuple[str, str, str, bool], Finding] = {}
        for one in texts:
            for span in one.spans:
                for finding in self._findings(one.text, span, names, day_first=day_first):
                    proven = finding.found_by == RULES
                    key = (finding.original_value, finding.normalized_value, finding.entity_type, proven)
                    if key not in best or _strength(best[key]) < _strength(finding):
                        best[key] = finding
        return list(best.values())

    def _read(self, text: str, offset: int = 0) -> Spanned:
        """The spans of a text from an offset on: before it stands the key of a metadata value, as its label."""
        rules = detect(text)
        judgement = judged(text, self.profile, self._model)
        confirmed = [_whole_address(span, judgement) for span in _confirmed(rules, judgement)]
        spans = [*confirmed, *_tagged(text, rules, confirmed, judgement)]
        spans += along_columns(text, spans)
        spans += in_another_script(text, spans)
        wanted = (span for span in spans if span.start >= offset and span.kind in self._types)
        return Spanned(text, [span for span in wanted if is_worth(text, span)], judgement)

    def _findings(self, text: str, span: Span, names: dict[str, str], *, day_first: bool) -> Iterator[Finding]:
        kind = self._types[span.kind]
        value = text[span.start : span.end]
        form = self.profile.types[kind].normal_form
        if span.kind == "NAME":
            normal = names.get(value) or normalize(value, form)
            plain = without_title(value)
            if plain != value and len(plain) > _LEAST_NAME:
                # The title stays outside in the next document: this spelling must be masked too.
                yield Finding(plain, normal, kind, span.relevance, span.found_by, confidence=span.confidence)
        elif span.kind in ("EVENT_DATE", "BIRTHDATE") and form == "date":
            normal = normalize_date(value, day_first=day_first)
        elif span.kind == "AGE" and form != "age":
            normal = normalize(value, "text")
        else:
            normal = normalize(span.normal or value, form)
        yield Finding(value, normal, kind, span.relevance, span.found_by, confidence=span.confidence)


def probable_everywhere(one: Spanned) -> list[Span]:
    """The spans without the values that the tagger finds improbable over all places where they stand in a text.

    A value is masked wherever it stands, so that all places count: of "AN" in a log that says "AN = caller" the tagger
    takes one for somebody's initials.
    """
    judgement = one.judgement
    doubtful = {one.text[span.start : span.end] for span in one.spans if span.found_by != RULES}
    if judgement is None or not doubtful:
        return one.spans
    probable: defaultdict[str, list[float]] = defaultdict(list)
    for start, end in standing(one.text, doubtful):
        probable[one.text[start:end]].append(max(judgement.mark(start, end), judgement.person(start, end)))
    improbable = {value for value, each in probable.items() if len(each) > 1 and fmean(each) < _ON_AVERAGE}
    return [span for span in one.spans if span.found_by == RULES or one.text[span.start : span.end] not in improbable]


def _strength(finding: Finding) -> tuple[float, float]:
    return finding.relevance, finding.confidence


def is_worth(text: str, span: Span) -> bool:
    """Whether a span holds more than a letter, everyday words, titles, forms of address or the pattern of a date."""
    value = text[span.start : span.end]
    if _BLANK_DATE.fullmatch(value):
        return False
    if span.kind in TOLD and is_without_content(text, span):
        return False
    if span.kind in _NO_WORDS and span.found_by == TAGGER and is_everyday_somewhere(value.casefold()):
        return False  # the head of a column ("Name"), which would be masked wherever the word stands
    if span.kind != "NAME":
        return sum(map(str.isalnum, value)) >= _LEAST_NAME or value.isdigit()
    letters = sum(map(str.isalpha, value))
    if letters < _LEAST_NAME and not (letters == 1 and value.endswith(".")):
        return False
    called = span.found_by == TAGGER and span.confidence >= _CALLED and value.rstrip(".").casefold() not in HONORIFICS
    return called or bool(name_words(value.casefold().split()))


def _is_nobodys(judgement: Judgement, span: Span) -> bool:
    """Whether what a rule proves to be a name, an address or a number is surely not a person's."""
    if span.keyed or span.kind not in _ALSO_OF_ORGANISATIONS:
        return False
    start = span.start
    if span.kind == "NAME":
        title, *words = judgement.text[span.start : span.end].split()
        if title.rstrip(".").casefold() in HONORIFICS:
            # What only people are called by, but it may be an office: "Herr Amtsleiter", "Fr. closed".
            if len(words) != 1 or lexicons.fold(words[0]) in lexicons.names():
                return False
            start = span.end - len(words[0])
    before = overlapping(judgement.spans, span.start - _BESIDE - 1, span.start)
    if span.kind == "ADDRESS" and any(one.type == "PERSON" and one.end <= span.start for one in before):
        return False
    return max(judgement.mark(start, span.end), judgement.person(start, span.end)) < thresholds().confirmed.refuted


def _is_certain(span: Span) -> bool:
    return span.found_by == RULES and span.kind in DIRECT


def _confirmed(rules: Iterable[Span], judgement: Judgement) -> Iterator[Span]:
    """What rules prove, and what they suggest where the tagger agrees."""
    least = thresholds().confirmed
    for span in rules:
        ends_line = span.kind == "INITIALS"
        if ends_line:
            span = replace(span, kind="NAME")
            agreed = judgement.person(span.start, span.end) >= least.initials
        elif span.kind == "NAME":
            agreed = _is_certain(span) or judgement.person(span.start, span.end) >= least.name
        elif span.kind == "EVENT_DATE":
            # Where the tagger opens a stretch itself, it says how far it goes.
            seen = any(overlapping(judgement.spans, span.start, span.end))
            agreed = not seen and judgement.mark(span.start, span.end) >= least.date
        else:
            agreed = _is_certain(span) or judgement.mark(span.start, span.end) >= least.other
        if not agreed or (not ends_line and _is_nobodys(judgement, span)):
            continue
        if span.kind == "NAME":
            span = without_department(span, judgement)
        kind = _PERSONAL if span.kind == "NON_PERSONAL_ID" and span.found_by == LEXICON else span.kind
        exponent = _BIRTHDAY if kind == "BIRTHDATE" else ONE_PERSON
        if kind not in DIRECT:
            exponent = judgement.exponent(span.start, span.end)
        sure = 1.0 if _is_certain(span) else _probability(judgement, span)
        yield replace(span, kind=kind, relevance=relevance_of(exponent), confidence=sure)


def without_department(span: Span, judgement: Judgement) -> Span:
    """A name without what a comma parts from it, where that alone is nobody's: "To: Aksoy, Accounts"."""
    likely = [
        (part.start(), part.end())
        for part in _BETWEEN_COMMAS.finditer(judgement.text, span.start, span.end)
        if judgement.person(part.start(), part.end()) >= thresholds().confirmed.other
    ]
    return replace(span, start=likely[0][0], end=likely[-1][1]) if likely else span


def _whole_address(span: Span, judgement: Judgement) -> Span:
    """An address up to where the tagger sees it end: "4, rue des Sauniers, 39110"."""
    if span.kind != "ADDRESS":
        return span
    longer = [one.end for one in overlapping(judgement.spans, span.start, span.end) if one.type == "ADDRESS"]
    return replace(span, end=max(span.end, *longer)) if longer else span


def _probability(judgement: Judgement, span: Span) -> float:
    """How probable the tagger finds it that a stretch names somebody or tells something of somebody."""
    return round(max(judgement.mark(span.start, span.end), judgement.person(span.start, span.end)), 3)


def _tagged(text: str, rules: list[Span], confirmed: list[Span], judgement: Judgement) -> Iterator[Span]:
    """What the tagger judges to tell something of a person, around what rules prove."""
    certain = [span for span in confirmed if _is_certain(span)]
    figures = [span for span in certain if span.kind != "NAME"]
    names = [span for span in certain if span.kind == "NAME"]
    numbers = [span for span in confirmed if span.kind in NUMBERS]
    for start, end, probability in people(judgement):
        for part in around(Span(start, end, "NAME", 1.0, TAGGER, confidence=round(probability, 3)), figures):
            name = trimmed_name(text, part)
            is_letter = name.end - name.start == 1
            signature = is_letter and probability >= _LIKELY and _SIGNATURE.match(text, name.start, name.end + 2)
            if signature:
                # "K."; without the point it would be masked wherever the letter stands.
                name = replace(name, end=name.end + 1)
            if particle := _PARTICLE.search(text, max(0, name.start - _LONGEST_PARTICLE), name.start):
                name = replace(name, start=particle.start())
            value = text[name.start : name.end]
            initials = is_initials(value, text) or are_capitals(value)
            doubted = probability < (_HALF if initials else _SURELY) and not signature
            near = overlapping(names, name.start, name.end)
            proven = any(one.covers(name) or (doubted and name.covers(one)) for one in near)
            common = is_common(value) or is_abbreviation(value)
            other_word = (doubted and common) or is_another_word(value, probability)
            if not (proven or all(map(is_before_names, value.split())) or other_word):
                yield name
    for one in judgement.spans:
        kind = KIND_OF[one.type]
        exponent = ONE_PERSON if kind in DIRECT else one.exponent
        if kind == "MEDICAL_CONDITION":
            exponent = known_exponent(text[one.start : one.end]) or exponent
        relevance = relevance_of(exponent)
        start, end = with_whole_numbers(text, one.start, one.end)
        span = Span(start, end, kind, relevance, TAGGER, confidence=round(one.probability, 3))
        if kind == "NAME":
            continue
        if kind == "EVENT_DATE":
            yield from _dates(span, rules)
        elif kind == "NON_PERSONAL_ID":
            if not any(number.covers(span) for number in overlapping(numbers, span.start, span.end)):
                code = "USERNAME" if "@" in text[max(0, span.start - 1) : span.end] else _PERSONAL
                yield from (replace(part, kind=code) for part in around(span, certain))
        else:
            for part in around(span, certain):
                yield replace(part, normal=trimmed(text, part)) if kind in PHRASES else part


def is_another_word(name: str, probability: float) -> bool:
    """Whether a word that the tagger takes for a name is another word: one that every text has, or a doubtful one."""
    is_listed = lexicons.fold(name) in lexicons.names()
    is_unknown = lexicons.names().isdisjoint(map(lexicons.fold, name.split()))
    # A name that begins in letters without case may have words in small letters behind it.
    if name.islower() and name[0].islower() and probability < _IN_SMALL_LETTERS and is_unknown:
        return True
    if len(name) >= _SHORTEST_WORD and zipf_somewhere(name.lower()) >= _IN_EVERY_TEXT and not is_listed:
        return True
    if probability >= _HARDLY:
        return False
    return is_everyday_somewhere(name.lower()) if name.islower() else not is_listed and zipf_somewhere(name.lower()) > 0


def people(judgement: Judgement) -> Iterator[tuple[int, int, float]]:
    """Names of people with their probabilities: alone, and within what is told of them ("Wierzbicki, second eng.").

    What a colon or a number parts from a name is none, unless it is as probable ("Gan: kite was fine"). Where no part
    is probable by itself, all of it counts.
    """
    alone = [one for one in judgement.spans if KIND_OF[one.type] == "NAME"]
    for one in alone:
        whole = one.start, one.end, one.probability
        parts = list(_parted(judgement.text, one.start, one.end))
        likely = [(start, end, judgement.person(start, end)) for start, end in parts]
        likely = [each for each in likely if each[2] >= _HALF]
        yield from likely if likely and parts != [whole[:2]] else [whole]
    for start, end in judgement.names:
        if not any(overlapping(alone, start, end)):
            yield start, end, judgement.person(start, end)


def _parted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a name between what no name holds."""
    for match in _PARTING.finditer(text, start, end):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end


def _dates(span: Span, rules: list[Span]) -> Iterator[Span]:
    """The dates that rules see where the tagger marks some, each for itself; else what it marks."""
    seen = [one for one in overlapping(rules, span.start, span.end) if one.kind in ("EVENT_DATE", "BIRTHDATE")]
    if seen:
        yield from (replace(span, start=one.start, end=one.end) for one in seen if one.kind == "EVENT_DATE")
    else:
        yield span
