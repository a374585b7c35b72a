"""Which documents still lead to each other, on documents that fit into the head."""

from sanon.settings.profile import load_profile
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.lexical import WordWeights, words
from sanon.testbench.persons import Secret, Target
from sanon.testbench.standing import Joins, Standing

PROFILE = load_profile("insurance")
ORIGINALS = {
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
    protected = ORIGINALS | changed
    standing = Standing(PERSON, ORIGINALS, protected, PROFILE, WordWeights(ORIGINALS.values()))
    readable = {
        name: frozenset((values[n].type, values[n].normalized) for n in Giveaways(values, PROFILE).of(protected[name]))
        for name, values in STATED.items()
    }
    folded = {name: f" {' '.join(words(text))} " for name, text in protected.items()}
    return Joins(standing, readable, folded)


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
