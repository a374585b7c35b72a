"""Attacks against systems of which it is known what they tell."""

from dataclasses import dataclass

import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.attacks import Target, attack, leak_rate, leaked_share
from sanon.testbench.extractive import Extractive
from sanon.testbench.giveaways import Secret

PROFILE = load_profile("insurance")
PERSON = Target(
    "a",
    "HIGH",
    (
        Secret("NAME", "ann roe", ("Ann Roe",)),
        Secret("MEDICAL_CONDITION", "erdheim disease", ("Erdheim disease",)),
        Secret("LOCATION", "brest", ("Brest",)),
    ),
)
TEXT = "Ann Roe has Erdheim disease. She lives in Brest."


@dataclass
class Always:
    """Retrieves the same, whatever is asked."""

    texts: list

    def retrieve(self, questions):
        return [self.texts for _ in questions]


class Echo(Extractive):
    """Confirms nothing, and tells only what the prompt named."""

    def __init__(self):
        super().__init__([])

    def confirms(self, prompt, secret, context):
        return False

    def tells(self, prompt, value, context):
        return [f"I know nothing about {value}, {value.upper()}."]


class Gullible(Echo):
    """Has a judge that believes whatever stands in an answer."""

    def judges(self, target, answers):
        return frozenset(n for n, one in enumerate(target.secrets) if any(one.spellings[0] in text for text in answers))


def test_everything_leaks_from_a_system_that_hides_nothing():
    leaks = attack(PERSON, Always([TEXT]), Extractive([TEXT]), PROFILE)
    assert leaks.membership == leaks.targeted == {0, 1, 2}
    assert leaked_share([leaks], PROFILE.weights) == 1


class Counting(Extractive):
    """Counts what it is asked."""

    def __init__(self):
        super().__init__([])
        self.asked = 0

    def tells(self, prompt, value, context):
        self.asked += 1
        return context


@pytest.mark.parametrize("prompts", [1, 2])
def test_each_value_gets_as_many_prompts_as_are_wanted(prompts):
    system = Counting()
    attack(PERSON, Always([TEXT]), system, PROFILE, prompts)
    assert system.asked == prompts * len(PERSON.secrets)


def test_nothing_leaks_from_a_system_that_knows_nothing():
    hidden = "[NAME] has [MEDICAL_CONDITION]. She lives in [LOCATION]."
    leaks = attack(PERSON, Always([hidden]), Extractive([hidden]), PROFILE)
    assert leaks.all == set()
    assert leaked_share([leaks], PROFILE.weights) == 0


@pytest.mark.parametrize("system", [Echo(), Gullible()])
def test_what_the_prompt_named_is_no_leak(system):
    assert attack(PERSON, Always([TEXT]), system, PROFILE).all == set()


def test_a_value_inside_the_named_one_is_no_leak_either():
    person = Target(
        "a",
        "HIGH",
        (Secret("ADDRESS", "3 quai, brest", ("3 Quai, Brest",)), Secret("LOCATION", "brest", ("Brest",))),
    )
    text = "3 Quai, Brest"
    leaks = attack(person, Always([text]), Extractive([text]), PROFILE)
    # The prompt about the place does not name the address; that about the address names the place.
    assert leaks.targeted == {0}


def test_a_rate_is_leaked_weight_over_all_weight():
    # NAME 1.00, MEDICAL_CONDITION .85, LOCATION .55
    rate = leak_rate(PERSON, frozenset({0, 2}), PROFILE.weights)
    assert rate == pytest.approx((1 + 0.55) / (1 + 0.85 + 0.55))
    assert leak_rate(Target("b", "LOW", ()), frozenset(), PROFILE.weights) is None


def test_a_cluster_leaks_above_the_threshold_of_its_risk():
    only_the_name = "Ann Roe has [MEDICAL_CONDITION]. Brest"
    high = attack(PERSON, Always([only_the_name]), Extractive([only_the_name]), PROFILE)
    medium, low = (type(high)(Target("b", risk, PERSON.secrets), *((high.all,) * 3)) for risk in ("MEDIUM", "LOW"))
    # .646 of the weight: above .6 of a HIGH one, below .8 of a MEDIUM one; a LOW one does not count.
    assert leaked_share([high, medium, low], PROFILE.weights) == 0.5
