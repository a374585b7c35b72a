"""Scores of answers, against values worked out by hand and against the package rouge-score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from sanon.testbench.utility import bertscore_recall, exact, recall_at_k, rouge1_recall, states


@pytest.mark.parametrize(
    ("answer", "expected", "score"),
    [
        ("It was paid on 4 March 2024.", "4 March 2024", 1),
        ("Seen at the Gannet Point clinic; he got vemurafenib.", "vemurafenib; Gannet Point", 1),
        ("He got vemurafenib.", "vemurafenib; Gannet Point", 0),
        ("It was paid on 14 March 2024.", "4 March 2024", 0),
        ("", "4 March 2024", 0),
    ],
)
def test_an_answer_is_right_if_every_fact_stands_in_it_word_by_word(answer, expected, score):
    assert exact(answer, expected) == score


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Waited 10 wks for a slot.", "10 weeks"),
        ("Age: 19", "19 years"),
        ("a 19-year-old cook", "19 yrs"),
        ("Length of stay: 40 nights", "40 nights"),
        ("Nights in hospital? - Caller: 40.", "40 nights"),
        ("It cost USD 37,111.30.", "$37111.30"),
        ("admitted on Feb. 6, 2024", "06/02/2024"),
        ("Refused because the form was lost.", "because the form was lost"),
        ("the form was lost", "because the form was lost"),
    ],
)
def test_a_fact_stands_there_however_it_is_written(text, fact):
    assert states(text, fact)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Waited 10 days.", "10 weeks"),
        ("Waited 110 weeks.", "10 weeks"),
        ("Age: 91", "19 years"),
        ("admitted in February 2024", "06/02/2024"),
        ("It cost USD 37,111.", "$37,111.30"),
    ],
)
def test_another_quantity_is_another_fact(text, fact):
    assert not states(text, fact)


def test_rouge_counts_each_expected_word_as_often_as_the_answer_has_it():
    # the, clinic and of stand there, "the" only once: 3 of the 5 expected words.
    assert rouge1_recall("The director of a clinic", "the owner of the clinic") == pytest.approx(3 / 5)


@given(*(st.text("ab c1-.,", max_size=30) for _ in range(2)))
def test_rouge_is_that_of_rouge_score(answer, expected):
    theirs = RougeScorer(["rouge1"]).score(expected, answer)["rouge1"].recall
    assert rouge1_recall(answer, expected) == pytest.approx(theirs)


def test_bertscore_matches_each_expected_token_with_its_nearest():
    answer = np.array([[1, 0], [0.6, 0.8]], np.float32)
    expected = np.array([[0, 1], [1, 0], [-1, 0]], np.float32)
    # likeness to the nearest: .8, 1, -.6
    assert bertscore_recall(answer, expected) == pytest.approx((0.8 + 1 - 0.6) / 3)
    assert bertscore_recall(np.zeros((0, 1), np.float32), expected) == 0


def test_recall_at_k_is_the_share_of_the_sources():
    assert recall_at_k(["a", "b", "c"], ["b", "x"]) == 0.5
