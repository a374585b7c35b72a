"""Texts for the leak check: one spelling for all that a reader takes for the same, without a way back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import category, name, normalize

from sanon.text.folding import HYPHENS
from sanon.text.words import UNSEGMENTED, continues, joins

# A private character, part of no word: where an invisible character parted two words.
_PARTED = "\ue001"
_SHIELD = 0xF0000  # symbols end below 0x20000

_SCRIPTS = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSEGMENTED)
_WORD = re.compile(rf"[{_SCRIPTS}]|[^\W_{_SCRIPTS}]+")
_BLANKS = re.compile(r"\s+")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_PARTING = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b]")
_DOTTED_I = re.compile("([iI])\u0307+")
_SEPARATORS = re.compile(r"[\s_.,;+/\\-]+")
_TOKEN = re.compile(r"[^\W_]+")
_QUOTES = {"'": "‘’‚‛′´`ʼʹ", '"': "“”„‟″"}


def plain_form(text: str) -> str:
    """Give the one spelling of a text. `sanon.text.folding` gives the same, a character at a time."""
    if text.isascii():
        return _BLANKS.sub(" ", _CONTROLS.sub("", text).lower().replace("`", "'"))
    text = _DOTTED_I.sub(r"\1", text.translate(_BEFORE))
    text = normalize("NFKD", normalize("NFKD", text).casefold()).translate(_AFTER)
    return _BLANKS.sub(" ", text)


def plain_forms(text: str) -> list[str]:
    """Give the spellings to search: as it is and, if an invisible character may part words, with them parted."""
    forms = [plain_form(text)]
    if _PARTING.search(text):
        forms.append(plain_form(_PARTING.sub(_PARTED, text)))
    return forms


def loosened(form: str) -> str:
    """Take all that separates words in ids and file names for a blank: kv_2024-17.a -> kv 2024 17 a."""
    return _SEPARATORS.sub(" ", form).strip()


def words_of(forms: Iterable[str]) -> frozenset[str]:
    """Give the words of plain forms; a value can only stand where all its words do."""
    return frozenset(word for form in forms for word in _WORD.findall(form))


def stands_in(value: str, form: str) -> bool:
    """Whether a value stands in a plain form as a whole word."""
    start = form.find(value)
    while start >= 0:
        if _edge(form, start) and _edge(form, start + len(value)):
            return True
        start = form.find(value, start + 1)
    return False


def _edge(form: str, index: int) -> bool:
    if index in (0, len(form)):
        return True
    return not continues(form[index]) and not (joins(form[index - 1]) and joins(form[index]))


class _Before(dict[int, str | None]):
    """What becomes of a character before normalization."""

    def __missing__(self, code: int) -> str | None:
        self[code] = result = self._work_out(chr(code))
        return result

    @staticmethod
    def _work_out(character: str) -> str | None:
        if character.isspace():
            return " "
        kind = category(character)
        if kind in ("Cc", "Cf") or "VARIATION SELECTOR" in name(character, "") or character == "\u034f":
            return None
        plain = normalize("NFKD", character)
        if (kind[0] == "S" or kind == "No") and not (plain.isascii() and _TOKEN.search(plain) is None):
            # Out of reach of NFKD, which would make "Pfizer™" the word "pfizertm"; each symbol remains itself.
            return chr(_SHIELD + ord(character.casefold()))
        return character


class _After(dict[int, str]):
    """What becomes of a character after normalization."""

    def __missing__(self, code: int) -> str:
        self[code] = result = "-" if category(chr(code)) == "Pd" else chr(code)
        return result


_STRAIGHT = {ord(one): plain for plain, spellings in _QUOTES.items() for one in spellings}
_BEFORE = _Before(_STRAIGHT | dict.fromkeys(map(ord, HYPHENS), "-") | {ord("İ"): "i", ord("ı"): "i"})
_AFTER = _After(_STRAIGHT | {ord("ı"): "i"})
