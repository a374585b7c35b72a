"""Which systems no other beats."""

from sanon.testbench.page import Point, frontier


def test_a_system_that_another_beats_is_not_on_the_frontier():
    verbatim, masked, worse, twin = (
        Point("v", 0.9, 0.8),
        Point("m", 0.5, 0.7),
        Point("w", 0.6, 0.7),
        Point("t", 0.5, 0.7),
    )
    nothing = Point("n", 0.0, 0.1)
    assert frontier([worse, verbatim, twin, nothing, masked]) == [nothing, twin, masked, verbatim]
