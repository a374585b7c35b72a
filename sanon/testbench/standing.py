"""What of a person still stands in the protected documents, and which of them still lead to each other. Pure.

A value stands wholly, in part, or not. A part counts by the weight of its words: "the capsizing of the [NAME]" keeps
one telling word of two. The weight of a word is ln((N + 1) / documents that hold it), for N documents before
protection, so that "the" counts next to nothing.

Two documents are joined if what of the person both show, all of it together, stands in no document about somebody else:
then who holds one finds the other by searching. Also a stand-in joins, as a pseudonym that both show and no other does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import combinations

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


#: A number of fewer digits is that of a label.
_LEAST_DIGITS = 4
#: (type, normal form)
Value = tuple[str, str]


class Joins:
    """The pairs of documents of one person that are still joined.

    Args:
        standing: what of the person stands in each document.
        readable: source id -> values that a document shows, of whomever; of all documents.
        folded: source id -> words of the protected text between blanks; of all documents.
    """

    def __init__(self, standing: Standing, readable: Mapping[str, frozenset[Value]], folded: Mapping[str, str]) -> None:
        self.standing = standing
        self.documents = standing.target.documents
        own = {(secret.type, secret.normalized) for secret in standing.target.secrets}
        shown = {one: readable[one] & own for one in self.documents}
        others = [name for name in readable if name not in shown]
        self.pairs: set[tuple[str, str]] = set()
        for a, b in combinations(self.documents, 2):
            both = shown[a] & shown[b]
            by_values = bool(both) and not any(both <= readable[name] for name in others)
            if by_values or self._by_stand_in(a, b, others, folded):
                self.pairs.add((a, b))

    def _by_stand_in(self, a: str, b: str, others: list[str], folded: Mapping[str, str]) -> bool:
        instead, secrets = self.standing.instead, self.standing.target.secrets
        same = {
            words
            for number, words in instead[a].items()
            if instead[b].get(number) == words and _label_removed(words, secrets[number].type)
        }
        return any(not any(f" {words} " in folded[name] for name in others) for words in same)

    @property
    def possible(self) -> int:
        """Pairs of documents about the person."""
        return len(self.documents) * (len(self.documents) - 1) // 2

    @cached_property
    def groups(self) -> list[list[str]]:
        """Documents that lead to each other, over others if need be; each document in one group."""
        groups = [{one} for one in self.documents]
        for a, b in self.pairs:
            first, second = (next(group for group in groups if one in group) for one in (a, b))
            if first is not second:
                first |= second
                groups.remove(second)
        return [sorted(group) for group in groups]


def _label_removed(words: str, entity_type: str) -> str:
    """What stands in the place of a value besides a label: its type, and a number within the document."""
    left = f" {words} ".replace(f" {entity_type.lower().replace('_', ' ')} ", " ").split()
    return " ".join(word for word in left if not (word.isdigit() and len(word) < _LEAST_DIGITS))
