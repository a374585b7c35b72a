"""What of the corpus the model is shown with a document in the second stage. Pure.

Too long a list makes models overlook what is in it. So what is left out is what many documents mention anyway, what
identifies nobody, what is a direct identifier and needs no context to be seen, and what does not resemble anything that
stands in the document.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sanon.extraction.llm.normals import LEAST_ACRONYM
from sanon.records import Entity
from sanon.settings.model import ContextOrder
from sanon.settings.profile import Profile
from sanon.text.frequencies import is_everyday_somewhere, zipf_somewhere

#: What findings of the two stages say of their origin; "model" is the tagger of the embedded extractor.
ALONE, IN_CONTEXT = "llm", "llm with context"
#: Characters of the longest value that is listed: a value is a few words. A sentence in its place may be meant for the
#: model, by a document that wants to speak to it about all the others.
LONGEST_VALUE = 80

_WORDS = re.compile(r"\w+")
#: Letters that a word and its inflected forms begin with alike.
_STEM = 5
#: Zipf value of the commonest words.
_COMMONEST = 8.0
#: Letters of scripts that put no blanks between words.
_UNPARTED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff]")


@dataclass(frozen=True)
class ContextFilter:
    """Which entities go into the context.

    Attributes:
        strength: least filter score, max_relevance · uniqueness, in [0, 1].
        direct: direct identifiers too.
        top: at most so many; None for all.
        order: which come first.
    """

    strength: float = 0.35
    direct: bool = False
    top: int | None = None
    order: ContextOrder = "most-relevant"


@dataclass(frozen=True)
class CorpusEntity:
    """An entity of the corpus.

    Attributes:
        entity: value and type.
        relevance: the largest of all its mentions.
        score: its filter score.
        latest: whether this load read a document that mentions it, and the last such document; else the last of all.
    """

    entity: Entity
    relevance: float
    score: float
    latest: tuple[bool, str]


def existing_entities(known: Iterable[CorpusEntity], profile: Profile, chosen: ContextFilter) -> list[Entity]:
    """The entities that pass the filter and are no sentences, first those that are wanted most; ties by entity id."""
    passing = [
        one
        for one in known
        if one.score >= chosen.strength
        and (chosen.direct or not profile.types[one.entity.type].direct)
        and len(one.entity.value) <= LONGEST_VALUE
    ]
    passing.sort(key=lambda one: one.entity.id)
    if chosen.order == "most-recent":
        passing.sort(key=lambda one: one.latest, reverse=True)
    else:
        passing.sort(key=lambda one: one.relevance, reverse=chosen.order == "most-relevant")
    return [one.entity for one in passing[: chosen.top]]


class Context:
    """Entities of a corpus, each shown with the documents in which something may stand for it.

    More than half of what the words of an entity tell has to stand in the document, whatever their endings: the rarer a
    word, the more it tells, and one of everyday language tells nothing. An entity that has no other words, is a number
    or is in a script that does not part words, has to stand there as it is, whatever the blanks. An acronym may stand
    for the words that it is made of, and they for it.

    Args:
        entities: those that are wanted most first.
    """

    def __init__(self, entities: Sequence[Entity]) -> None:
        self._entities = entities
        self._by_stem: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self._by_acronym: defaultdict[str, list[int]] = defaultdict(list)
        self._total: list[float] = []
        self._unparted: list[tuple[int, str]] = []
        self._single: list[tuple[int, str]] = []
        for number, entity in enumerate(entities):
            value = folded(entity.value)
            words = _WORDS.findall(value)
            weights = {} if _UNPARTED.search(value) else _weights(words)
            self._total.append(sum(weights.values()))
            for stem, weight in weights.items():
                self._by_stem[stem].append((number, weight))
            if not weights or (len(words) == 1 and any(map(str.isdigit, value))):
                self._unparted.append((number, _squeezed(value)))
            if len(words) == 1 and len(value) >= LEAST_ACRONYM:
                self._single.append((number, value))
            self._by_acronym[_initials(words)].append(number)

    def beside(self, text: str) -> list[Entity]:
        """The entities to show with a text, those that are wanted most first."""
        text = folded(text)
        words, squeezed = _WORDS.findall(text), _squeezed(text)
        initials = _initials(words)
        shared: defaultdict[int, float] = defaultdict(float)
        for stem in set(map(_stem, words)):
            for number, weight in self._by_stem.get(stem, ()):
                shared[number] += weight
        found = {number for number, weight in shared.items() if weight > self._total[number] / 2}
        found.update(number for number, value in self._unparted if value in squeezed)
        found.update(number for number, value in self._single if value in initials)
        for word in set(words):
            if len(word) >= LEAST_ACRONYM:
                found.update(self._by_acronym.get(word, ()))
        return [self._entities[number] for number in sorted(found)]


def folded(text: str) -> str:
    """A text to look for words in: one form of each character, in lower case, with single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _weights(words: Iterable[str]) -> dict[str, float]:
    """What each word tells, in powers of ten, by its stem; words of everyday language are left out."""
    telling = (word for word in words if len(word) > 1 and not is_everyday_somewhere(word))
    return {_stem(word): _COMMONEST - zipf_somewhere(word) for word in telling}


def _stem(word: str) -> str:
    """What a word and its inflected forms begin with; one with a digit has none."""
    return word if any(map(str.isdigit, word)) else word[:_STEM]


def _initials(words: Iterable[str]) -> str:
    return "".join(word[0] for word in words)


def _squeezed(text: str) -> str:
    return text.replace(" ", "")
