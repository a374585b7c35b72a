"""Spellings that a reader takes for the same have the same search form."""

import unicodedata

import pytest

from sanon.text.folding import fold
from sanon.text.titles import is_common, without_title


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller", unicodedata.normalize("NFD", "MÜLLER")),
        ("Straße", "STRASSE"),
        ("ﬁne oﬃce", "fine office"),
        ("Işık", "IŞIK"),
        ("İbrahim", "ibrahim"),
        ("ΟΔΟΣ", "οδος"),
        ("O’Brien", "O'Brien"),
        ("O´Brien", "O`Brien"),
        ("“Anna”", '"Anna"'),
        ("Jean–Luc", "Jean-Luc"),
        ("Jean\u2011Luc", "Jean-Luc"),
        ("HK−99", "HK-99"),
        ("a \t\r\n b", "a\u00a0b"),
        ("Kara\u00adarslan", "Karaarslan"),
        ("U\u200btk\u200du", "Utku"),
        ("\ufeffUtku", "Utku"),
        ("Ut\0ku", "Utku"),
        ("\uff15\uff16", "56"),
        ("e\u0302\u0323", "e\u0323\u0302"),
        ("김철수", unicodedata.normalize("NFD", "김철수")),
    ],
)
def test_same_to_a_reader_is_same_to_the_search(one, other):
    assert fold(one).text == fold(other).text


@pytest.mark.parametrize(("one", "other"), [("Muller", "Müller"), ("a b", "ab"), ("x²", "x2"), ("Pfizer™", "Pfizertm")])
def test_what_a_reader_tells_apart_stays_apart(one, other):
    assert fold(one).text != fold(other).text


def test_offsets_lead_back_to_the_source():
    #       0123456 7 8 9
    text = "Straße \n\tﬁ"
    folded = fold(text)
    assert folded.text == "strasse fi"
    starts, ends = zip(*(folded.origin(number, number + 1) for number in range(len(folded.text))), strict=True)
    assert starts == (0, 1, 2, 3, 4, 4, 5, 6, 9, 9)
    assert ends == (1, 2, 3, 4, 5, 5, 6, 9, 10, 10)


def test_ascii_keeps_its_offsets():
    folded = fold("Utku `K`")
    assert folded.text == "utku 'k'"
    assert [folded.origin(number, number + 1) for number in range(8)] == [(number, number + 1) for number in range(8)]


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("Mr Utku Karaarslan", "Utku Karaarslan"),
        ("Mrs. Eva Lang", "Eva Lang"),
        ("Herr Dr. med. Jan Ott", "Jan Ott"),
        ("Prof.Dr. Eva Lang", "Eva Lang"),
        ("FRAU LANG", "LANG"),
        ("Sir Ian Roe", "Ian Roe"),
        ("Captain Hollis Brandt", "Hollis Brandt"),
        ("Chief Superintendent Hollis Brandt", "Hollis Brandt"),
        ("Dr.-Ing. Jan Ott", "Jan Ott"),
        ("Dr. iur. Jan Ott", "Jan Ott"),
        ("avv. Jan Ott", "Jan Ott"),
        ("Oma Ott", "Ott"),
        ("Phil Ott", "Phil Ott"),
        ("Dr.", "Dr."),
        ("Miss", "Miss"),
        ("Drake Ott", "Drake Ott"),
        ("Utku Karaarslan", "Utku Karaarslan"),
    ],
)
def test_titles_before_a_name_are_dropped(name, bare):
    assert without_title(name) == bare


def test_a_common_word_is_told_from_a_name():
    assert is_common("May")
    assert is_common("Li")
    assert not is_common("Karaarslan")
    assert not is_common("May Li")
