"""What singles somebody out in a clause: firsts, feats, livelihoods, sums, ages and days as people say them."""

from __future__ import annotations

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.detectors.told import find_told
from sanon.records import Document, Source
from sanon.settings.profile import load_profile

SOURCE = Source(path="a.txt", form="text")


@pytest.fixture(scope="module")
def extractor():
    return EmbeddedExtractor(load_profile("insurance"))


def _found(extractor, text):
    document = Document(source_id="a", content=text, metadata={}, source=SOURCE)
    return {(finding.entity_type, finding.original_value) for finding in extractor.extract(document)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("She was the only left-handed umpire in the county, and proud.", "the only left-handed umpire in the county"),
        (
            "In 1971 she was the first woman to keep the light at Fastnet.",
            "the first woman to keep the light at Fastnet",
        ),
        ("He won the Many Farms wool contest twice.", "won the Many Farms wool contest twice"),
        ("Sie ist die letzte Korbflechterin im Spreewald.", "die letzte Korbflechterin im Spreewald"),
        ("Il est le dernier gardien du phare de Kéréon.", "le dernier gardien du phare de Kéréon"),
        ("Fue la primera mujer torera de Cuenca.", "la primera mujer torera de Cuenca"),
        ("He has a tattoo of a narwhal on his neck.", "a tattoo of a narwhal on his neck"),
        ("He drowned off the trawler Silver Harvest.", "Silver Harvest"),
    ],
)
def test_a_fact_goes_on_to_the_end_of_its_clause(extractor, text, fact):
    assert ("UNIQUE_FACT", fact) in _found(extractor, text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("She appeared on The Gannet Harbour Show in those years.", "Gannet Harbour Show"),
        ("He is the son of a Methodist bargeman from here.", "Methodist bargeman"),
        ("Her first job was working at Woolworths in Miami then.", "Woolworths in Miami"),
    ],
)
def test_of_what_many_can_say_only_what_is_named_tells(text, named):
    assert named in [text[span.start : span.end] for span in find_told(text)]


def test_what_many_can_say_without_a_name_tells_less_than_a_feat():
    (ordinary,) = find_told("It was his first appearance on the screen.")
    (feat,) = find_told("She was the first woman to keep the light.")
    assert ordinary.relevance < feat.relevance


@pytest.mark.parametrize(
    "text",
    [
        "It was the first time in ten years.",
        "The last payment of the claim was late.",
        "He won the case.",
        "Represented by Mr X before the court.",
    ],
)
def test_what_everybody_may_say_is_no_fact(extractor, text):
    assert not [value for kind, value in _found(extractor, text) if kind == "UNIQUE_FACT"]


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("My neighbour, a retired bomb disposal officer, saw it.", "retired bomb disposal officer"),
        ("He is a cook on an ore boat, and single.", "cook on an ore boat"),
        ("Ihr Neffe ist Zirkusclown und Buddhist.", "Zirkusclown"),
    ],
)
def test_an_occupation_of_several_words_is_one(extractor, text, job):
    assert ("INDIRECT_IDENTIFIER", job) in _found(extractor, text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("She paid four hundred quid for it.", "four hundred quid"),
        ("Gross 38k, she says.", "38k"),
        ("The damage is EUR 1.250,00 in all.", "EUR 1.250,00"),
        ("The rent is £1,475 pcm.", "£1,475 pcm"),
        ("It cost 50 zł.", "50 zł"),
        ("He is 6ft 2 tall.", "6ft 2"),
    ],
)
def test_a_sum_is_found_as_it_is_written(extractor, text, amount):
    assert ("QUANTITY", amount) in _found(extractor, text)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Grandma turns ninety on Tuesday.", "AGE", "ninety"),
        ("We booked it for my 70th.", "AGE", "70th"),
        ("I am 81 and rather deaf.", "AGE", "81"),
        ("It happened last Saturday.", "EVENT_DATE", "last Saturday"),
        ("1968: Hester breeds pigs.", "EVENT_DATE", "1968"),
    ],
)
def test_ages_and_days_are_found_as_people_say_them(extractor, text, kind, value):
    assert (kind, value) in _found(extractor, text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("He lost two toes to frostbite near Mawson.", "lost two toes to frostbite near Mawson"),
        ("She was struck by a falling mast at Cowes.", "was struck by a falling mast at Cowes"),
        ("Er hält den Weltrekord im Kirschkernspucken.", "den Weltrekord im Kirschkernspucken"),
        ("Ha attraversato le Alpi a dorso di mulo.", "Ha attraversato le Alpi a dorso di mulo"),
        ("Het gezin overleefde de cafébrand op oudejaarsavond.", "overleefde de cafébrand op oudejaarsavond"),
    ],
)
def test_what_happened_to_somebody_is_told(text: str, told: str) -> None:
    assert told in {text[span.start : span.end] for span in find_told(text)}
