"""What holds for every text, whatever it is planted with."""

import itertools
import unicodedata
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sanon.audit.leakcheck import LeakSearch
from sanon.export.rewriting import holds_masked
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.replacer import Replacer
from sanon.replacement.rewriting.sentences import sentences_of, with_sentences
from sanon.replacement.search import Search
from sanon.text.folding import fold
from sanon.text.matching import Matcher
from tests.documents import document
from tests.leaks import find_leaks

VALUES = [
    "Utku Karaarslan",
    "Karaarslan",
    "Mr Utku Karaarslan",
    "New York",
    "York Hospital",
    "C++ (2.0)",
    "a.*b|[x]",
    "\\d+$",
    "Straße 5",
    "Müller",
    "Işık",
    "İstanbul",
    "oﬃce",
    "O’Brien",
    "Jean-Luc",
    "אבי כהן",
    "محمد",
    "張三",
    "สมชาย",
    "김철수",
    "+49 30 1234",
    "4711",
    "E\u0301va",
    "x²",
]
SPELLINGS = [
    str,
    str.upper,
    str.lower,
    lambda value: unicodedata.normalize("NFD", value),
    lambda value: unicodedata.normalize("NFC", value),
    lambda value: unicodedata.normalize("NFKD", value),
    lambda value: value.replace(" ", "\r\n "),
    lambda value: value.replace(" ", "\u00a0\u2003"),
    lambda value: "\u00ad".join(value),
    lambda value: value.replace("-", "–").replace("'", "’"),
]
REPLACEMENTS = [
    ("type-label", "[T]"),
    ("redacted", "[REDACTED]"),
    ("pseudonym", "[T_1f3a9c]"),
    ("generalize", "[disease of the eye]"),
    ("surrogate", "Ilse Weber"),
    ("surrogate", "Lotte"),
    ("surrogate-by-document", "[T]"),
    ("rewrite", "[T]"),
]
LOOSE = "ab xyzUu1²ßıİiIﬁ\u0301\u0307\u0323\u200b\u00ad\ufeff\u202e™½Ⅳ-–_.,'’´\0\n\r\t\u00a0張三สม김기א!()[]+*\\"


@st.composite
def texts(draw):
    """Loose characters, any Unicode, and spellings of the planted values, stuck together in any way."""
    planted = st.builds(lambda value, spell: spell(value), st.sampled_from(VALUES), st.sampled_from(SPELLINGS))
    any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    piece = st.one_of(planted, planted, st.text(LOOSE, max_size=6), st.just(" "), any_text)
    return "".join(draw(st.lists(piece, min_size=1, max_size=8))) or "x"


@st.composite
def masks(draw):
    """Some of the values, as entities that are direct or mentioned."""
    chosen = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=8, unique=True))
    return [
        MaskedEntity(
            id=f"e{number}",
            type="T",
            weight=0.5,
            corpus_wide=draw(st.booleans()),
            normal_form="name",
            original_values=(value,),
            operator=operator,
            replacement=replacement,
            value=fold(value).text,
        )
        for number, value in enumerate(chosen)
        for operator, replacement in [draw(st.sampled_from(REPLACEMENTS))]
    ]


def twice(text):
    return document(text, metadata={"m": [text]})


@given(texts(), masks())
def test_text_outside_the_spans_is_untouched_and_spans_cover_masked_values(text, masked):
    before = twice(text)
    after = Replacer(masked).redact(before, {one.id for one in masked})
    pieces, position = [], 0
    for span in (one for one in after.spans if one.field == "content"):
        assert span.start >= position
        pieces += [text[position : span.start], span.replacement]
        position = span.end
        if span.disguise:
            continue
        (named,) = (one for one in masked if one.id == span.entity_id)
        inside = fold(text[span.start : span.end]).text
        assert any(fold(value).text in inside for value in named.search_values)
    assert after.document.content == "".join([*pieces, text[position:]])
    assert after.document.metadata == {"m": [after.document.content]}


@given(texts(), masks())
def test_after_replacing_neither_the_matcher_nor_the_leak_check_finds_anything(text, masked):
    mentioned = {one.id for one in masked}
    after = Replacer(masked).redact(twice(text), mentioned)
    assert [span for span in Replacer(masked).redact(after.document, mentioned).spans if not span.disguise] == []
    assert find_leaks([(after, mentioned)], masked) == []


@given(texts(), masks(), st.sampled_from(["Ilse Weber", "Kars 12", None]))
def test_surrogates_by_document_are_spans_like_others(text, masked, stand_in):
    mentioned = {one.id for one in masked}
    after = Replacer(masked, lambda _document: lambda _entity: stand_in).redact(twice(text), mentioned)
    assert find_leaks([(after, mentioned)], masked) == []
    assert {span.operator for span in after.spans} <= {one.operator for one in masked} | {"type-label"}


@given(texts(), masks(), st.lists(texts(), min_size=1, max_size=3))
def test_whatever_a_model_writes_holds_no_value_or_is_refused(text, masked, answers):
    mentioned = frozenset(one.id for one in masked)
    one = Replacer(masked).redact(twice(text), mentioned)
    search, leaks = Search(masked), LeakSearch(masked)
    sentences = [
        replace(sentence, text=answer, rewritten=True)
        if not holds_masked(answer, sentence.spans, search, leaks, mentioned)
        else sentence
        for sentence, answer in zip(sentences_of(one), itertools.cycle(answers), strict=False)
    ]
    after = with_sentences(one, sentences)
    assert find_leaks([(after, mentioned)], masked) == []
    # Put into a sentence all the same, the leak check of the export sees it.
    value = masked[0].original_values[0]
    told = [replace(sentence, text=f"x {value} y", rewritten=True) for sentence in sentences]
    assert find_leaks([(with_sentences(one, told), mentioned)], masked) or not told


@given(texts(), masks())
def test_the_leak_check_sees_what_the_matcher_sees(text, masked):
    mentioned = {one.id for one in masked}
    untouched = RedactedDocument(twice(text), (), twice(text))
    found = {leak.entity_id for leak in find_leaks([(untouched, mentioned)], masked)}
    named = {match.entity.id for match in Matcher(masked).find(text, mentioned)}
    parted = "\u200b" in text or any(unicodedata.category(one) == "Cc" and not one.isspace() for one in text)
    assert named <= found or parted  # an invisible character may both part words and stand inside one


@given(texts(), masks())
def test_entities_that_are_neither_mentioned_nor_direct_stay(text, masked):
    after = Replacer(masked).redact(twice(text), ())
    direct = {one.id for one in masked if one.corpus_wide}
    assert {span.entity_id for span in after.spans} <= direct
