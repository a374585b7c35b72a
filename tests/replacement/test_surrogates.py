"""Stand-ins that read like the real thing, and are nobody's."""

import re
from datetime import date

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.detectors import checksums
from sanon.records import Entity
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.operators import Place
from sanon.replacement.operators.base import Target
from sanon.replacement.operators.surrogate import Surrogate
from sanon.replacement.surrogates import CorpusValues, SurrogateCorpus, in_form, shows
from sanon.replacement.surrogates.dates import days_between
from sanon.replacement.surrogates.draws import Draws
from sanon.replacement.surrogates.names import stand_in
from sanon.replacement.surrogates.wordlists import names
from sanon.resolution.ladders.words import towns
from sanon.settings.profile import load_profile
from sanon.text.lexicons import fold

PROFILE = load_profile("insurance")
KEY = b"secret of the corpus"


def target(kind, value, *spellings):
    form = PROFILE.types[kind].normal_form
    return Target(Entity(value, kind).id, kind, form, value, spellings)


def corpus(*documents, key=KEY, published=None):
    """A corpus of documents, each a list of targets."""
    where = {}
    for number, some in enumerate(documents):
        for one in some:
            where.setdefault(one.id, set()).add(f"d{number}")
    targets = {one.id: one for some in documents for one in some}
    known = CorpusValues(
        tuple(targets.values()), {name: frozenset(some) for name, some in where.items()}, published or {}
    )
    return SurrogateCorpus(key, PROFILE, known)


def spelled(made, one, spelling):
    return in_form(one.normal_form, one.value, made.stand_in(one), spelling)


#: Ranges that regulators keep free.
FREE = (
    r"\+447700900|\+441632960|\+44\d{3}4?960|\+442079460|\+1\d{3}55501|\+49(3023125|6990009|4066969|2214710|8999998|17)"
)
FREE += r"|\+33(63998|19900|26191|35301|46571|53649)"
JANE = target("NAME", "jane doe", "Ms Jane Doe", "Doe")
UTKU = target("NAME", "utku yıldız", "Mr Utku Yıldız")


def test_a_stand_in_neither_begins_with_the_name_nor_begins_it():
    """In one of 10,000 documents "Eberhardt" stood for Eberhard."""
    for value in ("Eberhard", "Anna", "Hans Petersen"):
        for number in range(2_000):
            drawn = stand_in(Draws(KEY, str(number)), value, [value], ()).split()
            for one, other in zip(map(str.casefold, drawn), value.casefold().split(), strict=True):
                assert not one.startswith(other), (value, drawn)
                assert not other.startswith(one), (value, drawn)


def test_a_name_has_one_stand_in_in_all_its_variants():
    made = corpus([JANE, UTKU])
    given_name, family = made.stand_in(JANE).split()
    for spelling, expected in [
        ("Jane Doe", f"{given_name} {family}"),
        ("Ms DOE", f"Ms {family.upper()}"),
        ("Doe, Jane", f"{family}, {given_name}"),
        ("J. Doe", f"{given_name[0]}. {family}"),
        ("Jane's", f"{given_name}'s"),
        ("Dr. J. Doe", f"Dr. {given_name[0]}. {family}"),
    ]:
        assert spelled(made, JANE, spelling) == expected


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("Frau Dr. Chen", "Frau Dr. Nguyen"),
        ("Hon Wei Chen", "Kerry Nguyen"),  # a given name
        ("PD Chen", "Nguyen"),  # initials
        ("Canon Wei Chen", "Kerry Nguyen"),  # few people are
    ],
)
def test_only_forms_of_address_stay_before_a_stand_in(spelling, expected):
    assert in_form("name", "Wei Chen", "Kerry Nguyen", spelling) == expected


def test_a_stand_in_has_the_gender_of_the_title_and_the_language_of_the_name():
    made = corpus([JANE, UTKU])
    assert made.stand_in(UTKU).split()[0] in names()["tr_TR", "male"]
    assert made.stand_in(UTKU).split()[1] in names()["tr_TR", "family"]
    women = {one for (_, kind), some in names().items() if kind == "female" for one in some}
    assert made.stand_in(JANE).split()[0] in women


@pytest.mark.parametrize("address", ["jane.doe@acme.com", "jdoe@acme.com", "doe@acme.com", "j.doe84@acme.com"])
def test_an_address_is_made_of_the_stand_in_of_its_person_at_a_host_that_cannot_be(address):
    mail = target("EMAIL", address)
    made = corpus([JANE, mail])
    given_name, family = fold(made.stand_in(JANE)).split()
    local, host = made.stand_in(mail).split("@")
    expected = {"jane.doe": f"{given_name}.{family}", "jdoe": given_name[0] + family, "doe": family}
    if "84" in address:
        assert re.fullmatch(rf"{given_name[0]}\.{family}\d\d", local)
    else:
        assert local == expected[address.split("@")[0]]
    assert host.endswith(".example")


@pytest.mark.parametrize(
    ("value", "check"),
    [
        ("9434765919", checksums.nhs_number_is_valid),
        ("DE89370400440532013000", checksums.iban_is_valid),
        ("4111111111111111", checksums.luhn_is_valid),
        ("7569217076985", checksums.swiss_ahv_is_valid),
    ],
)
def test_a_number_with_a_check_digit_gets_one_with_a_valid_one(value, check):
    assert check(value)
    one = target("PATIENT_ID", value)
    made = corpus([one]).stand_in(one)
    assert made != value
    assert check(made)
    assert [c.isdigit() for c in made] == [c.isdigit() for c in value]


def test_a_number_keeps_its_form_and_what_says_its_kind():
    claims = [target("NON_PERSONAL_ID", f"CLM-24-11830{number}") for number in range(3)]
    made = corpus(claims)
    for one in claims:
        assert re.fullmatch(r"CLM-\d\d-\d{6}", made.stand_in(one))
    lone = target("PATIENT_ID", "QX7-112")
    assert not corpus([lone]).stand_in(lone).startswith("QX")


def test_a_stand_in_shows_no_long_number_however_it_is_parted_and_a_short_one_only_whole():
    assert shows("02079460478", "020 7946 0478")
    assert shows("020 7946 0478", "(020) 79460478")
    assert not shows("17", "7")


@pytest.mark.parametrize(
    ("value", "spelling"),
    [
        ("+447912345678", "07912 345678"),
        ("+12125551234", "(212) 555-1234"),
        ("+4930901820", "+49 30 901820"),
        ("+33123456789", "01 23 45 67 89"),
        ("+39066982", "+39 06 6982"),
    ],
)
def test_a_telephone_number_is_one_that_nobody_has(value, spelling):
    one = target("PHONE_NUMBER", value)
    made = corpus([one])
    new = made.stand_in(one)
    assert re.match(FREE, new) or not phonenumbers.is_valid_number(phonenumbers.parse(new))
    assert re.sub(r"\d", "", spelled(made, one, spelling)) in (re.sub(r"\d", "", spelling), "+", "")


DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2049, 12, 31))


@given(st.lists(DAYS, min_size=2, max_size=5, unique=True))
def test_dates_that_stand_together_keep_their_intervals_and_weekdays(days):
    dates = [target("EVENT_DATE", day.strftime("%d/%m/%Y")) for day in days]
    made = corpus([JANE, *dates])
    moved = {days_between(one.value, made.stand_in(one)) for one in dates}
    assert len(moved) == 1
    (offset,) = moved
    assert offset % 7 == 0
    assert 35 <= abs(offset) <= 7 * 260


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("12 March 2019", "28 May 2021"),
        ("12th of March, 2019", "28th of May, 2021"),
        ("March 12, 2019", "May 28, 2021"),
        ("12. März 2019", "28. Mai 2021"),
        ("12.03.2019", "28.05.2021"),
        ("03/12/2019", "05/28/2021"),
        ("2019-03-12", "2021-05-28"),
        ("12/3/19", "28/5/21"),
        ("12 mars 2019", "28 mai 2021"),
        ("March 12", "May 28"),
        ("on the Ides", "28 May 2021"),
        ("12²", "28 May 2021"),
    ],
)
def test_a_date_is_written_as_the_one_it_stands_for(spelling, expected):
    assert in_form("date", "12/03/2019", "28/05/2021", spelling) == expected


def test_another_key_gives_other_stand_ins_and_the_same_key_the_same():
    one, again, other = (corpus([JANE], key=key).stand_in(JANE) for key in (KEY, KEY, b"another"))
    assert one == again != other


def test_what_was_published_stays_and_later_dates_move_with_it():
    first, later = target("EVENT_DATE", "12/03/2019"), target("EVENT_DATE", "19/03/2019")
    made = corpus([JANE, first, later], published={first.id: "26/03/2019", JANE.id: "Anna Weber"})
    assert made.stand_in(JANE) == "Anna Weber"
    assert made.stand_in(later) == "02/04/2019"


def test_no_stand_in_is_a_name_of_the_corpus_and_none_is_given_twice():
    people = [
        target("NAME", f"{a} {b}".casefold())
        for a in names()["en_GB", "female"][:20]
        for b in names()["en_GB", "family"][:20]
    ]
    made = corpus(people)
    given_names = [made.stand_in(one) for one in people]
    words = {word for one in people for word in one.value.split()}
    assert len(set(given_names)) == len(people)
    assert not {word.casefold() for one in given_names for word in one.split()} & words


@pytest.mark.parametrize(
    ("kind", "value"), [("MEDICAL_CONDITION", "asthma"), ("UNIQUE_FACT", "won a prize"), ("EVENT", "holm run")]
)
def test_what_would_be_a_false_statement_has_no_stand_in(kind, value):
    one = target(kind, value)
    assert corpus([one]).stand_in(one) is None


def test_places_and_organisations_stay_what_they_are():
    town, clinic = target("LOCATION", "cuxhaven"), target("PROVIDER", "gannet point medical center")
    made = corpus([town, clinic])
    assert towns()[made.stand_in(town).casefold()][0] == "DE"
    assert re.fullmatch(r"\w+ \w+ medical center", made.stand_in(clinic))
    assert spelled(made, clinic, "Gannet Point Medical Center").endswith(" Medical Center")


def test_a_spelling_that_would_stay_as_it_is_gets_its_label():
    masked = MaskedEntity(
        id="e",
        original_values=("Supreme Court (Naczelny)", "Supreme Court"),
        weight=0.65,
        corpus_wide=False,
        normal_form="text",
        type="ORG",
        operator="surrogate",
        replacement="supreme court Alder",
        value="supreme court naczelny",
    )
    assert Surrogate.in_place(masked, Place("Supreme Court (Naczelny)")) == "Supreme Court (Alder)"
    assert Surrogate.in_place(masked, Place("Supreme Court")) == "[ORG]"
