"""A reader, played by a function that answers as a model would."""

import re

import numpy as np
import pytest

from sanon.attack.inference import Inference, named
from sanon.attack.reader import AT_ONCE, Guess, Hidden, Reader
from sanon.attack.terms import MASK
from sanon.progress import silent
from sanon.results.attack import InferredValues
from sanon.settings.profile import load_profile

INFERENCE = Inference(load_profile("insurance"))


def knows(word):
    """Names the texts that hold a word, if the document holds it as well."""

    def ask(system, user, schema, attempt=0):
        document, texts = user.split("\n\nTexts:\n")
        shown = re.findall(r"^(\d+): (.*)$", texts, re.MULTILINE)
        assert len(shown) <= AT_ONCE
        return {"texts": [int(number) for number, text in shown if word in text and word in document]}

    return ask


def test_the_text_that_the_model_names_comes_first_however_many_there_are():
    background = [f"The keeper number {number} kept a light." for number in range(30)] + ["The keeper of Ouessant."]
    found = Reader(knows("Ouessant")).rank(["A keeper of Ouessant kept it.", "A keeper."], background, silent, 3)
    assert found.texts.tolist() == [[30, -1, -1], [-1, -1, -1]]
    assert found.scores[0].tolist() == [1, 0, 0]


def test_a_document_is_not_shown_to_itself():
    texts = ["Ouessant one", "Ouessant two", "Brest two"]
    found = Reader(knows("Ouessant"), workers=2).rank(texts, texts, silent)
    assert found.texts[:, 0].tolist() == [1, 0, -1]


def test_numbers_that_no_text_has_are_not_believed():
    assert np.all(Reader(lambda *_: {"texts": [0, 7, "1"]}).rank(["a word"], ["a word more"], silent).texts == -1)
    assert np.all(Reader(lambda *_: None).rank(["a word"], ["a word more"], silent).texts == -1)


def test_a_guess_has_one_value_for_each_that_is_hidden():
    asked = []

    def ask(system, user, schema):
        asked.append(user)
        return {"person": " Ann Roe ", "values": ["61", 5, "Brest", "more"]}

    document = Hidden(f"{MASK} lives in [2].", ("AGE", "LOCATION"))
    assert Reader(ask).guesses([document]) == [Guess("Ann Roe", ("61", ""))]
    assert "[…] lives in [2]." in asked[0]
    assert "1: AGE\n2: LOCATION" in asked[0]
    assert Reader(lambda *_: {"person": "", "values": []}).guesses([document]) == [Guess("", ("", ""))]
    assert Reader(lambda *_: None).guesses([document]) == [None]


@pytest.mark.parametrize(
    ("kind", "value", "guess", "expected"),
    [
        ("EVENT_DATE", "12/04/2019", "12 April 2019", "exact"),
        ("EVENT_DATE", "12/04/2019", "30 April 2019", "coarser"),
        ("EVENT_DATE", "12/04/2019", "April 2019", "coarser"),
        ("EVENT_DATE", "12/04/2019", "12 May 2019", "wrong"),
        ("NAME", "Dr Ann Roe", "ann roe", "exact"),
        ("NAME", "Ann Roe", "Ann Rue", "wrong"),
        ("AGE", "61", "aged 61", "exact"),
        ("AGE", "61", "", "wrong"),
    ],
)
def test_a_guess_is_exact_in_any_form_and_coarser_under_the_same_coarser_value(kind, value, guess, expected):
    assert INFERENCE.closeness(kind, value, guess) == expected


def inferred(**counts):
    return InferredValues(**dict.fromkeys(InferredValues.model_fields, 0) | counts)


def test_a_value_that_is_hidden_twice_counts_once_by_its_best_guess():
    original, export = "Ann Roe, 61, of Brest. Ms Roe (61).", "[NAME_1], [AGE], of [LOCATION]. [NAME_1] ([AGE])."
    hidden = [("NAME", "Ann Roe"), ("AGE", "61"), ("LOCATION", "Brest"), ("AGE", "61")]
    guess = Guess("Ann Roe", ("", "60", "", "61"))
    assert INFERENCE.of(guess, original, export, hidden) == inferred(documents=1, named=1, values=3, exact=1)
    assert INFERENCE.of(None, original, export, hidden) == inferred(documents=1, unread=1, values=3)


def test_a_name_counts_as_found_out_only_if_it_was_hidden():
    assert named("Roe, Ann", "It is Roe, Ann.", "It is [NAME].")
    assert not named("Ann Roe", "It is Ann Roe.", "It is Ann Roe.")
    assert not named("Ann", "It is Ann Roe.", "It is [NAME].")
    assert not named("Bob Roe", "It is Ann Roe.", "It is [NAME].")
    assert not named("", "It is Ann Roe.", "It is [NAME].")
