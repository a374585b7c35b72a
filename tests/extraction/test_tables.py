"""Headers of tables and keys of forms, logs and metadata say what their values are."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.columns import along_columns
from sanon.extraction.detectors.tables import find_keyed_values, kind_of_key
from sanon.extraction.span import Span, standing
from sanon.records import Document, Source
from sanon.settings.profile import load_profile

INSURANCE = EmbeddedExtractor(load_profile("insurance"))


def found(content: str, metadata: dict[str, JsonValue] | None = None) -> set[tuple[str, str]]:
    source = Source(path="d.txt", form="text")
    document = Document(source_id="d", content=content, metadata=metadata or {}, source=source)
    return {(finding.original_value, finding.entity_type) for finding in INSURANCE.extract(document)}


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("last_name", "NAME"),
        ("lastName", "NAME"),
        ("NACHNAME", "NAME"),
        ("Prénom", "NAME"),
        ("apellidos", "NAME"),
        ("cognome", "NAME"),
        ("achternaam", "NAME"),
        ("patient", "PERSON"),
        ("Geb.-Datum", "BIRTHDATE"),
        ("Date of birth", "BIRTHDATE"),
        ("Mitglieds-Nr.", "PATIENT_ID"),
        ("codice fiscale", "NATIONAL_ID"),
        ("remarks", None),
        ("severity", None),
    ],
)
def test_a_key_tells_the_kind_of_its_values_however_it_is_written(key: str, kind: str | None) -> None:
    assert kind_of_key(key) == kind


@pytest.mark.parametrize(
    "table",
    [
        "id,last_name,first_name,dob\n10443,Winter,August,1956-01-01\n10444,Rose,Lange,1970-05-11\n",
        'id,last_name,first_name,notes\n10443,Winter,August,"deaf, retired"\n10444,Rose,Lange,""\n',
        "id;Nachname;Vorname;geb.\n10443;Winter;August;01.01.1956\n10444;Rose;Lange;11.05.1970\n",
        "| No | Nom | Prénom | Né le |\n|---|---|---|---|\n"
        "| 1 | Winter | August | 01/01/1956 |\n| 2 | Rose | Lange | |\n",
        "Apellidos\tNombre\tCiudad\nWinter\tAugust\tJaén\nRose\tLange\t\n",
        "Cognome      Nome      Tel.\n-------      ----      ----\n"
        "Winter       August    0584 5550\nRose         Lange\n",
    ],
)
def test_the_cells_of_a_table_are_what_its_header_says(table: str) -> None:
    expected = {(name, "NAME") for name in ("Winter", "August", "Rose", "Lange")}
    assert expected <= found(f"Members of the club\n\n{table}\nEnd.")


def test_the_text_below_a_table_is_not_read_as_its_rows() -> None:
    text = "Name | Town\nJo Winter | Husum\n\nRain | Wind\nlater | more\n"
    assert [text[span.start : span.end] for span in find_keyed_values(text)] == ["Jo Winter", "Husum"]


def test_a_row_number_identifies_nobody_and_a_long_number_does() -> None:
    values = {value for value, _ in found("No,Surname\n1,Winter\n2,Rose\n40771,Lange\n")}
    assert "40771" in values
    assert not values & {"1", "2"}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Paciente: Encarnación Lozoya Bermúdez     NHC: 4471820", "Encarnación Lozoya Bermúdez"),
        ("Nom : Quéméneur", "Quéméneur"),
        ("Nachname: Winter", "Winter"),
        ("surname: winter", "winter"),
        ('{"last_name": "Rose", "ok": true}', "Rose"),
        ('open patient="Hana Dvořáková" ward=3', "Hana Dvořáková"),
        ('SUSPECT: CRISP, TAMMY   ALIAS: "Peaches"', "Peaches"),
    ],
)
def test_a_key_before_a_value_tells_a_name(line: str, value: str) -> None:
    assert value in {found_value for found_value, kind in found(line) if kind == "NAME"}


@pytest.mark.parametrize(
    "line",
    [
        "Patient: stable",
        "Name: see above",
        "Contact: none",
        "Client: unknown",
        "nombre: -",
        "Driver: n/a",
        "Author: 12",
    ],
)
def test_what_only_stands_where_a_name_would_is_none(line: str) -> None:
    assert not {value for value, kind in found(line) if kind == "NAME"}


def test_metadata_keys_say_what_their_values_are() -> None:
    metadata: dict[str, JsonValue] = {
        "last_name": "winter",
        "vorname": "August",
        "patient": {"birthDate": "1956-01-01"},
    }
    assert {("winter", "NAME"), ("August", "NAME"), ("1956-01-01", "BIRTHDATE")} <= found("Nothing here.", metadata)


@pytest.mark.parametrize("line", ["Vogt, *21.09.1946, Gotha", "Vogt (* 21.09.1946)", "Vogt, geb. 21.09.1946"])
def test_a_star_before_a_date_is_a_birth(line: str) -> None:
    assert ("21.09.1946", "BIRTHDATE") in found(line)


def test_the_number_of_a_line_belongs_to_no_key():
    text = "3. Indirizzo: battello Zephyrus, ormeggio\n(4) Surname: Winter\n"
    assert [(one.kind, text[one.start : one.end]) for one in find_keyed_values(text)] == [
        ("ADDRESS", "battello Zephyrus, ormeggio"),
        ("NAME", "Winter"),
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fecha_nacimiento", "catorce de noviembre de mil novecientos cuarenta y siete"),
        ("Date de naissance", "le quatorze novembre mille neuf cent quarante-sept"),
        ("geboortedatum", "veertien november negentienzevenenveertig"),
        ("data urodzenia", "czternasty listopada 1947"),
        ("nascita", "19471114"),
        ("születési dátum", "19471114"),
        ("Дата рождения", "-698457600"),
    ],
)
def test_a_date_of_birth_is_one_in_words_in_eight_figures_and_in_seconds(key: str, value: str) -> None:
    assert (value, "BIRTHDATE") in found(f"Record\n{key}: {value}\nstatus: open\n")
    assert (value, "BIRTHDATE") in found("nothing", {key: value})


def test_numbers_of_the_metadata_are_what_their_keys_say() -> None:
    metadata: dict[str, JsonValue] = {
        "patient_id": 44718231,
        "member_no": 4471823.0,  # so a table has a number where others are missing
        "contact": {"phone": 442079460958, "age": 75},
        "born": -698457600,
        "closed": True,
        "embedding": [0.123456, 20794.60958],
    }
    assert found("nothing", metadata) >= {
        ("44718231", "PATIENT_ID"),
        ("4471823", "PATIENT_ID"),
        ("442079460958", "PHONE_NUMBER"),
        ("75", "AGE"),
        ("-698457600", "BIRTHDATE"),
    }
    assert not any("." in value or value == "True" for value, _ in found("nothing", metadata))


def test_keys_of_records_are_nobody_who_speaks() -> None:
    records = "first_name: Jo\nclaim_state: open\n\nfirst_name: Al\nclaim_state: closed\n"
    assert not {("first_name", "USERNAME"), ("claim_state", "USERNAME")} & found(records)
    chat = "agent_7: hello there\nmika_91: hi\nagent_7: who are you\nmika_91: guess\n"
    assert ("mika_91", "USERNAME") in found(chat)


OPEN_FILES = """ref;table;by;next
CM-118;Net;DU;call
CM-093;Net;KR;wait
CM-101;Line;DU;form HS-3 sent
CM-7;Line;KR;close
HS-3;Net;-;print
"""


@pytest.mark.parametrize(
    ("kind", "found_already", "followed"),
    [
        ("PATIENT_ID", {"CM-118", "CM-093"}, {"CM-101"}),  # CM-7 and HS-3 are written otherwise
        ("PATIENT_ID", {"CM-118"}, set()),
        ("NAME", {"KR"}, {"DU"}),
        ("NAME", {"Net"}, set()),
    ],
)
def test_codes_and_initials_of_a_column_follow_where_half_of_it_was_found(
    kind: str, found_already: set[str], followed: set[str]
) -> None:
    spans = [Span(start, end, kind, 1.0) for start, end in standing(OPEN_FILES, found_already)]
    assert {OPEN_FILES[span.start : span.end] for span in along_columns(OPEN_FILES, spans)} == followed
    assert all(span.kind == kind for span in along_columns(OPEN_FILES, spans))


def test_initials_that_are_a_word_stand_for_somebody_beside_those_of_others() -> None:
    rows = "".join(f"{number};open;{who};\n" for number, who in enumerate(("KR", "DU", "BM", "TO"), 1))
    assert {("DU", "NAME"), ("TO", "NAME")} <= found(f"no;status;handler;note\n{rows}")


def test_a_legend_says_what_letters_mean_and_names_nobody() -> None:
    assert not found("Red after 14 days. BB = Betreuungsbehörde, SB = Schuldnerberatung. In June: 61 files.")


def test_gaps_between_words_head_no_table_by_one_key_that_says_who_signed() -> None:
    rows = "ten{0}KR{0}two\n"
    assert {(span.start, span.end) for span in find_keyed_values(f"Room;Staff;Coffee\n{rows.format(';')}")} == {
        (22, 24)
    }
    assert not list(find_keyed_values(f"Room   Staff   Coffee\n{rows.format('   ')}"))
