"""Bring a replacement into the form of a spelling: upper case, initials, the separators and order of its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sanon.text.lexicons import fold
from sanon.text.splicing import spliced

TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def tokens(text: str) -> list[str]:
    """The words and numbers of a text."""
    return TOKEN.findall(text)


#: Figures of a number that no other number holds by chance.
_LONG_NUMBER = 5


def shows(text: str, value: str) -> bool:
    """Whether a text holds all words of a value, one after the other; figures also without what stands between them."""
    words, sought = tokens(fold(text)), tokens(fold(value))
    if not sought:
        return value in text
    figures = "".join(sought)
    if figures.isdecimal() and len(figures) >= _LONG_NUMBER and figures in "".join(words):
        return True
    return any(words[first : first + len(sought)] == sought for first in range(len(words) - len(sought) + 1))


def as_cased(word: str, like: str) -> str:
    """A word in upper or lower case, or with a capital, where another is."""
    if like[:1].isupper():
        return word.upper() if len(like) > 1 and like.isupper() else word[:1].upper() + word[1:]
    return word.lower() if like.islower() and any(map(str.isalpha, like)) else word


def by_words(value: str, replacement: str, spelling: str) -> str | None:
    """Each word of a spelling by the word that stands for it; None if one of them has none.

    Args:
        value: the normalized value, with as many words as the replacement.
        replacement: word by word for the value.
        spelling: some of these words, or their initials, with anything between.
    """
    old, new = tokens(value), tokens(replacement)
    if len(old) != len(new):
        return None
    return mapped(spelling, dict(zip(map(fold, old), new, strict=True)))


def mapped(spelling: str, word_for: Mapping[str, str]) -> str | None:
    """Replace the words of a spelling, all or none; an initial becomes that of the word it stands for.

    Args:
        spelling: as it stands in a text.
        word_for: folded word -> its replacement.
    """
    changes = list[tuple[int, int, str]]()
    for match in TOKEN.finditer(spelling):
        word = fold(match[0])
        bare = word.removesuffix("'s")
        found = word_for.get(word) or word_for.get(bare)
        if found is None and len(word) == 1:
            found = next((new[:1] for old, new in word_for.items() if old[:1] == word), None)
        if found is None:
            return None
        if word != bare and bare in word_for:
            found += match[0][-2:]
        changes.append((*match.span(), as_cased(found, match[0])))
    return spliced(spelling, changes)


def by_characters(value: str, replacement: str, spelling: str) -> str | None:
    """Put the letters and digits of a replacement where those of the value stand; None if the spelling has others."""
    old = [c for c in value if c.isalnum()]
    new = [c for c in replacement if c.isalnum()]
    places = [place for place, c in enumerate(spelling) if c.isalnum()]
    if len(old) != len(new) or [c.upper() for c in old] != [spelling[place].upper() for place in places]:
        return None
    characters = list(spelling)
    for place, c in zip(places, new, strict=True):
        characters[place] = c.lower() if characters[place].islower() else c
    return "".join(characters)
