"""Which documents of one person still lead to each other, and what somebody collects who follows them. Pure.

Two documents are joined if what of the person both show, all of it together, stands in no document about somebody else:
then who holds one finds the other by searching. Also a stand-in joins, as a pseudonym that both show and no other does.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

from sanon.testbench.standing import Standing

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
