"""The ways to read a text: as it stands, with escapes decoded, with markup dropped.

A decoder only ever adds a way to read a text and takes none away: `owner=fadi` may hold the quoted-printable byte
"=fa", and `<jane_roe>` looks like a tag. So whatever is decoded in one form of the text stands as it is in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import NamedTuple
from unicodedata import category

from sanon.text.aligned import AlignedText
from sanon.text.folding import fold
from sanon.text.obfuscation.confusables import TAGS, not_plain, plain_characters, untagged
from sanon.text.splicing import spliced

_SOFT_END = re.compile(r"=\r?\n")
_QUOTED = re.compile(r"(?:=[0-9A-Fa-f]{2})+")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_BACKSLASH_X = re.compile(r"(?:\\x[0-9A-Fa-f]{2})+")
_UNICODE = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+")
_BACKSLASH = re.compile(r"\\[^\w\s]")
_BLANK_ESCAPE = re.compile(r"\\[nrtbf]", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_SPOKEN = re.compile(r"\s*[\[({]\s*(?:at|ät|dot|punkt|punto|point)\s*[\])}]\s*", re.IGNORECASE)
_LINE_MARKS = re.compile(r"(\r?\n)[ \t]*(?:(?:[>|#*:]|//)[ \t]*)+")
_LINE_END = re.compile(r"(?<=\w)[-\u2010\u00ac][ \t]*(?:\r?\n\s*| )(?=\w)")
_TAG = re.compile(r"<[/!?A-Za-z][^<>]*>")
_LINK = re.compile(r"\]\([^()\s]*\)")
_MARKS = re.compile(r"[*_~`\[\]]+")
_SENTENCE_BEFORE = re.compile(r"[\w,] $")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")

#: What is decoded, or dropped. Its first character is one of a class: a search for that is ten times as fast.
_SITE = re.compile(
    "[=%\\\\&<\\]*_~`\\[({\n\u2010\u00ac-](?:(?<=[=%])(?P<hex>[0-9A-Fa-f]{2})|(?<==)(?P<soft>\r?\n)"
    r"|(?<=\\)(?:u(?P<unit>[0-9A-Fa-f]{4})|x(?P<byte>[0-9A-Fa-f]{2})|(?P<blank>[nrtbf])|[^\w\s])"
    r"|(?<=&)(?P<entity>(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?)"
    "|(?<=\\w[\u2010\u00ac-])(?P<hyphen>[ \t]*(?:\r?\n\\s*| )(?=\\w))"
    r"|(?<=<)[/!?A-Za-z][^<>]*>|(?<=\])\([^()\s]*\)|(?<=\w[*_~`\[\]])|(?<=[*_~`\[\]])(?=\w)"
    r"|(?<=\n)[ \t]*(?:[>|#*:]|//)|(?<=[\[({])\s*(?:at|ät|dot|punkt|punto|point)\s*[\])}])",
    re.IGNORECASE,
)
_ESCAPE_SIGN = re.compile(r"=|%|\\x")
_WORD = re.compile(r"[0-9A-Za-z]*")
#: Stands in the place of a first character, so that nothing is decoded: no part of a word, and no mark of anything.
_SHIELD = "\ue002"
#: Parts stretches of a text that are looked through together; longer than any gap inside of a value.
_APART = "\n\ue003\ue003\ue003\ue003\ue003\ue003\ue003\n"
#: Characters around what is decoded that are looked through; values are shorter.
_AROUND = 160
#: From this distance on two sites do not stand in one value.
_NEAR = 80
#: Of sites in a row some are decoded and others stand as they are: in all ways for so many of them.
_IN_A_ROW = 3
#: Letters that are taken for figures beside figures: 883O, 229l.
_AS_FIGURES = str.maketrans("OoОоΟοIlІіΙЗз", "0000001111133")
_READ_AS_FIGURES = re.compile(r"(?<=\d)[OoОоΟοIlІіΙЗз]{1,8}|[OoОоΟοIlІіΙЗз]{1,8}(?=\d)")
#: Figures that are taken for letters among letters, and a capital I for a small l: R0sa1ind, RosaIind.
_AS_LETTERS = str.maketrans("0134578I", "oleastbl")
_READ_AS_LETTERS = re.compile(
    r"[0134578I](?:(?<=[^\W\d_][0134578])[0134578]{0,3}(?=[^\W\d_])|(?<=\b[01])(?=[^\W\d_][^\W_]{2})"
    r"|(?<=[^\W_]{2}[^\W\d_][01])\b|(?<=[a-z]I)(?=[a-z]))"
)
#: What stands before the surname in the lines of a passport that machines read: P<UTO of P<UTOROE<<JANE.
_BEFORE_SURNAME = re.compile(r"\b[ACIPV][A-Z<][A-Z<]{3}(?=[^\W\d_]{2,}<)")
_OVERRIDE = re.compile(r"[\u202e\u2067\u2068]([^\u202c\u2069\r\n]+)")


class _Site(NamedTuple):
    """Where something can be decoded.

    Attributes:
        start, end: where it stands; without its first character, nothing is decoded.
        is_escape: it stands for other characters; else it is markup.
        is_unsure: a word may begin with what would be decoded, or end before it.
    """

    start: int
    end: int
    is_escape: bool
    is_unsure: bool


def decoded_texts(text: str) -> list[Skeleton]:
    """The ways to read a text, in small Latin letters without accents: as it stands, and what it may be decoded to."""
    whole = AlignedText(text)
    forms = [whole, *(form for hidden in _hidden(whole) for form in _structures(hidden))]
    for looks, meant in ((_READ_AS_FIGURES, _figures), (_READ_AS_LETTERS, _letters)):
        if misread := [_Site(*match.span(), False, False) for match in looks.finditer(text)]:
            forms.append(_only(text, _windows(misread, text)).rewritten(looks, meant))
    if sites := list(_sites(text)):
        forms += _structures(_only(text, _windows(sites, text)))
        escapes = [site for site in sites if site.is_escape]
        forms += _structures(_only(_shielded(text, escapes), _windows(escapes, text))) if escapes else []
        rows = (row for row in _rows(escapes) if len(row) > 1 and any(site.is_unsure for site in row))
        mixed = [site for row in rows for site in row]
        windows, unsure = _windows(mixed, text), [site for site in mixed if site.is_unsure]
        for pattern in range(1, 2**_IN_A_ROW) if unsure else ():
            stay = [site for number, site in enumerate(unsure) if pattern >> number % _IN_A_ROW & 1]
            forms += _structures(_only(_shielded(text, stay), windows))
    return [Skeleton.of(form) for form in {form.text: form for form in forms}.values()]


def skeleton(text: str) -> str:
    """A value as it is searched for in decoded texts."""
    return Skeleton.of(AlignedText(text)).text


class Skeleton(NamedTuple):
    """A decoded text in small Latin letters without accents.

    Attributes:
        text: these letters.
        cased: the decoded text before, with its capitals.
        from_cased: the way from these letters back to it.
    """

    text: str
    cased: AlignedText
    from_cased: AlignedText

    @classmethod
    def of(cls, cased: AlignedText) -> Skeleton:
        """Drop case, accents and other alphabets."""
        result = AlignedText(cased.text)
        if not cased.text.isascii():
            result = result.rewritten(not_plain(), _plain)
        result = result.then(fold(result.text))
        if not result.text.isascii():
            result = result.rewritten(_NOT_ASCII, _without_marks)
        return cls(result.text, cased, result)

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the text as it stands that a stretch of the skeleton came from."""
        return self.cased.origin(*self.from_cased.origin(start, end))

    def in_cased(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the decoded text that a stretch of the skeleton came from."""
        return self.from_cased.origin(start, end)

    def is_within(self, index: int) -> bool:
        """Whether a sentence goes on at a place of the decoded text, so that a capital letter says something."""
        return _SENTENCE_BEFORE.search(self.cased.text, max(0, index - 2), index) is not None


def _sites(text: str) -> Iterator[_Site]:
    for match in _SITE.finditer(text):
        end = match.end()
        kind = match.lastgroup
        if kind == "hex":
            ends_a_word = match["hex"][0] > "7" and text[match.start() - 1 : match.start()].isalnum()
            unsure = ends_a_word or _begins_a_word(match["hex"] + _WORD.match(text, end)[0])  # type: ignore[index]
        elif kind in ("unit", "byte"):
            unsure = match[kind].isalpha() or match[kind].isdigit()
        elif kind == "entity":
            unsure = not match["entity"].endswith(";")
        elif kind == "blank":
            unsure = text[end : end + 1].isalnum()
        else:
            unsure = kind is not None
        yield _Site(match.start(), end, kind is not None, unsure)


def _begins_a_word(token: str) -> bool:
    """Whether two hexadecimal digits and what follows may be a word or a number, rather than a byte before one."""
    return (token.isalpha() and len(token) > 2) or sum(map(str.isdigit, token)) > 2


def _rows(sites: Iterable[_Site]) -> Iterator[list[_Site]]:
    """Sites that may stand in one value."""
    row: list[_Site] = []
    for site in sites:
        if row and site.start - row[-1].end > _NEAR:
            yield row
            row = []
        row.append(site)
    yield row


def _windows(sites: Sequence[_Site], text: str) -> list[tuple[int, int]]:
    """What stands around sites, in whole words, joined where it overlaps."""
    windows: list[tuple[int, int]] = []
    for site in sites:
        begin, end = max(site.start - _AROUND, 0), min(site.end + _AROUND, len(text))
        begin = text.rfind(" ", max(begin - _NEAR, 0), begin) + 1 or begin
        end = max(text.find(" ", end, end + _NEAR), end)
        if windows and begin <= windows[-1][1]:
            begin = windows.pop()[0]
        windows.append((begin, end))
    return windows


def _shielded(text: str, sites: Iterable[_Site]) -> str:
    return spliced(text, ((site.start, site.start + 1, _SHIELD) for site in sites))


def _only(text: str, windows: Sequence[tuple[int, int]]) -> AlignedText:
    """Some stretches of a text, apart from each other."""
    ends = [0, *(end for _, end in windows)]
    begins = [*(begin for begin, _ in windows), len(text)]
    between = ((end, begin, _APART) for end, begin in zip(ends, begins, strict=True) if end < begin)
    return AlignedText(text).changed(between)


def _hidden(whole: AlignedText) -> Iterator[AlignedText]:
    """What is written from the other end, in letters that nobody sees, or for machines without blanks."""
    overridden = [match.span(1) for match in _OVERRIDE.finditer(whole.text)]
    if overridden:
        yield whole.changed((begin, end, whole.text[begin:end][::-1]) for begin, end in overridden)
    if _BEFORE_SURNAME.search(whole.text):
        yield whole.rewritten(_BEFORE_SURNAME, lambda match: f"{match[0]} ")
    tagged = [match.span() for match in TAGS.finditer(whole.text)]
    if tagged:
        yield whole.changed((begin, end, untagged(whole.text[begin:end])) for begin, end in tagged)


def _structures(text: AlignedText) -> list[AlignedText]:
    """A text with its escapes decoded once and twice, each with its markup read in all ways."""
    once = _decoded(text)
    # "=3Dfadi" is "=fadi", in which a second round would find a byte again.
    twice = _decoded(once) if once is not text else once
    return [form for decoded in ({once.text: once, twice.text: twice}).values() for form in _unmarked(decoded)]


def _unmarked(text: AlignedText) -> list[AlignedText]:
    """A text in which markup is text, or stands between words ("Jane<br>Roe"), or inside of them ("Ta<b>rq</b>")."""
    kept = text.rewritten(_LINE_MARKS, lambda match: match[1])
    # "Jane\nRoe" of JSON is two words, C:\nina a backslash and a name.
    inside = kept.rewritten(_BLANK_ESCAPE, _blank).rewritten(_LINE_END, _nothing).rewritten(_TAG, _nothing)
    inside = inside.rewritten(_LINK, _nothing).rewritten(_MARKS, _nothing)
    between = kept.rewritten(_BLANK_ESCAPE, _blank).rewritten(_TAG, _blank).rewritten(_LINK, _blank)
    return list({form.text: form for form in (kept, between, inside)}.values())


def _figures(match: re.Match[str]) -> str:
    return match.group().translate(_AS_FIGURES)


def _letters(match: re.Match[str]) -> str:
    meant = match.group().translate(_AS_LETTERS)
    begins_word = not match.string[match.start() - 1 : match.start()].isalpha()
    return meant.upper() if begins_word else meant


def _plain(match: re.Match[str]) -> str:
    return plain_characters().get(match.group(), match.group())


def _nothing(_: re.Match[str]) -> str:
    return ""


def _blank(_: re.Match[str]) -> str:
    return " "


def _decoded(text: AlignedText) -> AlignedText:
    text = text.rewritten(_SOFT_END, _nothing).rewritten(_QUOTED, _bytes).rewritten(_PERCENT, _bytes)
    text = (
        text.rewritten(_BACKSLASH_X, _bytes)
        .rewritten(_UNICODE, _code_units)
        .rewritten(_BACKSLASH, lambda match: match.group()[1])
    )
    return text.rewritten(_ENTITY, lambda match: unescape(match.group())).rewritten(_SPOKEN, _meant)


def _bytes(match: re.Match[str]) -> str:
    raw = bytes.fromhex(_ESCAPE_SIGN.sub("", match.group()))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _code_units(match: re.Match[str]) -> str:
    return bytes.fromhex(match.group().replace("\\u", "")).decode("utf-16-be", errors="replace")


def _meant(match: re.Match[str]) -> str:
    return "@" if match.group().strip(" \t\r\n[](){}").casefold() in ("at", "ät") else "."


def _without_marks(match: re.Match[str]) -> str:
    return "" if category(match.group())[0] == "M" else _OTHER_LETTERS.get(match.group(), match.group())


_OTHER_LETTERS = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ħ": "h",
    "ŋ": "n",
    "ß": "ss",
}
