"""The search form of a text, with the way back to the offsets of the text as it stands.

Two spellings that a reader takes for the same have the same search form: upper and lower case, composed and
decomposed letters, ligatures and full-width letters, blanks of any kind and number, curly and straight quotes,
hyphens and dashes, with and without soft hyphens or other characters that do not show.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

from sanon.text.aligned import AlignedText, Origins

# A blank among other blanks, or anything but printable ASCII: the rest folds by str.lower() and keeps its offsets.
_SPECIAL = re.compile(r"[^!-~]{2,}|[^ -~]")
_STRAIGHT = str.maketrans("‘’‚‛′´`ʼʹ“”„‟″", "'" * 9 + '"' * 5)
_DOT_ABOVE = "\u0307"
HYPHENS = frozenset("−˗⁃➖")
"""What stands for a hyphen beside the dashes of Unicode (Pd): minus, modifier minus, hyphen bullet, heavy minus."""


@lru_cache(maxsize=4)  # a text is folded for plain values, for what is left of it, and for disguises
def fold(text: str) -> AlignedText:
    """Give the search form of a text; a blank at its start or end stays one blank."""
    pieces, origins = list[str](), Origins()
    position = length = 0
    for special in _SPECIAL.finditer(text):
        begin, end = special.span()
        run, places = _fold_run(text[begin:end])
        if _DOT_ABOVE in run and begin > position and text[begin - 1] in "iI":
            begin -= 1
            run, places = _fold_run(text[begin:end])
        pieces += text[position:begin].translate(_STRAIGHT).lower(), run
        length += begin - position
        origins.add(length, len(run), begin, end, places)
        length, position = length + len(run), end
    return AlignedText("".join((*pieces, text[position:].translate(_STRAIGHT).lower())), (origins,))


@lru_cache(maxsize=4096)
def _fold_run(run: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The search form of characters that fold otherwise than by `str.lower`, and where its own come from in the run."""
    folded: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for offset, character in enumerate(run):
        for one in _FOLDS[character]:
            last = folded[-1] if folded else ""
            # A run of blanks is one blank; "İ" is an i, as "I" is: capitals of Turkish names have either.
            if (one == last == " ") or (one == _DOT_ABOVE and last == "i"):
                ends[-1] = offset + 1
            else:
                folded.append(one)
                starts.append(offset)
                ends.append(offset + 1)
    _order_marks(folded)
    return "".join(folded), tuple(zip(starts, ends, strict=True))


def _order_marks(folded: list[str]) -> None:
    """Bring the marks on one letter into their canonical order, which typists need not keep.

    Only the marks change places, not their offsets: a match covers a letter with all its marks or none.
    """
    begin = 0
    while begin < len(folded):
        end = begin
        while end < len(folded) and combining(folded[end]):
            end += 1
        if end - begin > 1:
            folded[begin:end] = sorted(folded[begin:end], key=combining)
        begin = end + 1


class _Folds(dict[str, str]):
    """Character -> search form, worked out once each."""

    def __missing__(self, character: str) -> str:
        self[character] = folded = _fold_character(character)
        return folded


_FOLDS = _Folds()


def _fold_character(character: str) -> str:
    if character.isspace():
        return " "
    if category(character) in ("Cf", "Cc") or character in _SELECTORS:
        return ""  # it does not show: a control, a soft hyphen, a joiner, a direction mark, a variation selector
    if character in HYPHENS:
        return "-"
    kind = category(character)
    plain = normalize("NFKD", character.translate(_STRAIGHT))
    if (kind[0] == "S" or kind == "No") and not (plain.isascii() and not any(map(str.isalnum, plain))):
        # A symbol does not become part of the word before it: "Pfizer™" is no "pfizertm", a footnote² no digit.
        return character.casefold()
    plain = normalize("NFKD", plain.casefold()).translate(_STRAIGHT)
    return "".join("i" if one == "ı" else "-" if category(one) == "Pd" else one for one in plain)


_SELECTORS = frozenset(map(chr, (0x034F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
