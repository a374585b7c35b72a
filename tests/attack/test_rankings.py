"""Who is most like whom, against slow references."""

import math
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from sanon.attack.attackers import term_attackers
from sanon.attack.attackers.likeness import Bm25Attacker, TfIdfAttacker
from sanon.attack.ranking import Ranking, fused
from sanon.attack.terms import MASK, label, pieces, words_and_pairs
from sanon.attack.words import words_kept
from sanon.progress import silent

BACKGROUND = [
    "The lighthouse keeper of Ouessant kept the light for thirty years; the keeper never married.",
    "A deep sea diver from Brest, who kept a diary of every wreck on the coast.",
    "The mayor of Brest opened the harbour. The mayor, a former diver, never spoke of the wreck.",
    "Twenty recipes with apples: cider, tart, and a cake.",
]
DOCUMENTS = [
    "He kept the light on Ouessant, and never married.",
    "Every wreck on the coast stands in the diary of a diver.",
    "nothing here is shared by any",
]


def test_tf_idf_gives_the_cosines_of_scikit_learn():
    vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    known = vectorizer.fit_transform(BACKGROUND)
    expected = (vectorizer.transform(DOCUMENTS) @ known.T).toarray()
    ranking = TfIdfAttacker().rank(DOCUMENTS, BACKGROUND, silent)
    for row, (texts, scores) in enumerate(zip(ranking.texts, ranking.scores, strict=True)):
        for text, score in zip(texts[texts >= 0], scores[texts >= 0], strict=True):
            assert score == pytest.approx(expected[row, text], abs=1e-5)
        assert (texts >= 0).sum() == (expected[row] > 1e-9).sum()


def test_characters_are_those_of_scikit_learn_inside_words():
    vectorizer = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True)
    plain = re.sub(r"\W+", " ", " ".join(BACKGROUND).lower())
    vectorizer.fit([plain])
    # Of a word shorter than a piece scikit-learn takes what there is for each size; here it is found once.
    expected = {piece for piece in vectorizer.vocabulary_ if len(piece) > 2}
    assert pieces([plain]).counts(1).nnz == len(expected)


def test_bm25_by_its_formula():
    words = [re.findall(r"\w\w+", text.lower()) for text in BACKGROUND]
    mean = sum(map(len, words)) / len(words)
    ranking = Bm25Attacker().rank(DOCUMENTS[:1], BACKGROUND, silent)
    for text, score in zip(ranking.texts[0], ranking.scores[0], strict=True):
        if text < 0:
            break
        expected = 0.0
        for word in re.findall(r"\w\w+", DOCUMENTS[0].lower()):
            holding, times = sum(word in held for held in words), Counter(words[text])[word]
            idf = math.log(1 + (len(words) - holding + 0.5) / (holding + 0.5))
            expected += idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * len(words[text]) / mean))
        assert score == pytest.approx(expected, rel=1e-5)


def test_no_pair_of_words_goes_over_a_mask():
    def labels(text):
        places = words_and_pairs([text])
        return [label(text, start, end) for start, end in zip(places.start, places.end, strict=True)]

    assert labels("the Keeper of İs")[-1] == "of is"
    assert labels(f"the keeper {MASK} Ouessant") == ["the", "keeper", "ouessant", "the keeper"]
    assert labels(f"keeper{MASK}Ouessant") == ["keeper", "ouessant"]


def test_a_document_that_shares_nothing_finds_nothing():
    for attacker in term_attackers():
        assert (attacker.rank(["", MASK, "…!"], BACKGROUND, silent).texts == -1).all()


def test_fusion_adds_the_inverse_places():
    one = Ranking(np.array([[3, 1, 0]]), np.array([[9.0, 8, 7]], np.float32))
    other = Ranking(np.array([[1, 2, -1]]), np.array([[0.5, 0.4, 0]], np.float32))
    together = fused([one, other], 4)
    assert together.texts[0].tolist() == [1, 3, 2]  # 1/62 + 1/61, 1/61, 1/62; the fourth, 1/63, has no place left
    assert together.scores[0].tolist() == pytest.approx([1 / 62 + 1 / 61, 1 / 61, 1 / 62])


@given(st.lists(st.lists(st.integers(0, 3), min_size=9, max_size=9), min_size=1, max_size=4), st.integers(1, 8))
def test_blocks_rank_as_one_sort_does(scores, size):
    table = np.array(scores, np.float32)
    ranking = Ranking.empty(len(table), depth=4)
    for first in range(0, 9, size):
        ranking = ranking.with_block(table[:, first : first + size], first)
    for row, values in enumerate(scores):
        expected = [text for text in sorted(range(9), key=lambda text: (-values[text], text)) if values[text] > 0][:4]
        assert [text for text in ranking.texts[row].tolist() if text >= 0] == expected


def test_words_kept_counts_each_word_as_often_as_it_still_stands():
    assert words_kept([("a rose is a rose", f"a {MASK} is [NAME] rose name")]) == 3 / 5
    assert words_kept([]) == 1.0
