"""Addresses as they are written in six languages, and what only looks like one."""

from __future__ import annotations

import pytest

from sanon.extraction.detectors.detection import detect


def addresses(text: str) -> list[str]:
    return [text[span.start : span.end] for span in detect(text) if span.kind == "ADDRESS"]


@pytest.mark.parametrize(
    "address",
    [
        "5512 State Route 41",
        "1180 Chicken Coop Rd, Sylva, NC 28779",
        "88A Tarawera Crescent, Kawerau 3127",
        "17/4 Wattle Street, Goulburn NSW 2580",
        "210 Rue Street, Halifax, NS B3H 4R2",
        "41 Quayside Terrace, Berwick-upon-Tweed TD15 1HE",
        "Baile an Fheirtéaraigh, V92 XK07",
        "Deichgrafenweg 8a, 25813 Husum",
        "Engelsgrube 58b",
        "112, rue de Siam, 29200 Brest",
        "8 bis, avenue du Général de Gaulle, 44000 Nantes",
        "12 place de l’Église",
        "rue des Alpes 12b, 1003 Lausanne",
        "av. de la Gare 10, CH-1920 Martigny",
        "C/ Puerta de Granada, 27, 2º izda., 23640 Torredelcampo",
        "Avda. de la Constitución 4, bajo B, 41001 Sevilla",
        "Viale dei Tigli 203, 55049 Viareggio (LU)",
        "Piazza Duomo, 3",
        "Dorpsstraat 77-B, 8881 AE West-Terschelling",
        "Nieuwe Keizersgracht 5 hs, 1018 VC Amsterdam",
        "Kerkstraat 12 bus 3, 9000 Gent",
        "tulliportinkatu 14 b",
        "ul. Długa 7/12, 00-238 Warszawa",
    ],
)
def test_an_address_is_found_as_a_whole(address: str) -> None:
    assert addresses(f"Er/elle/el: {address}; fin") == [address]


def test_a_sentence_ends_an_address() -> None:
    assert addresses("Write to 3 Staithe Street, Saltmere. Please do.") == ["3 Staithe Street, Saltmere"]
    assert addresses("She lives at 12 Mill Lane, St. Ives, now.") == ["12 Mill Lane, St. Ives"]


def test_an_address_goes_over_the_line_break_of_a_letter() -> None:
    text = "Madame Solenn Quéméneur\n112, rue de Siam\n29200 Brest\n"
    assert addresses(text) == ["112, rue de Siam\n29200 Brest"]


@pytest.mark.parametrize(
    "text",
    [
        "12 rue",
        "via email 24",
        "calle abajo",
        "The 3 Dutch clubs",
        "in 2019 Supreme Court",
        "Er ging weg 5 Minuten",
        "pagina 12, regel 4",
        "a la una 23 de mayo",
        "on page 12 Route planning",
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert not addresses(text)
