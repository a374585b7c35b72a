"""Values are found whatever words the generator puts around them."""

import re

import pytest

from sanon.testbench.giveaways import normal
from sanon.testbench.grammar.lexicon import table


def _phrases(part):
    if isinstance(part, str):
        return [part]
    return [one for inner in (part.values() if isinstance(part, dict) else part) for one in _phrases(inner)]


@pytest.mark.parametrize("phrase", [one for one in _phrases(table("phrases")) if "{age}" in one])
def test_an_age_is_read_in_every_phrase_that_tells_one(phrase):
    told = re.sub(r"\{[^}]*\}", "Ann Roe", phrase.replace("{age}", "53")).replace(" || ", " - Caller: ")
    assert "53" in normal(told).ages


@pytest.mark.parametrize(
    "text", ["It is now 1953.", "at 53 Mill Lane", "was 53 km away", "form 53, page 2", "53 yards"]
)
def test_other_numbers_are_no_age(text):
    assert not normal(text).ages
