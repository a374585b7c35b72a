"""The register: attributes have the shares that are stated, and who fits is counted."""

import math
from datetime import date

import numpy as np
import pytest

from sanon.testbench.register.register import Register, age_on, shares_of
from sanon.testbench.register.tables import illnesses, occupations, shares

PEOPLE = 100_000


def share(codes, code):
    return float((codes == code).mean())


def near(stated):
    """Five standard deviations of a share of so many people."""
    return pytest.approx(stated, abs=5 * math.sqrt(stated / PEOPLE))


@pytest.mark.parametrize("attribute", ["marital", "children", "origin", "language", "faith", "insurer"])
def test_listed_attributes_have_their_shares(register, attribute):
    for code, value in enumerate(shares_of(attribute)):
        assert share(register.columns[attribute], code) == near(shares()[attribute][value])


def test_rare_diseases_and_occupations_have_their_shares(register):
    for code, one in enumerate(illnesses()):
        if 0 < one.share < 0.01:
            # The hurt have their injury in place of what they had; they are 2 to 3 in a hundred.
            assert share(register.columns["condition"], code) == pytest.approx(
                one.share, abs=0.05 * one.share + 5 * math.sqrt(one.share / PEOPLE)
            )
    for code, one in enumerate(occupations()):
        assert share(register.columns["occupation"], code) == near(one.share)


def test_a_life_has_its_order(register):
    columns = register.columns
    treated = columns["condition"] >= 0
    assert (columns["onset"] <= columns["admission"])[treated].all()
    assert (columns["admission"] < columns["filed"])[treated].all()
    hurt = columns["event"] >= 0
    injuries = np.array([bool(one.causes) for one in illnesses()])
    assert injuries[columns["condition"][hurt]].all()
    assert not injuries[columns["condition"][treated & ~hurt]].any()
    days = np.array([one.day for one in register.accidents])
    assert (columns["onset"][hurt] == days[columns["event"][hurt]]).all()
    counties = np.array([one.county for one in register.accidents])
    assert (columns["county"][hurt] == counties[columns["event"][hurt]]).all()


@pytest.mark.parametrize(
    ("born", "on", "years"),
    [
        (date(1980, 3, 1), date(2020, 2, 29), 39),
        (date(1980, 3, 1), date(2020, 3, 1), 40),
        (date(1980, 2, 29), date(2021, 2, 28), 40),
        (date(1980, 2, 29), date(2020, 2, 28), 39),
        (date(2019, 5, 5), date(2020, 5, 4), 0),
    ],
)
def test_ages_are_completed_years(born, on, years):
    assert age_on(born, on) == years


def test_who_is_of_an_age_has_completed_so_many_years(register):
    number = int(np.flatnonzero(register.columns["admission"] >= 0)[0])
    on = date.fromordinal(register.of(number, "admission"))
    ages = [age_on(date.fromordinal(born), on) for born in register.columns["birthdate"][:5000].tolist()]
    assert register.aged(number, 30, 39)[:5000].tolist() == [30 <= age <= 39 for age in ages]


def test_who_fits_has_every_value(register):
    number = int(np.flatnonzero(register.columns["event"] >= 0)[0])
    masks = [register.same(number, attribute) for attribute in ("county", "event", "female")]
    expected = sum(
        all(register.of(other, name) == register.of(number, name) for name in ("county", "event", "female"))
        for other in range(PEOPLE)
    )
    assert register.fitting(masks) == expected >= 1
    assert register.fitting([]) == PEOPLE
    assert register.same(number, "address").sum() == 1


def test_relevance_is_the_share_of_the_worlds_adults(register):
    number = int(np.flatnonzero(register.columns["unique"] >= 0)[0])
    # A town is local: true of those of 8 billion who live in it. What one person alone has is true of one.
    residents = int((register.columns["town"] == register.of(number, "town")).sum())
    assert register.relevance(number, "town") == pytest.approx(-math.log10(residents / 8e9) / 9.9)
    assert register.relevance(number, "unique") == register.relevance(number, "name") == 1.0
    # Of an age about as many of the world as of the register.
    assert 0.15 < register.relevance(number, "marital") * 9.9 < 1.6
    assert 0.13 < register.relevance(int(np.flatnonzero(register.columns["condition"] >= 0)[0]), "age") < 0.25


def test_the_same_seed_is_the_same_register():
    assert Register(3).digest == Register(3).digest != Register(4).digest
