"""How many people still fit what documents tell, under independence.

Relevance r of a value means: it is true of about 10^(−9.9·r) of the world's adults. Of a population N

    k = N · Π 10^(−9.9·r)        log10 k = log10 N − Σ 9.9·r

people fit all readable values together. 9.9·r are the digits of a value; 9.9 digits single out one in 8 billion people.
That at least K people fit is a budget of digits: Σ 9.9·r ≤ log10(N/K). Direct identifiers do not count, and forms of
the same thing count once: of a branch of a ladder what is finest, of one value in several documents the largest
relevance.
What the model assumes and where it fails: docs/decisions/0009-how-many-people-fit.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers, each_of
from sanon.risk.ladders import Ladders
from sanon.risk.scores import sum_by

#: Digits of a relevance of 1: one adult of the world.
DIGITS = 9.9
#: Rounding of a sum must not count as too many digits.
_SLACK = 1e-9
#: Fewer paths than this are computed one by one, faster than in arrays.
_FEW = 8


def people_of(digits: float, population: float) -> float:
    """The people that fit, N · 10^(−digits)."""
    return float(population * 10.0**-digits)


def binned_people(digits: Floats, population: float) -> Integers:
    """How many numbers of people fall into each power of ten, the most people first, the last bin below one person."""
    bins = int(np.ceil(np.log10(max(population, 1.0)))) + 1
    power = np.floor(np.log10(population) - digits + _SLACK).astype(np.int64) + 1
    return np.bincount(bins - 1 - np.clip(power, 0, bins - 1), minlength=bins)


@dataclass(frozen=True)
class Subjects:
    """Whose values are added up: S subjects, each one person of a document, or a whole document.

    A document has a subject for each person that its mentions name, with that person's values and with those of which
    nobody says whose they are. Where no mention names a person the document is the subject.

    Attributes:
        document: of each subject, ascending; (S,).
        begin: mentions of subject s are mention[begin[s]:begin[s+1]]; (S+1,).
        mention: ascending within a subject.
    """

    document: Integers
    begin: Integers
    mention: Integers

    @classmethod
    def of(cls, incidence: Incidence, person: Integers | None = None) -> Subjects:
        """The subjects of a corpus.

        Args:
            person: number of the person that each mention is about, from 0, −1 where nobody says so; (M,).
        """
        if person is None or (person < 0).all():
            return cls(np.arange(incidence.documents), incidence.start, np.arange(len(incidence.entity)))
        named = np.flatnonzero(person >= 0)
        persons = int(person.max()) + 1
        keys = np.unique(incidence.document[named] * persons + person[named])
        unnamed = np.setdiff1d(np.arange(incidence.documents), keys // persons)
        # A document without a named person has one subject, whose person is none of the others.
        document = np.concatenate([keys // persons, unnamed])
        number = np.concatenate([keys % persons, np.full(len(unnamed), -1)])
        order = np.lexsort((number, document))
        document, number = document[order], number[order]
        subject, mention = each_of(incidence.start, document)
        own = (person[mention] < 0) | (person[mention] == number[subject])
        begin = np.concatenate([[0], np.cumsum(np.bincount(subject[own], minlength=len(document)))])
        return cls(document, begin, mention[own])

    @property
    def count(self) -> int:
        """S."""
        return len(self.document)


@dataclass(frozen=True)
class People:
    """How many people fit, and how many must.

    Attributes:
        counted: entities whose values count: all but direct identifiers; (E,).
        ladders: which values are forms of others.
        subjects: whose values are added up.
        population: N.
        at_least: K, greater than 0.
    """

    incidence: Incidence
    counted: Booleans
    ladders: Ladders
    subjects: Subjects
    population: float
    at_least: float

    @property
    def budget(self) -> float:
        """log10(N/K), the digits that leave at least K people; a little more, for rounding."""
        return float(np.log10(self.population / self.at_least)) + _SLACK

    @cached_property
    def digits(self) -> Floats:
        """9.9 · relevance of each mention, 0 of direct identifiers; (M,)."""
        return np.where(self.counted[self.incidence.entity], DIGITS * self.incidence.relevance, 0.0)

    def readable(self, subjects: Iterable[int], masked: Booleans) -> dict[int, float]:
        """Entities that some subjects together still tell and that count, ascending, each with its digits.

        Args:
            masked: entities that are hidden in documents; (E,).
        """
        most: dict[int, float] = {}
        for subject in subjects:
            entities, digits = self.telling(subject)
            counts = ~masked[entities]
            for one, own in zip(entities[counts].tolist(), digits[counts].tolist(), strict=True):
                most[one] = max(most.get(one, 0.0), own)
        return dict(sorted(most.items()))

    def telling(self, subject: int) -> tuple[Integers, Floats]:
        """Entities of a subject that tell something, masked or not, ascending, and the digits of each."""
        begin, entities, digits = self._counting
        inside = slice(begin[subject], begin[subject + 1])
        return entities[inside], digits[inside]

    @cached_property
    def _counting(self) -> tuple[list[int], Integers, Floats]:
        """Entities and digits of the mentions that tell something; those of subject s are begin[s]:begin[s+1]."""
        mention = self.subjects.mention
        counts = self.digits[mention] > 0
        begin = np.concatenate([[0], np.cumsum(counts)])[self.subjects.begin].tolist()
        return begin, self.incidence.entity[mention[counts]], self.digits[mention[counts]]

    def entities_of(self, subjects: Collection[int]) -> Integers:
        """Entities that some subjects mention, ascending."""
        _, at = each_of(self.subjects.begin, np.array(list(subjects), dtype=np.int64))
        return np.unique(self.incidence.entity[self.subjects.mention[at]])

    def digits_in(self, subjects: Collection[int], entities: Integers) -> Floats:
        """The most digits of each of some entities in the values of some subjects, 0 where they are none; parallel."""
        _, at = each_of(self.subjects.begin, np.array(list(subjects), dtype=np.int64))
        mention = self.subjects.mention[at]
        most = np.zeros(self.incidence.entities)
        np.maximum.at(most, self.incidence.entity[mention], self.digits[mention])
        return most[entities]

    def of_subjects(self, masked: Booleans, shown: Integers | None = None) -> Floats:
        """Digits of what each subject still tells.

        Args:
            masked: entities that are hidden in documents; (E,).
            shown: node of the coarser value in place of each masked entity, NONE for a label; (E,).
        """
        subject = np.repeat(np.arange(self.subjects.count), np.diff(self.subjects.begin))
        return self._together(subject, self.subjects.mention, self.subjects.count, masked, shown)

    def of_documents(self, masked: Booleans, shown: Integers | None = None) -> Floats:
        """Digits of the person of each document of whom it tells most; arguments as of `of_subjects`; (N,)."""
        digits = np.zeros(self.incidence.documents)
        np.maximum.at(digits, self.subjects.document, self.of_subjects(masked, shown))
        return digits

    def of_paths(self, paths: Integers, masked: Booleans, shown: Integers | None = None) -> Floats:
        """Digits of what the subjects along some paths tell together; paths are (n, length), the result (n,)."""
        if len(paths) < _FEW and shown is None:
            return np.array([self.of_path(path, masked) for path in paths.tolist()], dtype=np.float64)
        place, at = each_of(self.subjects.begin, paths.ravel())
        return self._together(place // paths.shape[1], self.subjects.mention[at], len(paths), masked, shown)

    def of_path(self, subjects: Iterable[int], masked: Booleans) -> float:
        """Digits of what some subjects tell together, computed one by one; masked is (E,)."""
        return self.ladders.of_few(self.readable(subjects, masked))

    def _together(
        self, group: Integers, mention: Integers, groups: int, masked: Booleans, shown: Integers | None
    ) -> Floats:
        entity, own = self.incidence.entity[mention], self.digits[mention]
        node, hidden = self.ladders.node[entity], masked[entity]
        if shown is not None and len(self.ladders.digits):
            coarse = hidden & (shown[entity] != NONE)
            node, hidden = np.where(coarse, shown[entity], node), hidden & ~coarse
            own = np.where(coarse, self.ladders.digits[node], own)
        readable = ~hidden & (own > 0)
        alone, on_ladder = np.flatnonzero(readable & (node == NONE)), np.flatnonzero(readable & (node != NONE))
        keys = group[alone] * self.incidence.entities + entity[alone]
        if (keys[1:] <= keys[:-1]).any():
            order = np.lexsort((own[alone], keys))
            alone = alone[order[np.flatnonzero(np.diff(keys[order], append=-1))]]  # the largest of one value in a group
        total = sum_by(group[alone], own[alone], groups)
        return total + self.ladders.together(group[on_ladder], node[on_ladder], own[on_ladder], groups)
