"""How many people fit: by hand, against the slow reference, and what must always hold."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Incidence
from sanon.risk.ladders import Ladders
from sanon.risk.masks import Masks
from sanon.risk.people import People, Subjects, binned_people, people_of
from sanon.selection.candidates import Candidates
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.people_budget import DigitsEvaluator
from sanon.selection.select import OPEN_CHAINS_NAMED, select
from sanon.selection.strategies.optimal import Optimal
from sanon.selection.strategy import STRATEGIES, Problem
from sanon.settings.policy import Policy
from tests import reference
from tests.strategies import incidence_of, tables

strategies = st.sampled_from([one() for one in STRATEGIES.classes.values()])


@st.composite
def people(draw, documents=5, entities=8):
    """A corpus with its links, the reference, whose values they are, ladders, and a demand."""
    corpus = draw(tables(documents=documents, entities=entities, masks=False))
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    values = draw(st.integers(0, 5))
    parent = [draw(st.sampled_from([NONE, *range(value)])) for value in range(values)]
    exclusive = [draw(st.booleans()) for _ in range(values)]
    node = [draw(st.sampled_from([NONE, *range(values)])) for _ in range(arrays.entities)]
    counted = [draw(st.integers(0, 4)) > 0 for _ in range(arrays.entities)]
    person = [draw(st.sampled_from([-1, -1, 0, 1])) for _ in range(len(arrays.entity))]
    policy = Policy(
        edge_threshold=draw(st.sampled_from([0.05, 0.3])),
        max_chain_length=draw(st.integers(2, 4)),
        theta_doc=1,
        theta_chain=1,
        rho_high=1,
        rho_medium=1,
        at_least=draw(st.sampled_from([1, 20, 1000, 10**6])),
        population=8e9,
    )
    assume(not slow.undecided(policy.edge_threshold))
    model = People(
        arrays,
        np.array(counted, dtype=bool),
        Ladders(np.array(parent, dtype=int), np.array(exclusive, dtype=bool), np.zeros(values), np.array(node, int)),
        Subjects.of(arrays, np.array(person, dtype=int)),
        policy.population,
        policy.at_least,
    )
    demands = replace(Demands.plain(arrays, policy), people=model)
    return Case(MaskedCorpus.build(arrays, Masks.none(arrays.entities), policy, demands), slow, person)


class Case:
    """A corpus in arrays, and the same for the reference."""

    def __init__(self, corpus, slow, person):
        self.corpus, self.slow = corpus, slow
        arrays, ladders = corpus.incidence, corpus.demands.people.ladders
        names = arrays.entity_ids
        mentions = zip(arrays.document.tolist(), arrays.entity.tolist(), person, strict=True)
        self.person = {(arrays.source_ids[d], names[e]): str(p) for d, e, p in mentions if p >= 0}
        self.uncounted = {name for name, counts in zip(names, corpus.demands.people.counted, strict=True) if not counts}
        self.values = reference.Values(
            {v: None if up == NONE else up for v, up in enumerate(ladders.parent.tolist())},
            set(np.flatnonzero(ladders.exclusive).tolist()),
            {name: v for name, v in zip(names, ladders.node.tolist(), strict=True) if v != NONE},
        )
        self.subjects = reference.subjects(slow, self.person)
        links = slow.links(corpus.policy.edge_threshold)
        self.chains = reference.subject_chains(slow, self.subjects, links, corpus.policy.max_chain_length)
        self.paths = [(one,) for one in range(len(self.subjects))] + self.chains

    @property
    def budget(self):
        return math.log10(self.corpus.policy.population / self.corpus.policy.at_least)

    def digits(self, path, masked):
        return self.values.digits(reference.told(self.slow, [self.subjects[s] for s in path], self.uncounted | masked))

    def over(self, masked):
        return {path for path in self.paths if self.digits(path, masked) > self.budget + 1e-9}

    def undecided(self, masked):
        return any(abs(self.digits(path, masked) - self.budget) < 1e-7 for path in self.paths)

    def ids(self, columns):
        return {self.corpus.incidence.entity_ids[column] for column in columns}


@settings(max_examples=150)
@given(people(), st.data())
def test_what_fewer_people_fit_is_what_the_reference_finds(case, data):
    arrays = case.corpus.incidence
    some = data.draw(st.sets(st.integers(0, arrays.entities - 1))) if arrays.entities else set()
    masked = case.ids(some)
    assume(not case.undecided(masked))
    corpus = case.corpus.with_labels(sorted(some))
    model = corpus.demands.people
    found = model.of_subjects(corpus.masks.now.in_documents)
    assert found == pytest.approx([case.digits((s,), masked) for s in range(len(case.subjects))], abs=1e-9)
    below = [one for block in corpus.people_budget.violations(corpus.state) for one in block]
    assert {one.subjects for one in below} == case.over(masked)
    assert len(below) == len(case.over(masked))
    for one in below:
        assert one.value == pytest.approx(case.digits(one.subjects, masked), abs=1e-9)
        assert one.documents == tuple(arrays.source_ids.index(case.subjects[s][0]) for s in one.subjects)
        ends = [{int(corpus.links.a[link]), int(corpus.links.b[link])} for link in one.links]
        assert ends == [set(pair) for pair in itertools.pairwise(one.documents)]
    summary = corpus.people()
    in_documents = max(case.digits((s,), masked) for s in range(len(case.subjects)))
    in_chains = max((case.digits(path, masked) for path in case.chains), default=0.0)
    assert summary.fewest_in_a_document == pytest.approx(people_of(in_documents, 8e9))
    assert summary.fewest_in_a_chain == pytest.approx(people_of(in_chains, 8e9))


@given(people(), st.data())
def test_a_mask_never_lowers_how_many_people_fit(case, data):
    model, entities = case.corpus.demands.people, case.corpus.incidence.entities
    masked = np.zeros(entities, bool)
    paths = [np.array([path]) for path in case.paths]
    before = [model.of_paths(path, masked)[0] for path in paths]
    for entity in data.draw(st.permutations(range(entities))):
        masked[entity] = True
        after = [model.of_paths(path, masked)[0] for path in paths]
        assert all(now <= was + 1e-12 for now, was in zip(after, before, strict=True))
        before = after


@given(people(), st.data())
def test_many_paths_tell_what_each_of_them_tells_alone(case, data):
    model, path = case.corpus.demands.people, data.draw(st.sampled_from(case.paths))
    entities = np.arange(case.corpus.incidence.entities)
    some = [one for one in entities.tolist() if data.draw(st.booleans())]
    masked = np.isin(entities, some)
    expected = pytest.approx(case.digits(path, case.ids(some)), abs=1e-9)
    assert model.of_paths(np.array([path]), masked)[0] == expected
    assert all(digits == expected for digits in model.of_paths(np.array([path] * 20), masked))


@given(people(), st.data())
def test_tentative_masks_give_the_digits_that_the_masks_would_give(case, data):
    model, path = case.corpus.demands.people, data.draw(st.sampled_from(case.paths))
    evaluator = DigitsEvaluator(model, path, np.zeros(case.corpus.incidence.entities, bool))
    own = evaluator.unmasked()
    masked = set()
    for entity in data.draw(st.lists(st.sampled_from(own), unique=True)) if own else []:
        impact = evaluator.impacts()[entity]
        before = evaluator.value()
        assert evaluator.value_without([entity]) == pytest.approx(before - impact, abs=1e-9)
        evaluator.mask(entity)
        masked |= case.ids([entity])
        assert evaluator.value() == pytest.approx(case.digits(path, masked), abs=1e-9)


@settings(max_examples=80)
@given(people(entities=7), st.lists(st.integers(1, 5), min_size=7, max_size=7))
def test_optimal_costs_what_exhaustive_search_finds_cheapest(case, cost):
    names = case.corpus.incidence.entity_ids
    price = dict(zip(names, cost, strict=False))
    every = [set(some) for size in range(len(names) + 1) for some in itertools.combinations(names, size)]
    assume(not any(case.undecided(some) for some in every))
    candidates = Candidates(np.ones(len(names), bool), np.array(cost[: len(names)], float))
    problem = Problem(case.corpus.state.copy(), case.corpus.requirements, candidates)
    plan = Optimal().plan(problem)
    cheapest = min(sum(price[name] for name in some) for some in every if not case.over(some))
    assert candidates.total(plan.entities) == pytest.approx(cheapest)
    assert plan.lower_bound == pytest.approx(cheapest)


@settings(max_examples=80)
@given(people(), strategies, st.booleans())
def test_afterwards_enough_people_fit_where_anything_helps_and_a_second_run_finds_nothing_to_do(case, strategy, some):
    arrays = case.corpus.incidence
    allowed = np.arange(arrays.entities) % 3 != 0 if some else np.ones(arrays.entities, bool)
    demands = replace(case.corpus.demands, candidates=Candidates(allowed, np.ones(arrays.entities)))
    selection = select(replace(case.corpus, demands=demands), strategy)
    assert all(allowed[choice.entity] for choice in selection.choices)
    masked = case.ids(choice.entity for choice in selection.choices)
    assume(not case.undecided(masked))
    # The first hundred are named.
    named, over = {one.subjects for one in selection.open_people}, case.over(masked)
    assert named == over if len(over) <= OPEN_CHAINS_NAMED else named < over
    assert selection.met == (not case.over(masked))
    everything = case.ids(np.flatnonzero(allowed))
    if not case.undecided(everything):
        # A chain through a document that cannot be helped cannot be helped either.
        assert case.over(masked) == case.over(everything)
    assert select(selection.corpus, strategy).choices == []


@given(people(), st.randoms(use_true_random=False))
def test_the_order_of_the_documents_does_not_matter(case, random):
    arrays = case.corpus.incidence
    mentions = pd.DataFrame(
        {
            "source_id": [arrays.source_ids[d] for d in arrays.document],
            "entity_id": [arrays.entity_ids[e] for e in arrays.entity],
            "relevance": arrays.relevance,
        }
    ).sample(frac=1, random_state=random.randint(0, 2**31))
    entities = pd.DataFrame({"id": arrays.entity_ids, "type": arrays.entity_types, "weight": arrays.weight})
    names = list(arrays.source_ids)
    random.shuffle(names)
    again = Incidence.build(names, entities.sample(frac=1, random_state=1), mentions)
    model = replace(case.corpus.demands.people, incidence=again)
    demands = replace(case.corpus.demands, people=model)
    other = MaskedCorpus.build(again, Masks.none(again.entities), case.corpus.policy, demands)
    assert [c.entity for c in select(other).choices] == [c.entity for c in select(case.corpus).choices]


def corpus_of(rows, policy, person=None, ladders=None):
    """Mentions as (document, entity, digits)."""
    names = sorted({entity for _, entity, _ in rows})
    entities = pd.DataFrame({"id": names, "type": "T", "weight": 1.0})
    mentions = pd.DataFrame([(d, e, x / 9.9) for d, e, x in rows], columns=["source_id", "entity_id", "relevance"])
    arrays = Incidence.build(sorted({document for document, _, _ in rows}), entities, mentions)
    model = People(
        arrays,
        np.ones(len(names), bool),
        ladders or Ladders(np.zeros(0, int), np.zeros(0, bool), np.zeros(0), np.full(len(names), NONE)),
        Subjects.of(arrays, person),
        policy.population,
        policy.at_least,
    )
    demands = replace(Demands.plain(arrays, policy), people=model)
    return MaskedCorpus.build(arrays, Masks.none(len(names)), policy, demands)


LENIENT = {"population": 8e9, "theta_doc": 1, "theta_chain": 1, "rho_high": 1, "rho_medium": 1}


def test_numbers_of_people_are_counted_by_powers_of_ten_the_most_first():
    # Of 1,000 people 0, .5, 1, 2.5 and 6 digits leave 1,000, 316, 100, 3.2 and .001.
    assert binned_people(np.array([0.0, 0.5, 1.0, 2.5, 6.0]), 1000).tolist() == [3, 0, 1, 1]


def test_three_values_of_one_document_by_hand():
    # 10^9.903 people; a town of 5.4 digits, an age of 1.9 and a tuba of 3.1 leave 8e9 · 10^−10.4 = .318 of a person.
    rows = [("d", "age", 1.9), ("d", "town", 5.4), ("d", "tuba", 3.1)]
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT))
    assert corpus.people().fewest_in_a_document == pytest.approx(8e9 * 10**-10.4)
    # Twenty people are 8.602 digits, which any single mask leaves; greedy takes what tells most.
    greedy, optimal = select(corpus), select(corpus, Optimal())
    assert (optimal.cost, optimal.lower_bound) == (1.0, 1.0)
    assert [corpus.incidence.entity_ids[c.entity] for c in greedy.choices] == ["town"]
    assert greedy.choices[0].stage == "people"
    assert greedy.choices[0].value_before == pytest.approx(10.4)
    assert greedy.corpus.people().fewest_in_a_document == pytest.approx(8e9 * 10**-5.0)


def test_optimal_masks_one_dear_value_where_greedy_masks_two(caplog):
    # 8.602 digits may stay of 14, so 5.398 must go: both of 4 for .9 each, or the one of 6 for 1.5. Greedy takes what
    # goes for its cost: 4.4 and then 4.4, against 4.
    rows = [("d", "a", 4.0), ("d", "b", 4.0), ("d", "c", 6.0)]
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT))
    demands = replace(corpus.demands, candidates=Candidates(np.ones(3, bool), np.array([0.9, 0.9, 1.5])))
    corpus = replace(corpus, demands=demands)
    assert select(corpus).cost == pytest.approx(1.8)
    done = select(corpus, Optimal())
    assert (done.cost, done.lower_bound) == pytest.approx((1.5, 1.5))
    # Knapsack finds it too. What stops the search before anything is proven is said.
    assert not caplog.messages
    hurried = select(corpus, Optimal(time_limit=0.0))
    assert (hurried.cost, hurried.lower_bound) == pytest.approx((1.5, 0.0))
    assert "stopped after 0 seconds" in caplog.text


def test_greedy_masks_the_value_that_documents_share_where_each_has_one_that_tells_more():
    # 5.602 digits may stay of 8 (a) and of 7 (b): 2.398 and 1.398 must go. The shared value takes all of both, 3.796, a
    # value of one document what that must lose.
    rows = [("a", "x", 3.0), ("a", "y", 5.0), ("b", "x", 3.0), ("b", "z", 4.0)]
    policy = Policy(at_least=20_000, max_chain_length=2, edge_threshold=1, **LENIENT)
    done = select(corpus_of(rows, policy))
    assert [done.corpus.incidence.entity_ids[choice.entity] for choice in done.choices] == ["x"]
    assert done.choices[0].documents == (0,)
    assert done.choices[0].value_before == pytest.approx(8.0)


def test_two_documents_that_tell_little_tell_too_much_together_and_what_they_share_counts_once():
    rows = [("a", "x", 5.0), ("b", "x", 4.0), ("a", "y", 3.0), ("b", "z", 3.0)]
    corpus = corpus_of(rows, Policy(at_least=20, edge_threshold=0.05, **LENIENT))
    summary = corpus.people()
    # 5 + 3 and 4 + 3 digits; together 5 + 3 + 3.
    assert summary.fewest_in_a_document == pytest.approx(80.0)
    assert summary.fewest_in_a_chain == pytest.approx(8e9 * 10**-11.0)
    assert (summary.documents_below, summary.chains_below) == (0, 1)
    done = select(corpus, Optimal())
    assert len(done.choices) == 1
    assert done.choices[0].documents == (0, 1)


def test_the_values_of_two_persons_are_not_added_up():
    # 5 + 5 digits in one document; of two persons 5 + 1 each, since nobody says whose the third value is.
    rows = [("a", "x", 5.0), ("a", "y", 5.0), ("a", "z", 1.0)]
    policy = Policy(at_least=20, **LENIENT)
    assert corpus_of(rows, policy).people().fewest_in_a_document == pytest.approx(8e9 * 10**-11.0)
    apart = corpus_of(rows, policy, person=np.array([0, 1, -1]))
    assert apart.people().fewest_in_a_document == pytest.approx(8e9 * 10**-6.0)
    assert select(apart).choices == []


def test_a_town_covers_its_country_and_its_mask_leaves_the_country():
    # Country 2 digits, town 5.4 under it, another value of 4: 9.4 in all, and 6 with the country in place of the town.
    rows = [("d", "country", 2.0), ("d", "town", 5.4), ("d", "y", 4.0)]
    forest = Ladders(np.array([NONE, 0]), np.array([False, False]), np.zeros(2), np.array([0, 1, NONE]))
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT), ladders=forest)
    assert corpus.people().fewest_in_a_document == pytest.approx(8e9 * 10**-9.4)
    done = select(corpus)
    # Impacts: the country 0, the town 3.4, the other value 4.
    assert [corpus.incidence.entity_ids[c.entity] for c in done.choices] == ["y"]
    model, masked = corpus.demands.people, np.array([False, True, False])
    assert model.of_subjects(masked) == pytest.approx([6.0])


def test_a_date_of_birth_covers_the_age_and_is_not_covered_by_it():
    rows = [("d", "age", 1.9), ("d", "birth", 4.5)]
    # Nodes: 0 what is known of the birth, 1 dates and 2 ages under it.
    forest = Ladders(np.array([NONE, 0, 0]), np.array([True, False, False]), np.zeros(3), np.array([2, 1]))
    model = corpus_of(rows, Policy(at_least=20, **LENIENT), ladders=forest).demands.people
    assert model.of_subjects(np.array([False, False])) == pytest.approx([4.5])
    assert model.of_subjects(np.array([False, True])) == pytest.approx([1.9])


def test_a_value_that_must_stay_leaves_its_document_below_and_nothing_is_masked_in_vain():
    rows = [("d", "x", 9.0), ("d", "y", 1.0)]
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT))
    demands = replace(corpus.demands, candidates=Candidates(np.array([False, True]), np.ones(2)))
    done = select(replace(corpus, demands=demands))
    assert done.choices == []
    assert [one.documents for one in done.open_people] == [(0,)]
    assert not done.met


def test_both_policies_hold_at_once():
    # u = ln(3/2)/ln 3 = .369 for what both share: R = 1 − (1 − .909·.369)·(1 − .202) = .470 before any mask.
    rows = [("a", "x", 9.0), ("b", "x", 9.0), ("a", "y", 2.0), ("b", "z", 2.0)]
    policy = Policy(at_least=20, edge_threshold=0.05, theta_doc=0.4, theta_chain=0.1)
    done = select(corpus_of(rows, policy))
    assert {choice.stage for choice in done.choices} == {"document"}
    assert done.met
    only_people = select(corpus_of(rows, policy.model_copy(update={"theta_doc": 1.0, "theta_chain": 1.0})))
    assert {choice.stage for choice in only_people.choices} == {"people"}
    fit = only_people.corpus.people()
    assert (fit.documents_below, fit.chains_below) == (0, 0)
