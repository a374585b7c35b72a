"""Normal forms: expected values are worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.normal_forms import normalize, normalize_date

FORMS = ("text", "name", "date", "phone", "email", "id", "age")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("12/04/2019", "12/04/2019"),
        ("12.4.2019", "12/04/2019"),
        ("2019-04-12", "12/04/2019"),
        ("12 April 2019", "12/04/2019"),
        ("12th of April, 2019", "12/04/2019"),
        ("April 12, 2019", "12/04/2019"),
        ("12. März 1969", "12/03/1969"),
        ("3 mai 2004", "03/05/2004"),
        ("04/23/2019", "23/04/2019"),
        ("April 2019", "04/2019"),
        ("04/2019", "04/2019"),
        ("2019", "2019"),
        ("12 April", "12/04"),
        ("Early 2019", "early 2019"),
        ("31.12.98", "31/12/1998"),
        ("45/45/2019", "45/45/2019"),
    ],
)
def test_dates_become_day_month_year(written: str, expected: str) -> None:
    assert normalize(written, "date") == expected


def test_the_order_of_day_and_month_is_a_parameter() -> None:
    assert normalize_date("03/04/2019") == "03/04/2019"
    assert normalize("03/04/2019", "date", day_first=False) == "04/03/2019"
    assert normalize_date("03.04.2019", day_first=False) == "03/04/2019"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Ms Jane Doe", "jane doe"),
        ("DOE, Jane", "jane doe"),
        ("Dr. med. Jost Eilenbeck", "jost eilenbeck"),
        ("Mr C. Çalış", "c. çalış"),
        ("Mr C.A. Whomersley", "c. a. whomersley"),
        ("Jane Doe's", "jane doe"),
        ("Jane  Doe, MD", "jane doe"),
    ],
)
def test_names_lose_titles_and_case(written: str, expected: str) -> None:
    assert normalize(written, "name") == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("(207) 555-0143", "+12075550143"),
        ("+49 30 23125 688", "+493023125688"),
        ("0049 30 23125688", "+493023125688"),
        ("01242 555812", "+441242555812"),
        ("07700 900123", "+447700900123"),
    ],
)
def test_phones_become_e164(written: str, expected: str) -> None:
    assert normalize(written, "phone") == expected


def test_ids_are_upper_case_without_blanks() -> None:
    assert normalize("cvm 4471 8820", "id") == "CVM44718820"


def test_ages_are_integers() -> None:
    assert [normalize(age, "age") for age in ("54-year-old", "aged 7", "fifty-four years old")] == ["54", "7", "54"]


def test_texts_lose_case_blanks_and_article() -> None:
    assert normalize("The  Gannet\nPoint Clinic", "text") == "gannet point clinic"


def test_mails_are_case_folded() -> None:
    assert normalize("mailto:Jane.Doe@Example.org", "email") == "jane.doe@example.org"


@pytest.mark.parametrize("form", FORMS)
@given(value=st.text(max_size=60))
def test_a_normal_form_is_its_own_normal_form(form: str, value: str) -> None:
    once = normalize(value, form)  # type: ignore[arg-type]
    assert normalize(once, form) == once  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMS)
@given(
    value=st.lists(
        st.sampled_from(
            [
                "Mr",
                "Dr.",
                "O'Hara",
                "'s",
                ",",
                "1.",
                "May",
                "2004",
                "/",
                "-",
                "07",
                "+",
                "(",
                "the",
                "A.",
                "ß",
                "İ",
                "54",
                "a",
                "mailto:",
                "\0",
            ]
        ),
        max_size=7,
    ).flatmap(lambda parts: st.sampled_from([" ".join(parts), "".join(parts)]))
)
def test_what_looks_like_values_keeps_its_normal_form(form: str, value: str) -> None:
    once = normalize(value, form)  # type: ignore[arg-type]
    assert normalize(once, form) == once  # type: ignore[arg-type]
