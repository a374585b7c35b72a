"""Masks that nothing needs at the end are given back: against a search of the whole corpus for each, and by hand."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sanon.risk.masks import Masks
from sanon.selection.giving_back import needless
from sanon.selection.select import select
from sanon.selection.strategy import STRATEGIES
from sanon.settings.policy import Policy
from tests.selection.test_people import LENIENT, corpus_of, people
from tests.strategies import masked_corpus, tables

strategies = st.sampled_from([one() for one in STRATEGIES.classes.values()])
LIMITS = st.fixed_dictionaries(
    {
        "theta_doc": st.sampled_from([0.4, 0.8, 1.0]),
        "theta_chain": st.sampled_from([0.1, 0.5, 1.0]),
        "rho_high": st.sampled_from([0.7, 1.0]),
        "rho_medium": st.sampled_from([0.9, 1.0]),
    }
)


def _is_over(corpus, entity):
    """Whether a document that mentions the entity, or a chain through one, is above a limit."""
    documents = set(corpus.incidence.document[corpus.incidence.entity == entity].tolist())
    if documents.intersection(np.flatnonzero(corpus.documents_above()).tolist()):
        return True
    found = (
        one for requirement in corpus.requirements for block in requirement.violations(corpus.state) for one in block
    )
    return any(documents.intersection(one.documents) for one in found)


def _slow(corpus, chosen):
    cost, gone = corpus.demands.candidates.cost, set()
    for entity in sorted(chosen, key=lambda one: (-cost[one], one)):
        without = corpus.with_masks(corpus.masks.showing([*gone, entity]))
        if not _is_over(without, entity):
            gone.add(entity)
    return gone


def _under(corpus, limits):
    policy = Policy(**corpus.policy.model_dump() | limits)
    return corpus.under(
        policy, replace(corpus.demands, theta_doc=np.full(corpus.incidence.documents, policy.theta_doc))
    )


@settings(max_examples=200)
@given(people(), LIMITS, st.randoms(use_true_random=False))
def test_what_is_given_back_is_what_a_search_of_the_whole_corpus_gives_back(case, limits, draw):
    _compare(_under(case.corpus, limits), draw)


@settings(max_examples=200)
@given(tables(documents=4, masks=False), LIMITS, st.randoms(use_true_random=False))
def test_what_the_limits_of_chains_allow_is_given_back_also_where_it_changes_them(tables, limits, draw):
    _compare(masked_corpus(tables, Policy(edge_threshold=0.2, **limits)), draw)


def _compare(corpus, draw):
    """With some masks of the early and of the late stages, and two costs."""
    count = corpus.incidence.entities
    leaves_link = np.array([draw.random() < 0.3 for _ in range(count)], dtype=bool)
    early, late = ([one for one in range(count) if draw.random() < 0.4] for _ in range(2))
    masks = Masks.none(count).with_early(early, leaves_link).with_late(late, leaves_link)
    candidates = replace(corpus.demands.candidates, cost=np.array([draw.choice([1.0, 2.0]) for _ in range(count)]))
    corpus = replace(corpus.with_masks(masks), demands=replace(corpus.demands, candidates=candidates))
    chosen = [one for one in range(count) if masks.now.in_documents[one] and draw.random() < 0.8]
    assert needless(corpus, chosen) == _slow(corpus, chosen)


@settings(max_examples=100)
@given(people(), LIMITS, strategies)
def test_after_a_selection_every_mask_is_needed_and_everything_is_within_the_policy(case, limits, strategy):
    done = select(_under(case.corpus, limits), strategy)
    assert done.met
    assert (done.after.documents_over_policy, done.after.chains_over_policy) == (0, 0)
    below = done.corpus.people()
    assert (below.documents_below, below.chains_below) == (0, 0)
    for choice in done.choices:
        assert _is_over(done.corpus.with_masks(done.corpus.masks.showing([choice.entity])), choice.entity)
    second = select(done.corpus, strategy)
    assert second.choices == []
    if done.lower_bound is not None:
        assert done.lower_bound <= done.cost


def test_the_dearest_needless_mask_is_given_back_first_then_the_smaller_id():
    # 8.602 digits may stay; a tells x and y, 5 + 4, b y and z, 4 + 7, and all three are masked.
    rows = [("a", "x", 5.0), ("a", "y", 4.0), ("b", "y", 4.0), ("b", "z", 7.0)]
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT))
    masked = corpus.with_masks(Masks.none(3).with_late([0, 1, 2]))
    # x comes back, 5 in a; then y would make 9 there; z makes 7 in b alone.
    assert needless(masked, [0, 1, 2]) == {0, 2}
    # The dearest is y: it makes 4 in both. Then x would make 9 in a, and z 11 in b.
    dear = replace(masked.demands.candidates, cost=np.array([1.0, 3.0, 1.0]))
    assert needless(replace(masked, demands=replace(masked.demands, candidates=dear)), [0, 1, 2]) == {1}


def test_what_is_masked_together_and_what_was_published_is_not_given_back():
    rows = [("a", "x", 2.0), ("a", "y", 2.0), ("a", "z", 2.0)]
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT))
    masked = corpus.with_masks(Masks.none(3).with_late([0, 1, 2]))
    twins = replace(masked, demands=replace(masked.demands, twins=((0, 1),)))
    assert needless(twins, [0, 1, 2]) == {2}
    published = corpus.with_masks(Masks.none(3).with_late([0]))
    assert select(published).corpus.masks.now.in_documents.tolist() == [True, False, False]


def test_what_the_document_stage_masks_in_vain_is_given_back_only_where_people_must_fit():
    # Contributions: x .37 in a, z .35 in b, y .36 in both (relevance .9754, u = ln(3/2)/ln 3 = .3691); limit .38.
    # a comes first, .5968: without x .36 is left. b has .584: without y .35. Then x is needless: .37.
    y = 0.36 / (math.log(1.5) / math.log(3)) * 9.9
    rows = [("a", "x", 0.37 * 9.9), ("a", "y", y), ("b", "y", y), ("b", "z", 0.35 * 9.9)]
    corpus = corpus_of(rows, Policy(at_least=1, theta_doc=0.38))
    assert [(choice.entity, choice.stage) for choice in select(corpus).choices] == [(1, "document")]
    alone = replace(corpus, demands=replace(corpus.demands, people=None))
    assert [choice.entity for choice in select(alone).choices] == [0, 1]
