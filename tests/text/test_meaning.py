"""What stands in a text as a value does, and means something else."""

import pytest

from sanon.text.meaning import with_whole_numbers


@pytest.mark.parametrize(
    ("text", "stretch", "whole"),
    [
        ("at 10:01:22 sharp", "01:22", "10:01:22"),
        ("at 09:30.", "30", "09:30"),
        ("paid 1,500 EUR", "500 EUR", "1,500 EUR"),
        ("aged 34.5, then", "34", "34.5"),
        ("Jane,34,51000,Leeds", "34", "34"),
        ("34,51000", "34", "34"),
        ("aged 34, 36 and 40", "34", "34"),
        ("the 34-year-old", "34-year-old", "34-year-old"),
    ],
)
def test_a_stretch_holds_all_of_its_numbers(text, stretch, whole):
    start = text.index(stretch)
    assert text[slice(*with_whole_numbers(text, start, start + len(stretch)))] == whole
