"""Normal forms: expected values are worked out by hand."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.resolution.conventions import Conventions
from sanon.resolution.date_formats import days_of
from sanon.resolution.normal_forms import normalize, normalize_date

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
        ("Friday, 3 May 2024", "03/05/2024"),
        ("Mittwoch, den 3. Mai 2023", "03/05/2023"),
        ("Do., 03.05.2024", "03/05/2024"),
        ("3. 5. 2024", "03/05/2024"),
        ("13 / 05 / 2024", "13/05/2024"),
        ("2024-05-03 14:20", "03/05/2024"),
        ("03.05.2024 um 14:20 Uhr", "03/05/2024"),
        ("2024-05-03T14:20:00Z", "03/05/2024"),
        ("3-May-24", "03/05/2024"),
        ("3 Jän 2024", "03/01/2024"),
        ("29. Dez. 2023", "29/12/2023"),
        ("Dec. 29, 2023", "29/12/2023"),
        ("29.12.", "29/12"),
        ("12/29", "29/12"),
        ("Dezember 2023", "12/2023"),
        ("3 June 98", "03/06/1998"),
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
        ("Captain Hollis Brandt", "hollis brandt"),
        ("Brandt, Capt. Hollis", "hollis brandt"),
        ("Prof.Dr. Jan Ott PhD", "jan ott"),
        ("Dr.-Ing. Jan Ott", "jan ott"),
        ("Jon Lord", "jon lord"),
        ("Lord Jon Lord", "jon lord"),
        ("Phil Ott", "phil ott"),
        ("Do, Linh", "linh do"),
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
        ("+1 (207) 555-0143", "+12075550143"),
        ("1-207-555-0143", "+12075550143"),
        ("207.555.0143", "+12075550143"),
        ("+44 (0)1242 555 812", "+441242555812"),
        ("(01242) 555812", "+441242555812"),
        ("+49 (0) 6221 / 555 0199", "+4962215550199"),
        ("030/23125-688", "+493023125688"),
    ],
)
def test_phones_become_e164(written: str, expected: str) -> None:
    assert normalize(written, "phone") == expected


@pytest.mark.parametrize(
    ("written", "region", "expected"),
    [
        ("0151 23456789", "DE", "+4915123456789"),  # a German mobile
        ("0151 496 0123", "GB", "+441514960123"),  # Liverpool; the numbers of Ofcom for fiction
        ("020 7946 0991", "GB", "+442079460991"),
        ("(415) 555-0132", "US", "+14155550132"),
        ("+44 7700 900456", "US", "+447700900456"),  # the prefix says more than the document
        ("040 123456", "DE", "+4940123456"),
        ("555-0132", "US", "5550132"),  # without area code no country is certain
    ],
)
def test_a_country_decides_for_phones_without_one(written: str, region: str, expected: str) -> None:
    assert normalize(written, "phone", region=region) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("cvm 4471 8820", "CVM44718820"),
        ("943 476 5919", "9434765919"),  # NHS number
        ("943-476-5919", "9434765919"),
        ("219-09-9999", "219-09-9999"),  # social security number: the hyphens are part of it
        ("1EG4-TE5-MK73", "1EG4TE5MK73"),  # Medicare: the example of the CMS; its dashes are for the eye
        ("1eg4 te5 mk73", "1EG4TE5MK73"),
        ("QQ 12 34 56 C", "QQ123456C"),  # national insurance number
        ("de89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("DE89-3704-0044-0532-0130-00", "DE89370400440532013000"),
        ("A 123 456 780", "A123456780"),  # German health insurance number
        ("86 095 742 719", "86095742719"),  # German tax id
        ("65 170839 J 003", "65170839J003"),  # German pension insurance number
        ("4 C 218/22", "4C218/22"),  # reference number of a German court
        ("A\u20111234", "A-1234"),
    ],
)
def test_ids_are_upper_case_without_blanks(written: str, expected: str) -> None:
    assert normalize(written, "id") == expected


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


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Sat 9 November 2024", "09/11/2024"),
        ("Wednesday, 14 August 2024", "14/08/2024"),
        ("Montag, dem 16. Oktober", "16/10"),
        ("mardi 4 juin 2024", "04/06/2024"),
        ("le 1er août 1987", "01/08/1987"),
        ("miércoles 6 de noviembre de 2024", "06/11/2024"),
        ("giovedì 16 novembre", "16/11"),
        ("24 ottobre 1958", "24/10/1958"),
        ("maandag 21 oktober 2024", "21/10/2024"),
        ("3 mei 1990", "03/05/1990"),
        ("29th day of October, 2024", "29/10/2024"),
        ("nov 9", "09/11"),
    ],
)
def test_a_date_in_six_languages_with_its_weekday_is_that_date(value: str, expected: str) -> None:
    assert normalize(value, "date") == expected


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("14. XI. 1947", {"14/11/1947"}),
        ("23/iv/1920", {"23/04/1920"}),
        ("58.02.29 xxx-14", set()),  # a number of the Belgian register, partly made unreadable
        ("1 xiv 1920", set()),
    ],
)
def test_a_month_may_be_a_roman_number(written: str, days: set[str]) -> None:
    assert days_of(written, Conventions(None, None)) == days


@given(st.text("0123456789 ./-'’IVXivxTt年月日", max_size=20) | st.text(max_size=20))
def test_whatever_looks_like_a_date_is_read_as_days_or_as_none(value: str) -> None:
    assert all(re.fullmatch(r"\d\d/\d\d/\d{4}", day) for day in days_of(value, Conventions(None, None)))
