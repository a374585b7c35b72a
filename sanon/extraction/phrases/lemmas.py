"""One form for the forms of an English word: "keepers" and "keeper" are one entity, and both go when it is masked."""

from __future__ import annotations

from sanon.text.frequencies import Frequencies

#: A form may be that much less common than the word it is made from (zipf), and no rarer than this.
_RARER, _RAREST = 1.0, 2.5
_SHORTEST = 4


def lemma(word: str, language: Frequencies) -> str:
    """The word in the singular, without the endings of a verb, if that is a word of the language; else the word itself.

    Args:
        word: in lower case.
        language: only English words are changed.
    """
    if language.language != "en" or len(word) < _SHORTEST:
        return word
    known = [(language.zipf(stem), stem) for stem in _stems(word)]
    zipf, stem = max(known, default=(0.0, word))
    return stem if zipf >= max(_RAREST, language.zipf(word) - _RARER) else word


def _stems(word: str) -> list[str]:
    if word.endswith("ies"):
        return [word[:-3] + "y"]
    if word.endswith("es"):
        return [word[:-2], word[:-1]]
    if word.endswith("s") and not word.endswith("ss"):
        return [word[:-1]]
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            doubled = [stem[:-1]] if stem[-1] == stem[-2] else []
            return [stem, stem + "e", *doubled]
    return []
