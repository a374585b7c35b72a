"""The leak check can fail, in every place and spelling, and does not when all is well."""

import pytest

from sanon.export import Leak, find_leaks
from sanon.records import Document, Source
from sanon.replacement import MaskedEntity


def entity(*values, direct=True, form="text", replacement="[NAME]", id_="e1"):
    return MaskedEntity(id_, values, 1.0, direct, form, "NAME", "type-label", replacement)


def document(content="nothing", *, metadata=None, id_="d1", path="a/b.jsonl", form="jsonl", position=4):
    source = Source(path=path, form=form, position=position)
    return Document(source_id=id_, content=content, metadata=metadata or {}, source=source)


def leaks(one, *masked, mentioned=()):
    return find_leaks([(one, mentioned)], masked)


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


def test_a_place_whose_name_leaks_is_told_by_numbers_only():
    pairs = [
        (document(path="a.json", form="json"), ()),
        (document("Utku Karaarslan", path="u/utku-karaarslan.json", form="json", id_="Utku Karaarslan"), ()),
    ]
    found = find_leaks(pairs, [UTKU])
    assert {leak.source for leak in found} == {"document 2 (file 2)"}
    assert {leak.field for leak in found} == {"content", "id", "file name"}


def test_below_a_key_that_leaks_no_path_is_shown():
    found = leaks(document(metadata={"Utku Karaarslan": {"a": "Utku Karaarslan"}}), UTKU)
    assert [leak.field for leak in found] == ["metadata key 1", "metadata value"]


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
        ("NAME", "[NAME]"),
    ],
)
def test_what_is_no_whole_word_is_no_leak(value, text):
    assert leaks(document(text), entity(value)) == []


def test_nothing_is_found_in_or_across_known_replacements():
    masked = (
        entity("Kaya", replacement="[NAME_1]"),
        entity("1", "x name", id_="e2", replacement="Jo Doe"),
        entity("Jo", "Doe y", id_="e3", replacement="***"),
    )
    assert leaks(document("x [NAME_1] Jo Doe y *** z"), *masked) == []
    assert {leak.entity_id for leak in leaks(document("Jo Doering 1"), *masked)} == {"e2", "e3"}


def test_only_what_had_to_go_from_this_document_is_a_leak():
    illness = entity("gout", direct=False)
    assert leaks(document("gout"), illness) == []
    assert len(leaks(document("gout"), illness, mentioned={"e1"})) == 1


def test_names_are_found_without_their_titles_and_common_words_only_where_mentioned():
    name = entity("Mr Utku Karaarslan", form="name")
    assert len(leaks(document("Utku Karaarslan"), name)) == 1
    assert leaks(document("may"), entity("Mr May", form="name")) == []
    assert len(leaks(document("may"), entity("Mr May", form="name"), mentioned={"e1"})) == 1
