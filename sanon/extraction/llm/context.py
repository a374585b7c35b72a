"""What of the corpus the model is shown with a document in the second stage. Pure.

Too long a list makes models overlook what is in it. So what is left out is what many documents mention anyway, what
identifies nobody, and what is a direct identifier and needs no context to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sanon.records import Entity
from sanon.settings.model import ContextOrder
from sanon.settings.profile import Profile

#: What findings of the two stages say of their origin; "model" is the tagger of the embedded extractor.
ALONE, IN_CONTEXT = "llm", "llm with context"
#: Characters of the longest value that is listed: a value is a few words. A sentence in its place may be meant for the
#: model, by a document that wants to speak to it about all the others.
LONGEST_VALUE = 80


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
