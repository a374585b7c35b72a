"""Spans: what overlaps them, where their values stand, in long texts as in short ones, and which are no value."""

from __future__ import annotations

from itertools import pairwise
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction import span as spans
from sanon.extraction.reader import is_worth
from sanon.extraction.span import Span, overlapping, standing, standing_within
from sanon.records import TAGGER


@given(st.sets(st.integers(0, 40)), st.integers(0, 40), st.integers(1, 8))
def test_what_overlaps_a_stretch_is_what_shares_a_character_with_it(cuts: set[int], start: int, length: int) -> None:
    # Every second stretch between the cuts: some touch, none overlaps another.
    placed = [Span(first, after, "NAME", 1.0) for first, after in pairwise(sorted(cuts))][::2]
    wanted = set(range(start, start + length))
    assert list(overlapping(placed, start, start + length)) == [
        one for one in placed if wanted & set(range(one.start, one.end))
    ]


@given(st.text("aAb- \n", max_size=60), st.sets(st.text("aAb-", min_size=1, max_size=4), min_size=1), st.booleans())
def test_values_stand_at_the_same_places_whichever_way_they_are_searched(
    text: str, values: set[str], hyphens: bool
) -> None:
    one_by_one = list(standing(text, values, hyphens=hyphens))
    with mock.patch.object(spans, "_WORTH_AN_AUTOMATON", 0):
        assert list(standing(text, values, hyphens=hyphens)) == one_by_one


@given(
    st.text("aAb- ", max_size=60),
    st.lists(st.text("aAb-", min_size=1, max_size=4), min_size=1),
    st.sampled_from([0, 10**7]),
)
def test_values_that_stand_within_a_text_are_those_that_it_holds(text: str, values: list[str], worth: int) -> None:
    with mock.patch.object(spans, "_WORTH_AN_AUTOMATON", worth):
        assert standing_within(text, values) == {value for value in values if value in text}


@pytest.mark.parametrize(
    ("text", "value", "kind", "is_kept"),
    [
        ("CAWSBY, 9 October — The stomach bug that went round the parish", "The", "LOCATION", False),
        ("CAWSBY, 9 October — The stomach bug that went round the parish", "stomach", "MEDICAL_CONDITION", True),
        ("he is the one who keeps the bees in this parish", "the one", "UNIQUE_FACT", False),
        ("he is the one who keeps the bees in this parish", "the bees", "UNIQUE_FACT", True),
        ("le docteur dit que la dame est l'une des dames qui dorment, one of many", "one", "MEDICAL_CONDITION", False),
        ("von der Quelle bis zum Rechen", "bis", "UNIQUE_FACT", False),
        ("he works in IT and keeps bees in this parish", "IT", "OCCUPATION", True),
        ("Name\tWard\nIngrid\t4B", "Name", "PATIENT_ID", False),
        ("Name\tWard\nKV-2291\t4B", "KV-2291", "PATIENT_ID", True),
    ],
)
def test_everyday_words_are_no_value_by_themselves(text: str, value: str, kind: str, is_kept: bool) -> None:
    start = text.index(value)
    assert is_worth(text, Span(start, start + len(value), kind, 0.5, TAGGER)) is is_kept
