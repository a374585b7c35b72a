"""Coarser values in place of labels: exactly those that a slow reading of the rules gives."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.explanation.entity import explain_level
from sanon.risk.coarser import Coarser
from sanon.risk.hierarchy import NONE, Hierarchy, ValueScores
from sanon.risk.incidence import Incidence
from sanon.risk.masks import Hidden, Masks
from sanon.selection.demands import Demands
from sanon.selection.level_bounds import level_options
from sanon.selection.level_search import LevelSearch
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.select import select
from sanon.selection.softening import soften
from sanon.selection.strategy import STRATEGIES
from sanon.settings.policy import Policy

NEAR = 1e-9


class Slow:
    """The rules once more, by sets and dictionaries; nothing of sAnon is used."""

    def __init__(self, documents, weight, parent, value_weight, node, masks, policy):
        self.documents, self.weight, self.parent, self.value_weight, self.node = (
            documents,
            weight,
            parent,
            value_weight,
            node,
        )
        self.hidden, self.unlinked, self.early, self.early_unlinked = masks
        self.policy = policy
        self.undecided = False

    def above(self, value):
        found = []
        while (value := self.parent[value]) != NONE:
            found.append(value)
        return found

    def under(self, value, other):
        return value == other or other in self.above(value)

    def rarity(self, frequency):
        n = len(self.documents)
        return math.log((n + 1) / frequency) / math.log(n + 1)

    def unit(self, entity):
        return self.rarity(sum(entity in d for d in self.documents)) * self.weight[entity]

    def value_unit(self, value):
        holds = [d for d in self.documents if any(self.node[e] != NONE and self.under(self.node[e], value) for e in d)]
        return self.rarity(len(holds)) * self.value_weight[value]

    def value_of(self, entity, shown):
        return shown[entity] if entity in self.hidden else self.node[entity]

    def relevance(self, d, value, shown):
        """Largest of what is shown at the value or under it; None if nothing is."""
        there = [r for e, r in self.documents[d].items() if self.shows(e, value, shown)]
        return max(there, default=None)

    def shows(self, entity, value, shown):
        own = self.value_of(entity, shown)
        return own != NONE and self.under(own, value)

    def coarse(self, d, shown):
        return {shown[e] for e in self.documents[d] if e in self.hidden and shown[e] != NONE}

    def kept(self, d):
        return {e for e in self.documents[d] if e not in self.hidden}

    def document_risk(self, d, hidden, shown=None):
        survival = math.prod(1 - r * self.unit(e) for e, r in self.documents[d].items() if e not in hidden)
        if shown is None:
            return 1 - survival
        coarse, nodes = self.coarse(d, shown), {self.node[e] for e in self.kept(d)} - {NONE}
        for g in coarse - nodes:
            if not any(x != g and self.under(x, g) for x in coarse | nodes):
                survival *= 1 - self.relevance(d, g, shown) * self.value_unit(g)
        return 1 - survival

    def strength(self, a, b, unlinked, shown=None):
        one, other = self.documents[a], self.documents[b]
        survival = math.prod(1 - max(one[e], other[e]) * self.unit(e) for e in one.keys() & other.keys() - unlinked)
        if shown is None:
            return 1 - survival
        shared = {
            v
            for v in self.coarse(a, shown) | self.coarse(b, shown)
            if self.relevance(a, v, shown) is not None and self.relevance(b, v, shown) is not None
        }
        entities = {self.node[e] for e in self.kept(a) & self.kept(b)} - {NONE}
        for v in shared - entities:
            if not any(x != v and self.under(x, v) for x in shared | entities):
                most = max(self.relevance(a, v, shown), self.relevance(b, v, shown))
                survival *= 1 - most * self.value_unit(v)
        return 1 - survival

    def hop(self, a, b, hidden, unlinked, shown=None):
        average = (self.document_risk(a, hidden, shown) + self.document_risk(b, hidden, shown)) / 2
        return self.strength(a, b, unlinked, shown) * (1 + average) / 2

    def chain_risk(self, chain, *masks):
        return 1 - math.prod(1 - self.hop(a, b, *masks) for a, b in itertools.pairwise(chain))

    def above_limit(self, risk, limit):
        self.undecided |= abs(risk - limit) < NEAR
        return risk > limit

    def links(self, shown):
        found = set()
        for a, b in itertools.combinations(range(len(self.documents)), 2):
            before, now = self.strength(a, b, set()), self.strength(a, b, self.unlinked, shown)
            self.undecided |= min(abs(one - self.policy.edge_threshold) for one in (before, now)) < NEAR
            if max(before, now) >= self.policy.edge_threshold:
                found |= {(a, b), (b, a)}
        return found

    def allowed(self, entity, shown):
        """Whether every document and chain that the value of an entity touches is under the policy."""
        touched = {d for d, entities in enumerate(self.documents) if entity in entities}
        if any(self.above_limit(self.document_risk(d, self.hidden, shown), self.policy.theta_doc) for d in touched):
            return False
        links = self.links(shown)
        for length in range(2, self.policy.max_chain_length + 1):
            for path in itertools.permutations(range(len(self.documents)), length):
                if path[0] > path[-1] or not touched & set(path) or not set(itertools.pairwise(path)) <= links:
                    continue
                pre = self.chain_risk(path, self.early, self.early_unlinked)
                self.undecided |= min(abs(pre - 0.5), abs(pre - 0.75)) < NEAR
                rho = 0.7 if pre >= 0.75 else 0.9
                limit = min(self.policy.theta_chain, rho * pre) if pre >= 0.5 else self.policy.theta_chain
                if self.above_limit(self.chain_risk(path, self.hidden, self.unlinked, shown), limit):
                    return False
        return True

    def soften(self, first_rung):
        shown = [NONE] * len(self.weight)
        frequency = [sum(e in d for d in self.documents) for e in range(len(self.weight))]
        masked = [e for e in self.unlinked if first_rung[e] != NONE]
        for entity in sorted(masked, key=lambda e: (-frequency[e], -round(self.rung_rarity(first_rung[e]), 12), e)):
            for value in (first_rung[entity], *self.above(first_rung[entity])):
                tried = [*shown]
                tried[entity] = value
                if self.allowed(entity, tried):
                    shown = tried
                    break
        return shown

    def rung_rarity(self, value):
        return self.value_unit(value) / self.value_weight[value]


shares = st.sampled_from([0.3, 0.55, 0.7, 0.85, 0.95])


@st.composite
def cases(draw):
    """A few documents, entities on a small forest, masks, a policy."""
    documents, entities = draw(st.integers(2, 5)), draw(st.integers(2, 6))
    inner = draw(st.integers(1, 4))
    parent = [draw(st.sampled_from([NONE, *range(value)])) for value in range(inner)]
    node, first_rung = [], []
    for entity in range(entities):
        at = draw(st.sampled_from(["leaf", "leaf", "leaf", "inner", "nowhere"]))
        if at == "leaf":
            parent.append(draw(st.integers(0, inner - 1)))
            node.append(len(parent) - 1)
        else:
            node.append(draw(st.integers(0, inner - 1)) if at == "inner" else NONE)
        first_rung.append(NONE if node[entity] == NONE else parent[node[entity]])
    mentions = [{e: draw(shares) for e in draw(st.sets(st.integers(0, entities - 1)))} for _ in range(documents)]
    for entity in range(entities):
        mentions[entity % documents].setdefault(entity, draw(shares))
    hidden = draw(st.sets(st.integers(0, entities - 1), min_size=1))
    unlinked = {e for e in hidden if draw(st.sampled_from([True, True, True, False]))}
    early = {e for e in hidden if draw(st.booleans())}
    policy = Policy(
        edge_threshold=draw(st.sampled_from([0.1, 0.3, 0.5])),
        max_chain_length=draw(st.integers(2, 4)),
        theta_doc=draw(st.sampled_from([0.5, 0.8, 0.95])),
        theta_chain=draw(st.sampled_from([0.2, 0.35, 0.5, 0.8])),
    )
    weight = [draw(shares) for _ in range(entities)]
    value_weight = [draw(shares) for _ in parent]
    return mentions, weight, parent, value_weight, node, first_rung, (hidden, unlinked, early, early & unlinked), policy


def in_arrays(case):
    mentions, weight, parent, value_weight, node, first_rung, masks, policy = case
    rows = [(f"d{d}", f"e{e}", relevance) for d, some in enumerate(mentions) for e, relevance in some.items()]
    entities = pd.DataFrame({"id": [f"e{e}" for e in range(len(weight))], "type": "T", "weight": weight})
    table = pd.DataFrame(rows, columns=["source_id", "entity_id", "relevance"])
    incidence = Incidence.build([f"d{d}" for d in range(len(mentions))], entities, table)

    def array(some):
        return np.isin(np.arange(len(weight)), sorted(some))

    hidden, unlinked, early, early_unlinked = map(array, masks)
    both = Masks(Hidden(hidden, unlinked), Hidden(early, early_unlinked))
    corpus = MaskedCorpus.build(incidence, both, policy, Demands.plain(incidence, policy))
    hierarchy = Hierarchy(*(np.array(some) for some in (parent, value_weight, node, first_rung)))
    return corpus, ValueScores.of(incidence, hierarchy), unlinked


@settings(max_examples=300, deadline=None)
@given(cases(), st.sampled_from([1, 1_000_000]))
def test_softening_is_what_a_slow_reading_of_the_rules_gives(case, at_once):
    """In blocks of any size."""
    mentions, weight, parent, value_weight, node, first_rung, masks, policy = case
    slow = Slow(mentions, weight, parent, value_weight, node, masks, policy)
    expected = slow.soften(first_rung)
    assume(not slow.undecided)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sanon.selection.level_bounds._AT_ONCE", at_once)
        patch.setattr("sanon.risk.links._JOINED_AT_ONCE", at_once)
        patch.setattr("sanon.risk.links._PAIRS_AT_ONCE", at_once)
        assert soften(*in_arrays(case)).tolist() == expected


@settings(max_examples=150, deadline=None)
@given(cases(), st.data())
def test_risks_with_coarser_values_are_those_of_a_slow_reading(case, data):
    mentions, weight, parent, value_weight, node, _first_rung, masks, policy = case
    corpus, scores, _ = in_arrays(case)
    shown = [NONE] * len(weight)
    for entity in sorted(masks[1]):
        shown[entity] = data.draw(st.sampled_from([NONE, *scores.hierarchy.rungs(entity)]))
    now = corpus.with_coarser(Coarser(scores, np.array(shown)))
    slow = Slow(mentions, weight, parent, value_weight, node, masks, policy)
    links = slow.links(shown)
    assume(not slow.undecided)
    risks = [slow.document_risk(d, masks[0], shown) for d in range(len(mentions))]
    assert now.state.document_risk == pytest.approx(risks, abs=NEAR)
    found = list(zip(now.all_links.a.tolist(), now.all_links.b.tolist(), strict=True))
    assert set(found) == {(a, b) for a, b in links if a < b}
    strengths = [slow.strength(a, b, masks[1], shown) for a, b in found]
    assert now.state.strength == pytest.approx(strengths, abs=NEAR)


def many_documents(seed, length):
    """Groups of four documents with facts of their own, common ones, ladders of three rungs."""
    rng = np.random.default_rng(seed)
    facts, documents = 800, 240
    rows = {(d, d // 4 * 12 + e): 0.2 + 0.8 * rng.random() for d in range(documents) for e in rng.integers(0, 12, 5)}
    rows |= {(d, 720 + e): 0.2 + 0.8 * rng.random() for d in range(documents) for e in rng.integers(0, 80, 1)}
    table = pd.DataFrame([(f"d{d:03}", f"e{e:03}", r) for (d, e), r in rows.items()])
    table.columns = ["source_id", "entity_id", "relevance"]
    names = [f"e{e:03}" for e in range(facts)]
    entities = pd.DataFrame({"id": names, "type": "T", "weight": 0.3 + 0.7 * rng.random(facts)})
    incidence = Incidence.build([f"d{d:03}" for d in range(documents)], entities, table)
    policy = Policy(theta_doc=0.95, theta_chain=0.6, edge_threshold=0.5, max_chain_length=length)
    demands = Demands.plain(incidence, policy)
    corpus = select(MaskedCorpus.build(incidence, Masks.none(facts), policy, demands)).corpus
    # Values 0-19, 20-79 under them, 80-239 under these; an entity under each.
    parent = [NONE] * 20 + [v % 20 for v in range(60)] + [20 + v % 60 for v in range(160)]
    first_rung = 80 + rng.integers(0, 160, facts)
    node = len(parent) + np.arange(facts)
    weight = np.concatenate([np.full(len(parent), 0.8), incidence.weight])
    hierarchy = Hierarchy(np.concatenate([parent, first_rung]), weight, node, first_rung)
    return corpus, ValueScores.of(incidence, hierarchy)


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_many_at_once_are_what_one_after_another_gives(seed, length):
    corpus, scores = many_documents(seed, length)
    allowed = corpus.masks.now.in_links
    value, place = scores.hierarchy.climb(scores.hierarchy.first_rung[np.flatnonzero(allowed)])
    order = np.argsort(place, kind="stable")
    entity, value = np.flatnonzero(allowed)[place[order]], value[order]
    search = LevelSearch(corpus, scores, entity, value)
    counts = np.bincount(corpus.incidence.entity)
    rarity = scores.uniqueness[scores.hierarchy.first_rung]
    one_by_one = np.full(len(allowed), NONE)
    for one in sorted(np.flatnonzero(allowed).tolist(), key=lambda e: (-counts[e], -rarity[e], e)):
        only = search.settle(np.array([one]))
        one_by_one[one] = only[one]
    shown = soften(corpus, scores, allowed)
    assert shown.tolist() == one_by_one.tolist()
    finest = shown[allowed] == scores.hierarchy.first_rung[allowed]
    assert finest.any()
    assert not finest.all()


@settings(max_examples=150, deadline=None)
@given(cases(), st.sampled_from([one() for one in STRATEGIES.classes.values()]))
def test_after_every_strategy_the_policy_holds_and_the_slow_reading_agrees(case, strategy):
    mentions, weight, parent, value_weight, node, first_rung, _, policy = case
    corpus, scores, _ = in_arrays(case)
    undecided = corpus.with_masks(Masks.none(len(weight)))
    chosen = select(undecided, strategy).corpus
    shown = soften(chosen, scores, chosen.masks.now.in_links)
    after = chosen.with_coarser(Coarser(scores, shown)).summary
    assert (after.documents_over_policy, after.chains_over_policy) == (0, 0)
    now, early = chosen.masks.now, chosen.masks.before_chains
    hidden = (now.in_documents, now.in_links, early.in_documents, early.in_links)
    masks = tuple(set(np.flatnonzero(some).tolist()) for some in hidden)
    slow = Slow(mentions, weight, parent, value_weight, node, masks, policy)
    expected = slow.soften(first_rung)
    assume(not slow.undecided)
    assert shown.tolist() == expected


@settings(max_examples=100, deadline=None)
@given(cases())
def test_every_rung_finer_than_the_one_shown_is_barred_by_what_the_slow_reading_bars(case):
    mentions, weight, parent, value_weight, node, _first_rung, masks, policy = case
    corpus, scores, allowed = in_arrays(case)
    shown = soften(corpus, scores, allowed)
    slow = Slow(mentions, weight, parent, value_weight, node, masks, policy)
    now = corpus.with_coarser(Coarser(scores, shown))
    for entity in np.flatnonzero(allowed & (scores.hierarchy.first_rung != NONE)).tolist():
        rungs = explain_level(now, scores, entity)
        values = scores.hierarchy.rungs(entity)
        assert [values[rung.level - 1] for rung in rungs if rung.shown] == [v for v in [shown[entity]] if v != NONE]
        for rung in rungs:
            tried = [*shown.tolist()]
            tried[entity] = values[rung.level - 1]
            free = slow.allowed(entity, tried)
            assume(not slow.undecided)
            assert (rung.barred_by == []) == free


@settings(max_examples=100, deadline=None)
@given(cases())
def test_what_was_published_never_gets_finer_and_a_second_look_changes_nothing(case):
    corpus, scores, allowed = in_arrays(case)
    shown = soften(corpus, scores, allowed)
    levels = {
        entity: scores.hierarchy.rungs(entity).index(int(shown[entity])) + 1
        for entity in np.flatnonzero(shown != NONE).tolist()
    }
    again = soften(corpus, scores, np.isin(np.arange(len(allowed)), list(levels)), levels)
    assert again.tolist() == shown.tolist()


def test_a_month_stays_where_a_day_had_to_go_and_not_where_it_would_link():
    """Two documents and a third: 12 and 20 March in the first two; alone, March is no link, shared it would be one."""
    mentions = [{0: 0.9}, {1: 0.9}, {2: 0.1}]
    weight, parent = [1.0, 1.0, 1.0], [NONE, 0, 0]
    policy = Policy(edge_threshold=0.2, theta_doc=0.95, theta_chain=0.05)
    masks = ({0, 1}, {0, 1}, {0, 1}, {0, 1})
    case = (mentions, weight, parent, [1.0, 1.0, 1.0], [1, 2, NONE], [0, 0, NONE], masks, policy)
    # u(March) = ln(4/2)/ln 4 = .5, s = .45: the second one would make a chain of risk > .05, the first one none.
    assert soften(*in_arrays(case)).tolist() == [0, NONE, NONE]
    # Each by itself may stand: that the second one cannot is for the search to find.
    assert not level_options(*in_arrays(case)).infeasible.any()
    strict = replace(in_arrays(case)[0], policy=policy.model_copy(update={"edge_threshold": 0.99}))
    assert soften(strict, *in_arrays(case)[1:]).tolist() == [0, 0, NONE]
    # c(March, d) = .45 is above a limit of .4 whatever else stands.
    tight = MaskedCorpus.build(
        strict.incidence, strict.masks, policy, Demands.plain(strict.incidence, Policy(theta_doc=0.4))
    )
    assert level_options(tight, *in_arrays(case)[1:]).infeasible.tolist() == [True, True]
    lenient = replace(in_arrays(case)[0], policy=policy.model_copy(update={"theta_chain": 0.5}))
    assert soften(lenient, *in_arrays(case)[1:]).tolist() == [0, 0, NONE]
