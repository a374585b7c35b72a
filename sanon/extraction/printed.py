"""What a form prints on everybody's copy: told by where it stands, not by which words it is.

Labels before a colon, an equals sign or a blank to fill in, heads of tables, headings on a line of their own, numbers
of questions and the questions, boxes to tick, patterns of dates. A place in the print is half of it: the words must be
words that everybody uses too, no names of people or places, since "Anna Kowalska: 12 pcs" stands like a label.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from sanon.extraction.detectors.headings import TEMPLATE, is_form_word
from sanon.extraction.detectors.keys import kind_of_key
from sanon.extraction.detectors.tables import RULE, cells_of
from sanon.extraction.span import TAGGER, Span
from sanon.text import lexicons
from sanon.text.frequencies import Frequencies, frequencies, language_of

#: What a character is: of a HEADING or LABEL, which are print if their words are words of everybody; SURELY print, of a
#: pattern of dates; or of a NUMBER that a line begins with.
NOTHING, HEADING, LABEL, SURELY, NUMBER = range(5)
#: For each mark: all marks, raised to it where they are lower (for `bytes.translate`).
_AT_LEAST = [bytes(max(mark, least) for mark in range(256)) for least in range(5)]
#: From this zipf value on, a word is one that everybody uses. Headings name houses and events too ("Pelican Cove").
_USED = {HEADING: 3.8, LABEL: 3.0}
#: From this one on, a word is one that happens to be a name too.
_USED_FOR_NAMES = 5.3
#: Thousands of people of a town whose name is no word of everybody.
_TOWN = 100
_LONGEST_LABEL, _LONGEST_QUESTION, _LONGEST_HEADING = 8, 14, 10
#: Labels, blanks, questions, heads of tables and dots in the first line that make a text a form, in which a line
#: alone is a heading.
_FORM = 2

#: Languages that capitalise all nouns.
CAPITAL_NOUNS = frozenset(["de"])
#: Small words that stand inside titles, and begin them with a capital.
SMALL = lexicons.word_set(
    "of the and & in on for a an to de la le les des du der die das von van den et und y del di da al el at with from "
    "by as or my your our his her no not"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_PART = re.compile(r"\s*[|·•\t]\s*|[ \u00a0]{3,}|(?<=[_…])[ ]{2,}")
_BOX = re.compile(r"[□☐❏❑▢]|\[[ _]?\]|\(  ?\)")
_BULLET = re.compile(r"[-*>–—•\"'\s]*")
#: "§ 5", "2."; and "Q1" or "Question 4", if another line begins with the same letter or word and another number.
_NUMBERED = re.compile(
    r"(?P<alone>§+ ?\d+[a-z]?|\d{1,2}(?:\.\d{1,2})*[.)])(?=\s)"
    r"|(?P<word>[A-Z](?=\d)|[^\W\d_]{3,14}(?= ))\s?(?P<number>\d{1,3}|[A-Z]|[IVX]{1,4})(?:[.):]|(?=\s|$))"
)
#: What goes on behind the day of a date: "12. října 2026".
_DATED = re.compile(r"\s*[^\W\d_]+\.?(?: [^\W\d_]+)?,? \d{2,4}\.?\s*")
_LABEL = re.compile(r"(?P<label>[^\W_](?:[^:=\n]{0,58}[^\s:=])?)\s*(?::(?=\s|[_.\"“]|$)|=)")
_BLANK = re.compile(r"(?P<label>[^\W_][^_…\n]{0,70}?)[\s:]*(?:_{3,}|\.{4,}|…{2,}|(?:[_.]{2,}\s*[/:]\s*)+[_.]{2,})")
#: A question at the beginning of a line, with a box or a word for an answer.
_ASKED = re.compile(r"[^\W\d_][^.:;!?\n]{4,100}\?(?=\s*(?:[□☐❏❑▢\[(]|[\w'’]{0,6}[.!]?$))")
_STOPPED = re.compile(r"[.!?;] ")
_ENDS = tuple(".,;!…—–")
_GOES_ON = frozenset(" -'’&")
_CLAUSE = re.compile(r"(?:(?! [-–—] |[()·,;]).)+")
_LETTERS = re.compile(r"[^\W\d_]{3}")
#: Cells of a row of which blanks part the cells: some are empty.
_LEAST_ROW = 2
#: Lines of the paragraph that a form begins with.
_TOP = 3


@dataclass(frozen=True, slots=True)
class Printed:
    """Which characters of a text are print.

    Attributes:
        marks: for each character NOTHING, HEADING, LABEL, SURELY or NUMBER.
        speakers: labels that stand before a colon again and again, folded: they may be who speaks.
    """

    marks: bytes
    speakers: frozenset[str]

    def of(self, start: int, end: int, text: str) -> int:
        """The least mark of the letters and digits between two offsets."""
        return min((self.marks[at] for at in range(start, end) if text[at].isalnum()), default=NOTHING)


def without_print(text: str, spans: list[Span]) -> list[Span]:
    """The spans without those that only the tagger sees in the print of a form."""
    if not any(span.found_by == TAGGER for span in spans):
        return spans
    language = frequencies(language_of(word.casefold() for word in _words(text)), "small")
    there = printed(text, language)
    if not any(there.marks):
        return spans
    return [
        span
        for beside in _beside(text, spans)
        for span in beside
        if not all(one.found_by == TAGGER and _is_print(text, one, there, language) for one in beside)
    ]


def _beside(text: str, spans: list[Span]) -> Iterator[list[Span]]:
    """The spans in order, those together of which one goes on where another ends: "Barlow" and "County"."""
    together: list[Span] = []
    end = 0
    for span in sorted(spans, key=attrgetter("start")):
        if together and span.start > end and text[end : span.start] not in _GOES_ON:
            yield together
            together = []
        together.append(span)
        end = max(end, span.end)
    yield together


def _is_print(text: str, span: Span, there: Printed, language: Frequencies) -> bool:
    if span.kind == "EVENT_DATE":
        return there.of(span.start, span.end, text) == SURELY
    return (is_no_name if span.kind == "NAME" else is_print)(text, span.start, span.end, there, language)


def is_print(text: str, start: int, end: int, printed: Printed, language: Frequencies) -> bool:
    """Whether a stretch of a text stands in its print, and is no name."""
    while start < end and (printed.marks[start] == NUMBER or not text[start].isalnum()):
        start += 1
    return start == end or is_print_of(_words(text[start:end]), printed.of(start, end, text), language)


def is_no_name(text: str, start: int, end: int, printed: Printed, language: Frequencies) -> bool:
    """The same for what may be a person's name: no word of it may be one, and a label alone not who speaks.

    A single word may be what somebody is called ("Sparky: 6 pcs"), unless it is one that forms print.
    """
    if not is_print(text, start, end, printed, language):
        return False
    words = [lexicons.fold(word) for word in _words(text[start:end])]
    if lexicons.names().intersection(words) or " ".join(words) in printed.speakers:
        return False
    return len(words) > 1 or printed.of(start, end, text) >= SURELY or is_form_word(words[0])


def is_print_of(words: Collection[str], mark: int, language: Frequencies) -> bool:
    """Whether words are print where they have this mark: none is rare, a number, the name of somebody or of a town.

    Args:
        words: as they stand in the text or in lower case.
        mark: the least of their letters.
        language: of the text; English counts too, since forms are mixed with it.
    """
    if mark not in _USED:
        return mark > NOTHING
    keys = [lexicons.fold(word) for word in words]
    if all(key in lexicons.names() for key in keys):
        return False
    return all(_is_used(word.casefold(), key, _USED[mark], language) for word, key in zip(words, keys, strict=True))


def _is_used(word: str, key: str, least: float, language: Frequencies) -> bool:
    if any(map(str.isdigit, key)):
        return False
    if is_form_word(key) or len(key) == 1:
        return True
    zipf = max(language.zipf(word), frequencies("en", "small").zipf(word))
    if key in lexicons.given_names() or key in lexicons.surnames():
        return zipf >= _USED_FOR_NAMES
    if key in lexicons.regions() or lexicons.places().get(key, 0) >= _TOWN:
        return False
    return zipf >= least


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


class _Line:
    """A line of the text and the parts that blanks, tabs, pipes and dots cut it into, without bullets."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        self.parts: list[tuple[int, int]] = []
        at = 0
        for first, after in [*(match.span() for match in _PART.finditer(text)), (len(text), len(text))]:
            if text[at:first].strip():
                self.parts.append((_BULLET.match(text, at, first).end(), first))  # type: ignore[union-attr]
            at = after


def printed(text: str, words: Frequencies) -> Printed:
    """What of a text is print by where it stands; whether its words are those of a form is asked of each stretch.

    Args:
        text: any.
        words: of its language.
    """
    lines: list[_Line] = []
    at = 0
    for whole in text.splitlines(keepends=True):
        lines.append(_Line(whole.rstrip("\r\n"), at))
        at += len(whole)
    marks = bytearray(len(text))

    def mark(line: _Line, first: int, after: int, kind: int) -> None:
        start, end = line.start + first, line.start + after
        before = marks[start:end]
        marks[start:end] = before.translate(_AT_LEAST[kind])
        if kind in _USED and words.language not in CAPITAL_NOUNS:
            for named, until in _named(line.text, first, after):
                marks[line.start + named : line.start + until] = before[named - first : until - first]

    for match in TEMPLATE.finditer(text):
        marks[match.start() : match.end()] = bytes([SURELY]) * (match.end() - match.start())
    numbered = _numbered(lines, words)
    labels: Counter[str] = Counter()
    told = 0
    for number, line in enumerate(lines):
        if number in numbered:
            told += 1
        for first, after in line.parts:
            begin = max(first, numbered.get(number, 0)) if first == line.parts[0][0] else first
            for box in _BOX.finditer(line.text, begin, after):
                option = _BOX.search(line.text, box.end(), after)
                mark(line, box.end(), option.start() if option else after, LABEL)
            if blank := _BLANK.match(line.text, begin, after):
                mark(line, begin, blank.end("label"), LABEL)
                told += 1
            elif label := _label(line.text, begin, after):
                mark(line, begin, label, HEADING if "," in line.text[begin:label] else LABEL)
                labels[lexicons.fold(" ".join(_words(line.text[begin:label])))] += 1
    heads = list(_heads(lines))
    for line, first, after in heads:
        mark(line, first, after, LABEL)
    pairs = list(_pairs(lines))
    for line, first, after in pairs:
        mark(line, first, after, LABEL)
    told += len(labels) + len({line.start for line, *_ in (*heads, *pairs)}) + ("·" in lines[0].text if lines else 0)
    if told >= _FORM:
        for line, first, after, kind in _alone(lines, numbered):
            mark(line, first, after, kind)
    for number, end in numbered.items():
        mark(lines[number], lines[number].parts[0][0], end, NUMBER)
    return Printed(bytes(marks), frozenset(label for label, times in labels.items() if times > 1))


def _named(line: str, first: int, after: int) -> list[tuple[int, int]]:
    """Words whose capital says that they are a name: those inside of print that is written in small letters."""
    found = []
    for part in _CLAUSE.finditer(line, first, after):
        words = list(_WORD.finditer(line, part.start(), part.end()))
        if any(word[0][0].islower() and word[0] not in SMALL for word in words):
            inside = (word for word in words[1:] if word[0][0].isupper() and not is_form_word(lexicons.fold(word[0])))
            found += [word.span() for word in inside]
    return found


def _numbered(lines: Iterable[_Line], words: Frequencies) -> dict[int, int]:
    """Number of a line -> where the number that it begins with ends."""
    found: dict[int, int] = {}
    counted: defaultdict[str, dict[str, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for number, line in enumerate(lines):
        if line.parts and (match := _NUMBERED.match(line.text, line.parts[0][0])):
            if match["alone"]:
                if not _DATED.fullmatch(line.text, match.end()):
                    found[number] = match.end()
            else:
                counted[match["word"]][match["number"]].append((number, match.end()))
    for word, numbers in counted.items():
        if len(numbers) > 1 and (len(word) == 1 or is_print_of([word], LABEL, words)):
            for ends in numbers.values():
                found.update(ends)
    return found


def _label(line: str, begin: int, end: int) -> int | None:
    """Where the label ends that a part of a line begins with, if it does."""
    match = _LABEL.match(line, begin, end)
    if match is None:
        return None
    label = match["label"]
    within = label.count("(") > label.count(")")  # "Liu Hailong (Chinese: …)"
    return None if within or _STOPPED.search(label) or len(label.split()) > _LONGEST_LABEL else match.end("label")


def _heads(lines: list[_Line]) -> Iterator[tuple[_Line, int, int]]:
    """Cells of the heads of tables: a rule below them, or figures below their words."""
    for number, line in enumerate(lines[:-1]):
        for delimiter in "|", "\t", ";", "":
            if delimiter not in line.text:
                continue
            cells = cells_of(line.text, delimiter)
            if len(cells) < (2 if delimiter else 3):
                continue
            if number and len(cells_of(lines[number - 1].text, delimiter)) >= (len(cells) if delimiter else _LEAST_ROW):
                break  # a row of a table
            ruled = bool(RULE.fullmatch(lines[number + 1].text))
            rows = []
            for below in lines[number + 1 + ruled :]:
                row = cells_of(below.text, delimiter)
                if not (len(row) == len(cells) or (not delimiter and _LEAST_ROW <= len(row) < len(cells))):
                    break
                rows.append([below.text[cell.start : cell.end] for cell in row])
            words = [any(map(str.isalpha, line.text[cell.start : cell.end])) for cell in cells]
            figures = any(
                word and not any(map(_LETTERS.search, column)) and any(column)
                for word, column in zip(words, zip(*rows, strict=False), strict=False)
            )
            known = sum(kind_of_key(line.text[cell.start : cell.end]) is not None for cell in cells)
            if rows and all(words) and (ruled or figures or known > 1):
                yield from ((line, cell.start, cell.end) for cell in cells)
                break


def _pairs(lines: Iterable[_Line]) -> Iterator[tuple[_Line, int, int]]:
    """First parts of lines of two, if one of them is a key of a form."""
    firsts = [(line, *line.parts[0]) for line in lines if len(line.parts) == 2 and "·" not in line.text]
    if any(kind_of_key(line.text[first:after].strip()) for line, first, after in firsts):
        yield from firsts


def _alone(lines: list[_Line], numbered: Mapping[int, int]) -> Iterator[tuple[_Line, int, int, int]]:
    """Headings and questions on a line of their own; what a line asks and answers with a word."""
    top = next((number for number, line in enumerate(lines) if not line.parts), len(lines))
    for number, line in enumerate(lines):
        if not line.parts:
            continue
        begin = numbered.get(number, line.parts[0][0])
        if asked := _ASKED.match(line.text, begin):
            yield line, begin, asked.end(), LABEL
        elif _is_heading(line.text[begin:].strip(), number in numbered):
            above = number and lines[number - 1].parts and not (number < top <= _TOP)
            whole = len(line.parts) == 1 or "·" in line.text or not number
            if whole and (not above or number in numbered or line.text.isupper()):
                asks = line.text.endswith("?") or number in numbered
                yield line, begin, len(line.text), LABEL if asks else HEADING


def _is_heading(line: str, numbered: bool) -> bool:
    words = _words(line)
    if line.endswith("?"):
        return len(words) <= _LONGEST_QUESTION and not _STOPPED.search(line)
    if not _LETTERS.search(line) or len(words) > _LONGEST_HEADING or line.endswith(_ENDS) or _STOPPED.search(line):
        return False
    return (line[0].isupper() or numbered) and ":" not in line and "=" not in line
