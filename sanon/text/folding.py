"""The search form of a text, with the way back to the offsets of the text as it stands.

Two spellings that a reader takes for the same have the same search form: upper and lower case, composed and
decomposed letters, ligatures and full-width letters, blanks of any kind and number, curly and straight quotes,
hyphens and dashes, with and without soft hyphens or other characters that do not show.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category, combining, normalize

# A blank among other blanks, or anything but printable ASCII: the rest folds by str.lower() and keeps its offsets.
_SPECIAL = re.compile(r"[^!-~]{2,}|[^ -~]")
_STRAIGHT = str.maketrans("‘’‚‛′´`ʼʹ“”„‟″", "'" * 9 + '"' * 5)
_DOT_ABOVE = "\u0307"
HYPHENS = frozenset("−˗⁃➖")
"""What stands for a hyphen beside the dashes of Unicode (Pd): minus, modifier minus, hyphen bullet, heavy minus."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The search form of a text.

    Attributes:
        text: the search form.
        starts, ends: for each of its characters, the stretch of the source that it came from.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def fold(text: str) -> Folded:
    """Give the search form of a text; a blank at its start or end stays one blank."""
    if text.isascii() and not _SPECIAL.search(text):
        return Folded(text.translate(_STRAIGHT).lower(), range(len(text)), range(1, len(text) + 1))
    folded: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for special in _SPECIAL.finditer(text):
        begin, end = special.span()
        folded.extend(text[position:begin].translate(_STRAIGHT).lower())
        starts.extend(range(position, begin))
        ends.extend(range(position + 1, begin + 1))
        first_mark = len(folded)
        for offset in range(begin, end):
            for character in _FOLDS[text[offset]]:
                last = folded[-1] if folded else ""
                # A run of blanks is one blank; "İ" is an i, as "I" is: capitals of Turkish names have either.
                if (character == last == " ") or (character == _DOT_ABOVE and last == "i"):
                    ends[-1] = offset + 1
                else:
                    folded.append(character)
                    starts.append(offset)
                    ends.append(offset + 1)
        _order_marks(folded, first_mark)
        position = end
    folded.extend(text[position:].translate(_STRAIGHT).lower())
    starts.extend(range(position, len(text)))
    ends.extend(range(position + 1, len(text) + 1))
    return Folded("".join(folded), starts, ends)


def _order_marks(folded: list[str], begin: int) -> None:
    """Bring the marks on one letter into their canonical order, which typists need not keep.

    Only the marks change places, not their offsets: a match covers a letter with all its marks or none.
    """
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
    if is_invisible(character):
        return ""
    if character in HYPHENS:
        return "-"
    kind = category(character)
    plain = normalize("NFKD", character.translate(_STRAIGHT))
    if (kind[0] == "S" or kind == "No") and not (plain.isascii() and not any(map(str.isalnum, plain))):
        # A symbol does not become part of the word before it: "Pfizer™" is no "pfizertm", a footnote² no digit.
        return character.casefold()
    plain = normalize("NFKD", plain.casefold()).translate(_STRAIGHT)
    return "".join("i" if one == "ı" else "-" if category(one) == "Pd" else one for one in plain)


def is_invisible(character: str) -> bool:
    """Whether a character does not show: controls, soft hyphen, joiners, direction marks, variation selectors."""
    return category(character) in ("Cf", "Cc") or character in _SELECTORS


_SELECTORS = frozenset(map(chr, (0x034F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
