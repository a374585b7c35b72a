"""What is believed of the answers of a model, and which normal form its values get."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.llm.checking import Unreadable, check, entries_of
from sanon.extraction.llm.normals import Evidence, resembles, settled
from sanon.records import Entity
from sanon.settings.profile import load_profile

PROFILE = load_profile("insurance")
TEXT = "Patient: QUINTANILLA-REYES,\n  Marisol, seen at Gannet  Point on 02/06/2024. Dr. O’Hara of St. Mary’s, Rwanda."
ENTRY = ["Gannet Point", "gannet point", "PROVIDER", 0.6]


def evidence(text: str = TEXT, rules=None, existing=(), day_first=True) -> Evidence:
    return Evidence(" ".join(text.casefold().split()), day_first, rules or {}, frozenset(existing))


def checked(*entries, text: str = TEXT):
    return check(entries, [text], PROFILE, evidence(text), "llm")


# --- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"entities": [ENTRY]}),
        "Sure!\n```json\n" + json.dumps({"entities": [ENTRY]}, indent=2) + "\n```\nAnything else?",
        '<think>{"entities": [["draft", "draft", "NAME", 1]]} no…</think>' + json.dumps({"entities": [ENTRY]}),
        '{"entities": [["cut", "of' + " and then again " + json.dumps({"entities": [ENTRY]}),
        json.dumps(
            {
                "entities": [
                    {
                        "entity_type": "PROVIDER",
                        "relevance": 0.6,
                        "original_value": ENTRY[0],
                        "normalized_value": ENTRY[1],
                    }
                ]
            }
        ),
    ],
    ids=["json", "fenced", "thought", "second attempt", "objects"],
)
def test_entries_are_found_whatever_is_written_around_them(answer):
    assert entries_of(answer) == [ENTRY]


def test_an_empty_list_is_an_answer():
    assert entries_of('{"entities": []}') == []


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot help with that.",
        '{"entities": [["a", "b", "NAME", 0.',
        '{"entities": "none"}',
        '{"entities": [1, 2]}',
        '{"entities":' * 20_000,
        '{"entities": [["a", "b", "NAME"]]}',
    ],
)
def test_what_is_not_the_object_asked_for_cannot_be_read(answer):
    with pytest.raises(Unreadable):
        entries_of(answer)


# --- checking -----------------------------------------------------------------------------------------------------


def test_what_does_not_hold_is_dropped_and_counted_by_reason():
    result = checked(
        ENTRY,
        ["Elsewhere Clinic", "elsewhere clinic", "PROVIDER", 0.6],
        ["Gannet Point", "gannet point", "HOSPITAL", 0.6],
        ["Gannet Point", "gannet point", "PROVIDER", 1.01],
        ["Gannet Point", "gannet point", "PROVIDER", float("nan")],
        ["Gannet Point", "gannet point", "PROVIDER", "high"],
        ["Gannet Point", "gannet point", "PROVIDER", True],
        "Gannet Point",
        None,
    )
    assert [finding.normalized_value for finding in result.findings] == ["gannet point"]
    assert result.dropped == Counter(
        {"malformed": 4, "relevance outside [0, 1]": 2, "not in the document": 1, "unknown type": 1}
    )


@pytest.mark.parametrize(
    ("claimed", "there"),
    [
        ("gannet point", "Gannet  Point"),
        ("Quintanilla-Reyes, Marisol", "QUINTANILLA-REYES,\n  Marisol"),
        ("quintanilla–reyes", "QUINTANILLA-REYES"),
        ("Dr. O'Hara", "Dr. O’Hara"),
    ],
)
def test_a_value_is_taken_as_it_stands_in_the_document(claimed, there):
    (finding,) = checked([claimed, claimed, "NAME", 0.5]).findings
    assert finding.original_value == there


@pytest.mark.parametrize("claimed", ["Gannet", "Rwanda", "Marisol"])
def test_whole_words_stand_in_the_document(claimed):
    assert checked([claimed, claimed, "LOCATION", 0.5]).findings


@pytest.mark.parametrize("claimed", ["wand", "Gan", "6/2024", "", " ", "…", "Marisol Quintanilla"])
def test_parts_of_words_and_nothing_at_all_do_not(claimed):
    assert checked([claimed, claimed, "LOCATION", 0.5]).dropped == {"not in the document": 1}


def test_scripts_without_blanks_have_no_word_ends_to_look_for():
    assert checked(["田中", "田中", "NAME", 0.9], text="患者の田中さんは").findings


# --- normal forms -------------------------------------------------------------------------------------------------


def test_the_rules_decide_on_a_spelling_that_they_found_too():
    rules = {("m. quintanilla-reyes", "NAME"): "marisol quintanilla-reyes"}
    given_by_rules = settled("M. Quintanilla-Reyes", "someone else", "NAME", PROFILE, evidence(rules=rules))
    assert given_by_rules == "marisol quintanilla-reyes"


def test_the_order_of_day_and_month_is_that_of_the_document_not_of_the_model():
    assert settled("02/06/2024", "02/06/2024", "EVENT_DATE", PROFILE, evidence(day_first=False)) == "06/02/2024"
    assert settled("02/06/2024", "06/02/2024", "EVENT_DATE", PROFILE, evidence(day_first=True)) == "02/06/2024"


def test_a_date_gets_a_year_only_if_it_stands_in_the_document():
    text = "In 2024 the ship ran aground; on January 9 it was freed."
    assert settled("January 9", "09/01/2024", "EVENT_DATE", PROFILE, evidence(text)) == "09/01/2024"
    assert settled("January 9", "09/01/2023", "EVENT_DATE", PROFILE, evidence(text)) == "09/01"
    assert settled("January 9", "10/01/2024", "EVENT_DATE", PROFILE, evidence(text)) == "09/01"


@pytest.mark.parametrize(
    ("original", "proposed", "entity_type", "normal"),
    [
        ("555-0143", "+15550143", "PHONE_NUMBER", "5550143"),
        ("cvm 4471", "PX-1", "PATIENT_ID", "CVM4471"),
        ("51-year-old", "15", "AGE", "51"),
    ],
)
def test_numbers_are_normalized_by_rule(original, proposed, entity_type, normal):
    assert settled(original, proposed, entity_type, PROFILE, evidence(original)) == normal


def test_a_fuller_form_is_taken_if_the_document_itself_has_it():
    text = "Gannet Point Medical Center. She left Gannet Point on Monday."
    assert settled("Gannet Point", "Gannet Point Medical Center", "PROVIDER", PROFILE, evidence(text)) == (
        "gannet point medical center"
    )


def test_an_invented_normal_form_links_nothing():
    text = "She left Gannet Point on Monday. Dr. Medical Center."
    assert settled("Gannet Point", "Gannet Point Medical Center", "PROVIDER", PROFILE, evidence(text)) == "gannet point"


def test_an_entity_of_the_context_is_taken_only_for_what_resembles_it():
    center = Entity("gannet point medical center", "PROVIDER")
    shown = evidence("Seen at Gannet Pt. Med. Ctr. by the doctor.", existing=[center])
    assert settled("Gannet Pt. Med. Ctr", center.value, "PROVIDER", PROFILE, shown) == center.value
    assert settled("the doctor", center.value, "PROVIDER", PROFILE, shown) == "doctor"
    # Another type is another entity.
    assert settled("Gannet Pt. Med. Ctr", center.value, "LOCATION", PROFILE, shown) == "gannet pt. med. ctr"


@pytest.mark.parametrize(
    ("value", "other", "wanted"),
    [
        ("ecd", "erdheim-chester disease", True),
        ("dr. thornquist", "adaeze thornquist", False),
        ("a. thornquist", "adaeze thornquist", True),
        ("thornquist", "adaeze thornquist", True),
        ("john smith", "mary smith", False),
        ("st oswin's", "st oswin's infirmary", True),
        ("ms", "multiple sclerosis", False),
        ("the patient", "marisol quintanilla-reyes", False),
        ("", "anything", False),
        ("a", "a", False),
    ],
)
def test_what_resembles_what(value, other, wanted):
    assert resembles(value, other) is wanted
    assert resembles(other, value) is wanted


# --- whatever a model answers -------------------------------------------------------------------------------------

_TEXTS = st.one_of(st.sampled_from([*TEXT.split(), TEXT, "Gannet Point"]), st.text(max_size=30))
_ENTRIES = st.one_of(
    st.tuples(_TEXTS, _TEXTS, st.sampled_from([*PROFILE.types, "X"]), st.floats()).map(list),
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=5)
    ),
)


@given(st.lists(_ENTRIES, max_size=8))
def test_whatever_comes_is_believed_or_counted_and_what_is_believed_stands_in_the_document(entries):
    result = checked(*entries)
    assert len(result.findings) + sum(result.dropped.values()) == len(entries)
    for finding in result.findings:
        assert finding.original_value in TEXT
        assert finding.normalized_value
        assert finding.entity_type in PROFILE.types
        assert 0 <= finding.relevance <= 1
