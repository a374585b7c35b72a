"""What a corpus says about the stand-ins of its values: who belongs to an address, which dates move together."""

from __future__ import annotations

import hmac
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from sanon.replacement.operators.base import Target
from sanon.replacement.surrogates import dates, emails, identifiers, names, phones, places
from sanon.replacement.surrogates.draws import Draws
from sanon.replacement.surrogates.spelling import tokens
from sanon.replacement.surrogates.wordlists import DEFAULT_LOCALE
from sanon.settings.profile import Profile
from sanon.text.lexicons import fold

#: Letters before a number that so many numbers of a type begin with say what kind of number it is.
_PREFIX_OF = 3
_ATTEMPTS = 100
_AGES = (-3, -2, -1, 1, 2, 3)


@dataclass(frozen=True)
class CorpusValues:
    """What a corpus holds.

    Attributes:
        targets: all its entities, masked or not.
        documents: entity id -> the documents that mention it.
        published: entity id -> its stand-in of an earlier run.
    """

    targets: tuple[Target, ...]
    documents: Mapping[str, frozenset[str]]
    published: Mapping[str, str] = field(default_factory=dict)


class SurrogateCorpus:
    """Makes the stand-ins of a corpus.

    Args:
        key: secret of the corpus.
    """

    def __init__(self, key: bytes, profile: Profile, values: CorpusValues) -> None:
        self._key, self._profile, self._corpus = key, profile, values
        self._holds = {name: {name, *kind.accepts} for name, kind in profile.types.items()}
        self._used = set(values.published.values())
        self._made: dict[str, str | None] = {}

    def of_document(self, source_id: str) -> SurrogateCorpus:
        """Stand-ins for one document alone, which say nothing of those elsewhere; they are no value of the corpus."""
        key = hmac.digest(self._key, b"document\0" + source_id.encode(), "sha256")
        there = self._targets_in.get(source_id, ())
        documents = {target.id: frozenset({source_id}) for target in there}
        alone = SurrogateCorpus(key, self._profile, CorpusValues(there, documents))
        # What is said of the corpus is said once.
        for shared in ("_avoid", "_values", "_locale", "_prefixes"):
            alone.__dict__[shared] = getattr(self, shared)
        return alone

    def stand_in(self, target: Target) -> str | None:
        """What stands for an entity, in the normal form of its type; None if its type has no harmless stand-in."""
        if target.id in self._corpus.published:
            return self._corpus.published[target.id]
        if target.id not in self._made:
            made = self._stand_in(target)
            self._made[target.id] = made
            if made is not None:
                self._used.add(made)
        return self._made[target.id]

    def _stand_in(self, target: Target) -> str | None:
        holds = self._holds[target.type]
        if "@" in target.value or ("USERNAME" in holds and target.normal_form == "text"):
            return self._fresh(lambda attempt: self._mailbox(target, attempt))
        if target.normal_form == "name":
            return self._fresh(lambda attempt: self._name(target, attempt))
        if target.normal_form == "id":
            prefixes = self._prefixes.get(target.type, ())
            return identifiers.stand_in(self._draws("id", target), target.value, prefixes, self._values | self._used)
        if target.normal_form == "phone":
            number = phones.plain(target.value)
            return self._fresh(
                lambda attempt: phones.stand_in(self._draws("phone", target, attempt), number, self._values)
            )
        if target.normal_form == "date":
            return dates.stand_in(target.value, self._offsets.get(target.id, self._corpus_offset))
        if target.normal_form == "age":
            return self._age(target)
        made = None
        if "LOCATION" in holds:
            made = places.place(self._draws("place", target), target.value, self._avoid)
        if made is None and "ADDRESS" in holds and any(map(str.isdigit, target.value)):
            made = places.address(self._draws("address", target), target.value, self._avoid)
        if made is None and "PROVIDER" in holds:
            made = places.organisation(self._draws("organisation", target), target.value, self._avoid)
        return made

    def _draws(self, what: str, target: Target, attempt: int | None = None) -> Draws:
        """The draws of an entity; another attempt gives others."""
        return Draws(self._key, what, target.id, *([] if attempt is None else [str(attempt)]))

    def _fresh(self, make: Callable[[int], str | None]) -> str | None:
        """The first that nothing in the corpus has, of what attempts make."""
        for attempt in range(_ATTEMPTS):
            made = make(attempt)
            if made is None or (made not in self._used and made not in self._values):
                return made
        return None

    def _name(self, target: Target, attempt: int) -> str:
        draws = self._draws("name", target, attempt)
        return names.stand_in(draws, target.value, target.spellings, self._avoid, self._locale)

    def _mailbox(self, target: Target, attempt: int) -> str:
        host = emails.host(Draws(self._key, "host", target.value.partition("@")[2]))
        draws, words = self._draws("email", target, attempt), self._name_words(target)
        return emails.stand_in(draws, host, target.value, words, again=attempt > 0)

    def _name_words(self, target: Target) -> dict[str, str]:
        """The words of the name that an address is made of, with those of its stand-in; nothing if it is nobody's."""
        local = target.value.partition("@")[0]
        where = self._corpus.documents.get(target.id, frozenset())
        best, owner = 0, None
        for person in self._persons:
            letters = emails.made_of(local, names.parts_of(person.value))
            if letters > best and where & self._corpus.documents.get(person.id, frozenset()):
                best, owner = letters, person
        if owner is None:
            return {}
        old, new = names.parts_of(owner.value), tokens(self.stand_in(owner) or "")
        return dict(zip(old, new, strict=True)) if len(old) == len(new) else {}

    def _age(self, target: Target) -> str | None:
        if not target.value.isdigit():
            return None
        moved = int(target.value) + self._draws("age", target).pick(_AGES)
        return str(moved if moved > 0 else int(target.value) + 1)

    @cached_property
    def _avoid(self) -> set[str]:
        return {fold(word) for target in self._corpus.targets for word in tokens(target.value)}

    @cached_property
    def _values(self) -> set[str]:
        plain = {phones.plain(one.value) for one in self._corpus.targets if one.normal_form == "phone"}
        return plain | {target.value for target in self._corpus.targets}

    @cached_property
    def _targets_in(self) -> dict[str, tuple[Target, ...]]:
        found: defaultdict[str, list[Target]] = defaultdict(list)
        for target in self._corpus.targets:
            for source_id in self._corpus.documents.get(target.id, ()):
                found[source_id].append(target)
        return {source_id: tuple(some) for source_id, some in found.items()}

    @cached_property
    def _persons(self) -> tuple[Target, ...]:
        return tuple(sorted((one for one in self._corpus.targets if one.normal_form == "name"), key=lambda one: one.id))

    @cached_property
    def _locale(self) -> str:
        """The locale of most names of the corpus: that of those that nothing tells."""
        counts = Counter(filter(None, (names.locale_of(one.value) for one in self._persons)))
        return min(counts, key=lambda one: (-counts[one], one)) if counts else DEFAULT_LOCALE

    @cached_property
    def _prefixes(self) -> dict[str, list[str]]:
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for target in self._corpus.targets:
            if target.normal_form == "id":
                letters = len(target.value) - len(target.value.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
                counts[target.type][target.value[:letters]] += 1
        return {
            kind: [one for one, count in found.items() if one and count >= _PREFIX_OF] for kind, found in counts.items()
        }

    @cached_property
    def _corpus_offset(self) -> int:
        return dates.offset(self._key, "corpus")

    @cached_property
    def _offsets(self) -> dict[str, int]:
        """Days that each date moves. Dates that share a document move together: intervals in a text stay true.

        A group moves as what was published of it does; else its person says how far: the one in most of its documents.
        """
        movable = [target for target in self._corpus.targets if target.normal_form == "date"]
        documents = {target.id: sorted(self._corpus.documents.get(target.id, ())) for target in movable}
        group_of = _groups(documents.values())
        group = {name: group_of[some[0]] if some else name for name, some in documents.items()}
        published: dict[int | str, int] = {}
        for target in movable:
            moved = dates.days_between(target.value, self._corpus.published.get(target.id, ""))
            if moved is not None:
                published.setdefault(group[target.id], moved)
        persons: defaultdict[int | str, Counter[str]] = defaultdict(Counter)
        for person in self._persons:
            for document in self._corpus.documents.get(person.id, frozenset()) & group_of.keys():
                persons[group_of[document]][person.id] += 1
        offsets = {}
        for target in movable:
            counted = persons.get(group[target.id])
            anchor = min(counted, key=lambda one: (-counted[one], one)) if counted else "corpus"
            moved = published.get(group[target.id])
            offsets[target.id] = dates.offset(self._key, anchor) if moved is None else moved
        return offsets


def _groups(joined: Collection[list[str]]) -> dict[str, int]:
    """The number of the group of each document, from lists of documents that belong together."""
    number = {one: place for place, one in enumerate({one for some in joined for one in some})}
    ends = np.array([(number[some[0]], number[one]) for some in joined for one in some], dtype=np.int64).reshape(-1, 2)
    shape = (len(number), len(number))
    _, group = connected_components(coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=shape))
    return dict(zip(number, group.tolist(), strict=True))
