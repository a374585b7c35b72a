"""The leak check can fail, in every place and spelling, and does not when all is well."""

import pytest

from sanon.export.checking import Leak
from sanon.records import Document, Source
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span
from sanon.replacement.replacer import Replacer
from tests.leaks import find_leaks


def entity(*values, corpus_wide=True, form="text", replacement="[NAME]", id_="e1"):
    return MaskedEntity(id_, values, 1.0, corpus_wide, form, "NAME", "type-label", replacement)


def document(content="nothing", *, metadata=None, id_="d1", path="a/b.jsonl", form="jsonl", position=4):
    source = Source(path=path, form=form, position=position)
    return Document(source_id=id_, content=content, metadata=metadata or {}, source=source)


def leaks(one, *masked, mentioned=()):
    """What is found in a document of which nothing was replaced."""
    return find_leaks([(RedactedDocument(one, (), one), mentioned)], masked)


def leaks_after(before, after, *masked, spans=(), mentioned=()):
    """What is found in a document whose spans are these."""
    return find_leaks([(RedactedDocument(after, tuple(spans), before), mentioned)], masked)


def span(start, end, replacement, field="content"):
    return Span(field, start, end, "e1", "NAME", "surrogate", replacement)


UTKU = entity("Utku Karaarslan")


@pytest.mark.parametrize(
    ("planted", "field"),
    [
        (document("so utku  KARAARSLAN came"), "content"),
        (document(metadata={"who": "Utku Karaarslan"}), "metadata.who"),
        (document(metadata={"who": [1, {"name": "Utku Karaarslan"}]}), "metadata.who.1.name"),
        (document(metadata={"x": {"Utku Karaarslan": 1}}), "metadata key 2"),
        (document(metadata={"utku_karaarslan": 1}), "metadata key 1"),
        (document(id_="claim-utku-karaarslan-7"), "id"),
        (document(path="a/Utku Karaarslan.jsonl"), "file name"),
        (document(path="utku_karaarslan/b.jsonl"), "file name"),
    ],
)
def test_a_value_that_still_stands_is_found_wherever_it_stands(planted, field):
    (leak,) = leaks(planted, UTKU)
    assert (leak.field, leak.entity_id, leak.entity_type) == (field, "e1", "NAME")


def test_a_leak_is_placed_by_file_and_record():
    assert leaks(document("Utku Karaarslan"), UTKU) == [Leak("a/b.jsonl record 5", "content", "e1", "NAME")]
    one = document("Utku Karaarslan", path="a.txt", form="text", position=0)
    assert leaks(one, UTKU)[0].source == "a.txt"


def test_a_place_is_told_without_the_parts_of_its_path_that_leak():
    one = document(path="a.json", form="json")
    other = document("Utku Karaarslan", path="u/utku-karaarslan.json", form="json", id_="Utku Karaarslan")
    found = find_leaks([(RedactedDocument(d, (), d), ()) for d in (one, other)], [UTKU])
    assert {leak.source for leak in found} == {"u/… (file 2 of 2 by path)"}
    assert {leak.field for leak in found} == {"content", "id", "file name"}


def test_below_a_key_that_leaks_no_path_is_shown():
    found = leaks(document(metadata={"Utku Karaarslan": {"a": "Utku Karaarslan"}}), UTKU)
    assert {leak.field for leak in found} == {"metadata key 1", "metadata value"}


def test_a_number_that_is_a_value_is_found():
    assert leaks(document(metadata={"n": 4711}), entity("4711"))[0].field == "metadata.n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Müller", "MU\u0308LLER"),
        ("Straße", "STRASSE"),
        ("Işık", "IŞIK"),
        ("İbrahim", "ibrahim"),
        ("oﬃce", "OFFICE"),
        ("O’Brien", "O'Brien's"),
        ("Jean-Luc", "Jean–Luc"),
        ("Jean-Luc", "Jean−Luc"),
        ("Kaya", "Ka\u00adya"),
        ("Kaya", "Frau\u200bKaya"),
        ("Kaya", "x\0Kaya\0y"),
        ("Kaya", "kaya_2"),
        ("Kaya", "Kaya² Kaya™"),
        ("a b", "a \r\n\u00a0 b"),
        ("C++ (2.0)", "c++ (2.0)!"),
        ("+++", "a+++b"),
        ("張三", "患者張三先生"),
        ("김철수", "김철수는"),
        ("אבי", "שלום אבי"),
        ("e\u0302\u0323x", "E\u0323\u0302X"),
    ],
)
def test_every_spelling_is_found(value, text):
    assert len(leaks(document(text), entity(value))) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Utku", "Utkus xutku utku1"),
        ("Andre", "André Andre\u0301"),
        ("Kaya", "Kaya\u0301"),
        ("기", "김"),
        ("a b", "a [NAME] b [NAME]"),
    ],
)
def test_what_is_no_whole_word_is_no_leak(value, text):
    assert leaks(document(text), entity(value)) == []


def test_a_stand_in_may_be_the_name_of_somebody_else_who_must_go_all_the_same():
    before = document("Ann Lee met Jo Doe.")
    masked = entity("Ann Lee", replacement="Jo Doe"), entity("Jo Doe", id_="e2", replacement="Mia Ray")
    both = span(0, 7, "Jo Doe"), span(12, 18, "Mia Ray")
    assert leaks_after(before, document("Jo Doe met Mia Ray."), *masked, spans=both) == []
    forgotten = leaks_after(before, document("Jo Doe met Jo Doe."), *masked, spans=both[:1])
    assert [leak.entity_id for leak in forgotten] == ["e2"]


def test_a_coarser_date_stands_for_a_day_and_the_same_date_had_to_go_elsewhere():
    before = document("born 3 March 2019, seen March 2019")
    masked = entity("3 March 2019", replacement="March 2019"), entity("March 2019", id_="e2", replacement="2019")
    first, second = span(5, 17, "March 2019"), span(24, 34, "2019")
    assert leaks_after(before, document("born March 2019, seen 2019"), *masked, spans=(first, second)) == []
    forgotten = leaks_after(before, document("born March 2019, seen March 2019"), *masked, spans=[first])
    assert [leak.entity_id for leak in forgotten] == ["e2"]


def test_a_masked_year_is_sought_outside_of_what_was_replaced_only():
    before = document("3 March 2019 and 2019")
    masked = entity("3 March 2019", replacement="[March 2019]"), entity("2019", id_="e2", replacement="[date]")
    first, second = span(0, 12, "[March 2019]"), span(17, 21, "[date]")
    assert leaks_after(before, document("[March 2019] and [date]"), *masked, spans=(first, second)) == []
    assert [
        leak.entity_id for leak in leaks_after(before, document("[March 2019] and 2019"), *masked, spans=[first])
    ] == ["e2"]


def test_nothing_is_found_across_what_was_replaced():
    before, after = document("a Jo b"), document("a [X] b")
    assert leaks_after(before, after, entity("a b"), entity("[X]", "a [X]", id_="e2"), spans=[span(2, 4, "[X]")]) == []


@pytest.mark.parametrize(
    ("content", "metadata", "field"),
    [
        ("Xo came in.", None, "content"),
        ("[X] came in", None, "content"),
        ("[X] came in. ", None, "content"),
        ("[Y] came in.", None, "content"),
        ("[X] came in.", {"n": 1.0, "l": ["a"]}, "metadata.n"),
        ("[X] came in.", {"n": 1, "l": ["b"]}, "metadata.l.0"),
        ("[X] came in.", {"n": 1, "l": ["a", "b"]}, "metadata.l"),
        ("[X] came in.", {"n": 1, "l": "a"}, "metadata.l"),
        ("[X] came in.", {"l": ["a"], "n": 1}, "metadata"),
        ("[X] came in.", {"n": 1}, "metadata"),
    ],
)
def test_text_that_is_not_the_originals_where_nothing_was_replaced_is_found(content, metadata, field):
    before = document("Jo came in.", metadata={"n": 1, "l": ["a"]})
    spans = [span(0, 2, "[X]")]
    untouched = document("[X] came in.", metadata={"n": 1, "l": ["a"]})
    assert leaks_after(before, untouched, spans=spans) == []
    changed = document(content, metadata=metadata or {"n": 1, "l": ["a"]})
    (leak,) = leaks_after(before, changed, spans=spans)
    assert (leak.field, leak.entity_id, leak.entity_type) == (field, None, None)


def test_a_span_of_no_text_is_not_true():
    same = document("Jo came in.", metadata={"a.b": "Jo", "a": {"b": "Jo"}})
    for wrong in (span(0, 2, "[X]", "metadata.c"), span(3, 99, "came in."), span(3, 3, "")):
        assert len(leaks_after(same, same, spans=[wrong])) == 1
    after = document("Jo came in.", metadata={"a.b": "[X]", "a": {"b": "Jo"}})
    assert leaks_after(same, after, spans=[span(0, 2, "[X]", r"metadata.a\.b")]) == []


def test_a_large_number_is_found_in_figures():
    assert leaks(document(metadata={"n": 12345678901234568.0}), entity("12345678901234568"))[0].field == "metadata.n"


def test_a_protected_document_has_no_leak():
    before = document("so utku  KARAARSLAN came", metadata={"who": ["Utku Karaarslan", 4711.0]})
    masked = [UTKU, entity("4711", id_="e2", replacement="4712")]
    assert find_leaks([(Replacer(masked).redact(before, ()), ())], masked) == []


def test_only_what_had_to_go_from_this_document_is_a_leak():
    illness = entity("gout", corpus_wide=False)
    assert leaks(document("gout"), illness) == []
    assert len(leaks(document("gout"), illness, mentioned={"e1"})) == 1


def test_names_are_found_without_their_titles_and_common_words_only_where_mentioned():
    name = entity("Mr Utku Karaarslan", form="name")
    assert len(leaks(document("Utku Karaarslan"), name)) == 1
    assert leaks(document("may"), entity("Mr May", form="name")) == []
    assert len(leaks(document("may"), entity("Mr May", form="name"), mentioned={"e1"})) == 1
