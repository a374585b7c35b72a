"""Stand-ins for names: of the same language and gender as far as the name tells, the same in all its variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from sanon.replacement.surrogates.draws import Draws
from sanon.replacement.surrogates.spelling import TOKEN, mapped, tokens
from sanon.replacement.surrogates.wordlists import DEFAULT_LOCALE, Gender, locales_of, names
from sanon.text.lexicons import fold
from sanon.text.titles import length_of_address, name_words, without_title
from sanon.text.vocabulary import words

_FEMALE, _MALE = words("female_titles"), words("male_titles")
#: Between given names and surname; they stay.
_PARTICLES = words("particles", "between_names")
#: Letters that tell a language where no list knows a name.
_LETTERS = {
    "tr_TR": "ığşç", "pl_PL": "łąęśżźćń", "de_DE": "ßü", "sv_SE": "åö", "no_NO": "ø", "fr_FR": "êèàâç",
    "es_ES": "ñáíóú", "cs_CZ": "řěůž", "hu_HU": "őű", "ro_RO": "țăș",
}  # fmt: skip
#: Of several locales that hold a name as often, the one with the most speakers in documents of ours.
_BEFORE = ("en_GB", "en_US", "de_DE", "fr_FR", "es_ES", "it_IT", "tr_TR", "pl_PL", "nl_NL")


def parts_of(value: str) -> list[str]:
    """The words of a name, folded, without titles."""
    kept = name_words([word.casefold() for word in value.split()]) or value.split()
    return [fold(word) for word in tokens(" ".join(kept))]


def locale_of(value: str) -> str | None:
    """The locale whose names, or letters, those of a name are; None if nothing tells."""
    words = parts_of(value)
    votes: Counter[str] = Counter()
    for place, word in enumerate(words):
        for locale, kind in locales_of().get(word, ()):
            surname = kind == "family"
            votes[locale] += 3 if surname and place == len(words) - 1 else 2 if not surname and not place else 1
    for locale, letters in _LETTERS.items():
        votes[locale] += 2 * sum(letter in letters for letter in value.casefold())
    most = max(votes.values(), default=0)
    best = [locale for locale, count in votes.items() if count == most and (locale, "family") in names()]
    return next((locale for locale in _BEFORE if locale in best), min(best)) if most and best else None


def stand_in(
    draws: Draws, value: str, spellings: Iterable[str], avoid: Collection[str], default_locale: str = DEFAULT_LOCALE
) -> str:
    """Another name, word for word.

    Args:
        value: the normalized name.
        spellings: its spellings; titles in them tell the gender.
        avoid: folded words that no name may be.
        default_locale: where nothing tells the language.
    """
    words = parts_of(value)
    locale = locale_of(value) or default_locale
    gender: str = _gender(words, spellings) or draws.pick(("female", "male"))
    last = max((place for place, word in enumerate(words) if word not in _PARTICLES), default=0)
    chosen = dict[str, str]()
    for place, word in enumerate(words):
        if word not in chosen:
            family = place == last and (len(words) > 1 or not _is_given(word))
            chosen[word] = _word(draws, word, locale, "family" if family else gender, {*avoid, *words})
    return " ".join(chosen[word] for word in words)


def in_form(value: str, replacement: str, spelling: str) -> str:
    """The name as the spelling has it: "Ms DOE", "J. Doe", "Doe, Jane", "Jane's".

    Forms of address before it stay, as before a label; other titles go with the name.
    """
    behind = length_of_address(spelling)
    old, new = parts_of(value), tokens(replacement)
    words = dict(zip(old, new, strict=True)) if len(old) == len(new) else {}
    return spelling[:behind] + (mapped(without_title(spelling[behind:]), words) or replacement)


def _word(draws: Draws, word: str, locale: str, kind: str, avoid: Collection[str]) -> str:
    if word in _PARTICLES:
        return word
    if len(word) == 1:
        letters = [letter for letter in "ABCDEFGHJKLMNPRSTVW" if letter.casefold() != word]
        return draws.pick(letters)
    some = names()[locale, kind]
    for _ in range(100):
        name = draws.pick(some)
        drawn = fold(name)
        # "Eberhardt" would still tell who Eberhard is.
        told = drawn.startswith(word) or word.startswith(drawn)
        if drawn not in avoid and not told and TOKEN.fullmatch(name):
            return name
    return "".join(map(draws.pick, ("BCDFGKLMNPRST", "aeiou", "lmnr", "aeiou", "klmnrst")))


def _gender(words: list[str], spellings: Iterable[str]) -> Gender | None:
    told = {fold(token) for spelling in spellings for token in tokens(spelling)}
    if told & _FEMALE:
        return "female"
    if told & _MALE:
        return "male"
    kinds = {kind for locale, kind in locales_of().get(words[0], ())} if words else set()
    if ("female" in kinds) == ("male" in kinds):
        return None
    return "female" if "female" in kinds else "male"


def _is_given(word: str) -> bool:
    kinds = [kind for _, kind in locales_of().get(word, ())]
    return sum(kind != "family" for kind in kinds) > sum(kind == "family" for kind in kinds)
