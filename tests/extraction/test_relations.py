"""Relatives and neighbours: found where they are somebody's, left where a rule speaks of anybody's."""

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.detectors.relations import find_relations
from sanon.records import Document, Source
from sanon.settings.profile import load_profile


def _found(text):
    return [text[span.start : span.end] for span in find_relations(text)]


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("She lives with her daughter and was found by the neighbour.", ["daughter", "neighbour"]),
        ("The claimant and his partner have a son, Idris.", ["partner", "son"]),
        ("The partner of the firm has signed for the bank.", []),
        (
            "Der Patient lebt mit seiner Frau und der Tochter; die Frau am Schalter ist nicht bekannt.",
            ["Frau", "Tochter"],
        ),
        ("Schwester Petra hat sie mit der Nichte gesehen.", ["Nichte"]),
        ("Il est venu avec sa femme et son neveu, pour les papiers de la famille.", ["femme", "neveu"]),
        ("La señora vive con su hija y un vecino que la ayuda.", ["hija", "vecino"]),
        ("Il signore è venuto con la moglie e non ha il documento.", ["moglie"]),
        ("Mevrouw woont bij haar zoon en dat is niet de buurman.", ["zoon", "buurman"]),
        ("Madre and Oma are words of other languages, and this is a text of ours.", []),
    ],
)
def test_relations_are_found_by_the_words_of_the_language(text, relations):
    assert _found(text) == relations


@pytest.mark.parametrize(
    "text",
    [
        "Cover is for you and your spouse or any brother at the time of the loss.",
        "Every mother is asked to sign, and each father too, for this to be valid.",
        "El seguro cubre a su esposa o hijo en el momento de la pérdida, como se lee en el texto.",
        "The form is for the husband/wife of the member, or daughter where there is one.",
    ],
)
def test_a_rule_for_anybody_names_nobodys_relations(text):
    assert _found(text) == []


def test_a_relation_weighs_little_and_court_annotators_leave_it():
    text = "The applicant lives with her daughter and was visited by her brother in March 2001."
    document = Document(source_id="d", content=text, metadata={}, source=Source(path="d.txt", form="text"))
    found = {f.original_value: f for f in EmbeddedExtractor(load_profile("insurance")).extract(document)}
    assert (found["daughter"].entity_type, found["daughter"].relevance) == ("INDIRECT_IDENTIFIER", 0.1)
    assert "daughter" not in {f.original_value for f in EmbeddedExtractor(load_profile("legal")).extract(document)}
