"""The picture of a frontier can be read: no label stands over another."""

from __future__ import annotations

from itertools import combinations

import pytest

from sanon.report.frontier_plot import figure_of
from sanon.results import FrontierResult

_MASKS = ("direct_masks", "document_masks", "chain_masks", "people_masks")
NOTHING = dict.fromkeys((*_MASKS, "cost", "chains_over_policy", "documents_over_policy"), 0) | {
    "kept_coarser": 0,
    "information_lost": 0.0,
    "max_document_risk": 0.5,
    "max_chain_risk": 0.5,
}


def frontier(points: list[tuple[float, float, int, float]]) -> FrontierResult:
    """Points of edge threshold, θ_chain, masks and risk."""
    found = [
        NOTHING
        | {"edge_threshold": edge, "theta_doc": 0.9, "theta_chain": theta, "masked": masks, "common_chain_risk": risk}
        | {"efficient": number % 2 == 0}
        for number, (edge, theta, masks, risk) in enumerate(points)
    ]
    shared = {"max_chain_length": 3, "rho_high": 0.7, "rho_medium": 0.9, "direct": "always", "profile": "insurance"}
    shared |= {"at_least": 0, "population": 8e9}
    return FrontierResult.model_validate(
        {
            "points": found,
            "entities": 100,
            "masked_now": 0,
            "strategy": "greedy",
            "objective": "entities",
            "now": {"edge_threshold": 0.5, "theta_doc": 0.9, "theta_chain": 0.5},
            "parameters": shared,
        }
    )


def labels(found: FrontierResult) -> list[str]:
    """What is written beside points; fails where two of them touch."""
    figure = figure_of(found)
    figure.draw_without_rendering()
    texts = [text for text in figure.axes[0].texts if text.get_text()]
    for one, other in combinations([text.get_window_extent() for text in texts], 2):
        assert not one.overlaps(other)
    return sorted(text.get_text() for text in texts)


def test_points_on_each_other_have_one_label_that_names_all_of_them():
    assert labels(frontier([(0.3, 0.3, 20, 0.3), (0.5, 0.3, 20, 0.3), (0.3, 0.5, 20, 0.3), (0.3, 0.6, 10, 0.6)])) == [
        "0.3, 0.5",
        "0.6",
    ]
    assert labels(frontier([(0.3, theta, 20, 0.3) for theta in (0.3, 0.4, 0.5)])) == ["0.3–0.5"]


@pytest.mark.parametrize("step", [1, 3])
def test_in_a_crowd_no_label_stands_over_another_and_some_are_left_out(step):
    crowd = [(0.3, 0.3 + 0.01 * n, 20 + n // step, 0.5 + 0.004 * (n % 5)) for n in range(60)]
    written = labels(frontier(crowd))
    assert 5 < len(written) < 60
