"""Numbers of people, accounts, vehicles and devices: their check digits, and the type that each is filed under.

The valid numbers are the examples that the issuing authorities or the standards print, or are reckoned by hand from
the rule that the docstring names.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.detectors import checksums
from sanon.records import Document, Source
from sanon.settings.profile import load_profile, shipped_profiles

INSURANCE = EmbeddedExtractor(load_profile("insurance"))


def found(content: str) -> set[tuple[str, str]]:
    document = Document(source_id="d", content=content, source=Source(path="d.txt", form="text"))
    return {(finding.normalized_value, finding.entity_type) for finding in INSURANCE.extract(document)}


@pytest.mark.parametrize(
    ("is_valid", "value"),
    [
        (checksums.iban_is_valid, "GB82 WEST 1234 5698 7654 32"),  # ISO 13616
        (checksums.luhn_is_valid, "4111 1111 1111 1111"),  # the card that every shop tests with
        (checksums.nhs_number_is_valid, "943 476 5919"),  # NHS Data Dictionary
        (checksums.german_tax_id_is_valid, "86 095 742 719"),  # Federal Central Tax Office
        (checksums.spanish_id_is_valid, "12345678Z"),  # Ministry of the Interior
        (checksums.spanish_id_is_valid, "X-1234567-L"),  # 1234567 = 23 · 53676 + 19, the 20th letter is L
        (checksums.french_nir_is_valid, "1 84 12 76 451 089 46"),  # INSEE; 97 - 1841276451089 % 97 = 46
        (checksums.codice_fiscale_is_valid, "RSSMRA85T10A562S"),  # Agenzia delle Entrate
        (checksums.dutch_bsn_is_valid, "111222333"),  # 9+8+7+12+10+8+9+6-3 = 66 = 6 · 11
        (checksums.polish_pesel_is_valid, "44051401359"),  # the example of the register
        (checksums.irish_ppsn_is_valid, "1234567T"),  # 8+14+18+20+20+18+14 = 112 = 4 · 23 + 20, T
        (checksums.brazilian_cpf_is_valid, "529.982.247-25"),  # Receita Federal's example
        (checksums.swiss_ahv_is_valid, "756.9217.0769.85"),  # Central Compensation Office
        (checksums.australian_tfn_is_valid, "123 456 782"),  # the example of the tax office
        (checksums.finnish_hetu_is_valid, "131052-308T"),  # Digital and Population Data Services Agency
        (checksums.belgian_number_is_valid, "85.07.30-033.28"),  # the example of the register
        (checksums.vin_is_valid, "1M8GDM9AXKP042788"),  # the example of 49 CFR 565
    ],
)
def test_a_number_is_valid_and_with_another_last_character_it_is_not(
    is_valid: Callable[[str], bool], value: str
) -> None:
    assert is_valid(value)
    others = "0123456789" if value[-1].isdigit() else "ABCDEFGHJKLMNPQRSTVWXYZ"
    wrong = [value[:-1] + other for other in others if other != value[-1] and is_valid(value[:-1] + other)]
    # The VIN's check digit stands in the middle and one modulo 11 leaves at most one neighbour for two letters.
    assert not wrong


@pytest.mark.parametrize("value", ["", "-", "ÄÖÜ", "١٢٣٤٥٦٧٨٩", "1" * 400, "\ud800", "½" * 11])
def test_a_check_survives_any_text(value: str) -> None:
    checks = [getattr(checksums, name) for name in dir(checksums) if name.endswith("_is_valid")]
    assert len(checks) > 15
    assert not any(check(value) for check in checks)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("SSN: 478-52-0196.", ("478-52-0196", "NATIONAL_ID")),
        ("National Insurance QQ 12 34 56 C", ("QQ123456C", "NATIONAL_ID")),
        ("con DNI 12345678Z y domicilio", ("12345678Z", "NATIONAL_ID")),
        ("NIE X1234567L", ("X1234567L", "NATIONAL_ID")),
        ("née, 1 84 12 76 451 089 46, assurée", ("184127645108946", "NATIONAL_ID")),
        ("cod. fisc. RSSMRA85T10A562S", ("RSSMRA85T10A562S", "NATIONAL_ID")),
        ("BSN: 111222333", ("111222333", "NATIONAL_ID")),
        ("Passport no. 533401829", ("533401829", "PASSPORT")),
        ("Reisepass C01X00T47", ("C01X00T47", "PASSPORT")),
        ("Steuer-ID 86 095 742 719", ("86095742719", "TAX_ID")),
        ("TFN 123 456 782", ("123456782", "TAX_ID")),
        ("auf Konto DE89 3704 0044 0532 0130 00", ("DE89370400440532013000", "BANK_ACCOUNT")),
        ("card 4111 1111 1111 1111 was used", ("4111111111111111", "BANK_ACCOUNT")),
        ("NHS 943 476 5919", ("9434765919", "PATIENT_ID")),
        ("Employee no. E-20771", ("E-20771", "PATIENT_ID")),
        ("dossier n° AX/29/77120-K", ("AX/29/77120-K", "NON_PERSONAL_ID")),
        ("Journal, sak 26/0233 (utskrift)", ("26/0233", "NON_PERSONAL_ID")),
        ("Dnr 2023:4512", ("2023:4512", "NON_PERSONAL_ID")),
        ("numer szkody 123456/24", ("123456/24", "NON_PERSONAL_ID")),
        ("Processo n.º 1234/20.1T8LSB", ("1234/20.1T8LSB", "NON_PERSONAL_ID")),
        ("from 203.0.113.77 at night", ("203.0.113.77", "DEVICE")),
        ("via 2001:db8::8a2e:370:7334", ("2001:DB8::8A2E:370:7334", "DEVICE")),
        ("MAC 00:1B:44:11:3A:B7", ("00:1B:44:11:3A:B7", "DEVICE")),
        ("imei=490154203237518", ("490154203237518", "DEVICE")),  # the example of the GSM Association
        ("VIN 1M8GDM9AXKP042788", ("1M8GDM9AXKP042788", "VEHICLE")),
        ("véhicule immatriculé FK-482-ZB", ("FK-482-ZB", "VEHICLE")),
        ("targata GH 417 RT", ("GH417RT", "VEHICLE")),
        ("plate PKD-4471", ("PKD-4471", "VEHICLE")),
        ("at 35.3736, -83.2254 in a ditch", ("35.3736, -83.2254", "ADDRESS")),
        ("login: moonwalker, twice", ("moonwalker", "USERNAME")),
        ("Posted by saltmarsh_sue", ("saltmarsh_sue", "USERNAME")),
        ("on insta as suemerritt.va or", ("suemerritt.va", "USERNAME")),
        ("kalle-b: hallo\nute: ja\nkalle-b: gut", ("kalle-b", "USERNAME")),
        ("Find her at marguerite_overhead.", ("marguerite_overhead", "USERNAME")),
        ("thanks @peachy_crisp84!", ("peachy_crisp84", "USERNAME")),
        ("see github.com/mrautio91 for it", ("github.com/mrautio91", "USERNAME")),
        ("login ok user=dvorakova.h ip", ("dvorakova.h", "USERNAME")),
        ("Teléfono: 611 28 93 04", ("611289304", "PHONE_NUMBER")),
        ("llámame, 611 28 93 04", ("611289304", "PHONE_NUMBER")),
    ],
)
def test_what_a_number_is_filed_under(content: str, expected: tuple[str, str]) -> None:
    assert expected in found(content)


@pytest.mark.parametrize(
    "content",
    [
        "at 12:30:45 and 07:15",
        "http://127.0.0.1:8080 is local to each machine",
        "in 2024 GMT",
        "cf. 51234 others",
        "by 2004 and by accident",
        "The device needs version 1.2.3.4567 of the software.",
        "user experience and login page",
        "Accompanied by: the brother she shares it with",
        "A professional voice user: calls and bids",
        "Sort by: newest | most useful",
        "from 12,500 to 13,750",
        "the school year 2023/24",
    ],
)
def test_what_is_no_number_of_a_person(content: str) -> None:
    kinds = {"NATIONAL_ID", "PASSPORT", "TAX_ID", "BANK_ACCOUNT", "USERNAME", "DEVICE", "VEHICLE", "PATIENT_ID"}
    assert not {value for value, kind in found(content) if kind in kinds}


@pytest.mark.parametrize("name", shipped_profiles())
def test_every_profile_calls_the_numbers_of_a_person_direct(name: str) -> None:
    profile = load_profile(name)
    for kind in ("NATIONAL_ID", "PASSPORT", "TAX_ID", "BANK_ACCOUNT", "USERNAME"):
        assert profile.types[profile.accepted[kind]].direct
