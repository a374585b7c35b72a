"""Coarser values under a budget of digits: by hand, and against all choices there are."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.risk.hierarchy import NONE
from sanon.risk.ladders import Ladders
from sanon.selection.level_choice import choose_levels
from sanon.settings.policy import Policy
from tests import reference
from tests.selection.test_people import LENIENT, corpus_of, people


def choose(corpus, options):
    """The values chosen; options: entity -> [(value, kept)], the finest first."""
    rows = [(entity, value, kept) for entity in sorted(options) for value, kept in options[entity]]
    entity, value, kept = (np.array(column) for column in zip(*rows, strict=True))
    return choose_levels(corpus, corpus.demands.people, entity, value, kept).tolist()


def masked_document(digits, at_least):
    """One document; entity e is masked and has one coarser value, value e, of so many digits."""
    rows = [("d", f"e{number}", 9.0) for number in range(len(digits))]
    count = len(digits)
    forest = Ladders(
        np.concatenate([np.full(count, NONE), np.arange(count)]),
        np.zeros(2 * count, bool),
        np.array([*digits, *[9.0] * count]),
        count + np.arange(count),
    )
    corpus = corpus_of(rows, Policy(at_least=at_least, **LENIENT), ladders=forest)
    return corpus.with_labels(range(count))


def test_two_values_that_keep_less_each_stand_in_place_of_one_that_keeps_more():
    # 8e9 / 7e5 people are 4.06 digits: the value of 4, which keeps .8, or the two of 2, which keep .5 each.
    corpus = masked_document([4.0, 2.0, 2.0], at_least=7e5)
    assert choose(corpus, {0: [(0, 0.8)], 1: [(1, 0.5)], 2: [(2, 0.5)]}) == [NONE, 1, 2]
    assert choose(corpus, {0: [(0, 0.8)], 1: [(1, 0.3)], 2: [(2, 0.3)]}) == [0, NONE, NONE]


def test_a_document_that_labels_do_not_help_gets_labels_and_the_others_keep_their_values():
    rows = [("a", "x", 9.0), ("a", "y", 9.5), ("b", "z", 9.0)]
    forest = Ladders(np.array([NONE, NONE]), np.zeros(2, bool), np.array([2.0, 3.0]), np.array([0, NONE, 1]))
    corpus = corpus_of(rows, Policy(at_least=20, **LENIENT), ladders=forest).with_labels([0, 2])
    # Nobody masks y: its 9.5 digits are above the budget of 8.6.
    assert choose(corpus, {0: [(0, 0.5)], 2: [(1, 0.5)]}) == [NONE, NONE, 1]


@st.composite
def masked_corpora(draw):
    """A corpus with masked entities on ladders of two or three values, what each value keeps, and the reference."""
    case = draw(people(documents=4, entities=5))
    corpus, count = case.corpus, case.corpus.incidence.entities
    assume(count)
    parent = [NONE, NONE, *draw(st.lists(st.integers(0, 1), min_size=3, max_size=3))]
    exclusive = draw(st.lists(st.booleans(), min_size=5, max_size=5))
    above = draw(st.lists(st.integers(0, 4), min_size=count, max_size=count))
    digits = draw(st.lists(st.floats(0.5, 5), min_size=5, max_size=5))
    forest = Ladders(
        np.array(parent + above),
        np.array(exclusive + [False] * count),
        np.array(digits + [9.0] * count),
        5 + np.arange(count),
    ).with_falling_digits()
    model = replace(corpus.demands.people, ladders=forest, at_least=draw(st.sampled_from([1e3, 1e5, 1e7])))
    masked = sorted(draw(st.sets(st.integers(0, count - 1), min_size=min(count, 2))))
    corpus = replace(corpus, demands=replace(corpus.demands, people=model)).with_labels(masked)
    options = {}
    for entity in masked:
        rungs = [above[entity], *([parent[above[entity]]] if above[entity] > 1 else [])]
        kept = sorted((draw(st.integers(1, 99)) / 100 for _ in rungs), reverse=True)
        options[entity] = list(zip(rungs, kept, strict=True))
    return case, corpus, masked, options


@settings(max_examples=100, deadline=None)
@given(masked_corpora())
def test_the_values_chosen_keep_what_the_best_of_all_choices_keeps(drawn):
    case, corpus, masked, options = drawn
    forest, budget = corpus.demands.people.ladders, corpus.demands.people.budget
    parent = {value: None if up == NONE else up for value, up in enumerate(forest.parent.tolist())}
    exclusive = set(np.flatnonzero(forest.exclusive).tolist())
    names = corpus.incidence.entity_ids

    def over(shown):
        """Paths above the budget under some values: entity -> value."""
        coarse = {names[entity]: value for entity, value in shown.items()}
        node = dict(zip(names, forest.node.tolist(), strict=True)) | coarse
        values = reference.Values(parent, exclusive, node)
        found = set()
        for path in case.paths:
            subjects = [case.subjects[s] for s in path]
            mentioned = set().union(*(entities for _, entities in subjects))
            told = reference.told(case.slow, subjects, case.uncounted | case.ids(masked))
            told |= {name: float(forest.digits[value]) for name, value in coarse.items() if name in mentioned}
            total = values.digits(told)
            assume(abs(total - budget) > 1e-4)
            if total > budget:
                found.add(path)
        return found

    hopeless = over({})
    barred = {name for path in hopeless for s in path for name in case.subjects[s][1]}
    best = 0.0
    for choice in itertools.product(*([None, *rungs] for rungs in options.values())):
        shown = {entity: one for entity, one in zip(options, choice, strict=True) if one}
        if not any(names[entity] in barred for entity in shown) and not over({e: v for e, (v, _) in shown.items()}):
            best = max(best, sum(kept for _, kept in shown.values()))
    found = choose(corpus, options)
    shown = {entity: value for entity, value in enumerate(found) if value != NONE}
    assert over(shown) == hopeless
    if not hopeless:
        kept = sum(dict(options[entity])[value] for entity, value in shown.items())
        assert kept == pytest.approx(best)
