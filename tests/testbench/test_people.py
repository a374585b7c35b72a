"""How many people fit is counted, in protected documents too."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from sanon.settings.profile import load_profile
from sanon.testbench.dataset.records import RegisterMark
from sanon.testbench.metrics.people import People, _Stated
from sanon.testbench.register.register import age_on, fitting_coarser
from sanon.testbench.systems.contract import Protected
from sanon.testbench.trial import Material, Trial


@pytest.fixture(scope="module")
def made(fifty):
    return fifty[:10]


def trial_of(made, register, texts):
    clusters = [one.cluster for one in made]
    mark = RegisterMark(seed=7, people=register.people, digest=register.digest)
    material = Material(clusters, [], mark, load_profile("insurance"), None, 1)
    return Trial(material, "test", Protected(material.originals | texts, 0), None)


def test_of_the_originals_as_many_fit_as_the_generator_counted(made, register):
    trial = trial_of(made, register, {})
    for one, joins in zip(made, trial.joins, strict=True):
        told = _Stated(trial.material.register, trial, joins)
        for document, people in one.truth.fitting.documents.items():
            assert told.by([document]).people == people
        assert told.by(one.truth.fitting.documents).people == one.truth.fitting.together
    found = People().measure(trial)
    assert found["found_together"] == 1
    # MEDIUM ones are found by no document alone, and HIGH ones by some.
    assert found["found_alone"] == 0.5


def test_what_is_masked_tells_nothing(made, register):
    trial = trial_of(made, register, {})
    trial = replace(trial, protected=Protected(dict.fromkeys(trial.texts, "[REDACTED]"), 0))
    found = People().measure(trial)
    assert (found["found_together"], found["people_median"]) == (0, 100_000)


@pytest.mark.parametrize(("words", "width"), [("march 1961", 31), ("1961", 365), ("1960s", 3653)])
def test_a_coarser_date_fits_who_was_born_then(register, words, width):
    born = register.columns["birthdate"]
    day = date(1961, 3, 9).toordinal()
    number = int(np.flatnonzero(born == day)[0])
    fits = fitting_coarser(register, number, "birthdate", words)
    days = np.unique(born[fits])
    assert days.min() <= day <= days.max()
    assert days.max() - days.min() < width
    assert fits.sum() > 20
    # What is not true of the person, as a stand-in, tells nothing.
    assert fitting_coarser(register, number, "birthdate", "april 1961") is None


def test_a_band_of_ages_fits_who_was_in_it(register):
    number = int(np.flatnonzero(register.columns["admission"] >= 0)[0])
    age = age_on(*(date.fromordinal(register.of(number, day)) for day in ("birthdate", "admission")))
    low = age // 10 * 10
    fits = fitting_coarser(register, number, "age", f"{low} {low + 9}")
    assert fits[number]
    assert fits.sum() > register.same(number, "age").sum()
    assert fitting_coarser(register, number, "age", f"{low + 10} {low + 19}") is None
