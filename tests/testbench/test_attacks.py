"""Attacks against systems of which it is known what they tell."""

from dataclasses import dataclass, field

import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.attacks import Leaks, attack, leak_rate, leaked_share
from sanon.testbench.lexical import WordWeights
from sanon.testbench.persons import Secret, Target
from sanon.testbench.rag.answering import Extractive
from sanon.testbench.standing import Standing

PROFILE = load_profile("insurance")
IN_D = frozenset({"d"})
PERSON = Target(
    "HIGH",
    (
        Secret("NAME", "ann roe", ("Ann Roe",), IN_D),
        Secret("MEDICAL_CONDITION", "erdheim disease", ("Erdheim disease",), IN_D),
        Secret("LOCATION", "brest", ("Brest",), IN_D),
    ),
)
TEXT = "Ann Roe has Erdheim disease. She lives in Brest."


@dataclass
class Always:
    """Retrieves the same, whatever is asked."""

    texts: dict = field(default_factory=dict)

    def nearest(self, questions):
        return [list(self.texts) for _ in questions]


class Echo(Extractive):
    """Confirms nothing, and tells only what the prompt named."""

    def __init__(self):
        super().__init__([])

    def confirms(self, prompt, context):
        return False

    def tells(self, prompt, value, context):
        return f"I know nothing about {value}, {value.upper()}."


class Gullible(Echo):
    """Has a judge that believes whatever stands in an answer."""

    def judges(self, target, answers):
        return frozenset(n for n, one in enumerate(target.secrets) if any(one.spellings[0] in text for text in answers))


def attacked(protected, system=None, person=PERSON, original=TEXT):
    """What is learnt of a person from one document."""
    standing = Standing(person, {"d": original}, {"d": protected}, PROFILE, WordWeights([original]))
    return attack(standing, Always({"d": protected}), system or Extractive([protected]))


def test_everything_leaks_from_a_system_that_hides_nothing():
    leaks = attacked(TEXT)
    assert leaks.membership == set(leaks.targeted) == {0, 1, 2}
    assert leaked_share([leaks], PROFILE.weights) == 1


class Counting(Extractive):
    """Counts what it is asked."""

    def __init__(self):
        super().__init__([])
        self.asked = 0

    def tells(self, prompt, value, context):
        self.asked += 1


def test_each_value_gets_two_prompts():
    system = Counting()
    attacked(TEXT, system)
    assert system.asked == 2 * len(PERSON.secrets)


def test_nothing_leaks_from_a_system_that_knows_nothing():
    hidden = "[NAME] has [MEDICAL_CONDITION]. She lives in [LOCATION]."
    leaks = attacked(hidden)
    assert leaks.all == {}
    assert leaked_share([leaks], PROFILE.weights) == 0


@pytest.mark.parametrize("system", [Echo(), Gullible()])
def test_what_the_prompt_named_is_no_leak(system):
    assert attacked(TEXT, system).all == {}


def test_a_value_inside_the_named_one_is_no_leak_either():
    person = Target(
        "HIGH",
        (Secret("ADDRESS", "3 quai, brest", ("3 Quai, Brest",), IN_D), Secret("LOCATION", "brest", ("Brest",), IN_D)),
    )
    text = "3 Quai, Brest"
    leaks = attacked(text, person=person, original=text)
    # The prompt about the place does not name the address; that about the address names the place.
    assert leaks.targeted == {0: 1.0}


def test_a_rate_is_leaked_weight_over_all_weight():
    # NAME 1.00, MEDICAL_CONDITION .85, LOCATION .55
    rate = leak_rate(PERSON, {0: 1.0, 2: 0.5}, PROFILE.weights)
    assert rate == pytest.approx((1 + 0.55 / 2) / (1 + 0.85 + 0.55))
    assert leak_rate(Target("LOW", ()), {}, PROFILE.weights) is None


def test_a_cluster_leaks_above_the_threshold_of_its_risk():
    only_the_name = "Ann Roe has [MEDICAL_CONDITION]. Brest"
    high = attacked(only_the_name)
    medium, low = (
        Leaks(Target(risk, PERSON.secrets), high.membership, high.revealed, high.judged) for risk in ("MEDIUM", "LOW")
    )
    # .646 of the weight: above .6 of a HIGH one, below .8 of a MEDIUM one; a LOW one does not count.
    assert leaked_share([high, medium, low], PROFILE.weights) == 0.5
    assert leaked_share([high, medium, low], PROFILE.weights, shift=0.1) == 0
    assert leaked_share([high, medium, low], PROFILE.weights, shift=-0.2) == 1


def test_what_somebody_else_has_too_is_no_leak():
    """The value stands in another document, which is about somebody else; that of the person hides it."""
    originals = {"d": TEXT, "other": "A baker of Brest."}
    protected = originals | {"d": "[NAME] has [MEDICAL_CONDITION]. She lives in [LOCATION]."}
    standing = Standing(PERSON, originals, protected, PROFILE, WordWeights(originals.values()))
    assert attack(standing, Always(protected), Extractive(protected.values())).all == {}
