"""An attacker with texts about half of the people."""

import numpy as np
import pytest

from sanon.attack.attackers.contract import Attacker
from sanon.attack.attackers.likeness import TfIdfAttacker
from sanon.attack.open_set import leads, open_set
from sanon.attack.ranking import Ranking

WORDS = [
    "alder", "birch", "cedar", "daphne", "elder", "fir", "gorse", "hazel",
    "ivy", "juniper", "kapok", "larch", "maple", "nettle", "oak", "pine",
]  # fmt: skip
PEOPLE = [f"{word} {word}ish of {word}ton kept the {word} book for years" for word in WORDS]
DOCUMENTS = [f"the keeper of {word}ton had a {word}ish book" for word in WORDS]
RIGHT = [frozenset({number}) for number in range(len(WORDS))]


class Declines(Attacker):
    """Names the text with the same town, and none if there is none."""

    name = "declines"
    summary = "compares towns"
    may_decline = True

    def rank(self, documents, background, progress, depth=100):
        ranking = Ranking.empty(len(documents), depth)
        for row, document in enumerate(documents):
            town = next(word for word in document.split() if word.endswith("ton"))
            held = [text for text, one in enumerate(background) if town in one]
            ranking.texts[row, : len(held)] = held
        return ranking


def test_who_knows_half_of_the_people_can_be_right_about_half_of_the_documents():
    found = open_set(Declines(), DOCUMENTS, PEOPLE, RIGHT)
    assert (found.answerable, found.answered, found.right) == (8, 8, 8)
    assert (found.precision, found.recall) == (1, 1)


def test_who_always_answers_is_wrong_about_the_others():
    blind = open_set(TfIdfAttacker(), ["the book of years"] * 16, PEOPLE, RIGHT)
    # All texts are equally like, none leads.
    assert (blind.answered, blind.precision, blind.recall) == (0, None, 0)
    clear = open_set(TfIdfAttacker(), DOCUMENTS, PEOPLE, RIGHT)
    assert clear.answerable == clear.right == 8


def test_what_is_withheld_does_not_hang_on_the_order_of_the_texts():
    turned = [frozenset({len(PEOPLE) - 1 - number}) for number in range(len(PEOPLE))]
    assert open_set(TfIdfAttacker(), DOCUMENTS, PEOPLE[::-1], turned) == open_set(
        TfIdfAttacker(), DOCUMENTS, PEOPLE, RIGHT
    )


def test_a_document_without_a_right_text_plays_no_part():
    assert open_set(Declines(), DOCUMENTS, PEOPLE, [*RIGHT[:4], *[frozenset()] * 12]).answerable == 2


def test_the_lead_is_a_share_of_the_likeness():
    ranking = Ranking(np.array([[1, 2], [1, -1], [-1, -1]]), np.array([[0.5, 0.4], [0.3, 0], [0, 0]], np.float32))
    assert leads(ranking).tolist() == pytest.approx([0.2, 1, 0])
