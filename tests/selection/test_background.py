"""Masks against attackers who hold texts about people; the least set by trying all."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sanon.attack.attackers import term_attackers
from sanon.attack.attackers.likeness import TfIdfAttacker
from sanon.attack.contests import Spot, contest
from sanon.attack.terms import MASK, WORD
from sanon.progress import silent
from sanon.selection.background import hide, lower_bound

WORDS = ["keeper", "light", "bees", "wreck", "diary", "oboe"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)


def contests_of(document, background, right):
    spots = [Spot(WORDS.index(match[0]), *match.span()) for match in WORD.finditer(document)]
    others = [text for number, text in enumerate(background) if number != right]
    return [
        contest(one, one.knowledge_of(background), document, [], spots, [background[right]], others)
        for one in term_attackers()
    ]


@settings(max_examples=40)
@given(st.lists(texts, min_size=3, max_size=5), texts, st.integers(1, 2))
def test_no_attacker_finds_what_is_hidden_and_no_set_of_masks_is_below_the_bound(background, document, candidates):
    contests = contests_of(document, background, right=0)
    nothing, everything, cost = np.zeros(6, bool), np.ones(6, bool), np.arange(1.0, 7.0)

    def is_hidden(masked):
        return not any(one.is_found(masked, candidates) for one in contests)

    chosen = hide([contests], nothing, everything, cost, candidates)
    masked = np.isin(np.arange(6), [one.entity for one in chosen])
    least = min(
        cost[list(some)].sum()
        for size in range(7)
        for some in itertools.combinations(range(6), size)
        if is_hidden(np.isin(np.arange(6), some))
    )
    needs = [one.need(candidates) for one in contests if one.is_found(nothing, candidates)]
    assert is_hidden(masked)
    assert lower_bound(needs, cost) <= least + 1e-6
    assert least <= cost[masked].sum()


@given(texts, st.sets(st.integers(0, 5)))
def test_scores_are_those_of_the_attacker_on_the_masked_document(document, some):
    background = ["keeper light bees bees", "wreck diary light", "oboe keeper wreck wreck"]
    masked = np.isin(np.arange(6), list(some))
    shown = WORD.sub(lambda match: MASK if masked[WORDS.index(match[0])] else match[0], document)
    for attacker, one in zip(term_attackers(), contests_of(document, background, right=0), strict=True):
        right, rivals = one.scores(one.readable(masked))
        ranking = attacker.rank([shown], background, silent)
        scores = dict(zip(ranking.texts[0].tolist(), ranking.scores[0].tolist(), strict=True))
        ours = dict(enumerate([*right.tolist(), *rivals.tolist()]))
        # A cosine is divided by the length of the document, which is the same for all texts.
        scale = max(scores.values(), default=0.0) / max(max(ours.values()), 1e-9)
        for text, score in ours.items():
            assert abs(score * scale - scores.get(text, 0.0)) < 1e-4 * max(1.0, score * scale)


def test_what_may_not_be_masked_is_not_and_the_dearest_mask_that_is_not_needed_is_given_back():
    background = ["keeper light", "bees bees wreck", "diary diary oboe"]
    contests = contests_of("keeper light", background, right=0)
    nothing, allowed = np.zeros(6, bool), np.ones(6, bool)
    assert {one.entity for one in hide([contests], nothing, allowed, np.ones(6), 1)} == {0, 1}
    allowed[0] = False
    assert {one.entity for one in hide([contests], nothing, allowed, np.ones(6), 1)} <= {1}


def test_a_mask_that_hides_two_documents_is_chosen_before_one_for_each():
    background = ["keeper wreck", "light wreck", "bees", "oboe diary"]
    documents = ["keeper wreck", "light wreck"]
    contests = [contests_of(document, background, number) for number, document in enumerate(documents)]
    chosen = hide(contests, np.zeros(6, bool), np.ones(6, bool), np.ones(6), 1)
    assert WORDS.index("wreck") in {one.entity for one in chosen}


def test_a_place_that_is_hidden_already_counts_for_nobody():
    background = ["keeper light", "bees wreck"]
    one = TfIdfAttacker()
    made = contest(
        one, one.knowledge_of(background), "keeper light", [(0, 6)], [Spot(1, 7, 12)], background[:1], background[1:]
    )
    assert made.hidden.tolist() == [True, False, True]  # keeper, light, and the two together
    assert made.is_found(np.zeros(6, bool), 1)
    assert not made.is_found(np.isin(np.arange(6), [1]), 1)
