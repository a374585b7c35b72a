"""What is replaced in a document, and by what."""

import pytest

from sanon.replacement.masked import MaskedEntity
from sanon.replacement.operators import LABEL
from sanon.replacement.replacer import Replacer
from sanon.text.matching import Matcher
from tests.documents import document
from tests.leaks import find_leaks


def entity(type_, *values, corpus_wide=False, weight=0.5, form="text", id_=None, replacement=None, operator=LABEL.name):
    return MaskedEntity(
        id=id_ or f"{type_}:{values[0]}",
        type=type_,
        weight=weight,
        corpus_wide=corpus_wide,
        normal_form=form,
        original_values=values,
        operator=operator,
        replacement=replacement or f"[{type_}]",
    )


def redacted(content, *masked, mentioned=None):
    ids = {one.id for one in masked} if mentioned is None else mentioned
    return Replacer(masked).redact(document(content), ids).document.content


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("Utku", "UTKU, utku; (Utku) Utkus xUtku utku_1 Utku1", "[T], [T]; ([T]) Utkus xUtku [T]_1 Utku1"),
        ("Utku Kaya", "Utku\r\n\t Kaya and Utku\u00a0KAYA", "[T] and [T]"),
        ("C++ (2.0)", "with C++ (2.0) or C++ (2x0)", "with [T] or C++ (2x0)"),
        ("a.c", "abc a.c", "abc [T]"),
        ("$5", "x$5 $5 $50", "x[T] [T] $50"),
        ("Karaarslan", "Kara\u00adarslan\u200b Karaarslan²", "[T]\u200b [T]²"),
        ("Pfizer", "Pfizer™ Pfizer", "[T]™ [T]"),
        ("Meier", "Frau\u200bMeier", "Frau\u200b[T]"),
        ("Andre", "Andre Andre\u0301 André", "[T] Andre\u0301 André"),
        ("André", "Andre Andre\u0301 André", "Andre [T] [T]"),
        ("אבי", "שלום אבי!", "שלום [T]!"),
        ("張三", "患者張三先生", "患者[T]先生"),
        ("สมชาย", "คุณสมชายมา", "คุณ[T]มา"),
        ("김철수", "환자 김철수는", "환자 [T]는"),
        ("기", "김", "김"),
        ("O'Brien", "O’Brien’s O´BRIEN", "[T]’s [T]"),
        ("+49 30 1", "(+49 30 1) +49 30 12", "([T]) +49 30 12"),
        ("ﬁrm", "FIRM firm ﬁrm", "[T] [T] [T]"),
        ("Utku", "\0Utku\x1b Utku", "\0[T]\x1b [T]"),
    ],
)
def test_whole_words_are_found_in_any_spelling(value, text, expected):
    assert redacted(text, entity("T", value)) == expected


def checked(content, masked):
    """The text after replacement; the leak check finds nothing in it."""
    one = Replacer([masked]).redact(document(content), {masked.id})
    assert find_leaks([(one, {masked.id})], [masked]) == []
    return one.document.content


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "34 came. At 09:34 and 12:34:56 they paid 12.34, 1,34 EUR; on 34.5.",
            "[T] came. At 09:34 and 12:34:56 they paid 12.34, 1,34 EUR; on 34.5.",
        ),
        ("34 came; 1,034 or 34,000 people, room 3.34.2", "[T] came; 1,034 or 34,000 people, room 3.34.2"),
        # cells of rows, ranges and lists are numbers of their own
        ("34,51000\nJane,34,51000\n34-36, 34/f, 34, 36", "[T],51000\nJane,[T],51000\n[T]-36, [T]/f, [T], 36"),
        # where nothing else can be what the document mentions, it goes
        ("at 12:34 sharp", "at 12:[T] sharp"),
    ],
)
def test_figures_within_another_number_are_that_number(text, expected):
    assert checked(text, entity("T", "34")) == expected


def test_what_is_left_of_a_number_beside_a_replacement_is_none_any_more():
    masked = [entity("T", "34"), entity("D", "March 2019", form="date"), entity("Q", "5")]
    ids = {one.id for one in masked}
    for text in ("34 in March 2019.34", "room 5.34, 34 people; 5\u00ad5", "34 5; 5.34"):
        one = Replacer(masked).redact(document(text), ids)
        assert find_leaks([(one, ids)], masked) == []


def test_a_number_of_the_metadata_goes_only_if_it_is_the_value():
    masked = entity("T", "34")
    one = Replacer([masked]).redact(document("34", metadata={"price": 12.34, "age": 34.0}), {masked.id})
    assert one.document.metadata == {"price": 12.34, "age": "[T]"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mark came. Pass mark 16 of 20. The MARK on it.", "[T] came. Pass mark 16 of 20. The [T] on it."),
        # where all letters are small, they say nothing
        ("Mark came.\nmark: hi\nask mark", "[T] came.\n[T]: hi\nask [T]"),
        ("Only a mark.", "Only a [T]."),
    ],
)
def test_a_name_that_is_a_word_is_that_word_in_small_letters(text, expected):
    assert checked(text, entity("T", "Mark", form="name", corpus_wide=True)) == expected


def test_a_name_in_small_letters_that_the_extractor_found_goes_in_small_letters():
    masked = entity("T", "Mark", "mark", form="name", corpus_wide=True)
    assert checked("Mark came. Then mark left.", masked) == "[T] came. Then [T] left."


def test_a_word_of_another_document_is_nobodys_name_in_small_letters():
    masked = entity("T", "Mark", form="name", corpus_wide=True)
    assert redacted("Pass mark 16 of 20.", masked, mentioned=()) == "Pass mark 16 of 20."


def test_the_longest_of_overlapping_values_names_the_span_and_no_fragment_stays():
    masked = (entity("A", "New York"), entity("B", "York Hospital East"), entity("C", "East"))
    assert redacted("in New York Hospital East.", *masked) == "in [B]."


def test_occurrences_stay_apart_and_cover_their_own_value():
    masked = (entity("A", "New York"), entity("B", "York Hospital East"), entity("C", "East"))
    text = "in New York Hospital East."
    found = Matcher(masked).occurrences(text, {one.id for one in masked})
    assert [(text[match.start : match.end], match.entity.type) for match in found] == [
        ("New York", "A"),
        ("York Hospital East", "B"),
        ("East", "C"),
    ]


def test_a_longer_value_that_is_no_whole_word_does_not_hide_a_shorter_one():
    assert redacted("New York Times", entity("A", "New York"), entity("B", "New York Time")) == "[A] Times"


def test_of_equally_long_matches_the_leftmost_names_the_span():
    assert redacted("aa bb cc", entity("B", "bb cc", weight=0.9), entity("A", "aa bb", weight=0.1)) == "[A]"


def test_of_two_entities_with_one_value_the_heavier_names_it_then_the_smaller_id():
    one, two = entity("A", "Berlin", weight=0.5), entity("B", "Berlin", weight=0.6)
    assert redacted("Berlin", one, two) == "[B]"
    assert redacted("Berlin", entity("A", "Berlin", id_="2"), entity("B", "Berlin", id_="1")) == "[B]"


def test_adjacent_values_keep_their_own_spans():
    assert redacted("aa-bb", entity("A", "aa"), entity("B", "bb")) == "[A]-[B]"


def test_direct_identifiers_go_everywhere_and_others_only_where_mentioned():
    name, illness = entity("NAME", "Utku Kaya", corpus_wide=True), entity("ILLNESS", "gout")
    assert redacted("Utku Kaya has gout", name, illness, mentioned=()) == "[NAME] has gout"
    assert redacted("Utku Kaya has gout", name, illness, mentioned={illness.id}) == "[NAME] has [ILLNESS]"


def test_a_value_of_an_entity_that_is_not_mentioned_leaves_it_to_one_that_is():
    heavy, light = entity("H", "gout", weight=0.9), entity("L", "gout", weight=0.1)
    assert redacted("gout", heavy, light, mentioned={light.id}) == "[L]"


def test_names_are_found_without_their_titles_which_stay():
    name = entity("NAME", "Mr Utku Karaarslan", corpus_wide=True, form="name")
    assert redacted("Mr Utku Karaarslan, Utku Karaarslan, Dr Utku Karaarslan", name, mentioned=()) == (
        "Mr [NAME], [NAME], Dr [NAME]"
    )


@pytest.mark.parametrize(
    ("spelling", "stays"),
    [
        ("Frau Prof. Dr. med. Eva Lang", "Frau Prof. Dr. med. "),
        ("Sra. Prat", "Sra. "),
        ("Herr von Berg", "Herr "),
        ("Canon Felicity Mowbray", ""),  # what few people are may tell who it is
        ("Chefarzt Dr. Lang", ""),
        ("Rev. Ann Begaye", ""),
        ("Hon Wei Chen", ""),  # a given name
        ("PD James", ""),  # initials
        ("MS Dhoni", ""),
        ("MS. DOE", "MS. "),
        ("Frau", ""),
        ("Drake", ""),
    ],
)
def test_forms_of_address_before_a_name_stay(spelling, stays):
    assert redacted(spelling, entity("NAME", spelling, form="name")) == f"{stays}[NAME]"


def test_a_common_word_left_of_a_name_goes_only_where_he_is_mentioned():
    name = entity("NAME", "Mr May", corpus_wide=True, form="name")
    assert redacted("Mr May may", name, mentioned=()) == "Mr [NAME] may"
    assert redacted("Mr May; May", name) == "Mr [NAME]; [NAME]"


def test_metadata_is_redacted_at_any_depth_and_keys_and_other_kinds_stay():
    masked = [
        entity("NAME", "Utku", corpus_wide=True),
        entity("ID", "4711", corpus_wide=True),
        entity("B", "true", "null"),
    ]
    metadata = {
        "who": ["Utku", {"name": "Mr Utku", "n": 4711}],
        "f": 4711.0,
        "long": 47110,
        "Utku": True,
        "none": None,
    }
    result = Replacer(masked).redact(document("x", metadata=metadata), {one.id for one in masked})
    assert result.document.metadata == {
        "who": ["[NAME]", {"name": "Mr [NAME]", "n": "[ID]"}],
        "f": "[ID]",
        "long": 47110,
        "Utku": True,
        "none": None,
    }
    assert [(span.field, span.start, span.end) for span in result.spans] == [
        ("metadata.who.0", 0, 4),
        ("metadata.who.1.name", 3, 7),
        ("metadata.who.1.n", 0, 4),
        ("metadata.f", 0, 6),
    ]


@pytest.mark.parametrize("number", [12345678901234568, 12345678901234568.0, 1e16])
def test_a_number_is_found_whether_it_is_written_in_figures_or_as_a_power(number):
    one = entity("ID", f"{number:.0f}", corpus_wide=True)
    assert Replacer([one]).redact(document("x", metadata={"n": number}), ()).document.metadata == {"n": "[ID]"}


def test_spans_refer_to_the_unchanged_text():
    one = entity("NAME", "Utku", corpus_wide=True, replacement="[NAME_1]")
    text = "ß\u0301 Utku and Ut\u00adku"
    result = Replacer([one]).redact(document(text), ())
    assert [text[span.start : span.end] for span in result.spans] == ["Utku", "Ut\u00adku"]
    first = result.spans[0]
    assert (first.field, first.entity_id, first.entity_type) == ("content", one.id, "NAME")
    assert (first.operator, first.replacement) == ("type-label", "[NAME_1]")


def test_values_that_fold_to_nothing_and_an_empty_list_mask_nothing():
    assert redacted("a \u200b b", entity("T", "\u200b", " ")) == "a \u200b b"
    assert redacted("a") == "a"


def test_the_original_document_and_the_source_stay():
    before = document("Utku", metadata={"a": ["Utku"]})
    after = Replacer([entity("NAME", "Utku", corpus_wide=True)]).redact(before, ()).document
    assert (before.content, before.metadata) == ("Utku", {"a": ["Utku"]})
    assert (after.source_id, after.source) == (before.source_id, before.source)


def coarser(value, text):
    return entity("T", value, replacement=f"[{text}]", operator="generalize")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 5 May 1993 and 6 May 1993", "on [a day in the 1990s] and [another day in the 1990s]"),
        ("on 5 May 1993 and 5 May 1993", "on [a day in the 1990s] and [a day in the 1990s]"),
        ("on 5 May 1993. Then, 6 May 1993", "on [a day in the 1990s]. Then, [a day in the 1990s]"),
        ("The 5 May 1993 circular, the 1994/95 year", "The [1990s] circular, the [1990s] year"),
        ("between 5 May 1993 and 6 May 1993", "between [a day in the 1990s] and [another day in the 1990s]"),
        ("between 1 and 8 June 1997 it", "between [two dates in the 1990s] it"),
        ("on 1 and 8 June 1997, in 1994/95", "on [days in the 1990s], in [the 1990s]"),
        ("the time from May to July 1998, as of 7 May 1994/95", "the time [in the 1990s], as of 7 May [in the 1990s]"),
        ("The Labour Court and Labour Court", "[The court] and [court]"),
        ("the Labour Court in the United Kingdom", "[the court] in [Northern Europe]"),
        ("From May to July 1998 it", "[In the 1990s] it"),
        ("on 9 May 1996, the 9 May 1996 letter", "on [a day in 1995–1999], the [1995–1999] letter"),
        (
            "in 3/1998 and in 1998, early 1998",
            "in [the first half of 1998] and in [1995–1999], early [one year of 1995–1999]",
        ),
        (
            "in early 3/1998 and late June 1994",
            "in early [one month of the first half of 1998] and late [one month of 1994]",
        ),
        ("In early 1994/95, at the 5 May 1993. But", "In early [199x], at the [time in the 1990s]. But"),
        (
            "in the Leeds. The Leeds coast of Leeds, in York",
            "in the [place in England]. The [England] coast of [England], in [the same area]",
        ),
        (
            "against the UK lodged, a village in Leeds",
            "against the [country in Northern Europe] lodged, a village in [England]",
        ),
        ("an Oak Primary, a Oak Primary, an Attic", "an [unnamed school], a [school], an [office]"),
        (
            "the Republic of UK lodged, northern Leeds",
            "the Republic of [a country in Northern Europe] lodged, northern [place in England]",
        ),
        ("a Pole, an Oak Primary", "a [certain East European], an [unnamed school]"),
        ("a Attic, the Labour Courts", "a [certain office], the [courts]"),
        ("the Szczecin force", "the [police] force"),
    ],
)
def test_a_coarser_value_reads_where_it_stands(text, expected):
    masked = [
        coarser("5 May 1993", "a day in the 1990s"),
        coarser("6 May 1993", "a day in the 1990s"),
        coarser("1994/95", "the 1990s"),
        coarser("9 May 1996", "a day in 1995–1999"),
        coarser("3/1998", "the first half of 1998"),
        coarser("June 1994", "1994"),
        coarser("1998", "1995–1999"),
        coarser("1 and 8 June 1997", "the 1990s"),
        coarser("from May to July 1998", "the 1990s"),
        entity("T", "the Labour Court", "Labour Court", replacement="[court]", operator="generalize"),
        coarser("the United Kingdom", "Northern Europe"),
        coarser("UK", "Northern Europe"),
        coarser("Leeds", "England"),
        coarser("York", "England"),
        coarser("Pole", "East European"),
        coarser("Oak Primary", "school"),
        coarser("Attic", "office"),
        coarser("Labour Courts", "court"),
        coarser("Szczecin", "police"),
    ]
    assert redacted(text, *masked) == expected
