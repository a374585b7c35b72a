"""What each value of a document or chain costs in people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sanon.results.explain import DigitsOfEntity, ExplainedPeople
from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Integers
from sanon.risk.people import people_of
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import TIE


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


def explain_people(corpus: MaskedCorpus, documents: Sequence[int]) -> tuple[ExplainedPeople, list[ValueDigits]] | None:
    """Take apart how many people fit the persons of whom a document or chain tells most.

    Args:
        corpus: masks of now.
        documents: rows, one or more, in the order of the chain.

    Returns:
        What these persons' values tell, and each value but direct identifiers, by falling digits now, then readable.
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

    values, total = list[ValueDigits](), digits_of(masked, shown)
    entities = people.entities_of(subjects.tolist())
    for entity in entities[people.digits_in(subjects.tolist(), entities) > 0].tolist():
        only = np.arange(len(masked)) == entity
        without = digits_of(masked | only, np.where(only, NONE, shown))
        values.append(ValueDigits(entity, total - without, digits_of(masked & ~only, shown) - without))
    values.sort(key=lambda one: (-round(one.now, 9), -round(one.readable, 9), one.entity))
    return ExplainedPeople(
        people=people_of(total, people.population),
        population=people.population,
        at_least=people.at_least,
        digits=total,
        budget=people.budget,
        entities=[DigitsOfEntity(**corpus.named(one.entity), digits=one.now) for one in values if one.now > TIE],
    ), values
