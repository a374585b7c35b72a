"""What makes one document risky, and what each value of a document or chain costs in people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sanon.explanation.browser import browser_query
from sanon.results.explain import ChainWithLimit, ContributingEntity, DigitsOfEntity, ExplainedDocument, ExplainedPeople
from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Integers
from sanon.risk.paths_near import worst_chains_through
from sanon.risk.people import people_of
from sanon.risk.scores import contribution, log_survival, risk_of
from sanon.selection.choice import falling
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import TIE


def explain_document(corpus: MaskedCorpus, document: int, chains: int) -> ExplainedDocument:
    """Take the risk of one document apart; how many people fit it, and what a background knows, are left to others.

    Args:
        corpus: masks of now.
        document: row.
        chains: how many to return, the worst now first.

    Returns:
        Its entities by falling contribution, ties by id.
    """
    incidence = corpus.incidence
    mentions = np.arange(incidence.start[document], incidence.start[document + 1])
    scores = contribution(incidence)[mentions]
    order = falling(scores)
    mentions, scores = mentions[order], scores[order]
    entities = incidence.entity[mentions]
    masked = corpus.masks.now.in_documents[entities]
    terms = log_survival(scores)
    cumulative = risk_of(np.cumsum(np.where(masked, 0.0, terms)))
    columns = (entities.tolist(), scores.tolist(), masked.tolist(), cumulative.tolist())
    worst = worst_chains_through(corpus.graph, [document], corpus.policy.max_chain_length, chains)
    source_id = incidence.source_ids[document]
    return ExplainedDocument(
        source_id=source_id,
        risk=float(risk_of(terms.sum())),
        residual_risk=float(cumulative[-1]) if len(cumulative) else 0.0,
        limit=float(corpus.demands.theta_doc[document]),
        entities=[
            ContributingEntity(**corpus.named(entity), contribution=score, masked=is_masked, cumulative=risk)
            for entity, score, is_masked, risk in zip(*columns, strict=True)
        ],
        chains=[_with_limit(corpus, chain.documents, chain.risk) for chain in worst],
        browser_query=browser_query("what_makes_this_document_risky", source_id),
    )


def _with_limit(corpus: MaskedCorpus, documents: tuple[int, ...], residual_risk: float) -> ChainWithLimit:
    return ChainWithLimit(
        documents=corpus.names(documents),
        risk=corpus.unmasked.along(documents).chain_risk(documents, range(len(documents) - 1)),
        residual_risk=residual_risk,
        limit=corpus.limit_along(documents),
    )


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
