"""Ladders of the people that fit, from entities with types and values."""

import numpy as np
import pandas as pd
import pytest

from sanon.derivation.coarsening import coarsening_of
from sanon.derivation.people import ladders_of
from sanon.risk.incidence import Incidence
from sanon.risk.people import People, Subjects
from sanon.settings.profile import load_profile

PROFILE = load_profile("insurance")


def digits_of(*entities, masked=(), shown=None):
    """Digits that one document tells; entities are (type, value, digits)."""
    rows = pd.DataFrame([(f"e{row}", kind, value) for row, (kind, value, _) in enumerate(entities)])
    rows.columns = ["id", "type", "value"]
    rows["weight"] = [PROFILE.weights[kind] for kind in rows["type"]]
    mentions = pd.DataFrame([("d", f"e{row}", digits / 9.9) for row, (_, _, digits) in enumerate(entities)])
    mentions.columns = ["source_id", "entity_id", "relevance"]
    # A second document, so that what is in the first is rarer than its coarser values can be.
    incidence = Incidence.build(["d", "other"], rows, mentions)
    coarsening = coarsening_of(incidence, rows, PROFILE)
    ladders = ladders_of(incidence, coarsening, PROFILE, [])
    everything = np.ones(len(rows), dtype=bool)
    people = People(incidence, everything, ladders, Subjects.of(incidence), 8e9, 20)
    hidden = np.isin(np.arange(len(rows)), masked)
    values = None
    if shown is not None:
        values = np.full(len(rows), -1)
        for entity, level in shown.items():
            values[entity] = coarsening.at_level(entity, level)
    return people.of_subjects(hidden, values)[0]


def test_an_age_is_told_by_the_date_of_birth():
    birth, age = ("BIRTHDATE", "14/03/1961", 4.5), ("AGE", "62", 1.9)
    assert digits_of(birth, age) == pytest.approx(4.5)
    assert digits_of(birth, age, masked=[0]) == pytest.approx(1.9)
    assert digits_of(birth, age, ("TREATMENT", "tuba", 3.0)) == pytest.approx(7.5)


def test_two_dates_are_two_facts_and_of_a_date_and_its_month_the_date_counts():
    first, second = ("EVENT_DATE", "14/03/2019", 3.0), ("EVENT_DATE", "02/05/2019", 3.0)
    assert digits_of(first, second) == pytest.approx(6.0)
    assert digits_of(first, ("EVENT_DATE", "03/2019", 1.5)) == pytest.approx(3.0)


def test_a_month_in_place_of_a_day_tells_what_the_month_tells_as_an_entity():
    day, month = ("EVENT_DATE", "14/03/2019", 3.0), ("EVENT_DATE", "03/2019", 1.5)
    assert digits_of(day, month, masked=[0], shown={0: 1}) == pytest.approx(1.5)


def test_a_month_tells_a_thirtieth_and_a_band_of_ten_ages_a_tenth_of_what_a_day_and_an_age_tell():
    day, age = ("EVENT_DATE", "14/03/2019", 4.0), ("AGE", "62", 1.9)
    month, half, year, five, ten = (digits_of(day, masked=[0], shown={0: level}) for level in range(1, 6))
    assert month == pytest.approx(4.0 - np.log10(365.25 / 12))
    assert half == pytest.approx(month - np.log10(6))
    assert (year, five, ten) == pytest.approx((half - np.log10(2), half - 1.0, half - np.log10(20)))
    assert digits_of(age, masked=[0], shown={0: 2}) == pytest.approx(0.9)


def test_a_coarser_value_of_which_nobody_knows_what_it_covers_never_tells_more_than_the_finer_one():
    asthma = ("MEDICAL_CONDITION", "asthma", 1.3)
    finest, next_one = (digits_of(asthma, masked=[0], shown={0: level}) for level in (1, 2))
    assert 0 < next_one <= finest <= 1.3 + 1e-9
