"""Cutting and joining: nothing is lost, no value is parted, and what does not belong together is not joined."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.corpus.chunks import Cut, cut_places, cut_up, join, owner_of_name
from sanon.errors import ConfigurationError
from tests.documents import document

TEXTS = st.one_of(
    st.text(min_size=1),
    st.lists(
        st.sampled_from(["Anna ", "Berger", ". ", "! ", "\n\n", " ", "no. ", "王", "。", "é", "-", "3"]), min_size=1
    ).map("".join),
)
CUTS = st.one_of(st.just(Cut()), st.integers(1, 12).map(Cut))


@st.composite
def documents_with_values(draw):
    content = draw(TEXTS)
    places = st.integers(0, len(content))
    stretches = draw(st.lists(st.tuples(places, places).map(sorted).map(tuple), max_size=6))
    return document(content, metadata={"note": "n"}), draw(CUTS), stretches


@given(documents_with_values())
def test_chunks_cover_the_content_without_a_gap_and_part_no_value(drawn):
    whole, cut, stretches = drawn
    pieces = cut_up(whole, cut, stretches)
    assert "".join(piece.content for piece in pieces) == whole.content
    position = 0
    for number, piece in enumerate(pieces, start=1):
        chunk = piece.source.chunk
        assert (chunk.of, chunk.number, chunk.total, chunk.start, chunk.cut) == (
            whole.source_id,
            number,
            len(pieces),
            position,
            str(cut),
        )
        assert piece.source_id == (f"d#{number}" if len(pieces) > 1 else "d")
        assert piece.metadata == (whole.metadata if number == 1 else {})
        assert not any(start < position < end for start, end in stretches)
        position += len(piece.content)
    assert pieces == cut_up(whole, cut, reversed(stretches))


@given(documents_with_values(), st.randoms())
def test_joining_gives_the_document_back_whatever_the_order(drawn, random):
    whole, cut, stretches = drawn
    pieces = cut_up(whole, cut, stretches)
    random.shuffle(pieces)
    assert join(pieces) == whole
    assert join([whole]) == whole


@given(TEXTS, CUTS, st.data())
def test_what_is_not_all_of_one_document_is_not_joined(content, cut, data):
    whole = document(f"Anna came.\n\n{content}\n\n{'She left. ' * 6}", metadata={"note": "n"})
    pieces = cut_up(whole, cut)
    at = data.draw(st.integers(0, len(pieces) - 1))
    rest = pieces[:at] + pieces[at + 1 :]
    assert join(rest) is None
    assert join([*pieces, pieces[at]]) is None
    assert join([*pieces, whole]) is None
    assert join([*rest, pieces[at].model_copy(update={"content": pieces[at].content + "x"})]) is None
    moved = pieces[at].source.model_copy(update={"path": "other.txt"})
    assert join([*rest, pieces[at].model_copy(update={"source": moved})]) is None
    other = cut_up(document(whole.content + "!", metadata={"note": "n"}), cut)
    assert join([*rest, *other[at : at + 1]]) is None


@given(
    st.lists(st.sampled_from(["Anna ", "came. ", "She, ", "left!\n\n", "3.5 ", "(of) "]), min_size=1).map("".join), CUTS
)
def test_words_are_never_parted_and_never_more_than_asked_for(content, cut):
    places = [0, *cut_places(content, cut), len(content)]
    assert all(content[place - 1].isspace() for place in places[1:-1])
    if cut.words:
        counts = [len(content[a:b].split()) for a, b in pairwise(places)]
        assert all(1 <= count <= cut.words for count in counts)
        # Nearly half full at least, but for the last one.
        assert all(count >= cut.words / 2 for count in counts[:-1])


def pieces_of(content, cut, values=()):
    stretches = [found.span() for value in values for found in re.finditer(re.escape(value), content)]
    places = [0, *cut_places(content, cut, stretches), len(content)]
    return [content[a:b] for a, b in pairwise(places)]


def test_words_are_cut_at_a_sentence_end_in_the_second_half_else_between_two_words():
    text = "One two three. Four five six seven eight nine ten eleven. Twelve."
    assert pieces_of(text, Cut(5)) == ["One two three. ", "Four five six seven eight ", "nine ten eleven. Twelve."]
    assert pieces_of(text, Cut(7)) == ["One two three. Four five six seven ", "eight nine ten eleven. Twelve."]
    assert pieces_of(text, Cut(12)) == [text]


def test_ideographs_count_as_words_and_keep_their_marks():
    assert pieces_of("王伟来了。他走了！", Cut(3)) == ["王伟来", "了。他走", "了！"]
    assert pieces_of("王伟来了。他走了！", Cut(4)) == ["王伟来了。", "他走了！"]
    assert pieces_of("が\u3099ぎ\u0301く", Cut(1)) == ["が\u3099", "ぎ\u0301", "く"]


def test_a_value_moves_the_cut():
    text = "He met Anna B. Berger. She lives in Ulm. Nobody knew Dr.\n\nWu."
    assert pieces_of(text, Cut(), ["Ulm. Nobody", "Dr.\n\nWu"]) == [
        "He met Anna B. Berger. ",
        "She lives in Ulm. Nobody knew Dr.\n\nWu.",
    ]
    assert pieces_of("a b c d e f", Cut(2), ["b c d"]) == ["a ", "b c d ", "e f"]
    assert pieces_of("a b c", Cut(1), ["a b", "b c"]) == ["a b c"]
    assert pieces_of("ab cd", Cut(1), ["ab ", "cd"]) == ["ab ", "cd"]


@pytest.mark.parametrize(
    "rule", ["", "words", "words=", "words=0", "words=-3", "words=1.5", "words=٣", "Sentences", "words=5 "]
)
def test_other_rules_are_refused(rule):
    with pytest.raises(ConfigurationError, match="words=N"):
        Cut.parse(rule)


@pytest.mark.parametrize("rule", ["sentences", "words=1", "words=200"])
def test_a_rule_reads_as_it_is_written(rule):
    assert str(Cut.parse(rule)) == rule


def test_names_of_chunks():
    assert [owner_of_name(name) for name in ("a#1", "a\n#b#12", "a#01", "a#", "#1", "a#x")] == [
        "a",
        "a\n#b",
        None,
        None,
        None,
        None,
    ]
