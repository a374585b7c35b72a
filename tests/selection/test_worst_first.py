"""What greedy treats, in arrays and again only where a mask has touched it, is what a search of everything finds."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from sanon.selection.requirement import Requirement
from sanon.selection.strategies.greedy import Greedy, treat
from sanon.selection.strategy import Problem
from sanon.selection.violations import Violation, Violations, without_rounding
from tests.selection.test_people import people
from tests.strategies import masked_corpus, policies, tables


def _slow(problem: Problem) -> list[tuple]:
    """Search all documents and chains before each step; the worst first, single documents before chains of people."""
    choices = []
    for requirement in problem.requirements:
        hopeless = set()
        while left := [one for one in _all(requirement, problem) if (one.documents, one.subjects) not in hopeless]:
            never = {one[0] for _, one in hopeless if len(one) == 1}
            alone = [one for one in left if len(one.subjects) == 1]
            left = alone or [one for one in left if not never.intersection(one.subjects)]
            if not left:
                break
            worst = min(left, key=lambda one: (-without_rounding(one.value), one.documents, one.subjects))
            worth = requirement.worth(problem.state)
            treated = treat(problem.state, requirement, worst, problem.candidates, worth)
            choices += treated
            if not treated:
                hopeless.add((worst.documents, worst.subjects))
    return choices


def _all(requirement: Requirement, problem: Problem) -> list[Violation]:
    return [one for block in requirement.violations(problem.state) for one in block]


def _problem(corpus, only_every=1):
    candidates = corpus.demands.candidates
    allowed = candidates.allowed.copy()
    allowed[::only_every] &= only_every == 1
    return Problem(corpus.state.copy(), corpus.requirements, replace(candidates, allowed=allowed))


@settings(max_examples=60)
@given(people(), st.sampled_from([1, 3]), st.sampled_from([1, 3, 10**6]))
def test_greedy_chooses_for_people_what_a_search_of_everything_finds(case, only_every, held):
    problem = _problem(case.corpus, only_every)
    for requirement in problem.requirements:
        requirement.held = held
    assert Greedy().plan(problem.copy()).choices == _slow(problem.copy())


@settings(max_examples=60)
@given(tables(documents=7), policies, st.sampled_from([1, 3]), st.sampled_from([1, 3, 10**6]))
def test_greedy_chooses_for_chains_what_a_search_of_everything_finds(tables, policy, only_every, held):
    problem = _problem(masked_corpus(tables, policy), only_every)
    for requirement in problem.requirements:
        requirement.held = held
    assert Greedy().plan(problem.copy()).choices == _slow(problem.copy())


def test_violations_of_several_lengths_are_sorted_by_value_then_documents():
    rows = [
        Violation(-0.5, (1, 2, 3), (4, 5), 0.1),
        Violation(-0.5, (1, 2), (4,), 0.1),
        Violation(-0.5 - 1e-15, (7, 9), (6,), 0.1),
        Violation(-0.9, (8,), (), 0.2),
    ]
    parts = [Violations.of(rows[:1]), Violations.of(rows[1:])]
    assert list(Violations.joined(parts).sorted()) == [rows[3], rows[1], rows[0], rows[2]]
    assert list(Violations.joined(parts).without_documents({(1, 2), (8,)})) == [rows[0], rows[2]]
