"""What else could have been masked, on a corpus small enough to follow, and always a way to the limit."""

import pandas as pd
import pytest
from hypothesis import given, settings

from sanon.explanation.entity import alternatives
from sanon.selection.select import select
from sanon.settings.policy import Policy
from tests.reference import Corpus
from tests.strategies import masked_corpus, tables

#: N = 3 and every entity in one document, so u = 1; with weight 1 a contribution is its relevance.
RELEVANCE = {"a": 0.9, "b": 0.8, "c": 0.5, "d": 0.4}
IDS = [letter * 32 for letter in RELEVANCE]


def _situation(theta_doc, masked="a", allowed=RELEVANCE):
    corpus = {
        "documents": pd.DataFrame({"source_id": ["x", "y", "z"]}),
        "entities": pd.DataFrame({"id": IDS, "type": "NAME", "weight": 1.0})
        .assign(masked=[e in masked for e in RELEVANCE], decided_by="document", leaves_link=False, relabelled=False),
        "mentions": pd.DataFrame({"source_id": "x", "entity_id": IDS, "relevance": RELEVANCE.values()}),
    }  # fmt: skip
    corpus = masked_corpus(corpus, Policy(theta_doc=theta_doc))
    corpus.demands.candidates.allowed[:] = [entity in allowed for entity in RELEVANCE]
    return corpus


def _masks(other):
    return "".join(sorted(mask.id[0] for mask in other.masks))


def test_an_alternative_for_a_document_costs_the_masks_that_reach_its_limit_without_the_entity():
    # Unmasked, R = 1 − 0.1·0.2·0.5·0.6 = 0.994. With a readable it never falls below 0.9; 0.95 needs a survival of
    # 0.05 from 0.1 · (0.2 0.5 0.6 of what stays readable): without b 0.1·0.5·0.6 = 0.03; without b, c 0.06 is enough.
    instead, others = alternatives(_situation(0.95), 0, [0], shown=5)
    assert instead.risk == pytest.approx(1 - 0.2 * 0.5 * 0.6)
    assert instead.risk_without == pytest.approx(1 - 0.1 * 0.2 * 0.5 * 0.6)
    # b first takes c too; c first takes b too; d first takes b: 0.1·0.5 = 0.05 is enough.
    assert [(other.id[0], _masks(other), other.cost) for other in others] == [
        ("b", "bc", 2.0),
        ("c", "bc", 2.0),
        ("d", "bd", 2.0),
    ]


def test_nothing_can_stand_in_for_an_entity_that_is_above_the_limit_alone():
    instead, others = alternatives(_situation(0.85), 0, [0], shown=5)
    assert instead.risk_without > instead.limit
    assert others == []


def test_a_mask_that_others_have_made_unnecessary_has_no_alternative_and_needs_none():
    instead, others = alternatives(_situation(0.95, masked="abc"), 0, [0], shown=5)
    # a and d readable: 1 − 0.1·0.6 = 0.94.
    assert instead.risk_without == pytest.approx(0.94)
    assert instead.risk_without < instead.limit
    assert others == []


def test_what_the_policy_never_masks_is_no_alternative():
    _, others = alternatives(_situation(0.95, allowed="abc"), 0, [0], shown=5)
    assert [_masks(other) for other in others] == ["bc", "bc"]


@settings(max_examples=60)
@given(tables(documents=6, masks=False))
def test_every_alternative_brings_the_chain_to_its_limit_without_the_entity(corpus):
    policy = Policy(edge_threshold=0.05, theta_doc=1.0, theta_chain=0.05)
    unmasked, slow = masked_corpus(corpus, policy), Corpus.of(corpus)
    choices = select(unmasked).choices
    masked = unmasked.with_labels([choice.entity for choice in choices])
    ids = unmasked.incidence.entity_ids
    for choice in choices:
        instead, others = alternatives(masked, choice.entity, choice.documents, shown=20)
        chain = tuple(masked.names(choice.documents))
        kept = {ids[one.entity] for one in choices} - {ids[choice.entity]}
        assert instead.risk_without == pytest.approx(slow.chain_risk(chain, kept), abs=1e-9)
        assert instead.limit == pytest.approx(choice.limit, abs=1e-9)
        assert instead.risk <= instead.limit + 1e-9
        for other in others:
            masks = {mask.id for mask in other.masks}
            assert ids[choice.entity] not in masks
            assert other.cost == len(other.masks) == len(masks)
            left = slow.chain_risk(chain, kept | masks)
            assert left <= instead.limit + 1e-9
