"""Dates with the name of the month, and what says that they are of a birth, in the languages of the archives."""

import pytest

from sanon.extraction.detectors.detection import detect
from sanon.resolution.normal_forms import normalize_date


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("Nascido a: 2 de março de 1951", "2 de março de 1951"),
        ("Nacido el 2 de marzo de 1951.", "2 de marzo de 1951"),
        ("Nato il 2 marzo 1951", "2 marzo 1951"),
        ("Né le 2 mars 1951", "2 mars 1951"),
        ("Geb. 2. März 1951", "2. März 1951"),
        ("geb.:          2. 3. 1951       SV-Nr.: 1237 020351", "2. 3. 1951"),
        ("geboren am 2.\u00a03.\u00a01951", "2.\u00a03.\u00a01951"),
        ("Geburtsdatum: 2. 3. 51", "2. 3. 51"),
        ("Geboren op 2 maart 1951", "2 maart 1951"),
        ("Född den 2 mars 1951", "2 mars 1951"),
        ("Født 2. marts 1951", "2. marts 1951"),
        ("Syntynyt 2. maaliskuuta 1951", "2. maaliskuuta 1951"),
        ("urodzony 2 marca 1951 r.", "2 marca 1951"),
        ("narozena 2. března 1951", "2. března 1951"),
        ("Născut la 2 martie 1951", "2 martie 1951"),
        ("Doğum tarihi: 2 Mart 1951", "2 Mart 1951"),
    ],
)
def test_a_date_of_birth_is_one_in_every_language(text, born):
    found = {text[span.start : span.end] for span in detect(text) if span.kind == "BIRTHDATE"}
    assert found == {born}
    assert normalize_date(born) == "02/03/1951"


def test_a_word_that_is_a_month_elsewhere_is_no_date_by_itself():
    for text in ("the mars bar", "Maja, 12", "two out of three sets", "his maj", "ekim and luty"):
        assert [span.kind for span in detect(text) if "DATE" in span.kind] == []


@pytest.mark.parametrize(
    "day",
    ["3 February\n> 1961", "February\n>> 3, 1961", "03.\n02.1961", "03.02.\n1961", "1961-\n> 02-03", "3/2/\n1961"],
)
def test_a_date_goes_on_over_the_end_of_a_line(day):
    text = f"She was born {day} in Ulm."
    assert day in {text[span.start : span.end] for span in detect(text) if span.kind == "BIRTHDATE"}
    assert normalize_date(day) == "03/02/1961"
