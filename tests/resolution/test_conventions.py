"""Dates and phone numbers are read as their document writes them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.records import TAKEN_AS_GIVEN as GIVEN
from sanon.records import Entity, Mention
from sanon.resolution.as_written import read_as_written
from sanon.resolution.conventions import conventions_of, readings
from sanon.settings.profile import load_profile
from tests.documents import document

PROFILE = load_profile("insurance")
BOTH = ("03/04/2024", "04/03/2024")


@pytest.mark.parametrize(
    ("text", "day_first"),
    [
        ("Seen 03/04/2024, again 23/04/2024.", True),
        ("Seen 03/04/2024, again 04/23/2024.", False),
        ("Seen 03/04/2024, again 12/11/2024.", None),
        ("23/04/2024 and 04/23/2024 in one file", None),  # two writers
        ("Date (MM/DD/YYYY): 03/04/2024", False),
        ("DD/MM/YYYY: 03/04/2024", True),
        ("03/04/2024, 12 Main Street, Duluth, MN 55804", False),
        ("03/04/2024. Call (218) 555-0171.", False),
        ("03/04/2024, Cheltenham GL52 6DH", True),
        ("03/04/2024, geb. am 1.2.1950", True),
        ("03/04/2024, then on October 28, 2023", False),
        ("03/04/2024, then on 28 October 2023", True),
        ("03/04/2024, GL52 6DH; forwarded to Duluth, MN 55804", None),
        ("Visit 03/04/2024", None),
    ],
)
def test_what_a_document_shows_of_its_order(text: str, day_first: bool | None) -> None:
    assert conventions_of(text).day_first is day_first


def test_the_setting_beats_what_a_document_shows() -> None:
    assert conventions_of("04/23/2024", "day-first").day_first is True
    assert conventions_of("23/04/2024", "month-first").day_first is False


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("03/04/2024", BOTH),
        ("03/04/24", BOTH),
        ("04/04/2024", ("04/04/2024",)),
        ("03/14/2024", ("14/03/2024",)),
        ("03.04.2024", ("03/04/2024",)),  # dots are day first everywhere
        ("2024-04-03", ("03/04/2024",)),
        ("3 April 2024", ("03/04/2024",)),
        ("3/4", ("03/04", "04/03")),
    ],
)
def test_only_an_ambiguous_date_has_two_readings(value: str, expected: tuple[str, ...]) -> None:
    assert readings(value, conventions_of("")) == expected


@given(st.dates(min_value=date(1900, 1, 1)), st.sampled_from(["%d/%m/%Y", "%m/%d/%Y", "%Y-%m-%d", "%d.%m.%Y"]))
def test_the_true_date_is_always_among_the_readings(day: date, form: str) -> None:
    assert f"{day:%d/%m/%Y}" in readings(f"{day:{form}}", conventions_of(""))


def mention(kind: str, value: str, *spellings: str, found_by: str = "rules") -> Mention:
    return Mention("d", Entity(value, kind), 0.6, spellings, (found_by,))


def read(content: str, *mentions: Mention, date_order: str = "auto") -> dict[str, tuple[str, ...]]:
    """Value -> spellings, after the document was read as it is written."""
    read = read_as_written(document(content), list(mentions), PROFILE, date_order)  # type: ignore[arg-type]
    return {one.entity.value: one.original_values for one in read}


def test_an_ambiguous_date_becomes_both_dates_whatever_the_extractor_took_it_for() -> None:
    seen = dict.fromkeys(BOTH, ("03/04/2024",))
    for value in BOTH:
        assert read("On 03/04/2024", mention("EVENT_DATE", value, "03/04/2024")) == seen
    # And a second look changes nothing.
    both = [mention("EVENT_DATE", value, "03/04/2024") for value in BOTH]
    assert read("On 03/04/2024", *both) == seen
    assert read("On 03/04/2024", *both, date_order="month-first") == {"04/03/2024": ("03/04/2024",)}


def test_the_other_reading_takes_only_the_ambiguous_spelling_along() -> None:
    assert read("03/04/2024", mention("EVENT_DATE", "03/04/2024", "03/04/2024", "3 April 2024")) == {
        "03/04/2024": ("03/04/2024", "3 April 2024"),
        "04/03/2024": ("03/04/2024",),
    }


def test_what_an_extractor_knows_better_stays() -> None:
    completed = mention("EVENT_DATE", "03/04/2024", "3 April")
    assert read("On 3 April", completed) == {"03/04/2024": ("3 April",)}
    given_date = mention("EVENT_DATE", "03/04/2024", "03/04/2024", found_by=GIVEN)
    assert read("On 03/04/2024", given_date) == {"03/04/2024": ("03/04/2024",)}


def test_a_phone_number_without_country_has_that_of_its_document() -> None:
    number = mention("PHONE_NUMBER", "+441512345678", "0151 2345678")
    assert read("Hauptstr. 5, 69120 Heidelberg, Tel. 0151 2345678", number) == {"+491512345678": ("0151 2345678",)}
    assert read("L1 8JQ, Tel. 0151 2345678", number) == {"+441512345678": ("0151 2345678",)}
