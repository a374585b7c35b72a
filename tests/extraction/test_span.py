"""Spans and places of values are found in long texts as in short ones."""

from __future__ import annotations

from itertools import pairwise
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction import span as spans
from sanon.extraction.span import Span, overlapping, standing


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
