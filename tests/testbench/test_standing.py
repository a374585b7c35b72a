"""What of a value still stands, wholly or in part, and which documents still lead to each other."""

import math

import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.lexical import WordWeights, words
from sanon.testbench.persons import Secret, Target
from sanon.testbench.standing import Joins, Standing

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


OF_ONE = {
    "a": "Claim C-77-123456: a baker from Brest.",
    "b": "Claim C-77-123456 was paid to the baker.",
    "c": "The baker has gout, and so has Brest.",
    "other": "Another baker fell ill.",
    "third": "Brest had a mayor.",
}
CLAIM = Secret("NON_PERSONAL_ID", "C77123456", ("C-77-123456",), frozenset("ab"))
BAKER = Secret("INDIRECT_IDENTIFIER", "baker", ("baker",), frozenset("abc"))
BREST = Secret("LOCATION", "brest", ("Brest",), frozenset("ac"))
PERSON = Target("HIGH", (CLAIM, BAKER, BREST))
STATED = {"a": (CLAIM, BAKER, BREST), "b": (CLAIM, BAKER), "c": (BAKER, BREST), "other": (BAKER,), "third": (BREST,)}


def joins(**changed):
    protected = OF_ONE | changed
    stands = Standing(PERSON, OF_ONE, protected, PROFILE, WordWeights(OF_ONE.values()))
    readable = {
        name: frozenset((values[n].type, values[n].normalized) for n in Giveaways(values, PROFILE).of(protected[name]))
        for name, values in STATED.items()
    }
    folded = {name: f" {' '.join(words(text))} " for name, text in protected.items()}
    return Joins(stands, readable, folded)


def test_documents_are_joined_by_what_no_document_about_others_shows():
    """a, b by the claim; a, c by baker and Brest together, though others have each; b, c share only the baker."""
    found = joins()
    assert found.pairs == {("a", "b"), ("a", "c")}
    assert found.possible == 3
    assert found.groups == [["a", "b", "c"]]


def test_a_masked_value_joins_nothing():
    found = joins(
        a="Claim [NON_PERSONAL_ID]: a baker from [LOCATION].", b="Claim [NON_PERSONAL_ID] was paid to the baker."
    )
    assert found.pairs == set()
    assert sorted(found.groups) == [["a"], ["b"], ["c"]]


def test_a_pseudonym_in_two_documents_joins_them():
    a, b = "Claim [ID_5f3e]: a baker from [LOCATION].", "Claim [ID_5f3e] was paid to the baker."
    assert joins(a=a, b=b).pairs == {("a", "b")}
    # A label that stands with others too says nothing.
    assert joins(a=a, b=b, third="[ID_5f3e] had a mayor.").pairs == set()
