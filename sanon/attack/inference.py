"""Whether what a reader infers is right. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from sanon.attack.reader import Guess
from sanon.resolution.ladders import Ladders
from sanon.resolution.normal_forms import normalize
from sanon.results.attack import InferredValues
from sanon.settings.profile import Profile
from sanon.text.folding import fold

Closeness = Literal["exact", "coarser", "wrong"]
_WORD = re.compile(r"[^\W_]+")
#: Fewer words are a name that many people have.
_LEAST_WORDS = 2


def added(several: Iterable[InferredValues]) -> InferredValues:
    """What was inferred of several documents, from what was of each."""
    some = list(several)
    return InferredValues(**{name: sum(getattr(one, name) for one in some) for name in InferredValues.model_fields})


class Inference:
    """Compares guesses with what stood there.

    Args:
        profile: knows the normal form of each type and its coarser values.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile, self._ladders = profile, Ladders(profile)

    def of(self, guess: Guess | None, about: str, export: str, hidden: Iterable[tuple[str, str]]) -> InferredValues:
        """Score one document.

        Args:
            guess: of the reader; None if there is none.
            about: original text of the document, and of other texts about its person where there are such.
            export: its protected text.
            hidden: type and original value of each hidden place, in the order of the guess.
        """
        places = list(hidden)
        best: dict[tuple[str, str], Closeness] = {}
        for number, (kind, value) in enumerate(places):
            key = kind, normalize(value, self._profile.types[kind].normal_form)
            found = self.closeness(kind, value, guess.values[number]) if guess else "wrong"
            best[key] = min(found, best.get(key, "wrong"), key=("exact", "coarser", "wrong").index)
        how = list(best.values())
        return InferredValues(
            documents=1,
            unread=guess is None,
            named=guess is not None and named(guess.person, about, export),
            values=len(how),
            exact=how.count("exact"),
            coarser=how.count("coarser"),
        )

    def closeness(self, entity_type: str, value: str, guess: str) -> Closeness:
        """How near a guess comes to a value."""
        if not guess:
            return "wrong"
        form = self._profile.types[entity_type].normal_form
        ours, theirs = normalize(value, form), normalize(guess, form)
        if ours == theirs:
            return "exact"
        up, beside = self._ladders.climb(entity_type, ours), self._ladders.climb(entity_type, theirs)
        if up is None:
            return "wrong"
        if beside is not None and up.start == beside.start:
            return "exact"
        nearest = up.rungs[0].value
        under = {theirs, *(rung.value for rung in beside.rungs[:1])} if beside else {theirs}
        return "coarser" if nearest in under else "wrong"


def named(person: str, about: str, export: str) -> bool:
    """Whether a name of two words or more stands in what is known of a person, and not all of it in the export."""
    words = _WORD.findall(fold(person).text)
    before, after = (f" {' '.join(_WORD.findall(fold(text).text))} " for text in (about, export))
    return (
        len(words) >= _LEAST_WORDS
        and f" {' '.join(words)} " in before
        and not all(f" {word} " in after for word in words)
    )
