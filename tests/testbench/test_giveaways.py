"""What a text gives away of a person."""

import re

import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.giveaways import Giveaways, normal
from sanon.testbench.grammar.lexicon import table
from sanon.testbench.persons import Secret

PROFILE = load_profile("insurance")
SECRETS = {
    "date": Secret("EVENT_DATE", "06/02/2024", ("Feb. 6, 2024",)),
    "phone": Secret("PHONE_NUMBER", "+12075550143", ("(207) 555-0143",)),
    "id": Secret("PATIENT_ID", "CVM44718820", ("CVM 4471 8820",)),
    "age": Secret("AGE", "61", ("61",)),
    "place": Secret("LOCATION", "brest", ("Brest",)),
    "name": Secret("NAME", "ann roe", ("Ms Roe", "Ann Roe")),
}


@pytest.mark.parametrize(
    ("text", "given_away"),
    [
        ("seen on 02/06/2024", {"date"}),
        ("seen on 6 February 2024, again on the 7th", {"date"}),
        ("seen in February 2024", set()),
        ("call +1 207.555.0143", {"phone"}),
        ("member CVM-4471-8820", {"id"}),
        ("a keeper aged 61", {"age"}),
        ("a 61-year-old keeper", {"age"}),
        ("claim 61/2024 of 1.61 Euro", set()),
        ("a port such as BREST", {"place"}),
        ("Brestois are born there", set()),
        ("Ann\nRoe came", {"name"}),
        ("[NAME] was seen in [LOCATION] on [EVENT_DATE], 2024, in her sixties", set()),
    ],
)
def test_a_value_is_given_away_in_any_form_but_not_by_what_replaces_it(text, given_away):
    found = Giveaways(list(SECRETS.values()), PROFILE).of(text)
    assert {name for number, name in enumerate(SECRETS) if number in found} == given_away


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
