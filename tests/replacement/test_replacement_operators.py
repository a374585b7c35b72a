"""Operators and the replacements they give."""

import hashlib
import hmac

import pytest

from sanon.errors import ConfigurationError
from sanon.replacement.operators import OPERATORS, Replacement, Target, assign
from sanon.replacement.surrogates import CorpusValues, SurrogateCorpus
from sanon.settings.profile import load_profile


def operator(name, key=None, corpus=None):
    return OPERATORS.named(name)(key, corpus)


def test_each_operator_gives_the_replacement_of_its_docstring():
    assert operator("type-label").replacement(Target("e1", "NAME")) == "[NAME]"
    assert operator("redacted").replacement(Target("e1", "NAME")) == "[REDACTED]"
    expected = hmac.new(b"key", b"e1", hashlib.sha256).hexdigest()[:6]
    assert operator("pseudonym", b"key").replacement(Target("e1", "NAME")) == f"[NAME_{expected}]"


def test_every_operator_shows_an_example():
    for name, kind in OPERATORS.classes.items():
        made = kind(b"key", SurrogateCorpus(b"key", load_profile("insurance"), CorpusValues((), {})))
        assert made.name == name
        assert "->" in (kind.__doc__ or "")


def test_another_key_gives_another_pseudonym():
    target = Target("e", "T")
    assert operator("pseudonym", b"a").replacement(target) != operator("pseudonym", b"b").replacement(target)


@pytest.mark.parametrize("key", [None, b""])
def test_a_pseudonym_without_a_key_is_refused(key):
    with pytest.raises(ConfigurationError, match="secret key"):
        operator("pseudonym", key)


def test_an_unknown_operator_names_the_known_ones():
    with pytest.raises(ConfigurationError, match="type-label, redacted, rewrite"):
        operator("scramble")


def test_pseudonyms_of_many_entities_are_all_different_and_most_are_short():
    pseudonym = operator("pseudonym", b"key")
    targets = [Target(f"e{number}", "NAME") for number in range(20_000)]
    given = assign(targets, {"NAME": pseudonym})
    assert len({one.text for one in given.values()}) == len(targets)
    longer = [one for one in given.values() if len(one.text) > len("[NAME_123456]")]
    assert 0 < len(longer) < 50  # about 20000² / 2 / 16⁶ = 12
    assert given == assign(reversed(targets), {"NAME": pseudonym})


def test_a_published_replacement_is_not_given_again():
    pseudonym = operator("pseudonym", b"key")
    target = Target("a", "NAME")
    given = assign([target], {"NAME": pseudonym}, taken={"z": pseudonym.replacement(target), "gone": "[NAME_x]"})
    assert given == {"a": Replacement(pseudonym.replacement(target, 1), "pseudonym")}


def test_labels_need_not_differ():
    label = Replacement("[X]", "type-label")
    assert assign([Target("a", "X"), Target("b", "X")], {"X": operator("type-label")}) == {"a": label, "b": label}


def test_what_an_operator_cannot_replace_gets_its_label():
    assert assign([Target("a", "X")], {"X": operator("generalize")}) == {"a": Replacement("[X]", "type-label")}
