"""Health, work, age and family in the words of five languages; a text is searched for the words of its own."""

from __future__ import annotations

import pytest

from sanon.extraction.detectors.detection import detect
from sanon.text.languages import language_of

GERMAN = "Die Patientin ist seit dem Unfall nicht mehr bei uns, sie lebt mit ihrer Tochter. "
FRENCH = "La patiente est venue dans le service avec sa fille pour une consultation. "
SPANISH = "La paciente ingresa en el servicio con su hija y no se queja de nada. "
ITALIAN = "La paziente è arrivata in reparto con la figlia e non è molto stanca. "
DUTCH = "De patiënte is met haar dochter naar het ziekenhuis gekomen en heeft geen klachten. "
ENGLISH = "The patient came to the ward with her daughter and she has not been there before. "


@pytest.mark.parametrize(
    ("text", "language"),
    [(GERMAN, "de"), (FRENCH, "fr"), (SPANISH, "es"), (ITALIAN, "it"), (DUTCH, "nl"), (ENGLISH, "en")],
)
def test_the_language_of_a_text_is_told_by_its_small_words(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "id;name\n1;x", "北京 東京", "\ud800"])
def test_a_text_without_small_words_has_no_language(text: str) -> None:
    assert language_of(text) is None


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (GERMAN + "Sie ist alleinerziehend.", "DEMOGRAPHIC", "alleinerziehend"),
        (GERMAN + "Sie arbeitet als Krabbenfischerin.", "OCCUPATION", "Krabbenfischerin"),
        (GERMAN + "Ein Herzschrittmacher wurde eingesetzt.", "TREATMENT", "Herzschrittmacher"),
        (FRENCH + "Elle souffre d'une fracture du poignet.", "MEDICAL_CONDITION", "fracture du poignet"),
        (FRENCH + "Elle est veuve.", "DEMOGRAPHIC", "veuve"),
        (FRENCH + "Sa profession de gardienne de phare lui manque.", "OCCUPATION", "gardienne de phare"),
        (FRENCH + "Elle est âgée de 57 ans.", "AGE", "57"),
        (SPANISH + "Antecedentes de hipertensión arterial.", "MEDICAL_CONDITION", "hipertensión arterial"),
        (SPANISH + "Trabajó como aceitunera.", "OCCUPATION", "aceitunera"),
        (SPANISH + "Mujer de 66 años.", "AGE", "66"),
        (ITALIAN + "Soffre di retinopatia.", "MEDICAL_CONDITION", "retinopatia"),
        (ITALIAN + "Lavora come cartapestaia.", "OCCUPATION", "cartapestaia"),
        (ITALIAN + "È vedova.", "DEMOGRAPHIC", "vedova"),
        (DUTCH + "Zij heeft de ziekte van Parkinson.", "MEDICAL_CONDITION", "de ziekte van Parkinson"),
        (DUTCH + "Hij is weduwnaar.", "DEMOGRAPHIC", "weduwnaar"),
        (DUTCH + "U bent 79 jaar.", "AGE", "79"),
    ],
)
def test_what_a_text_says_in_its_language(text: str, kind: str, value: str) -> None:
    assert any(span.kind == kind and value in (text[span.start : span.end], span.normal) for span in detect(text))


@pytest.mark.parametrize(
    "text",
    [
        SPANISH + "Hace 12 años que vive aquí.",
        FRENCH + "Après 12 ans de service.",
        ITALIAN + "Per 12 anni.",
        DUTCH + "12 jaar geleden.",
    ],
)
def test_a_length_of_time_is_no_age(text: str) -> None:
    assert not [span for span in detect(text) if span.kind == "AGE"]


def test_the_words_of_another_language_are_not_searched() -> None:
    assert not [
        span for span in detect(ENGLISH + "He made a comma and sang do re mi.") if span.kind == "MEDICAL_CONDITION"
    ]
