"""One person, one entity: "Ms Doe", "Jane Doe" and "DOE, Jane" unify to the longest form that fits only one of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from sanon.extraction.embedded import lexicons
from sanon.extraction.normal_forms import normalize_name

_PARTICLES = lexicons.word_set("van von der den de da di dos du la le del della bin ben ibn al el zu ter ten")
_TITLE = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Mx|Messrs|Dr|Drs|Prof|Professor|Sir|Dame|Madam|Mme|Mlle|Monsieur|Madame|Herrn?|Frau|Fräulein|Señora?|Sra?|Rev|Kolleg(?:in|en|e)|"
    r"Reverend|Father|Sister|Judge|Justice|Sgt|Capt|Captain|Officer|Inspector|Nurse|Lord|Lady|med|jur|Ing|Dipl|phil)\b\.?-?\s*)+"
)


def without_title(name: str) -> str:
    """The name as it stands in the text, behind its titles."""
    match = _TITLE.match(name)
    rest = name[match.end() :] if match else name
    return rest if rest[:1].isalpha() else name


def _fits(short: list[str], long: list[str]) -> bool:
    """Whether a short form can be the long one: same surname, and each given name or initial is found in its order."""
    if short[-1] != long[-1]:
        # "Jane" alone can be "jane doe"; "doe" of a double name can be "doe-smith" only by its first half.
        return len(short) == 1 and short[0] == long[0] and len(long) > 1
    given = iter(long[:-1])
    return all(any(_same(word, other) for other in given) for word in short[:-1])


def _same(word: str, other: str) -> bool:
    if word == other:
        return True
    short, long = sorted((word.rstrip("."), other.rstrip(".")), key=len)
    return len(short) == 1 and long.startswith(short)


def _spelled_out(words: list[str]) -> tuple[int, int]:
    return sum(len(word.rstrip(".")) > 1 for word in words), len(words)


def unify(names: Iterable[str]) -> dict[str, str]:
    """Name as written -> normal form of the person; a form that fits two persons stays its own."""
    forms = {name: normalize_name(name) for name in names}
    # A key without accents finds "Caliş" beside "Çalış"; candidates share a surname or a first word.
    split = {form: lexicons.fold(form).split() for form in sorted(set(forms.values())) if form.split()}
    by_word: dict[str, list[str]] = defaultdict(list)
    for form, words in split.items():
        for word in {words[0], words[-1]}:
            by_word[word].append(form)
    target: dict[str, str] = {}
    for form, words in split.items():
        longer = [
            other
            for other in {*by_word[words[-1]], *by_word[words[0]]}
            if other != form and _spelled_out(split[other]) > _spelled_out(words) and _fits(words, split[other])
        ]
        # All candidates must be one person themselves: the longest must fit every other.
        longer.sort(key=lambda other: (_spelled_out(split[other]), other))
        if longer and all(_fits(split[other], split[longer[-1]]) for other in longer[:-1]):
            target[form] = longer[-1]
    return {name: target.get(form, form) for name, form in forms.items()}


def bare_surnames(names: Iterable[str]) -> list[str]:
    """Surnames that may stand alone elsewhere in the text ("Doe was asked to return"), as written."""
    found = set()
    for name in names:
        plain = without_title(name)
        if "," in plain:
            surname = plain.partition(",")[0]
        else:
            words = plain.split()
            if len(words) < 2 and plain == name:
                continue
            surname = words[-1]
            at = len(words) - 1
            while at > 0 and words[at - 1].lower() in _PARTICLES:
                at -= 1
            surname = " ".join(words[at:])
        key = lexicons.fold(surname)
        if len(surname) >= 3 and surname[0].isalpha() and "." not in surname and key not in lexicons.common_words():
            if (
                key in lexicons.regions()
                or key in lexicons.words("nationalities")
                or lexicons.places().get(key, 0) >= 300
            ):
                continue
            found.add(surname)
    return sorted(found)
