"""E-mail addresses, phone numbers, web addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.embedded.spans import Span

# Bounded on both sides of the @: no backtracking over long runs of letters.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?![\w@])")
_SPOKEN = re.compile(
    r"(?<![\w.+-])[\w.+%-]{1,64} ?(?:\((?:at|@)\)|\[at\]|\{at\}) ?[\w-]{1,63}(?: ?(?:\.|\((?:dot|punkt)\)|"
    r"\[dot\]) ?[\w-]{2,63}){1,4}"
    r"|(?<![\w.+-])[\w.+%-]{1,64} at [\w-]{1,63}(?: dot [a-z]{2,12}){1,3}\b",
    re.IGNORECASE,
)
_URL = re.compile(r"\b(?:https?://|www\.)[^\s<>\"'()\[\]]{3,300}", re.IGNORECASE)
_HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z]\w{1,30}(?:\.\w{1,30}){0,3}\b")
_IP = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)")
_NUMBER = re.compile(
    r"(?<![\w.,/#§-])(?:\+|\(\+?|00(?=[1-9]))?\d(?:[ \u00a0\t]?[-–./()]{0,2}[ \u00a0\t]?\d){5,17}(?![\w%]|[.,/]\d)"
)
_DATE = re.compile(
    r"(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?!\d)|(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)"
)
_LABEL = re.compile(
    r"(?:\b(?:tel(?:efon|ephone)?|phone|ph|mobile?|mobil|handy|cell|fax|call(?:ed)?|contact|reach(?:ed)?|ring|"
    r"rufnummer|pager|"
    r"number|ext)\b[^\n\d+]{0,25}|☎\s?)$",
    re.IGNORECASE,
)
_AMERICAN = re.compile(r"(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}")


def find_contacts(text: str) -> Iterator[Span]:
    """E-mail addresses, phone and fax numbers, links and handles."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Span(match.start(), match.end() - (match[0][-1] == "."), "EMAIL", 0.95)
        for match in _HANDLE.finditer(text):
            yield Span(match.start(), match.end(), "INDIRECT_IDENTIFIER", 0.7)
    for match in _SPOKEN.finditer(text):
        yield Span(match.start(), match.end(), "EMAIL", 0.9)
    for match in _URL.finditer(text):
        yield Span(match.start(), match.start() + len(match[0].rstrip(".,;:!?")), "INDIRECT_IDENTIFIER", 0.4)
    for match in _IP.finditer(text):
        if all(int(part) < 256 for part in match[0].split(".")):
            yield Span(match.start(), match.end(), "NON_PERSONAL_ID", 0.7)
    for match in _NUMBER.finditer(text):
        digits = sum(map(str.isdigit, match[0]))
        if 6 <= digits <= 15 and not _DATE.match(match[0]) and _is_phone(text, match):
            # "(0291 / 555 01 77)": a bracket that closes behind the number is not its own.
            opened = match[0][0] == "(" and ")" not in match[0]
            yield Span(match.start() + opened, match.end(), "PHONE_NUMBER", 0.9)


def _is_phone(text: str, match: re.Match[str]) -> bool:
    """A label before it, an international prefix, the American form, or a valid national number with a trunk zero."""
    value = match[0]
    if _LABEL.search(text, max(0, match.start() - 40), match.start()):
        return True
    digits = "".join(filter(str.isdigit, value))
    if value.startswith(("+", "(+")):
        return len(digits) >= 8
    if _AMERICAN.fullmatch(value):
        return True
    if not (value.startswith(("0", "(0")) and len(digits) >= 9 and not value.isdigit()):
        return False
    # Imported late: the metadata of phonenumbers take 50 ms, and few texts come here.
    from sanon.resolution.normal_forms import normalize_phone

    return normalize_phone(value).startswith("+")
