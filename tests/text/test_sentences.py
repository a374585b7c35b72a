"""Sentence ends, one hand-made case a rule: `|` stands where a sentence must begin."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sanon.text.sentences import sentence_starts

ENGLISH = [
    "She came. |He left! |Who stayed? |Nobody.",
    "Mr. Roe met Mrs. Poe and Dr. Lee at St. Mary's. |They talked.",
    "Application no. 4027/05 was lodged. |Nos. 12 and 13 too.",
    "He said no. |Then he left.",
    "See Art. 5 and Sec. IV of the Act. |The rest follows on p. 3 and pp. 7–9.",
    "The value was 3.5 mg. |It rose to 4,000.75 later.",
    "Mr C. Çalış and J. R. R. Tolkien wrote. |Nobody answered.",
    "In the U.S. Army he served, i.e. Fort Bragg, e.g. Monday.",
    "He arrived at 5 p.m. |The office was closed.",
    "They paid the firm Acme Inc. |The rest was lost, etc. |Then it ended.",
    "“It is over.” |She left. |(He stayed.) |The end.",
    "“Really?” he said. |He said: “Go.” |And left.",
    "It was late … and dark. |Well ... |Perhaps.",
    "1. The applicant was born in 1970. |2. He lives in Ankara.",
    "1.2. Scope of the claim. |II. THE LAW is here. |IV. MERITS",
    "Born on 3 December 2004. |He was 45. |She was not.",
    "The year was 1999. |Nothing happened.",
    "Jan. 5 was cold. |Sept. 7 was not.",
]

GERMAN = [
    "Er kam am 3. Dezember 2004 an. |Sie ging.",
    "Am 3. 12. 2004 und am 24.12.2005 war er da. |Der 2. Senat tagte.",
    "Das gilt z. B. für Herrn Dr. med. Müller. |Frau Prof. Dr. Lang auch.",
    "Das gilt z.B. Montag, d.h. Dienstag, vgl. Nr. 5 und Abs. 2 S. 1. |Danach nicht.",
    "Anna Berger, geb. Müller, wohnt Hauptstr. 5 in Ulm. |Tel. 0731 123.",
    "Er ist Dipl.-Ing. Meier. |„Kommt er?“ |„Nein.“ |Er blieb.",
    "Laut § 5 Nr. 3 BDSG bzw. Art. 6 DSGVO erlaubt. |Ende.",
    "Ab dem 1. Januar gilt es. |Über 90 % stimmten zu. |Äpfel fielen.",
]

OTHERS = [
    "患者王伟于昨日就诊。|医生说：“休息。”|他回家了。",
    "彼は来た。 |「はい！」|彼女は去った？|終わり",
    "هل جاء؟ |نعم. |ذهب",
    "यह पहला है। |यह दूसरा है।",
    "Est-ce vrai ? |M. Roux dit « oui. » |Voilà.",
    "¿Quién vino? |¡Nadie! |Adiós.",
]

PARAGRAPHS = [
    "THE FACTS\n\n|The applicant was born,\nand lives there. |He works.\n\n|THE LAW",
    "one\r\n\r\n|two\r\nstill two\r\n \t\r\n\r\n|three",
    "one\r\r|two\rstill two",
    "one\u2029|two\f|three",
    "\n\n  leading. |Blanks stay.  \n\n",
    "Mr.\n\n|Smith",
    "kept: application no.\n4027/05, by Mr.\nRoe. |\u00a0x".replace("|\u00a0x", "\u00a0|X"),
]


@pytest.mark.parametrize("marked", ENGLISH + GERMAN + OTHERS + PARAGRAPHS)
def test_sentences_begin_where_they_should(marked):
    text, pieces = marked.replace("|", ""), marked.split("|")
    starts = [0, *sentence_starts(text), len(text)]
    assert [text[start:end] for start, end in pairwise(starts)] == pieces


def test_a_full_stop_before_a_small_letter_ends_nothing():
    assert sentence_starts("approx. twelve vols. of it, cca. five. and so on! or so? yes") == []


_PIECES = st.sampled_from(
    [". ", "! ", "? ", "\n", "\r\n", " ", "。", "”", ")", "Mr.", "no.", "3.", "A.", "x", "王", "É", "\0"]
)


@given(st.one_of(st.text(), st.lists(_PIECES, max_size=60).map("".join)))
@example("")
@example(" ")
@example(".")
def test_starts_are_inside_in_order_and_before_something_that_shows(text):
    starts = sentence_starts(text)
    assert starts == sorted(set(starts))
    assert all(0 < start < len(text) and not text[start].isspace() for start in starts)
    assert starts == sentence_starts(text)


@pytest.mark.parametrize("unit", ["x", ".", " ", "\n", ". ", ".)", "A. ", "。", "1. ", "王", "\u0301", "Mr. "])
def test_ten_times_the_text_takes_no_more_than_some_ten_times_as_long(unit):
    # Quadratic work on a million characters would take minutes.
    sentence_starts(unit * (1_000_000 // len(unit)) + "End. Next")
