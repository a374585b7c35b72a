"""What of a person's values still stands in the protected documents about that person: wholly, in part, or not. Pure.

A part counts by the weight of its words: "the capsizing of the [NAME]" keeps one telling word of two. The weight of a
word is ln((N + 1) / documents that hold it), for N documents before protection, so that "the" counts next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from sanon.settings.profile import Profile
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.lexical import WordWeights, between_blanks, words
from sanon.testbench.persons import Secret, Target

#: More words than this are no stand-in for a value.
_MOST_INSTEAD = 12
#: Number of a secret -> share of it that stands, in (0, 1].
Shares = Mapping[int, float]


class Standing:
    """What of one person stands in each protected document that stated something of that person.

    Args:
        originals, protected: texts by source id.
    """

    def __init__(
        self,
        target: Target,
        originals: Mapping[str, str],
        protected: Mapping[str, str],
        profile: Profile,
        weights: WordWeights,
    ) -> None:
        self.target = target
        self._giveaways = Giveaways(target.secrets, profile)
        self._weights = weights
        #: Source id -> secret -> share of it that stands there.
        self.shares: dict[str, dict[int, float]] = {}
        #: Source id -> secret -> words of it that stand there, of those of which only a part does.
        self.parts: dict[str, dict[int, str]] = {}
        #: Source id -> secret -> words that stand in the place of one that does not stand wholly.
        self.instead: dict[str, dict[int, str]] = {}
        for document in target.documents:
            self._look(document, originals[document], protected[document])

    def _look(self, document: str, original: str, protected: str) -> None:
        stated = self.target.stated_in(document)
        if original == protected:
            self.shares[document] = {number: 1.0 for number, _ in stated}
            self.parts[document] = self.instead[document] = {}
            return
        whole = self._giveaways.of(protected)
        before, after = words(original), words(protected)
        place: list[int | None] = [None] * len(before)
        for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
            place[block.a : block.a + block.size] = range(block.b, block.b + block.size)
        kept = [at is not None for at in place]
        self.shares[document], self.parts[document], self.instead[document] = {}, {}, {}
        for number, secret in stated:
            if number in whole:
                self.shares[document][number] = 1.0
                continue
            share, part = self._part(secret, before, kept)
            if share > 0:
                self.shares[document][number] = share
                self.parts[document][number] = part
            if instead := _instead(secret, before, place, after):
                self.instead[document][number] = instead

    def _part(self, secret: Secret, before: Sequence[str], kept: Sequence[bool]) -> tuple[float, str]:
        """The greatest share of one place of the value that is kept, and the words that are."""
        best = (0.0, "")
        for spelling in secret.spellings:
            sought = words(spelling)
            total = sum(self._weights[word] for word in sought)
            for start in _places(sought, before):
                left = [word for word, stays in zip(sought, kept[start : start + len(sought)], strict=True) if stays]
                # A share below 1: what stands wholly is found by its spelling.
                share = min(sum(self._weights[word] for word in left) / total, 0.99) if total else 0.0
                best = max(best, (share, " ".join(left)))
        return best

    @cached_property
    def readable(self) -> Shares:
        """What all documents together still show."""
        return together(self.shares.values())

    def read_in(self, documents: Iterable[str]) -> Shares:
        """What somebody learns of the person who reads these documents, of which others may be about other people."""
        return together(self.shares[one] for one in documents if one in self.shares)

    def revealed_by(self, answer: str, documents: Iterable[str]) -> Shares:
        """What an answer tells of the person that stands in the documents which it is made of."""
        there = self.read_in(documents)
        whole, said = self._giveaways.of(answer), between_blanks(answer)
        parts = {number: part for one in documents for number, part in self.parts.get(one, {}).items()}
        return {
            number: share if number not in whole else 1.0
            for number, share in there.items()
            if number in whole or (number in parts and f" {parts[number]} " in said)
        }

    def named_in(self, prompt: str) -> frozenset[int]:
        """Numbers of the secrets that a prompt gives away itself."""
        return self._giveaways.of(prompt)


def together(several: Iterable[Shares]) -> dict[int, float]:
    """The greatest share of each secret."""
    found: dict[int, float] = {}
    for shares in several:
        for number, share in shares.items():
            found[number] = max(share, found.get(number, 0.0))
    return found


def _instead(secret: Secret, before: Sequence[str], place: Sequence[int | None], after: Sequence[str]) -> str:
    """Words between what is kept before and after the first place of a value; empty if there are none, or too many."""
    for spelling in secret.spellings:
        sought = words(spelling)
        for start in _places(sought, before):
            first = next((at for at in reversed(place[:start]) if at is not None), -1)
            last = next((at for at in place[start + len(sought) :] if at is not None), len(after))
            found = after[first + 1 : last]
            return " ".join(found) if len(found) <= _MOST_INSTEAD else ""
    return ""


def _places(sought: Sequence[str], text: Sequence[str]) -> Iterator[int]:
    """Where some words stand one after the other."""
    size = len(sought)
    return (at for at in range(len(text) - size + 1) if size and text[at : at + size] == sought)
