"""One person, one entity: "Ms Doe", "Jane Doe" and "DOE, Jane" unify to the longest form that fits only one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from sanon.resolution.normal_forms import normalize_name
from sanon.text import lexicons
from sanon.text.titles import without_title
from sanon.text.vocabulary import words

PARTICLES = words("particles")


def _fits(short: list[str], long: list[str]) -> bool:
    """Whether a short form can be the long one: same surname, and each given name or initial is found in its order."""
    if short[-1] != long[-1]:
        # "Jane" alone can be "jane doe"; "doe" of a double name can be "doe-smith" only by its first half.
        return len(short) == 1 and short[0] == long[0] and len(long) > 1
    given = iter(long[:-1])
    return all(any(_abbreviates(word, other) for other in given) for word in short[:-1])


def _abbreviates(word: str, other: str) -> bool:
    """Whether a word is another one or its initial; not the other way round, so that "fits" is transitive."""
    return word == other or (len(word.rstrip(".")) == 1 and other.startswith(word.rstrip(".")))


def _spelled_out(words: list[str]) -> tuple[int, int]:
    return sum(len(word.rstrip(".")) > 1 for word in words), len(words)


def _rank(form: str) -> tuple[tuple[int, int], int, str]:
    """The larger, the more a form says: words in full, then words, then accents."""
    return _spelled_out(lexicons.fold(form).split()), sum(not c.isascii() for c in form), form


def fullest(names: Iterable[str]) -> str:
    """The normal form of one person from all her spellings."""
    return max(map(normalize_name, names), key=_rank)


def _only_person(words: list[str], others: Iterable[str], split: dict[str, list[str]]) -> str | None:
    """The longest of the longer forms that a form fits, if all of them can be that one person."""
    own = _spelled_out(words)
    longer = [
        o for o in others if len(split[o]) >= len(words) and _fits(words, split[o]) and _spelled_out(split[o]) > own
    ]
    if not longer:
        return None
    longest = max(longer, key=_rank)
    return longest if all(o == longest or _fits(split[o], split[longest]) for o in longer) else None


def _without_accents(forms: Iterable[str]) -> dict[str, str]:
    """Forms that differ only by accents -> the one with the most of them ("caliş", "çalış")."""
    same: dict[str, list[str]] = defaultdict(list)
    for form in forms:
        same[lexicons.fold(form)].append(form)
    return {form: max(alike, key=_rank) for alike in same.values() for form in alike}


def unify(names: Iterable[str]) -> dict[str, str]:
    """Name as written in one document -> normal form of the person; a form that fits two persons stays its own."""
    forms = {name: normalize_name(name) for name in names}
    accented = _without_accents(sorted(set(forms.values())))
    split = {form: words for form in set(accented.values()) if (words := lexicons.fold(form).split())}
    by_word: dict[str, set[str]] = defaultdict(set)
    for form, words in split.items():
        by_word[words[0]].add(form)
        by_word[words[-1]].add(form)
    target = {
        form: _only_person(words, by_word[words[-1]] | by_word[words[0]], split) or form
        for form, words in split.items()
    }

    def person(form: str) -> str:
        while (longer := target.get(form, form)) != form:  # "Jane" is "jane doe", who is "mary jane doe"
            form = longer
        return form

    return {name: person(accented[form]) for name, form in forms.items()}


def unify_in_corpus(forms: Iterable[str]) -> dict[str, str]:
    """Normal form -> that of the one person of a corpus it can be; a form that fits two persons stays its own.

    Stricter than in one document: the surname must be there, and the first given names must agree. The result depends
    on the set of forms only, and a form never becomes one that becomes another.
    """
    accented = _without_accents(forms)
    split = {form: words for form in set(accented.values()) if (words := lexicons.fold(form).split())}
    # What a form with this surname and this first name (or initial, or none) must be compared with.
    rivals: dict[tuple[str, str], list[str]] = defaultdict(list)
    for form, words in split.items():
        first = _first_given(words)
        for key in {"", first, first[:1]}:
            rivals[(words[-1], key)].append(form)
    target = {}
    for form, words in split.items():
        target[form] = _only_person(words, rivals[(words[-1], _first_given(words).rstrip("."))], split) or form
    return {form: target.get(best, best) for form, best in accented.items()}


def _first_given(words: list[str]) -> str:
    """The first word of a name that is no particle; none, if only the surname is there."""
    return next((word for word in words[:-1] if word not in PARTICLES), "")


def bare_given_names(names: Iterable[str]) -> frozenset[str]:
    """First names of full names, which may stand alone elsewhere in the text ("Jane was asked to return")."""
    found = set()
    for name in names:
        plain = without_title(name)
        words = plain.partition(",")[2].split() if "," in plain else plain.split()[:-1]
        first = _as_written(words[0].strip("’'")) if words else ""
        if len(first) >= 3 and first.isalpha() and first == first.title() and lexicons.fold(first) not in PARTICLES:
            found.add(first)
    return frozenset(found)


def bare_surnames(names: Iterable[str]) -> frozenset[str]:
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
            at = len(words) - 1
            while at > 0 and words[at - 1].lower() in PARTICLES:
                at -= 1
            surname = " ".join(words[at:])
        surname = _as_written(surname)
        if len(surname) >= 3 and surname[0].isalpha() and surname[0].isupper() and "." not in surname:
            found.add(surname)
    return frozenset(found)


def _as_written(name: str) -> str:
    return name.title() if name.isupper() else name
