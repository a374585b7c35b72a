"""The waterfall of a document: each bar begins where the one before it ends, and the last one ends at the risk."""

from __future__ import annotations

import json

import pytest

from sanon.results.waterfall import Adding, Waterfall, chart


def steps(document: Waterfall) -> list[dict]:
    return chart([document])["data"][0]["values"][0]["steps"]


def test_a_masked_value_adds_to_the_risk_before_and_nothing_now():
    values = [Adding("name", 0.5, True), Adding("event", 0.4, False), Adding("age", 0.1, False)]
    # 1 - .5 * .6 * .9 = .73 before; 1 - .6 * .9 = .46 now
    found = steps(Waterfall("a", 0.73, 0.46, 0.95, values))
    assert [one["label"] for one in found] == ["name", "event", "age"]
    assert [one["before"] for one in found] == [[0, 0.5], [0.5, 0.7], [0.7, 0.73]]
    assert [one["now"] for one in found] == [[0, 0], [0, 0.4], [0.4, 0.46]]


def test_what_coarser_values_keep_of_masked_ones_has_a_bar_of_its_own_now():
    # 1 - .6 * .8 = .52 now: a coarser value adds .2 to what the readable one leaves.
    found = steps(Waterfall("a", 0.7, 0.52, 0.95, [Adding("name", 0.5, True), Adding("event", 0.4, False)]))
    assert found[-1]["contribution"] == pytest.approx(0.2)
    assert found[-1]["now"] == [0.4, 0.52]
    assert found[-1]["before"] == [0.7, 0.7]


def test_many_values_are_joined_into_two_bars_that_end_at_the_same_risk():
    values = [Adding(str(number), 0.01, number % 3 == 0) for number in range(60)]
    found = steps(Waterfall("a", 1 - 0.99**60, 1 - 0.99**40, 0.95, values))
    assert [one["label"] for one in found[20:]] == ["13 other values", "27 other values"]
    assert found[-1]["before"][1] == pytest.approx(1 - 0.99**60, abs=1e-4)
    assert found[-1]["now"][1] == pytest.approx(1 - 0.99**40, abs=1e-4)


def test_one_document_leaves_nothing_to_choose_and_several_do():
    one, other = (Waterfall(name, 0.5, 0.5, 0.95, [Adding("name", 0.5, False)]) for name in "ab")
    assert "options" not in json.dumps(chart([one]))
    assert json.loads(json.dumps(chart([one, other])))["signals"][3]["bind"]["options"] == ["a", "b"]
