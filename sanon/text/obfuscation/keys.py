"""What is searched for in decoded texts: values without all but letters and digits, and what people make of a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Generic, Literal, NamedTuple, TypeVar

from sanon.text.lexicons import common_words
from sanon.text.obfuscation.decoding import skeleton
from sanon.text.obfuscation.tokens import TOKEN
from sanon.text.searched import SearchedEntity
from sanon.text.titles import is_common, says_else, without_title
from sanon.text.vocabulary import words

Kind = Literal["value", "initials", "surname", "given name", "turned", "turned initials"]
#: In which documents a key means its entity: in all, or in those that mention it; in others perhaps, or not.
Reach = Literal["corpus", "perhaps", "document"]

#: Letters and digits that a key has at least; shorter ones stand in too many other words.
_SHORTEST = 4
_SHORTEST_NAME = 3
#: How people say the signs of an e-mail address.
_SPOKEN = ("at", "dot"), ("ät", "punkt")
#: Words of surnames; longer names than people have would be a thousand keys that stand everywhere in each other.
_MOST_SURNAMES = 12
#: Letters and digits of a line of an address.
_SHORTEST_PART = 7
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "ø": "oe"})
_PARTICLES = words("particles")
#: Ends of Slavic names of which the last letter changes.
_ADJECTIVES = ("ski", "sky", "ska", "cki", "cky", "cka", "ova", "eva", "owa", "ewa")

_Entity = TypeVar("_Entity", bound=SearchedEntity)


@dataclass(frozen=True, slots=True)
class Key(Generic[_Entity]):
    """One way in which an entity may stand in a text.

    Attributes:
        text: letters and digits.
        cuts: where the words of the value meet in it.
        kind: the value as it is; a name turned round, or shortened to initials; a surname or given name alone.
        reach: in which documents it means the entity.
        has_digits: it is a number, not words.
        is_name: it is inflected, and joined in user names.
        is_word: a name that is a word too ("Smith"): only a capital inside a sentence tells.
    """

    entity: _Entity
    text: str
    cuts: tuple[int, ...]
    kind: Kind
    reach: Reach
    has_digits: bool
    is_name: bool
    is_word: bool


def keys_of(entity: _Entity) -> Iterator[Key[_Entity]]:
    """The keys of an entity; the more certain ones first."""
    corpus_wide = frozenset(entity.corpus_wide_values)
    for value in entity.search_values:
        reach: Reach = "corpus" if value in corpus_wide else "document"
        for spelling in dict.fromkeys((value, value.translate(_UMLAUTS))):
            tokens = TOKEN.findall(skeleton(spelling))
            text = "".join(tokens)
            if len(text) >= _SHORTEST and not (is_common(text) if entity.normal_form == "name" else is_word(text)):
                yield _key(entity, tokens, "value", reach)
            for at, dot in _SPOKEN if "@" in spelling else ():
                spoken = spelling.replace("@", f" {at} ").replace(".", f" {dot} ")
                yield _key(entity, TOKEN.findall(skeleton(spoken)), "value", reach)
            # "7 Elm Road" of "7 Elm Road, Leeds LS1 4AB"
            for part in spelling.split(",") if entity.normal_form == "text" and "," in spelling else ():
                tokens = TOKEN.findall(skeleton(part))
                text = "".join(tokens)
                if len(text) >= _SHORTEST_PART and len(tokens) > 1 and not text.isalpha() and not text.isdigit():
                    yield _key(entity, tokens, "value", "document")
            if entity.normal_form == "name":
                yield from _name_keys(entity, spelling, reach)


class PersonName(NamedTuple):
    """The words of a name, each as its letters between hyphens and apostrophes; no titles.

    Attributes:
        given: all before the surname, particles too.
        called: those of them that are no particles.
        surname: the last word.
    """

    given: list[list[str]]
    called: list[list[str]]
    surname: list[str]

    @classmethod
    def of(cls, spelling: str) -> PersonName | None:
        """Take a name apart; None if it holds more than letters."""
        before, comma, behind = without_title(spelling).partition(",")
        words = [TOKEN.findall(word) for word in skeleton(f"{behind} {before}" if comma else before).split()]
        words = [word for word in words if word]
        if not words or not all(part.isalpha() for word in words for part in word):
            return None
        *given, surname = words
        return cls(given, [word for word in given if word[0] not in _PARTICLES], surname)


def people_of(entities: Iterable[_Entity]) -> Iterator[tuple[_Entity, PersonName]]:
    """The names of people that are searched in every document, each with its entity."""
    for entity in entities:
        for value in entity.corpus_wide_values if entity.normal_form == "name" else ():
            if name := PersonName.of(value):
                yield entity, name


def _name_keys(entity: _Entity, spelling: str, reach: Reach) -> Iterator[Key[_Entity]]:
    name = PersonName.of(spelling)
    if name is None:
        return
    given, called, surname = name
    particles = _parts([word for word in given if word not in called])
    family = "".join(surname)
    is_person = bool(called) and len("".join(called[0])) > 1
    if is_person and len(family) >= _SHORTEST_NAME:
        first, every = called[0], [*given, surname]
        yield _key(entity, [*first, *particles, *surname], "value", reach)
        yield _key(entity, [*surname, *first], "turned", reach)
        yield _key(entity, [*particles, *surname, *first], "turned", reach)
        for at in _surnames(every):  # "García Márquez, Gabriel"
            yield _key(entity, _parts([*every[at:], *every[:at]]), "turned", reach)
        # "mvdheuvel", "yfarouqi" of Yasmin al-Farouqi
        yield _key(entity, [*(word[0][0] for word in given), *surname], "initials", reach)
        yield _key(entity, [called[0][0][0], surname[-1]], "initials", reach)
        for initials in dict.fromkeys((called[0][0][0], "".join(word[0][0] for word in called))):
            yield _key(entity, [*initials, *particles, *surname], "initials", reach)
            yield _key(entity, [*surname, *initials], "turned initials", reach)
    if len(family) >= _SHORTEST and not is_common(family):
        # A surname that is no word is hardly anybody else's.
        alone: Reach = "perhaps" if reach == "corpus" and is_person and not is_word(family) else "document"
        yield _key(entity, surname, "surname", alone)
        if family.endswith(("ek", "ec")):  # Nováček and Nováčková
            yield _key(entity, [family[:-2] + family[-1] + "ova"], "surname", "document")
        if family.endswith(_ADJECTIVES):  # Brzezińska and Brzezińskiej
            yield _key(entity, [*surname[:-1], surname[-1][:-1]], "surname", "document")
    # "Mr García", "Ms Ferrand": each of several names may stand alone.
    parts = [[part] for word in (*called, surname) if len(word) > 1 for part in word]
    for word in (*called, *parts) if is_person else ():
        if len("".join(word)) >= _SHORTEST_NAME and not says_else("".join(word)):
            yield _key(entity, word, "given name", "document")
    for at in _surnames(given):
        yield _key(entity, _parts([*given[at:], surname]), "surname", "document")


def _surnames(words: list[list[str]]) -> range:
    """Where in a name its surnames may begin."""
    return range(max(1, len(words) - _MOST_SURNAMES), len(words))


def _parts(name: list[list[str]]) -> list[str]:
    return [part for word in name for part in word]


def _key(entity: _Entity, tokens: list[str], kind: Kind, reach: Reach) -> Key[_Entity]:
    text = "".join(tokens)
    cuts = tuple(accumulate(map(len, tokens[:-1])))
    has_digits = any(map(str.isdigit, text))
    is_name = entity.normal_form == "name" and not has_digits
    return Key(entity, text, cuts, kind, reach, has_digits, is_name, is_word=not cuts and text in common_words())


@lru_cache(maxsize=65536)
def is_word(text: str, at_least: float = 3.2) -> bool:
    """Whether every text may use it as a word: 10^at_least times in a billion words of English or German."""
    from wordfreq import zipf_frequency  # its lists take a moment: only where something is masked

    # The small lists hold every word above 3, and are read in a tenth of the time.
    return any(zipf_frequency(text, language, wordlist="small") >= at_least for language in ("en", "de"))
