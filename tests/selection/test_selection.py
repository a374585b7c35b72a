"""What is masked, against the slow reference and against what must always hold."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.risk.incidence import Incidence
from sanon.risk.limits import ChainLimits
from sanon.risk.links import derive_links
from sanon.risk.masks import Hidden, Masks
from sanon.risk.scores import document_risk
from sanon.selection.candidates import Candidates
from sanon.selection.chain_risks import ChainEvaluator, ChainRisks
from sanon.selection.demands import Demands
from sanon.selection.early_stages import document_stage, sparing_stage
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.masking_state import ChainState, CorpusState
from sanon.selection.select import select
from sanon.selection.strategies.greedy import Greedy
from sanon.selection.strategy import STRATEGIES, Problem
from sanon.settings.policy import Policy
from tests import reference
from tests.strategies import hidden_of, incidence_of, masked_corpus, masks_of, policies, tables


def _ids(arrays, choices):
    return [arrays.entity_ids[choice.entity] for choice in choices]


def _some(arrays, every):
    return np.arange(arrays.entities) % every == 0


@given(tables(masks=False), policies)
def test_the_document_stage_masks_what_the_reference_masks(corpus, policy):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    risks = [slow.document_risk(d, set()) for d in slow.documents]
    assume(all(abs(risk - policy.theta_doc) > 1e-9 for risk in risks) or policy.theta_doc in (0.0, 1.0))
    limits, allowed = np.full(arrays.documents, policy.theta_doc), np.ones(arrays.entities, bool)
    choices = document_stage(CorpusState(arrays, Hidden.nothing(arrays.entities)), limits, allowed)
    assert _ids(arrays, choices) == reference.document_stage(slow, policy.theta_doc, set())


@settings(max_examples=60)
@given(tables(documents=6, masks=False), policies)
def test_the_greedy_chain_stage_masks_what_the_reference_masks(corpus, policy):
    slow = reference.Corpus.of(corpus)
    assume(not slow.undecided(policy.edge_threshold))
    first = reference.document_stage(slow, policy.theta_doc, set())
    selection = select(masked_corpus(corpus, policy))
    assert _ids(selection.corpus.incidence, selection.choices) == first + reference.greedy_chain_stage(
        slow, policy.edge_threshold, policy.max_chain_length, policy.theta_chain, set(first)
    )


@settings(max_examples=60)
@given(tables(documents=6, masks=False), policies)
def test_the_greedy_chain_stage_labels_what_the_reference_labels_when_masks_leave_links(corpus, policy):
    slow, plain = reference.Corpus.of(corpus), masked_corpus(corpus, policy)
    assume(not slow.undecided(policy.edge_threshold))
    leaves_link = _some(plain.incidence, 2)
    masks = Masks.none(len(leaves_link)).with_early(np.flatnonzero(_some(plain.incidence, 3)).tolist(), leaves_link)
    state = ChainState(plain.incidence, masks.now, plain.links)
    chains = ChainRisks(plain.with_masks(masks).limits, policy.max_chain_length)
    choices = Greedy().plan(Problem(state, (chains,), plain.demands.candidates.for_chains(masks.now))).choices
    names = np.array(plain.incidence.entity_ids, dtype=object)
    assert _ids(plain.incidence, choices) == reference.greedy_chain_stage(
        slow,
        policy.edge_threshold,
        policy.max_chain_length,
        policy.theta_chain,
        set(names[masks.now.in_documents]),
        set(names[masks.now.in_links]),
    )


@given(tables(documents=6), policies)
def test_what_is_over_policy_is_what_the_reference_finds(corpus, policy):
    slow, masked = reference.Corpus.of(corpus), masked_corpus(corpus, policy)
    assume(not slow.undecided(policy.edge_threshold))
    now, before = hidden_of(corpus), hidden_of(corpus, before_chains=True)
    chains = slow.chains(slow.links(policy.edge_threshold), policy.max_chain_length)
    pre = {chain: slow.chain_risk(chain, *before) for chain in chains}
    assume(all(min(abs(risk - 0.5), abs(risk - 0.75)) > 1e-9 for risk in pre.values()))
    over = reference.over_policy(slow, policy.edge_threshold, policy.max_chain_length, policy.theta_chain, now, before)
    summary = masked.summary
    assert summary.chains_over_policy == len(over)
    worst = max((slow.chain_risk(chain, *now) for chain in chains), default=0.0)
    assert summary.max_chain_risk == pytest.approx(worst, abs=1e-9)
    assert summary.documents_over_policy == sum(
        slow.document_risk(d, now[0]) > policy.theta_doc + 1e-12 for d in slow.documents
    )


@given(tables(documents=6), policies, st.booleans())
def test_afterwards_nothing_is_over_policy_and_a_second_run_finds_nothing_to_do(corpus, policy, linking):
    slow, masked = reference.Corpus.of(corpus), masked_corpus(corpus, policy)
    arrays = masked.incidence
    if linking:
        masked = replace(masked, demands=replace(masked.demands, leaves_link=_some(arrays, 2)))
    selection = select(masked)
    assert selection.met
    assert selection.after == selection.corpus.summary
    assert (selection.after.documents_over_policy, selection.after.chains_over_policy) == (0, 0)
    # By the reference, too.
    names = np.array(arrays.entity_ids, dtype=object)
    now, before = (
        (set(names[hidden.in_documents]), set(names[hidden.in_links]))
        for hidden in (selection.corpus.masks.now, selection.corpus.masks.before_chains)
    )
    assert all(slow.document_risk(d, now[0]) <= policy.theta_doc + 1e-9 for d in slow.documents)
    if not slow.undecided(policy.edge_threshold):
        for chain in slow.chains(slow.links(policy.edge_threshold), policy.max_chain_length):
            was = slow.chain_risk(chain, *before)
            if min(abs(was - 0.5), abs(was - 0.75)) > 1e-9:
                assert slow.chain_risk(chain, *now) <= reference.limit(was, policy.theta_chain) + 1e-9
    second = select(selection.corpus)
    assert second.choices == []
    assert second.after == selection.after


@given(tables(documents=7, masks=False), policies, st.sampled_from([one() for one in STRATEGIES.classes.values()]))
def test_an_operator_that_leaves_a_link_stays_where_no_chain_forbids_it(corpus, policy, strategy):
    plain = masked_corpus(corpus, policy)
    linking = replace(plain, demands=replace(plain.demands, leaves_link=np.ones(plain.incidence.entities, bool)))
    selection = select(linking, strategy)
    assert selection.met
    result = selection.corpus
    for choice in selection.choices:
        assert choice.leaves_link != bool(result.masks.now.in_links[choice.entity])
    if all(choice.leaves_link for choice in selection.choices):
        return
    # Not all operators can stay: with the links of all of them some chain is over its limit.
    nothing = np.zeros(result.incidence.entities, bool)
    linked = result.with_masks(Masks(Hidden(result.masks.now.in_documents, nothing), result.masks.before_chains))
    assert linked.summary.chains_over_policy > 0


@given(tables(masks=False), policies)
def test_direct_identifiers_go_first_and_lists_before_them(corpus, policy):
    masked = masked_corpus(corpus, policy)
    always, direct = _some(masked.incidence, 4), _some(masked.incidence, 2)
    selection = select(replace(masked, demands=replace(masked.demands, always=always, direct=direct)))
    stages = [choice.stage for choice in selection.choices]
    assert stages == sorted(stages, key=["list", "direct", "document", "chain"].index)
    assert {c.entity for c in selection.choices if c.stage == "list"} == set(np.flatnonzero(always))
    assert {c.entity for c in selection.choices if c.stage == "direct"} == set(np.flatnonzero(direct & ~always))


@given(tables(), policies)
def test_masking_an_entity_never_raises_a_risk(corpus, policy):
    arrays = incidence_of(corpus)
    links = derive_links(arrays, policy.edge_threshold)
    state = ChainState(arrays, Hidden.nothing(arrays.entities), links)
    for entity in range(arrays.entities):
        risk, strength, hop = state.document_risk.copy(), state.strength.copy(), state.hop()
        state.mask(entity)
        # The order of a sum may change with a mask: rounding, and no more.
        assert (state.document_risk <= risk + 1e-15).all()
        assert (state.strength <= strength + 1e-15).all()
        assert (state.hop() <= hop + 1e-15).all()
    assert state.document_risk.max(initial=0) == 0


@given(tables(), policies)
def test_masks_one_by_one_leave_what_masks_at_once_leave(corpus, policy):
    arrays, masked = incidence_of(corpus), masks_of(corpus).now.in_documents
    links = derive_links(arrays, policy.edge_threshold)
    state = ChainState(arrays, Hidden.nothing(arrays.entities), links)
    for entity in np.flatnonzero(masked):
        state.mask(int(entity))
    assert np.allclose(state.document_risk, document_risk(arrays, masked), atol=1e-12)
    assert np.allclose(state.strength, links.strength(masked), atol=1e-12)


@given(tables(documents=6), policies)
def test_the_impact_of_an_entity_is_what_a_label_takes_from_the_chain(corpus, policy):
    slow, plain = reference.Corpus.of(corpus), masked_corpus(corpus, policy)
    arrays, (masked, unlinked) = plain.incidence, hidden_of(corpus)
    for link, (a, b) in enumerate(zip(plain.links.a, plain.links.b, strict=True)):
        names = (arrays.source_ids[a], arrays.source_ids[b])
        impacts = ChainEvaluator(plain.state, [a, b], [link]).impacts()
        assert {arrays.entity_ids[e] for e in impacts} == {e for d in names for e in slow.documents[d]} - unlinked
        for entity, impact in impacts.items():
            name = {arrays.entity_ids[entity]}
            left = slow.chain_risk(names, masked | name, unlinked | name)
            assert abs(impact - (slow.chain_risk(names, masked, unlinked) - left)) < 1e-9


@given(tables(documents=7, masks=False), policies)
def test_holding_one_chain_at_a_time_masks_what_holding_all_masks(corpus, policy):
    plain = masked_corpus(corpus, policy)

    def masked(chains_held):
        everything = Candidates(np.ones(plain.incidence.entities, bool), np.ones(plain.incidence.entities))
        chains = ChainRisks(ChainLimits(plain.state.hop(), policy), policy.max_chain_length, chains_held)
        return Greedy().plan(Problem(plain.state.copy(), (chains,), everything)).entities

    assert masked(1) == masked(10**6)


def test_a_chain_that_a_mask_weakens_below_the_edge_threshold_is_a_chain_still():
    # N = 2, u = ln(3/2)/ln 3 for what both share: .3691. a and b share x (1.0) and y (.4): s = .3691 and .1476, the
    # strength is .4622. With θ_doc = .2 the document stage takes x; never_mask keeps y. The link has .1476 left, below
    # the threshold of .4, and its hop is .1476 · (1 + .1476) / 2 = .0847: above θ_chain = .05, the policy is not met.
    entities = pd.DataFrame([("x", "NAME", 1.0), ("y", "AGE", 0.4)], columns=["id", "type", "weight"])
    mentions = pd.DataFrame(
        [("a", "x", 1.0), ("b", "x", 1.0), ("a", "y", 1.0), ("b", "y", 1.0)],
        columns=["source_id", "entity_id", "relevance"],
    )
    arrays = Incidence.build(["a", "b"], entities, mentions)
    policy = Policy(edge_threshold=0.4, theta_doc=0.2, theta_chain=0.05)
    plain = Demands.plain(arrays, policy)
    demands = replace(plain, candidates=Candidates(np.array([True, False]), np.ones(2)))
    selection = select(MaskedCorpus.build(arrays, Masks.none(2), policy, demands))
    assert [choice.stage for choice in selection.choices] == ["document"]
    assert selection.after.max_chain_risk == pytest.approx(0.1476 * 1.1476 / 2, abs=1e-4)
    assert selection.after.chains_over_policy == len(selection.open_chains) == 1


def test_a_corpus_without_documents_needs_no_mask():
    nothing = pd.DataFrame(columns=["id", "type", "weight", "source_id", "entity_id", "relevance"])
    arrays = Incidence.build([], nothing, nothing)
    selection = select(MaskedCorpus.build(arrays, Masks.none(0), Policy(), Demands.plain(arrays, Policy())))
    assert selection.choices == []
    assert set(vars(selection.after).values()) == {0}


def _one_document(relevances):
    """A document whose values have these relevances, each in no other one."""
    names = [f"e{number}" for number in range(len(relevances))]
    entities = pd.DataFrame({"id": names, "type": "T", "weight": 1.0})
    mentions = pd.DataFrame({"source_id": "d", "entity_id": names, "relevance": relevances})
    return Incidence.build(["d"], entities, mentions)


@pytest.mark.parametrize(
    ("relevance", "words", "limit", "masked"),
    [
        # 1 − 0.1 · 0.3 · 0.3 = 0.991. Without the phrase 0.91, without both places 0.9, without one 0.97.
        ([0.9, 0.7, 0.7], [6, 1, 1], 0.95, [1, 2]),
        ([0.9, 0.7, 0.7], [1, 1, 1], 0.95, [0]),
        # 1 − 0.5 · 0.0821 = 0.959. The short one takes more for a word, but the other alone is enough, and needed: 0.5.
        ([0.5, 0.9179], [1, 4], 0.5475, [1]),
    ],
)
def test_where_words_are_spared_the_document_stage_hides_few_of_them(relevance, words, limit, masked):
    arrays = _one_document(relevance)
    state, allowed = CorpusState(arrays, Hidden.nothing(arrays.entities)), np.ones(arrays.entities, bool)
    choices = sparing_stage(state, np.array([limit]), allowed, np.array(words, float))
    assert sorted(choice.entity for choice in choices) == masked


@given(tables(masks=False), policies, st.randoms(use_true_random=False))
def test_where_words_are_spared_every_document_is_under_its_limit_and_no_mask_is_needless(corpus, policy, draw):
    arrays = incidence_of(corpus)
    limits, allowed = np.full(arrays.documents, policy.theta_doc), _some(arrays, 1)
    words = np.array([draw.randint(1, 9) for _ in range(arrays.entities)], float)
    state = CorpusState(arrays, Hidden.nothing(arrays.entities))
    choices = sparing_stage(state, limits, allowed, words)
    assert (state.document_risk <= policy.theta_doc + 1e-9).all()
    masked = {choice.entity for choice in choices}
    assert len(masked) == len(choices)
    for entity in masked:
        others = np.isin(np.arange(arrays.entities), list(masked - {entity}))
        assert (document_risk(arrays, others) > policy.theta_doc - 1e-9).any()
