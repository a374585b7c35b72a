"""Operators and the replacements they give."""

import hashlib
import hmac

import pytest

from sanon.errors import ConfigurationError
from sanon.replacement import OPERATORS, assign, operator


def test_each_operator_gives_the_replacement_of_its_docstring():
    assert operator("type-label").replacement("e1", "NAME") == "[NAME]"
    assert operator("redacted").replacement("e1", "NAME") == "[REDACTED]"
    expected = hmac.new(b"key", b"e1", hashlib.sha256).hexdigest()[:6]
    assert operator("pseudonym", b"key").replacement("e1", "NAME") == f"[NAME_{expected}]"


def test_every_operator_has_its_name_and_an_example():
    for name, kind in OPERATORS.items():
        assert kind.name == name
        assert "->" in (kind.__doc__ or "")


def test_another_key_gives_another_pseudonym():
    assert operator("pseudonym", b"a").replacement("e", "T") != operator("pseudonym", b"b").replacement("e", "T")


@pytest.mark.parametrize("key", [None, b""])
def test_a_pseudonym_without_a_key_is_refused(key):
    with pytest.raises(ConfigurationError, match="secret key"):
        operator("pseudonym", key)


def test_an_unknown_operator_names_the_known_ones():
    with pytest.raises(ConfigurationError, match="type-label, redacted, pseudonym"):
        operator("scramble")


def test_pseudonyms_of_many_entities_are_all_different_and_most_are_short():
    pseudonym = operator("pseudonym", b"key")
    entities = {f"e{number}": "NAME" for number in range(20_000)}
    given = assign(entities, {"NAME": pseudonym})
    assert len(set(given.values())) == len(entities)
    longer = [one for one in given.values() if len(one) > len("[NAME_123456]")]
    assert 0 < len(longer) < 50  # about 20000² / 2 / 16⁶ = 12
    assert given == assign(dict(reversed(entities.items())), {"NAME": pseudonym})


def test_published_replacements_stay_when_a_new_entity_meets_them():
    pseudonym = operator("pseudonym", b"key")
    wanted = pseudonym.replacement("a", "NAME")
    given = assign({"a": "NAME", "z": "NAME"}, {"NAME": pseudonym}, taken={"z": wanted, "gone": "[NAME_x]"})
    assert given == {"z": wanted, "a": pseudonym.replacement("a", "NAME", 7)}


def test_labels_need_not_differ():
    assert assign({"a": "X", "b": "X"}, {"X": operator("type-label")}) == {"a": "[X]", "b": "[X]"}
