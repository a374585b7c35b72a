"""What is ever coarser, and true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.resolution.ladders import Ladders
from sanon.resolution.ladders.dates import in_a_sentence
from sanon.settings.profile import load_profile, shipped_profiles

INSURANCE, LEGAL = Ladders(load_profile("insurance")), Ladders(load_profile("legal"))


def texts(ladders, kind, value):
    climb = ladders.climb(kind, value)
    return [rung.text for rung in climb.rungs] if climb else []


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("EVENT_DATE", "12/03/2019", ["March 2019", "first half of 2019", "2019", "2015–2019", "2010s"]),
        ("BIRTHDATE", "03/1972", ["first half of 1972", "1972", "1970–1974", "1970s"]),
        ("EVENT_DATE", "1999", ["1995–1999", "1990s"]),
        ("EVENT_DATE", "12/03", ["March"]),
        ("EVENT_DATE", "between 3 and 5 may 2004", ["May 2004", "first half of 2004", "2004", "2000–2004", "2000s"]),
        ("EVENT_DATE", "1993 and 1994", ["1990–1994", "1990s"]),
        ("EVENT_DATE", "1993 to 1997", ["1990s"]),
        ("EVENT_DATE", "from june to july 1997", ["1997", "1995–1999", "1990s"]),
        ("EVENT_DATE", "from july to december 1997", ["second half of 1997", "1997", "1995–1999", "1990s"]),
        ("EVENT_DATE", "1989 to 1994", []),
        ("EVENT_DATE", "99/99/9999", []),
        ("EVENT_DATE", "31/13", []),
        ("AGE", "47", ["45–49", "40–49"]),
        ("AGE", "0", ["0–4", "0–9"]),
        ("LOCATION", "cuxhaven", ["Lower Saxony", "Germany", "Western Europe"]),
        ("LOCATION", "uk", ["Northern Europe"]),
        ("LOCATION", "leeds, england", ["England", "the United Kingdom", "Northern Europe"]),
        ("LOCATION", "springfield", []),  # which one?
        ("ADDRESS", "14 fish lane, leeds ls1 4ab", ["Leeds", "England", "the United Kingdom", "Northern Europe"]),
        ("ADDRESS", "2 quay st, port x, me 04699", ["Maine", "the United States", "Northern America"]),
        ("ADDRESS", "14 fish lane", []),
        ("MEDICAL_CONDITION", "histoplasmosis", ["bacterial infection and mycoses", "infection"]),
        ("MEDICAL_CONDITION", "fracture of the left tibia", ["bone fracture", "injury"]),
        ("TREATMENT", "vemurafenib", ["targeted cancer medicine", "cancer medicine"]),
        ("TREATMENT", "losartan", ["angiotensin receptor blocker", "cardiovascular medicine"]),
        ("TREATMENT", "rehabilitation", ["therapy"]),
        ("INDIRECT_IDENTIFIER", "retired bus driver", ["driver", "machine operator or driver"]),
        ("PROVIDER", "gannet point medical center", ["hospital", "health-care provider"]),
        ("DEMOGRAPHIC", "turkish", ["West Asian", "Asian"]),
        ("EVENT", "holm harbour run", ["sports event"]),
        ("EVENT_DATE", "10/3/23", ["2023", "2020–2024", "2020s"]),  # of March or October
        ("EVENT_DATE", "7/4", []),
        ("EVENT_DATE", "lundi 9", []),  # nine of what?
        ("EVENT_DATE", "about 20 years", ["20–49 years", "10–99 years"]),
        ("LOCATION", "brest", []),
        ("LOCATION", "durham", []),
        ("LOCATION", "barcelona", ["Catalonia", "Spain", "Southern Europe"]),
        (
            "MEDICAL_CONDITION",
            "kidney failure",
            [
                "urogenital disease or complication of pregnancy",
                "disease of the urinary or genital system or of pregnancy",
            ],
        ),
        ("MEDICAL_CONDITION", "emphysema", ["pathological condition or symptom"]),
        ("EVENT", "bell county fall festival", ["festival"]),
        ("EVENT", "fall at the harvest festival", ["accident"]),
        ("PROVIDER", "hospital clínico san carlos", ["hospital", "health-care provider"]),
        ("PROVIDER", "military academy of ankara", ["academy in Turkey", "academy", "educational institution"]),
        ("LOCATION", "castilla", []),
        ("DEMOGRAPHIC", "vet", []),
        ("PROVIDER", "hospital nuestra señora de guadalupe", ["hospital", "health-care provider"]),
    ],
)
def test_values_climb_to_what_is_true_of_them(kind, value, expected):
    assert texts(INSURANCE, kind, value) == expected


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("ORG", "ankara administrative court", ["administrative court in Turkey", "administrative court", "court"]),
        ("ORG", "ankara military hospital", ["hospital in Turkey", "hospital", "health-care provider"]),
        ("LOC", "frankfurt/oder labour court", []),
        ("DATETIME", "12 december 2004", ["December 2004", "second half of 2004", "2004", "2000–2004", "2000s"]),
        ("DATETIME", "45 years old", ["45–49", "40–49"]),
        ("DATETIME", "six months", ["5–9 months", "1–9 months"]),
        ("QUANTITY", "eur 5,443.70", ["EUR 5,000–10,000", "EUR 1,000–10,000"]),
        ("QUANTITY", "205,000 turkish liras (trl)", ["TRL 200,000–500,000", "TRL 100,000–1,000,000"]),
        ("QUANTITY", "five hundred euros", ["EUR 500–1,000", "EUR 100–1,000"]),
        ("QUANTITY", "50 pages", ["50–99 pages", "10–99 pages"]),
        ("QUANTITY", "37%", ["30–40 %"]),
        ("QUANTITY", "5/48", []),
    ],
)
def test_values_of_court_cases_climb_too(kind, value, expected):
    assert texts(LEGAL, kind, value) == expected


@pytest.mark.parametrize("name", shipped_profiles())
def test_what_names_a_person_or_stands_for_one_has_no_ladder(name):
    profile = load_profile(name)
    ladders = Ladders(profile)
    for kind, entity_type in profile.types.items():
        if entity_type.normal_form in ("name", "id", "phone", "email"):
            for value in ("london", "12/03/2019", "47", "asthma"):
                assert ladders.climb(kind, value) is None


@pytest.mark.parametrize("value", ["12/03/2019", "03/2019"])
def test_a_rung_climbs_where_the_value_climbs(value):
    rungs = INSURANCE.climb("EVENT_DATE", value).rungs
    assert INSURANCE.climb("EVENT_DATE", rungs[0].value).rungs == rungs[1:]


def test_spellings_of_one_country_start_at_one_place():
    starts = {INSURANCE.climb("LOCATION", value).start for value in ("uk", "united kingdom", "great britain")}
    assert starts == {"united kingdom"}
    assert INSURANCE.climb("LOCATION", "leeds").rungs[1].value == "united kingdom"


def test_a_place_on_the_ladder_of_an_address_is_a_value_of_the_type_of_places():
    climb = INSURANCE.climb("ADDRESS", "14 fish lane, leeds ls1 4ab")
    assert [INSURANCE.type_of("ADDRESS", rung) for rung in climb.rungs] == ["LOCATION"] * 4
    assert INSURANCE.type_of("ADDRESS", climb) == "ADDRESS"


@pytest.mark.parametrize(
    ("start", "text", "read"),
    [
        ("12/03/2004", "2004", "a day in 2004"),
        ("12/03/2004", "March 2004", "a day in March 2004"),
        ("12/03/2004", "2000s", "a day in the 2000s"),
        ("12/03/2004", "first half of 2004", "a day in the first half of 2004"),
        ("12/03/2004", "2000–2004", "a day in 2000–2004"),
        ("03/2004", "first half of 2004", "the first half of 2004"),
        ("03/2004", "2004", "2004"),
        ("2004", "2000s", "the 2000s"),
        ("12/03", "March", "a day in March"),
        ("berlin", "Germany", "Germany"),
    ],
)
def test_a_coarser_date_reads_where_the_finer_one_stood(start, text, read):
    """On [a day in 2004], in [2004], in [the 2000s]."""
    assert in_a_sentence(start, text) == read


#: What dates, ages and amounts are written with, and what is nearly one of them.
PIECES = st.sampled_from(
    [
        "1",
        "2",
        "12",
        "31",
        "99",
        "00",
        "2019",
        "/",
        ".",
        "-",
        "’",
        ",",
        "st",
        "th",
        "of",
        "März",
        "may",
        "XII",
        "xxx",
        "²",
        "٣",
        "½",
        "年",
        "日",
        ":",
        "€",
        "EUR",
        "%",
        "million",
        "years",
        "old",
        "aged",
    ]
)


@given(st.sampled_from(["EVENT_DATE", "BIRTHDATE", "AGE", "QUANTITY"]), st.lists(PIECES), st.sampled_from(["", " "]))
def test_whatever_looks_like_a_number_climbs_or_not(kind, pieces, between):
    value = between.join(pieces)
    assert all(text for text in texts(INSURANCE, kind, value))
