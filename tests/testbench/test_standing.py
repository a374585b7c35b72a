"""What of a value still stands, wholly or in part."""

import math

import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.lexical import WordWeights
from sanon.testbench.persons import Secret, Target
from sanon.testbench.standing import Standing

PROFILE = load_profile("insurance")
EVENT = Secret("EVENT", "capsizing of the petrel", ("the capsizing of the Petrel",), frozenset({"d"}))
ORIGINALS = {
    "d": "She survived the capsizing of the Petrel and came home.",
    "e": "The rest of the day was calm.",
    "f": "Of the boats the Petrel was the oldest.",
}


def standing(protected, secrets=(EVENT,)):
    person = Target("HIGH", tuple(secrets))
    return Standing(person, ORIGINALS, ORIGINALS | {"d": protected}, PROFILE, WordWeights(ORIGINALS.values()))


def test_a_part_counts_by_the_weight_of_its_words():
    # Documents that hold the: 3, capsizing: 1, of: 3, petrel: 2; weights ln(4/3), ln 4, ln(4/3), ln 2.
    left = math.log(4) + 3 * math.log(4 / 3)
    found = standing("She survived the capsizing of the [NAME] and came home.")
    assert found.shares["d"] == {0: pytest.approx(left / (left + math.log(2)))}
    assert found.parts["d"] == {0: "the capsizing of the"}


def test_what_is_gone_leaves_nothing():
    found = standing("She survived [EVENT] and came home.")
    assert found.readable == {}


def test_a_value_in_another_form_stands_wholly():
    date = Secret("EVENT_DATE", "06/02/2024", ("6 February 2024",), frozenset({"d"}))
    assert standing("seen on 2024-02-06", [date]).readable == {0: 1.0}


def test_an_answer_tells_what_stands_in_the_documents_it_is_made_of():
    found = standing("She survived the capsizing of the [NAME] and came home.")
    (share,) = found.readable.values()
    assert found.revealed_by("It was the capsizing of the boat.", ["d", "e"]) == {0: share}
    assert found.revealed_by("The Petrel? Nobody says so.", ["d", "e"]) == {}
    # From documents that do not state it the same words are chance.
    assert found.revealed_by("It was the capsizing of the boat.", ["e", "f"]) == {}
