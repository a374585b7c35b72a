"""Four documents small enough to calculate on paper."""

import math

import numpy as np
import pandas as pd
import pytest

from sanon.risk.chains import LinkGraph, enumerate_chains, hop_risk
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk, importance, uniqueness

# N = 3. "name" is in one document, "clinic" in two, "city" in all three.
#   u(name) = ln 4 / ln 4 = 1      u(clinic) = ln 2 / ln 4 = 1/2      u(city) = ln(4/3) / ln 4
# weights 1, 0.8, 0.5
CITY = math.log(4 / 3) / math.log(4)
ENTITIES = pd.DataFrame(
    [("clinic", "P", 0.8), ("city", "L", 0.5), ("name", "N", 1.0)],
    columns=["id", "type", "weight"],
)
MENTIONS = pd.DataFrame(
    [
        ("a", "name", 0.9),
        ("a", "clinic", 0.5),
        ("b", "clinic", 1.0),
        ("a", "city", 0.2),
        ("b", "city", 0.4),
        ("c", "city", 1.0),
    ],
    columns=["source_id", "entity_id", "relevance"],
)


@pytest.fixture
def corpus():
    return Incidence.build(["c", "a", "b"], ENTITIES, MENTIONS)


def test_uniqueness_is_one_for_a_single_document_and_one_half_for_the_root_of_the_corpus(corpus):
    assert corpus.entity_ids == ["city", "clinic", "name"]
    assert uniqueness(corpus) == pytest.approx([CITY, 0.5, 1.0], abs=1e-12)


def test_importance_takes_the_largest_relevance(corpus):
    assert importance(corpus) == pytest.approx([0.5 * CITY, 0.4, 0.9], abs=1e-12)


def test_document_risk_is_the_complement_of_the_product_of_complements(corpus):
    unmasked = np.zeros(3, bool)
    a = 1 - (1 - 0.9) * (1 - 0.5 * 0.5 * 0.8) * (1 - 0.2 * CITY * 0.5)
    b = 1 - (1 - 1.0 * 0.5 * 0.8) * (1 - 0.4 * CITY * 0.5)
    assert document_risk(corpus, unmasked) == pytest.approx([a, b, 0.5 * CITY], abs=1e-12)
    without_name = np.array([False, False, True])
    assert document_risk(corpus, without_name)[0] == pytest.approx(1 - (a - 1) / (0.9 - 1), abs=1e-12)


def test_a_certain_identifier_makes_the_risk_one_and_masking_it_gives_the_rest_back():
    mentions = pd.DataFrame(
        [("a", "name", 1.0), ("a", "city", 1.0), ("b", "city", 1.0)], columns=["source_id", "entity_id", "relevance"]
    )
    corpus = Incidence.build(["a", "b"], ENTITIES, mentions)
    city = 0.5 * math.log(3 / 2) / math.log(3)
    assert document_risk(corpus, np.zeros(3, bool)) == pytest.approx([1.0, city], abs=1e-12)
    assert document_risk(corpus, np.array([False, False, True])) == pytest.approx([city, city], abs=1e-12)


def test_strength_takes_the_larger_relevance_of_the_two_documents(corpus):
    links = derive_links(corpus, 0.4)
    # a and b share the clinic (max relevance 1.0: 0.4) and the city (max 0.4: 0.2 CITY); c only shares the city.
    assert list(zip(links.a, links.b, strict=True)) == [(0, 1)]
    assert links.strength(np.zeros(3, bool)) == pytest.approx([1 - 0.6 * (1 - 0.2 * CITY)], abs=1e-12)
    assert links.strength(np.array([True, False, False])) == pytest.approx([0.4], abs=1e-12)


def test_hop_risk_is_strength_scaled_between_one_half_and_one():
    strength, risk_a, risk_b = np.array([0.8, 0.8, 0.8]), np.array([0.0, 1.0, 0.5]), np.array([0.0, 1.0, 0.7])
    assert hop_risk(strength, risk_a, risk_b) == pytest.approx([0.4, 0.8, 0.8 * 1.6 / 2], abs=1e-15)


def test_a_triangle_has_three_chains_of_two_and_three_of_three():
    ends_a, ends_b = np.array([0, 0, 1]), np.array([1, 2, 2])
    graph = LinkGraph.build(3, ends_a, ends_b, np.array([0.5, 0.2, 0.1]))
    found = {
        tuple(chain): risk
        for block in enumerate_chains(graph, 3)
        for chain, risk in zip(block.documents.tolist(), block.risk.tolist(), strict=True)
    }
    assert found == pytest.approx(
        {(0, 1): 0.5, (0, 2): 0.2, (1, 2): 0.1, (0, 1, 2): 0.55, (0, 2, 1): 0.28, (1, 0, 2): 0.6}, abs=1e-12
    )
