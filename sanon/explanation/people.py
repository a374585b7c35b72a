"""What each value of a document or chain costs in people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Integers
from sanon.risk.people import people_of
from sanon.selection.masked_corpus import MaskedCorpus


class ValueDigits(NamedTuple):
    """A value and its digits, all other values as they are.

    Attributes:
        entity: its column.
        now: digits that it tells, or a coarser value in its place; 0 behind a label, and beside a finer form of it.
        readable: digits that it tells, or would tell without its mask.
    """

    entity: int
    now: float
    readable: float


@dataclass(frozen=True)
class PeopleExplanation:
    """The digits of the persons of whom a document or chain tells most.

    Attributes:
        people: that fit all readable values together.
        digits: that the values tell together; 9.9 single out one in 8 billion.
        budget: that they may tell.
        values: of these persons, but direct identifiers; by falling digits now, then readable.
    """

    people: float
    digits: float
    budget: float
    values: tuple[ValueDigits, ...]


def explain_people(corpus: MaskedCorpus, documents: Sequence[int]) -> PeopleExplanation | None:
    """Take apart how many people fit a document or chain.

    Args:
        corpus: masks of now.
        documents: rows, one or more, in the order of the chain.

    Returns:
        None if the policy does not ask, or if no values of the same persons join the documents.
    """
    people, budget = corpus.demands.people, corpus.people_budget
    if people is None or budget is None:
        return None
    masked = corpus.masks.now.in_documents
    shown = corpus.coarser.shown if corpus.coarser else np.full(len(masked), NONE)
    subjects = budget.most_telling(documents, masked)
    if subjects is None:
        return None

    def digits_of(masked: Booleans, shown: Integers) -> float:
        return float(people.of_paths(subjects[np.newaxis], masked, shown)[0])

    values, total = [], digits_of(masked, shown)
    entities = people.entities_of(subjects.tolist())
    for entity in entities[people.digits_in(subjects.tolist(), entities) > 0].tolist():
        only = np.arange(len(masked)) == entity
        without = digits_of(masked | only, np.where(only, NONE, shown))
        values.append(ValueDigits(entity, total - without, digits_of(masked & ~only, shown) - without))
    return PeopleExplanation(
        people=people_of(total, people.population),
        digits=total,
        budget=people.budget,
        values=tuple(sorted(values, key=lambda one: (-round(one.now, 9), -round(one.readable, 9), one.entity))),
    )
