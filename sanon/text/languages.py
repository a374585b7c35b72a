"""Which language a text is written in, by its commonest words; six languages are told apart. Pure."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Literal

from sanon.text.vocabulary import by_language, words

Language = Literal["en", "de", "fr", "es", "it", "nl"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "fr", "es", "it", "nl")

_LANGUAGES_OF: dict[str, tuple[Language, ...]] = {
    word: tuple(language for language in LANGUAGES if word in by_language("commonest_words")[language])
    for word in words("commonest_words")
}
_WORD = re.compile(r"[^\W\d_]+")
#: What is read: enough to tell, and no more.
_CHARACTERS = 6_000
#: Fewer than these small words tell nothing: a log or a table has none.
_LEAST = 3


@lru_cache(maxsize=8)
def language_of(text: str) -> Language | None:
    """The language with the most small words in the text; None if it has too few, or two languages as many."""
    counts: Counter[Language] = Counter()
    for word, times in Counter(_WORD.findall(text[:_CHARACTERS].lower())).items():
        for language in _LANGUAGES_OF.get(word, ()):
            counts[language] += times
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < _LEAST or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
