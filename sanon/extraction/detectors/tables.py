"""Tables within a text, and its lines of key and value: what a value is stands above it or before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from sanon.extraction.detectors import one_of
from sanon.extraction.detectors.names import SAYS
from sanon.extraction.kinds import KINDS, NUMBERS, Kind
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON, RULES
from sanon.resolution.normal_forms import MONTHS
from sanon.text import lexicons
from sanon.text.frequencies import is_everyday
from sanon.text.initials import is_initials
from sanon.text.vocabulary import words

_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_BETWEEN = re.compile(r"[\W_]+|\d+$")
#: No key is longer; what is before a colon in a sentence is not looked up.
LONGEST = 40


@cache
def _kinds() -> dict[str, str]:
    found = {key: kind for kind, keys in table(__package__, "keys").items() for key in keys}
    return found | {lexicons.fold(one.replace("_", " ")): "BIRTHDATE" for one in words("births")}


@lru_cache(maxsize=4096)
def kind_of_key(key: str) -> str | None:
    """The kind of the values under a key ("last_name", "Geb.-Datum"); SIGNED for a likely name or its initials."""
    if len(key) > LONGEST:
        return None
    plain = lexicons.fold(_CAMEL.sub(" ", key) if not key.isupper() else key)
    return _kinds().get(_BETWEEN.sub(" ", plain).strip())


_KEYED = KINDS | {"PERSON": Kind(("NAME",), keyed=0.9, words=5)}
#: Kinds of which no value is without a figure; of codes and dates of birth one has more.
_NUMBERS = NUMBERS - {"USERNAME"} | {"BIRTHDATE", "EVENT_DATE", "AGE"}
_CODES = NUMBERS - {"USERNAME", "PHONE_NUMBER", "BANK_ACCOUNT"} | {"BIRTHDATE"}
_LISTED = frozenset(("MEDICAL_CONDITION", "TREATMENT", "OCCUPATION", "DEMOGRAPHIC"))
#: Words of a date in words: "catorce de noviembre de mil novecientos cuarenta y siete".
_LONGEST_DATE = 12
#: A longer key before "=" is no abbreviation that a legend explains ("SB = Accounts").
_ABBREVIATED = 3
_LEAST_CODE = 3  # "No" of a table that counts its rows is no number of a person

_EMPTY = re.compile(f"(?:{one_of('empty')})", re.IGNORECASE)
_NAME_WORD = r"[^\W\d_](?:[\w’'.-]*\w|\.)?"
_SAYS = re.compile(SAYS)
_PERSON = re.compile(rf"{_NAME_WORD}(?:,? {_NAME_WORD}){{0,5}}")
_KEY_VALUE = re.compile(
    r"(?:^|(?<=[|;,{\t(])|(?<=[ ]{2}))[ \t*•>-]{0,6}(?:\(?\d{1,2}[.)] )?[\"']?"
    r"(?P<key>[^\W\d_](?:[\w.’'°/-]|[ ](?! )){0,38}?)"
    r"[\"']?\*{0,2}[ \t]{0,2}"
    r"(?P<mark>[:=])\*{0,2}[ \t]{0,12}[\"']?(?=(?P<value>[^\n|;\t\"{}\[\]<>]{1,90}))",
    re.MULTILINE,
)
_LOGGED = re.compile(
    r"(?<![\w.])(?P<key>[A-Za-z][\w.-]{1,30})=(?:\"(?P<quoted>[^\"\n]{1,90})\"|(?P<bare>[^\s\",;<>]{1,60}))"
)
_VALUE_END = re.compile(
    r"[ ]{2,}|\s[-–—]\s|,?\s\(|[.!?]\s|,\s(?=[\"']?\w{1,20}(?: \w{1,20}){0,2}[:=])| (?=[A-ZÄÖÜ][\w-]{1,20}:\s)"
)
_DELIMITERS = re.compile(r"[ \t]*(\||\t|;|,)[ \t]*")
RULE = re.compile(r"[\s|:+=–—-]*[-=–—]{2}[\s|:+=–—-]*")
_GAP = re.compile(r"[ ]{2,}|\t")
_LEAST_COLUMNS = 2
#: Delimiters that stand in no sentence.
FIRM = ("|", "\t", ";")


class Cell(NamedTuple):
    """Where a cell stands in its line, end excluded."""

    start: int
    end: int


def find_keyed_values(text: str) -> Iterator[Span]:
    """Values whose key or column header says what they are: PERSON where a name is likely, NAME where it is certain."""
    yield from _pairs(text)
    yield from _tables(text)


def _pairs(text: str) -> Iterator[Span]:
    for match in _KEY_VALUE.finditer(text):
        kind = kind_of_key(match["key"])
        if kind is not None:
            start = match.start("value")
            # "Patient: Ms Doe was seen" goes on: the first column of a form is told from a sentence by where it ends.
            ends = _VALUE_END.search(match["value"])
            legend = match["mark"] == "=" and len(match["key"]) <= _ABBREVIATED
            end = start + ends.start() if ends else match.end("value")
            yield from _value(text, start, end, kind, LEXICON if legend else RULES)
    if "=" in text:
        for match in _LOGGED.finditer(text):
            kind = kind_of_key(match["key"])
            if kind is not None:
                group = "quoted" if match["quoted"] is not None else "bare"
                yield from _value(text, match.start(group), match.end(group), kind)


def _value(text: str, start: int, end: int, kind: str, shown: str = RULES) -> Iterator[Span]:
    """The value as a span, if it can be what its key says."""
    while start < end and text[start] in " \t\"'*":
        start += 1
    if kind == "PERSON" and (said := _SAYS.match(text, start, end)):
        start = said.end()
    if kind in _LISTED and (part := re.search(r"[,;(/]", text[start:end])):
        end = start + part.start()
    while end > start and text[end - 1] in " \t\"'*.,\r":
        end -= 1
    value = text[start:end]
    if kind in ("SIGNED", "INITIALS"):
        if kind == "INITIALS" and not is_initials(value, text):
            return
        kind = "NAME" if is_initials(value, text) else "PERSON"
    if kind == "PERSON" and (goes_on := re.search(r",? [a-zäöüß*\d]", value)):
        value = value[: goes_on.start()]
        end = start + len(value)
        if " " not in value and goes_on[0].startswith(" "):
            shown = LEXICON  # "Client: Thinks it is late" says something
    words = value.split()
    digits = sum(map(str.isdigit, value))
    in_words = (
        kind == "BIRTHDATE" and not digits and len(words) > 1 and not MONTHS.keys().isdisjoint(map(str.casefold, words))
    )
    if not value or _EMPTY.fullmatch(value) or len(words) > (_LONGEST_DATE if in_words else _KEYED[kind].words):
        return
    if not in_words and kind in _NUMBERS and (not digits or (kind in _CODES and digits < _LEAST_CODE)):
        return
    if kind in ("NAME", "PERSON") and not _PERSON.fullmatch(value):
        return
    if kind == "PERSON" and (not _is_somebody(value) or (" " not in value and is_everyday(value, text))):
        return
    if kind not in _NUMBERS and kind != "ADDRESS" and not any(map(str.isalpha, value)):
        return
    if kind == "USERNAME" and " " in value:
        return
    yield Span(start, end, kind, _KEYED[kind].keyed, shown, normal=value if kind != "AGE" else re.sub(r"\D", "", value))


def _is_somebody(value: str) -> bool:
    """Capitalised, and not only words that every text uses: "Patient: stable", "Contact: Reception"."""
    words = re.split(r"[ ,]+", value)
    return value[0].isupper() and any(lexicons.fold(word) not in lexicons.common_words() for word in words)


def _tables(text: str) -> Iterator[Span]:
    """Rows below a header of which at least two columns are known, parted by one character or by gaps."""
    kinds: list[str | None] = []
    columns: list[Cell] = []
    delimiter = ""
    at = 0
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        body = line.rstrip("\r\n")
        if kinds:
            cells = cells_of(body, delimiter)
            if RULE.fullmatch(body):
                continue
            if len(cells) == len(kinds) or (delimiter and len(cells) > 1 and len(cells) <= len(kinds)):
                for cell, kind in zip(cells, kinds, strict=False):
                    if kind:
                        yield from _value(text, start + cell.start, start + cell.end, kind)
                continue
            if not delimiter and len(cells) > 1 and (aligned := _aligned(cells, columns)):
                for cell, number in aligned:
                    if kind := kinds[number]:
                        yield from _value(text, start + cell.start, start + cell.end, kind)
                continue
            kinds = []
        delimiter, columns = _header(body)
        kinds = [kind_of_key(body[cell.start : cell.end]) for cell in columns]
        if "NAME" in kinds:  # "Nombre" beside "Apellidos" is the given name
            kinds = ["NAME" if kind == "PERSON" else kind for kind in kinds]


def _header(line: str) -> tuple[str, list[Cell]]:
    """Delimiter ("" for gaps) and cells of a line, if it heads a table; else no cells."""
    if len(line) > 600:
        return "", []
    marks = {match[1] for match in _DELIMITERS.finditer(line)}
    gaps = [""] if _GAP.search(line) else []
    for delimiter in [mark for mark in "|\t;," if mark in marks] + gaps:
        cells = cells_of(line, delimiter)
        keys = [line[cell.start : cell.end] for cell in cells]
        kinds = [kind for kind in map(kind_of_key, keys) if kind]
        enough = len(kinds) >= _LEAST_COLUMNS and len(kinds) * 2 >= len(keys) - 1
        # A log tells who wrote each line, and no more of anybody: "time;agent;code;note".
        signed = delimiter in FIRM and len(keys) > _LEAST_COLUMNS and not {"INITIALS", "SIGNED"}.isdisjoint(kinds)
        if (enough or signed) and not any(":" in key for key in keys):
            return delimiter, cells
    return "", []


def cells_of(line: str, delimiter: str) -> list[Cell]:
    """The cells of a line without the blanks around them; an outer frame of pipes has none."""
    parts: list[Cell] = []
    begin = 0
    ends = [m.span() for m in _GAP.finditer(line)] if not delimiter else list(_outside_quotes(line, delimiter))
    for first, after in [*ends, (len(line), len(line))]:
        cell = line[begin:first]
        start = begin + len(cell) - len(cell.lstrip(" \t\"'*"))
        parts.append(Cell(start, max(start, begin + len(cell.rstrip(" \t\"'*")))))
        begin = after
    if delimiter == "|" and line.strip().startswith("|"):
        parts = parts[1:]
    if delimiter == "|" and line.strip().endswith("|"):
        parts = parts[:-1]
    return parts if delimiter else [part for part in parts if part.end > part.start]


def _outside_quotes(line: str, delimiter: str) -> Iterator[tuple[int, int]]:
    """Where the cells part: a delimiter between quotes belongs to its cell."""
    if '"' not in line:
        at = line.find(delimiter)
        while at >= 0:
            yield at, at + 1
            at = line.find(delimiter, at + 1)
        return
    quoted = False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == delimiter and not quoted:
            yield at, at + 1


def _aligned(cells: list[Cell], columns: list[Cell]) -> list[tuple[Cell, int]]:
    """Each cell with the column that it stands under; a row with empty cells has fewer of them than the header."""
    found = []
    for cell in cells:
        over = [number for number, column in enumerate(columns) if cell.start < column.end and column.start < cell.end]
        if len(over) != 1:
            return []
        found.append((cell, over[0]))
    return found
