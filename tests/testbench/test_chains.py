"""Chains against the truth, on graphs whose numbers are worked out by hand."""

import numpy as np
import pandas as pd
import pytest

from sanon.risk.incidence import Incidence
from sanon.settings.policy import Policy
from sanon.testbench.chains import calibration, nearest_pairs, person_chains
from sanon.testbench.dataset.records import Cluster, DocumentEntities, GeneratedCluster, GeneratedDocument, PersonEntity


def cluster(risk, held, person):
    """A cluster by what its documents hold; values are ages."""
    return GeneratedCluster(
        cluster=Cluster(
            cluster="c",
            risk=risk,
            documents=tuple(held),
            person=tuple(PersonEntity(type="AGE", value=one, normalized=one) for one in person),
        ),
        documents=tuple(GeneratedDocument(id=name, metadata={}, content="x") for name in held),
        entities=tuple(
            DocumentEntities(id=name, entities=tuple((one, one, "AGE", 0.5) for one in some))
            for name, some in held.items()
        ),
        questions=(),
    )


HELD = {"a": ["1", "2"], "b": ["2", "3"], "c": ["3", "9"], "d": ["9"], "e": []}


@pytest.mark.parametrize(
    ("length", "chains"),
    [
        (2, ["ab", "bc"]),
        # a and c share nothing, b lies between them.
        (3, ["ab", "bc", "abc"]),
        (6, ["ab", "bc", "abc"]),
    ],
)
def test_a_dangerous_chain_goes_over_values_of_the_person(length, chains):
    """9 is not the person's: d shares it with c and belongs to nobody."""
    found = person_chains([cluster("HIGH", HELD, "123")], length)
    assert found == {frozenset(one) for one in chains}


def test_a_chain_is_a_path_and_no_star():
    """b, c and d share a value with a only: a path has no room for all four."""
    star = {"a": ["1", "2", "3"], "b": ["1"], "c": ["2"], "d": ["3"]}
    found = person_chains([cluster("MEDIUM", star, "123")], 4)
    assert found == {frozenset(one) for one in ("ab", "ac", "ad", "abc", "abd", "acd")}


def test_nobody_finds_the_others_by_design():
    assert person_chains([cluster("LOW", HELD, "123")], 3) == frozenset()


def incidence(rows, weight):
    """Documents by their entities, all of relevance 1 and of one weight."""
    names = sorted({entity for some in rows.values() for entity in some})
    mentions = [(document, entity, 1.0) for document, some in rows.items() for entity in some]
    return Incidence.build(
        rows,
        pd.DataFrame({"id": names, "type": "T", "weight": weight}),
        pd.DataFrame(mentions, columns=["source_id", "entity_id", "relevance"]),
    )


def test_chains_are_counted_by_their_risk_and_by_what_the_attacker_walked():
    """Three documents, a–b by x and b–c by y; each entity stands in two of three documents.

    u = ln(4/2) / ln 4 = 1/2; with weight 1 a link has strength 1/2; R(a) = R(c) = 1/2, R(b) = 1 − 1/4 = 3/4.
    hop = 1/2 · (1 + (1/2 + 3/4)/2) / 2 = 0.40625; the chain of both 1 − (1 − 0.40625)² = 0.6475.
    """
    corpus = incidence({"a": ["x"], "b": ["x", "y"], "c": ["y"]}, 1.0)
    bins = calibration(corpus, {(0, 1)}, np.array([0, 0, -1]), Policy(edge_threshold=0.5, max_chain_length=3))
    assert [one.chains for one in bins] == [0, 0, 0, 0, 2, 0, 1, 0, 0, 0]
    assert bins[4].mean_risk == pytest.approx(0.40625)
    assert bins[6].mean_risk == pytest.approx(1 - (1 - 0.40625) ** 2)
    # Of a–b and b–c the attacker walks the first, and the whole not at all; only a and b are about one person.
    assert (bins[4].relinked, bins[6].relinked) == (0.5, 0)
    assert (bins[4].one_person, bins[6].one_person) == (0.5, 0)
    assert bins[0].relinked is None


def test_a_pair_is_found_from_either_side():
    assert nearest_pairs(np.array([[1, 2], [-1, -1], [0, -1]])) == {(0, 1), (0, 2)}
