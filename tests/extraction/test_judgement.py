"""What the tagger judges: stretches with type and share, parted where the text parts them."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.name_parts import Spanned
from sanon.extraction.phrases import trimmed_name
from sanon.extraction.reader import is_another_word, people, probable_everywhere, without_department
from sanon.extraction.span import Span
from sanon.extraction.tagger.encoder import OVERLAP, WINDOW, Scores, load, windows
from sanon.extraction.tagger.judge import judged
from sanon.extraction.tagger.judgement import Judgement, Thresholds, judge
from sanon.extraction.tagger.labels import LABELS, TYPES
from sanon.extraction.tagger.subwords import COLUMN, LINE, Pieces
from sanon.extraction.thresholds import thresholds
from sanon.records import RULES, TAGGER
from sanon.settings.profile import load_profile

_PIECE = re.compile(r"[^\s']+'?")
HALF = Thresholds(opens=0.5, joins=0.2, person=0.5)


def scored(text: str, told: dict[str, tuple[str, float]], thresholds: Thresholds = HALF) -> Judgement:
    """A judgement of a text whose pieces are its words: word -> label and probability, the rest is O."""
    cut = list(_PIECE.finditer(text))
    probabilities = np.zeros((len(cut), len(LABELS)), dtype=np.float32)
    for row, word in enumerate(cut):
        label, probability = told.get(word[0].strip(".,"), ("O", 1.0))
        probabilities[row, LABELS.index(label)] = probability
        probabilities[row, 0] += 1 - probability
    starts, ends = [one.start() for one in cut], [one.end() for one in cut]
    pieces = Pieces(np.arange(len(starts)) + 10, np.array(starts), np.array(ends))
    return Judgement(text, Scores(pieces, probabilities, np.full(len(starts), 4.0, dtype=np.float32)), thresholds)


def found(judgement: Judgement, text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.type) for span in judgement.spans]


def test_words_above_one_threshold_open_a_stretch_and_less_sure_ones_join_it() -> None:
    text = "she lost two fingers there"
    judgement = scored(
        text, {"lost": ("FACT+", 0.9), "two": ("FACT+", 0.3), "fingers": ("FACT+", 0.9), "she": ("FACT+", 0.1)}
    )
    assert found(judgement, text) == [("lost two fingers", "FACT")]
    (span,) = judgement.spans
    assert span.probability == pytest.approx((0.9 + 0.3 + 0.9) / 3)
    # Three words of exponent 4, a fact: .2 · 4 + .55 · 4 + .88 · ln 3 + .7.
    assert span.exponent == pytest.approx(4.6668, abs=1e-4)


def test_a_stretch_ends_with_a_sentence_and_with_a_line() -> None:
    told = {"diver": ("JOB+", 0.9), "Paris": ("LOC+", 0.9)}
    assert found(scored("diver. Paris", told), "diver. Paris") == [("diver", "JOB"), ("Paris", "LOC")]
    assert found(scored("diver\nParis", told), "diver\nParis") == [("diver", "JOB"), ("Paris", "LOC")]


def test_cells_of_a_table_are_stretches_of_their_own() -> None:
    told = dict.fromkeys(("Jane", "Roe", "Passau", "Roe;Passau"), ("PERSON+", 0.9))
    for text in ("Jane Roe;Passau", "Jane Roe | Passau"):
        assert [value for value, _ in found(scored(text, told), text)] == ["Jane Roe", "Passau"]


def test_a_code_begins_with_its_letters() -> None:
    told = {"24/0356": ("CODE+", 0.95)}
    assert found(scored("the file R II 24/0356 stays", told), "the file R II 24/0356 stays") == [
        ("R II 24/0356", "CODE")
    ]
    assert found(scored("room R\n24/0356", told), "room R\n24/0356") == [("24/0356", "CODE")]


def test_improbable_words_at_its_ends_say_nothing_against_a_stretch() -> None:
    thresholds = Thresholds(opens=0.5, joins=0.2, person=0.5, least={"JOB": 0.7, "CODE": 0.7})
    text = "the old diver came"
    judgement = scored(text, {"old": ("JOB+", 0.3), "diver": ("JOB+", 0.95), "came": ("JOB+", 0.2)}, thresholds)
    assert found(judgement, text) == [("diver", "JOB")]
    assert not scored(text, {"old": ("JOB+", 0.6), "diver": ("JOB+", 0.6)}, thresholds).spans
    text = "N. AVS 756.4418"
    assert found(scored(text, {"756.4418": ("CODE+", 0.9)}, thresholds), text) == [("N. AVS 756.4418", "CODE")]
    text = "member NO 31058"
    assert found(scored(text, {"31058": ("CODE+", 0.9)}, thresholds), text) == [("31058", "CODE")]
    text = "N. AVS: 756.4418"
    assert found(scored(text, {"756.4418": ("CODE+", 0.9)}, thresholds), text) == [("756.4418", "CODE")]


def test_an_abbreviation_ends_no_stretch() -> None:
    text = "St. Blasien"
    assert found(scored(text, {"St": ("LOC+", 0.9), "Blasien": ("LOC+", 0.9)}), text) == [("St. Blasien", "LOC")]


def test_two_types_side_by_side_are_two_stretches_but_one_doubtful_word_is_none_of_its_own() -> None:
    text = "widowed diver from Vigo"
    told = {"widowed": ("TRAIT+", 0.99), "diver": ("JOB+", 0.99)}
    assert found(scored(text, told), text) == [("widowed", "TRAIT"), ("diver", "JOB")]
    text = "fell off the quay"
    told = {"fell": ("EVENT+", 0.99), "off": ("FACT+", 0.5), "the": ("EVENT+", 0.9), "quay": ("EVENT+", 0.99)}
    assert found(scored(text, told), text) == [("fell off the quay", "EVENT")]


def test_a_name_is_one_whether_it_tells_or_not() -> None:
    text = "signed Alec Brown today"
    assert found(scored(text, {"Alec": ("PERSON-", 0.9), "Brown": ("PERSON-", 0.9)}), text) == [
        ("Alec Brown", "PERSON")
    ]


def test_signs_at_its_ends_belong_to_a_value() -> None:
    text = "paid €420 (45%) then"
    told = {"€420": ("QTY+", 0.9), "(45%)": ("QTY+", 0.1)}
    assert found(scored(text, told), text) == [("€420", "QTY")]


def test_a_stretch_begins_with_a_word_and_not_with_the_end_of_the_one_before() -> None:
    text = "She's eighty-three and who've sung, l'orgue, in '52."
    told = dict.fromkeys(("s", "eighty-three", "ve", "sung", "orgue", "52"), ("FACT+", 0.9))
    assert [value for value, _ in found(scored(text, told), text)] == ["eighty-three", "sung", "orgue", "'52"]


@given(st.lists(st.sampled_from([LINE, COLUMN, 10, 11]), max_size=3 * WINDOW))
def test_windows_cover_a_text_in_order_and_overlap(numbers: list[int]) -> None:
    found = list(windows(np.array(numbers, dtype=np.int64)))
    assert [first for first, _ in found[:1]] == ([0] if numbers else [])
    assert all(0 < after - first <= WINDOW for first, after in found)
    assert all(OVERLAP // 2 < before[1] - following[0] <= OVERLAP for before, following in pairwise(found))
    assert all((after - first) % 16 == 0 for first, after in found[1:])
    assert not numbers or found[-1][1] == len(numbers)


def test_hardly_anything_of_a_long_text_is_read_twice() -> None:
    lines = np.tile([*[10] * 11, LINE], 2500)
    assert sum(after - first for first, after in windows(lines)) < 1.2 * len(lines)


def test_a_window_ends_with_a_paragraph_around_an_even_division_or_else_with_a_line() -> None:
    numbers = np.full(440, 10)
    half = 240  # both windows have so many pieces, 40 of them the same
    assert list(windows(numbers)) == [(0, half), (half - OVERLAP, len(numbers))]
    numbers[half + 9] = LINE
    assert [after for _, after in windows(numbers)] == [half + 10, len(numbers)]
    numbers[half - 11 : half - 9] = LINE
    assert [after for _, after in windows(numbers)] == [half - 9, len(numbers)]


def test_the_shipped_tagger_tells_what_is_told_of_a_person_from_what_is_not() -> None:
    text = (
        "FILE NOTE\n\nOpening hours: Monday to Friday 9.00 to 14.00. The fee is EUR 35 and payable within 30 days.\n"
        "Mrs Ingrid Halvorsen, a retired cable-ferry hand from Wernigerode, lost two fingers in a sawmill."
    )
    judgement = judge(text, load(), "archive", HALF)
    told = " | ".join(text[span.start : span.end] for span in judgement.spans)
    assert all(value in told for value in ("Halvorsen", "cable-ferry hand", "Wernigerode", "lost two fingers"))
    assert not any(value in told for value in ("FILE NOTE", "Monday", "14.00", "35", "30 days"))
    assert {span.type for span in judgement.spans} <= set(TYPES)
    assert judgement.mark(0, 9) < 0.1 < 0.5 < judgement.person(text.index("Ingrid"), text.index("Ingrid") + 6)


CALL = """Call 14:02. Member asks whether physiotherapy abroad is paid. Explained: six sessions, invoice in the
original, form HS-3. Wants to know what happens if he falls ill on the ferry. Explained: emergency number on the back of
the card. Asked for his number, he did not have it at hand, will ring again. Friendly. Said his daughter usually does
these things."""
RECORD = """Oda Brekke, 52, ferry cook from Haugesund, widowed, two sons. Type 1 diabetes since school, toes of the left
foot amputated in May 2021 at Stord hospital. Plays the tuba in the town band, keeps eleven goats behind the school."""


def test_a_short_text_is_judged_as_a_record_of_somebody_only_where_most_of_it_tells_of_somebody() -> None:
    """The rules of short records would mask "falls ill on the ferry" of a call that is about nobody."""
    insurance = load_profile("insurance")
    thresholds_of = {domain: thresholds().tagger[domain] for domain in ("archive", "record")}
    for text, domain in ((CALL, "archive"), (RECORD, "record")):
        assert judged(text, insurance).spans == judge(text, load(), domain, thresholds_of[domain]).spans
    assert not any("ferry" in CALL[span.start : span.end] for span in judged(CALL, insurance).spans)


@pytest.mark.parametrize("text", ["", "   ", "\n\n\n", "…", "\u200b", "a" * 5000, "x\ty\t\tz", "½ “ﬁne” é\u0301"])
def test_any_text_is_judged(text: str) -> None:
    assert all(0 <= span.start < span.end <= len(text) for span in judge(text, load(), "archive", HALF).spans)


@pytest.mark.parametrize(
    ("text", "told", "named"),
    [
        ("Gan: kite was fine", {"Gan:": 0.9, "kite": 0.4}, ["Gan"]),
        ("call Ann Lee, 7, MyKid", {"Ann": 0.9, "Lee": 0.9, "7": 0.6, "MyKid": 0.6}, ["Ann Lee"]),
        ("Gan: Farah rang", {"Gan:": 0.9, "Farah": 0.9}, ["Gan", "Farah"]),
        ("Gan Lee: kite", {"Gan": 0.5, "Lee:": 0.3, "kite": 0.3}, ["Gan Lee: kite"]),
        ("Y. Farah (Moix)", {"Y": 0.9, "Farah": 0.9, "(Moix)": 0.9}, ["Y. Farah", "Moix"]),
        ("T. Orr, A. Lee", {"T": 0.9, "Orr": 0.9, "A": 0.9, "Lee": 0.9}, ["T. Orr", "A. Lee"]),
        ("Orr, T.", {"Orr": 0.9, "T": 0.9}, ["Orr, T"]),
        ("Wei (Jack) Chen", {"Wei": 0.9, "(Jack)": 0.9, "Chen": 0.9}, ["Wei", "Jack", "Chen"]),
    ],
)
def test_a_colon_a_number_or_a_bracket_ends_a_name(text: str, told: dict[str, float], named: list[str]) -> None:
    judgement = scored(text, {word: ("PERSON+", probability) for word, probability in told.items()})
    assert [text[start:end] for start, end, _ in people(judgement)] == named


@pytest.mark.parametrize(
    ("name", "probability", "is_another"),
    [
        ("Allora", 0.99, True),
        ("Andet", 0.99, True),
        ("Mer", 0.6, False),
        ("Lunch", 0.49, True),
        ("MEMO", 0.49, True),  # known, if not everyday
        ("MEMO", 0.51, False),
        ("Lunch", 0.51, False),
        ("mark", 0.49, True),
        ("Mark", 0.3, False),
        ("Will", 0.3, False),
        ("kettle", 0.69, True),
        ("kettle", 0.71, False),
        ("zio tullio", 0.69, False),
        ("أياز عثمان; born", 0.6, False),
    ],
)
def test_a_word_that_every_text_has_is_a_name_only_if_a_list_has_it(
    name: str, probability: float, is_another: bool
) -> None:
    assert is_another_word(name, probability) is is_another


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("de Nelson dR hier", "de Nelson dR"),
        ('heter Eusebio "Chebo', 'Eusebio "Chebo'),
        ("uncle Ann called", "Ann"),
        ("nelson dos reis", "nelson dos reis"),
    ],
)
def test_a_name_begins_and_ends_with_a_word_that_has_a_capital_letter(text: str, name: str) -> None:
    one = trimmed_name(text, Span(0, len(text), "NAME", 1.0, TAGGER))
    assert text[one.start : one.end] == name


def test_a_value_counts_by_all_places_where_it_stands() -> None:
    """The first of four AN has .9, as the only Lee: on average .225 and .9."""
    text = "AN' rang Lee and AN wrote to AN of AN"
    judgement = scored(text, {"AN'": ("PERSON+", 0.9), "Lee": ("PERSON+", 0.9)})
    names = [Span(0, 2, "NAME", 1.0, TAGGER), Span(9, 12, "NAME", 1.0, TAGGER)]
    assert probable_everywhere(Spanned(text, names, judgement)) == names[1:]
    proven = [Span(0, 2, "NAME", 1.0, RULES), names[1]]
    assert probable_everywhere(Spanned(text, proven, judgement)) == proven


@pytest.mark.parametrize(
    ("text", "told", "named"),
    [
        ("To: Aksoy, Accounts", {"Aksoy": 0.9}, "Aksoy"),
        ("From: Payroll, Agnieszka", {"Agnieszka": 0.9}, "Agnieszka"),
        ("To: Aksoy, Cihan", {"Aksoy": 0.9, "Cihan": 0.4}, "Aksoy, Cihan"),
        ("To: Aksoy, Cihan", {}, "Aksoy, Cihan"),
    ],
)
def test_a_department_behind_or_before_a_comma_is_no_part_of_a_name(
    text: str, told: dict[str, float], named: str
) -> None:
    judgement = scored(text, {word: ("PERSON+", probability) for word, probability in told.items()})
    name = without_department(Span(text.index(":") + 2, len(text), "NAME", 1.0), judgement)
    assert text[name.start : name.end] == named
