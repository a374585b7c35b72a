"""The tagger's reading: pieces and windows by hand, what it may overrule, and that a person's name is a person's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.span import Span
from sanon.extraction.tagger import model
from sanon.extraction.tagger.features import Tokens
from sanon.extraction.tagger.model import LABELS, TYPES, WINDOW, pack, windows_of
from sanon.extraction.tagger.pieces import Pieces
from sanon.extraction.tagger.tagging import GENERAL, Read, united
from sanon.records import Document, Source
from sanon.settings.profile import load_profile

INSURANCE = EmbeddedExtractor(load_profile("insurance"))


def persons(content: str) -> set[str]:
    document = Document(source_id="d", content=content, metadata={}, source=Source(path="d.txt", form="text"))
    return {found.original_value for found in INSURANCE.extract(document) if found.entity_type == "NAME"}


def test_a_word_is_cut_into_the_longest_pieces_without_case_and_accents() -> None:
    pieces = Pieces(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "zo", "zoe", "##y", "##yk"])
    assert pieces.of("Zoë") == (5,)
    assert pieces.of("ZOEYK") == (5, 7)
    assert pieces.of("Zoz") == (pieces.unknown,)
    assert pieces.of("\n\n") == (pieces.line_break,)


def test_four_bits_hold_whole_numbers_from_minus_eight_to_seven() -> None:
    assert pack(np.array([[-8, 7, 0, -1]], dtype=np.int8)).tolist() == [[0xF0, 0x78]]


@given(st.lists(st.tuples(st.sampled_from(["word", ".", "\n"]), st.integers(1, 8)), max_size=400))
def test_windows_are_all_words_in_stretches_that_are_small_enough(words: list[tuple[str, int]]) -> None:
    counts = [count for _, count in words]
    found = list(windows_of([word for word, _ in words], counts))
    assert [at for first, after in found for at in range(first, after)] == list(range(len(words)))
    assert all(sum(counts[first:after]) <= WINDOW for first, after in found)


def read_as(text: str, **probability: float) -> Read:
    """A reading in which every word has these probabilities."""
    tokens = Tokens(text)
    types = np.tile(np.array([probability.get(kind, 0.0) for kind in TYPES], dtype=np.float32), (len(tokens), 1))
    return Read(tokens, types, types)


def read_by_word(text: str, seen: dict[str, dict[str, float]]) -> Read:
    """A reading in which some words have these probabilities, and the others none."""
    tokens = Tokens(text)
    types = np.array([[seen.get(word, {}).get(kind, 0.0) for kind in TYPES] for word in tokens.words], dtype=np.float32)
    return Read(tokens, types, types)


def phrases(text: str, seen: dict[str, dict[str, float]], **join: float) -> list[tuple[str, str]]:
    """Kinds and words that come in, where every type comes in from a half on."""
    thresholds = replace(GENERAL, tag=dict.fromkeys(TYPES, 0.5), join=join)
    found = united(text, [], read_by_word(text, seen), thresholds)
    return [(span.kind, text[span.start : span.end]) for span in found]


def test_a_word_beside_a_phrase_joins_it_from_a_lower_probability_on() -> None:
    seen = {"asleep": {"COND": 0.9}, "over": {"COND": 0.2}, "the": {"COND": 0.2}, "milking": {"COND": 0.2}}
    text = "falls asleep over the milking, and the milking waits"
    assert phrases(text, seen) == [("MEDICAL_CONDITION", "asleep")]
    assert phrases(text, seen, COND=0.1) == [("MEDICAL_CONDITION", "asleep over the milking")]
    assert phrases(text, seen, COND=0.3, FACT=0.1) == [("MEDICAL_CONDITION", "asleep")]


def test_words_of_another_sentence_do_not_join() -> None:
    seen = {"asleep": {"COND": 0.9}, "Rain": {"COND": 0.2}}
    assert phrases("He falls asleep. Rain fell.", seen, COND=0.1) == [("MEDICAL_CONDITION", "asleep")]


def test_a_small_word_that_alone_has_its_type_goes_with_the_phrase_beside_it() -> None:
    seen = {"injured": {"COND": 0.9}, "of": {"TREAT": 0.9}, "shoulder": {"FACT": 0.9}}
    assert phrases("injured of shoulder", seen, FACT=0.4) == [
        ("MEDICAL_CONDITION", "injured of"),
        ("UNIQUE_FACT", "shoulder"),
    ]
    assert phrases("of shoulder", seen, FACT=0.4) == [("UNIQUE_FACT", "of shoulder")]
    # With a date it would be read as another day, and a name is a person's.
    dated = {"of": {"FACT": 0.9}, "1987": {"DATETIME": 0.9}, "Aakash": {"PERSON": 0.9}}
    assert phrases("of 1987", dated, FACT=0.4) == [("EVENT_DATE", "1987")]
    assert phrases("Aakash of", dated, FACT=0.4) == [("NAME", "Aakash")]


def test_what_may_be_a_person_is_one_whatever_else_is_likelier() -> None:
    assert {s.kind for s in united("Aakash Dahiya", [], read_as("Aakash Dahiya", ORG=0.7, PERSON=0.2), GENERAL)} == {
        "NAME"
    }
    assert {s.kind for s in united("Acme Widgets", [], read_as("Acme Widgets", ORG=0.7, PERSON=0.01), GENERAL)} == {
        "ORGANISATION"
    }


def test_the_tagger_takes_from_the_rules_only_what_lists_gave() -> None:
    rules = [Span(0, 4, "LOCATION", 0.5, "lexicon"), Span(5, 10, "PATIENT_ID", 0.9)]
    assert united("Bath 12345", rules, read_as("Bath 12345"), GENERAL) == rules[1:]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Mr Karim Elahi called. Elahi's home was searched.", "Elahi"),
        ("Ms Rosa Lincoln was here. Later Lincoln wrote to us.", "Lincoln"),
        ("last_name,first_name,city\nVolkova,Danika,Ulm\nDemirci,Alperay,Wels", "Volkova"),
        ("[10:02] my name is danika volkova and i want a refund", "danika volkova"),
        ("Conrad of Piacenza was born to a noble family. Conrad became a hermit.", "Conrad of Piacenza"),
        ("A keeper on Ouessant wrote to Aakash Dahiya on 9 November 2021.", "Aakash Dahiya"),
        ("Aakash Dahiya plays for the club. He was born in Delhi.", "Aakash Dahiya"),
    ],
)
def test_persons_of_all_kinds_are_persons(content: str, name: str) -> None:
    assert name in persons(content)


def test_the_shipped_tagger_gives_probabilities() -> None:
    found = model.load().probabilities(Tokens("Dr Zoë Quentrell, Ulm.\n" * 80))
    assert found.shape[1] == len(LABELS)
    assert np.allclose(found.sum(axis=1), 1, atol=1e-4)
