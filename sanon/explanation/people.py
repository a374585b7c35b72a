"""What each value of a document costs in people."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sanon.risk.people import people_of
from sanon.selection.choice import falling
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.people_budget import DigitsEvaluator


@dataclass(frozen=True)
class PeopleExplanation:
    """The digits of the person of a document of whom it tells most.

    Attributes:
        people: that fit all readable values together.
        digits: that they tell together; 9.9 single out one in 8 billion.
        budget: that they may tell.
        values: readable entities that tell something, each with the digits that its mask would take; most first.
    """

    people: float
    digits: float
    budget: float
    values: tuple[tuple[int, float], ...]


def explain_people(corpus: MaskedCorpus, document: int) -> PeopleExplanation | None:
    """Take apart how many people fit one document; None if the policy does not ask.

    Args:
        corpus: masks of now.
        document: row.
    """
    people = corpus.demands.people
    if people is None:
        return None
    masked = corpus.masks.now.in_documents
    subjects = np.flatnonzero(people.subjects.document == document)
    digits = people.of_subjects(masked, corpus.coarser.shown if corpus.coarser else None)[subjects]
    most = int(digits.argmax())
    entities, impacts = DigitsEvaluator(people, [int(subjects[most])], masked).impacts()
    order = falling(impacts)
    values = zip(entities[order].tolist(), impacts[order].tolist(), strict=True)
    told = float(digits[most])
    return PeopleExplanation(people_of(told, people.population), told, people.budget, tuple(values))
