"""Whose value a mention is: rows of tables and sections with one named person, and nothing that is not clear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.attribution import attributed
from sanon.records import Document, Entity, Mention, Source
from sanon.settings.profile import load_profile

PROFILE = load_profile("insurance")
NAMES = ("Jane Roe", "Karl Mitterer", "Ada Quirke", "Ivo Zelenka")


def persons(text: str, names: tuple[str, ...] = NAMES, values: tuple[str, ...] = (), **metadata: str) -> dict[str, str]:
    """Value -> name of the person that it is attributed to, for the values and names that the text holds."""
    found = [mention(name, "NAME") for name in names if name in text or name in metadata.values()]
    found += [mention(value, "UNIQUE_FACT") for value in values]
    called = {f"entity:{one.entity.id}": one.entity.value for one in found}
    document = Document(source_id="d", content=text, metadata=metadata, source=Source(path="d.txt", form="text"))
    return {one.entity.value: called[one.person] for one in attributed(document, found, PROFILE) if one.person}


def mention(value: str, kind: str, person: str | None = None) -> Mention:
    return Mention("d", Entity(value, kind), 0.4, (value,), ("test",), person)


@pytest.mark.parametrize(
    "text",
    [
        "| Patient | Town |\n|---|---|\n| Jane Roe | Passau |\n| Mr Karl Mitterer | Graz |\n",
        "no;Name;town\n1;Jane Roe;Passau\n2;Karl Mitterer;Graz\n",
        'Naam,woont,opmerking\n"Jane Roe",Passau,""\n"Karl Mitterer",Graz,-\n',
        "Kunde\tOrt\r\nJane Roe\tPassau\r\nKarl Mitterer\tGraz\r\n",
        "Insured         Town\nJane Roe        Passau\nKarl Mitterer   Graz\n",
        "Patient: Jane Roe\nfrom Passau\n\n1. **Patient:** Karl Mitterer, Graz\n",
        "# Tenant: Jane Roe\n\nPassau.\n\n# Tenant: Dr. Karl Mitterer (new)\n\nGraz.\n# Notes\n",
    ],
)
def test_a_row_and_a_section_say_whose_their_values_are(text: str) -> None:
    own = {"Jane Roe": "Jane Roe", "Karl Mitterer": "Karl Mitterer"}
    assert persons(text, values=("Passau", "Graz")) == own | {"Passau": "Jane Roe", "Graz": "Karl Mitterer"}


def test_surname_and_given_name_in_columns_of_their_own_are_one_person() -> None:
    text = "surname;first name;town\nRoe;Jane;Passau\nRoe;Karla;Graz\n"
    document = Document(source_id="d", content=text, source=Source(path="d.txt", form="text"))
    found = [mention(name, "NAME") for name in ("Roe", "Jane", "Karla")] + [mention("Passau", "LOCATION")]
    found += [mention("Graz", "LOCATION")]
    roe, jane, karla, passau, graz = attributed(document, found, PROFILE)
    assert roe.person is None
    assert (passau.person, graz.person) == (jane.person, karla.person)
    assert None is not jane.person != karla.person is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ref;text;by\n1;Passau;Jane Roe\n2;Graz;Karl Mitterer\n", "who writes is not whom it is about"),
        ("Doctor;Town\nJane Roe;Passau\nKarl Mitterer;Graz\n", "nor who treats"),
        ("Patient;Town\nJane Roe;Passau\n\nKarl Mitterer;Graz\n", "a blank line ends a table"),
        ("Patient;Town\nJane Roe;Passau\nKarl Mitterer;Graz;x\n", "a row with another number of cells"),
        (
            "Name;Town\nJane Roe;Passau\nKarl Mitterer;Graz\n\nMother of Ada Quirke\n",
            "anybody, of whom is told besides",
        ),
        ("Patient;Town\nJane Roe and Bob;Passau\nKarl Mitterer;Graz\n", "somebody besides whom nobody found"),
        ("Patient;Town\nJane Roe;Passau\nJ. R.;Graz\n", "two names of one person"),
        ("Patient;Town\nJane Roe;Passau\nKarl Mitterer;Graz with Ada Quirke\n", "a row that names another one"),
        ("Patient: Jane Roe, Passau\nPatient: Karl Mitterer, from Graz to Ada Quirke\n", "and a section"),
    ],
)
def test_what_is_not_clear_counts_for_everybody(text: str, why: str) -> None:
    assert persons(text, (*NAMES, "J. R."), ("Passau", "Graz")) == {}, why


def test_a_name_that_two_persons_have_is_nobodys() -> None:
    text = "Patient;Town\nJane Roe;Passau\nKarl Mitterer;Graz\n"
    document = Document(source_id="d", content=text, source=Source(path="d.txt", form="text"))
    found = [mention(name, "NAME") for name in NAMES[:2]] + [mention("Passau", "LOCATION"), mention("Graz", "LOCATION")]
    assert all(one.person for one in attributed(document, found, PROFILE))
    other = Mention("d", Entity("jane roe junior", "NAME"), 0.4, ("Jane Roe",), ("test",))
    assert not any(one.person for one in attributed(document, [*found, other], PROFILE))


def test_what_stands_elsewhere_too_counts_for_everybody() -> None:
    text = "Patient;Town;Ill\nJane Roe;Passau;gout\nKarl Mitterer;Graz;gout\n\nAll from Graz.\n"
    found = persons(text, values=("Passau", "Graz", "gout"))
    assert {"Passau", "Jane Roe", "Karl Mitterer"} == found.keys()
    assert "Passau" not in persons(text, values=("Passau", "gout"), town="Passau")


def test_what_a_model_says_stays_and_what_was_attributed_is_attributed_anew() -> None:
    text = "Patient;Town\nJane Roe;Passau\nKarl Mitterer;Graz\n"
    document = Document(source_id="d", content=text, source=Source(path="d.txt", form="text"))
    found = [mention(name, "NAME") for name in NAMES[:2]] + [mention("Passau", "LOCATION")]
    once = attributed(document, found, PROFILE)
    assert once[2].person
    assert attributed(document, once, PROFILE) == once
    assert attributed(document, [once[0], once[2]], PROFILE) == [found[0], found[2]]
    said = [*found, mention("Graz", "LOCATION", "karl mitterer")]
    assert attributed(document, said, PROFILE) == said


#: A row: whose it is, its values, whether the name is found, and who else is named in it.
_VALUES = st.sets(st.integers(0, 9), max_size=4)
ROWS = st.tuples(st.sampled_from(NAMES), _VALUES, st.booleans(), st.sampled_from(("", *NAMES)))


@given(st.lists(ROWS, min_size=2, max_size=6), st.sets(st.integers(0, 9), max_size=3), st.booleans(), st.randoms())
def test_some_subject_has_all_values_of_each_person(rows, elsewhere, is_anybody, random) -> None:
    """Of whomever a row is about; what stands elsewhere may be about any of them."""

    def text_of(order):
        lines = [f"{n if seen else 'Nobody'};{' '.join(f'v{v}' for v in sorted(own))};{o}" for n, own, seen, o in order]
        head = "Name;told;with" if is_anybody else "Patient;told;with"
        return "\n".join([head, *lines, "", " ".join(f"v{v}" for v in sorted(elsewhere))])

    values = tuple(f"v{v}" for v in sorted(elsewhere.union(*(own for _, own, _, _ in rows))))
    found = persons(text_of(rows), values=values)
    subjects = [{v for v in values if found.get(v, who) == who} for who in set(found.values())] or [set(values)]
    for name in NAMES:
        true = {f"v{v}" for who, own, _, _ in rows for v in own if who == name} | {f"v{v}" for v in elsewhere}
        assert any(true <= subject for subject in subjects)
    assert persons(text_of(random.sample(rows, len(rows))), values=tuple(reversed(values))) == found
