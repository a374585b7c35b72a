"""Uniqueness, contribution, importance and document risk.

Formulas: Zhou, "Improving and Benchmarking Privacy in RAG" (TU München, 2025), section 4.2.3. Products are sums of
logarithms, so that an entity can be taken out of a product by taking out its term.
"""

from __future__ import annotations

import numpy as np

from sanon.risk.incidence import Booleans, Floats, Incidence, Integers

#: A contribution of exactly 1 would be a logarithm of 0; the error of the bound is 1e-15 in a risk.
LARGEST_CONTRIBUTION = 1.0 - 1e-15


def log_survival(contribution: Floats) -> Floats:
    """ln(1 − c) of contributions in [0, 1], finite; same shape."""
    return np.log1p(-np.minimum(contribution, LARGEST_CONTRIBUTION))


def risk_of(log_survivals: Floats) -> Floats:
    """1 − Π(1 − c) from Σ ln(1 − c); in [0, 1], same shape."""
    return 0.0 - np.expm1(log_survivals)  # not −expm1, which makes a risk of −0.0


def with_terms(risks: Floats, log_survivals: Floats) -> Floats:
    """1 − (1 − R) · exp(Σ ln(1 − c)): risks with more terms; where there are none, as they are; same shape."""
    more = np.minimum(risks, LARGEST_CONTRIBUTION)
    return np.where(log_survivals < 0.0, risk_of(np.log1p(-more) + log_survivals), risks)


def sum_by(group: Integers, terms: Floats, groups: int) -> Floats:
    """Sums of terms by group 0..groups-1, in the order of the terms; (groups,)."""
    return np.bincount(group, weights=terms, minlength=groups).astype(np.float64, copy=False)


def frequency(incidence: Incidence) -> Integers:
    """Number of documents of the corpus that mention each entity; (E,)."""
    if incidence.whole is not None:
        return incidence.whole.frequency
    return np.bincount(incidence.entity, minlength=incidence.entities)


def uniqueness(incidence: Incidence) -> Floats:
    """u(e) = ln((N+1)/freq(e)) / ln(N+1), in (0, 1]; 0 for an entity that no document mentions; (E,)."""
    documents = incidence.documents if incidence.whole is None else incidence.whole.documents
    return rarity(frequency(incidence), documents)


def rarity(counts: Integers, documents: int) -> Floats:
    """ln((N+1)/freq) / ln(N+1) of values in so many of N documents, in (0, 1]; 0 where there are none; same shape."""
    mentioned = counts > 0
    result = np.zeros(len(counts))
    result[mentioned] = np.log((documents + 1) / counts[mentioned]) / np.log(documents + 1)
    return result


def contribution(incidence: Incidence) -> Floats:
    """c(e,d) = relevance(e,d) · u(e) · w(type(e)), in [0, 1]; (M,)."""
    return incidence.relevance * (uniqueness(incidence) * incidence.weight)[incidence.entity]


def importance(incidence: Incidence) -> Floats:
    """imp(e) = max over d of relevance(e,d) · u(e) · w(type(e)), in [0, 1]; (E,)."""
    if incidence.whole is not None:
        return incidence.whole.relevance * (uniqueness(incidence) * incidence.weight)
    result = np.zeros(incidence.entities)
    np.maximum.at(result, incidence.entity, contribution(incidence))
    return result


def document_risk(incidence: Incidence, masked: Booleans) -> Floats:
    """R(d) = 1 − Π(1 − c(e,d)) over the entities of d that are not masked; (N,)."""
    terms = np.where(masked[incidence.entity], 0.0, log_survival(contribution(incidence)))
    return risk_of(sum_by(incidence.document, terms, incidence.documents))
