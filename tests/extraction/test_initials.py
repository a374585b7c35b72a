"""Initials stand for people: what shows that two letters are somebody, and where they are searched."""

from __future__ import annotations

import pytest

from sanon.extraction.reader import Reader
from sanon.records import Document, Entity, Mention, Source
from sanon.resolution.corpus_search import search_identifiers
from sanon.settings.profile import load_profile
from sanon.text.searched import SearchedEntity


def names(content: str) -> set[str]:
    document = Document(source_id="a", content=content, source=Source(path="a.txt", form="text"))
    return {
        one.original_value for one in Reader(load_profile("insurance")).findings(document) if one.entity_type == "NAME"
    }


@pytest.mark.parametrize(
    ("content", "initials"),
    [
        ("(Diktat 14 Min., geschrieben mf)\n", {"mf"}),
        ("TELEFONNOTIZ  Do 12.6., 9.20  (uc)\n\nAnruf aus Emden: Herr Focko Holthusen\n", {"uc"}),
        ("Elle ne suspend pas le délai.\n\nCalcul : nsh  Contrôle : Y. Aubry\n", {"nsh"}),
        ("Mon 11:40 BD. Rang the surgeon again, no reply\nTue 9:05 BD. Report has come by post today\n", {"BD"}),
        ("The boiler was replaced. Logged by PN.\n", {"PN"}),
        ("The boiler was replaced.\nPN\n\nNext week the pump.\n", {"PN"}),
        (
            "account;code;reason;approver1;approver2\nLK-2280;G;late block;CAV;TB\nLK-2281;G;no show;TB;desk head\n",
            {"CAV", "TB"},
        ),
        ("time;agent;code;note\n06:52;mf;03;Rang for oxygen\n07:05;qn;04;Told her\n", {"mf", "qn"}),
        ("Panel: Gunther Blau and two more. The candidate asked, GB answered.\n", {"GB"}),
    ],
)
def test_initials_are_people_where_something_shows_it(content, initials):
    assert initials <= names(content)


@pytest.mark.parametrize(
    "content",
    [
        "Sold in the UK.\nUK\n\n",
        "Signed by HR.\n",
        "Start 9 am, taken by: am\n",
        "name;visa\nblue;ok\n",
        "Made in the EU, TV included.\n",
    ],
)
def test_two_letters_that_everybody_uses_are_nobody(content):
    assert not names(content)


def test_initials_are_searched_only_where_somebody_is_mentioned_by_them():
    kind = load_profile("insurance").types["NAME"]
    assert SearchedEntity.of_type("1", kind, ["PN"]).corpus_wide_values == ()
    assert SearchedEntity.of_type("2", kind, ["Bo"]).corpus_wide_values == ("Bo",)
    # A short name that no list has is no initials.
    assert SearchedEntity.of_type("4", kind, ["Qúy"]).corpus_wide_values == ("Qúy",)
    assert SearchedEntity.of_type("3", kind, ["Petra Novak"]).corpus_wide_values == ("Petra Novak",)


def test_what_somebody_says_on_the_telephone_is_no_name():
    content = "".join(
        f"AGENT: What happened then?\nCALLER: {said}\n"
        for said in ("My father said so.", "It's about the bill.", "Can't say.", "Good. Then I will pay.")
    )
    assert not names(content)


def test_the_writer_of_a_line_is_found_at_its_end_where_the_tagger_agrees():
    assert "jw" in names(
        "Reader rang twice about the loan, I rang her sister instead.     jw\n\nCash 17.50, 3 cheques. jw\n"
    )
    assert not names("The scan was clear, see MRI\nWeight in kg\nRoom 2, with WC\n")


def test_who_writes_the_lines_of_a_log_and_who_came_to_a_meeting_is_found_by_initials():
    log = (
        "09:02 ST  cust rang about the burst pipe again\n"
        "11:40 DP  rang the hotel back, no rooms\n"
        "12:05 ST  rang cust again, told\n"
        "12:06 SYS  letter sent\n"
        "13:10 SYS  closed\n"
    )
    assert names(log) == {"ST", "DP"}
    interview = "00:40 INT: Could you describe the day?\n07:45 INT: You mentioned the ladder before.\n"
    assert not names(interview + "10:30 INT: What would have helped you then?\n")
    assert not names("Departures\n08:15 RE  Hannover\n08:45 IC  Berlin\n09:15 RE  Hannover\n")
    assert {"CM", "DF", "KBL"} <= names(
        "TEAM MEETING\nPresent: CM (chair), DF, KBL, two of IT\n\n1 Minutes of last time.\n"
    )
    assert not names("Present: neurosurg (video), radiology, endocrine CNS, pharmacy.\nThe CNS rings.\n")


def test_those_whom_minutes_name_in_full_are_found_by_their_initials_in_what_follows():
    minutes = (
        "CLAIMS COMMITTEE\nPresent: T. Lorcastle (chair), Dr Ú. Brannock CMO, R. Osei-Flood, S. Dorling (minutes)\n\n"
        "TL introduced. The wording is unclear, and p. 9 wins.\nUB agreed. ROF asked about it.\nAction TL: reprint.\n"
    )
    found = names(minutes)
    assert {"TL", "UB", "ROF", "T. Lorcastle", "R. Osei-Flood", "S. Dorling"} <= found
    assert not found & {"CMO", "R. Osei-Flood, S. Dorling"}
    assert all(name == name.strip() for name in found)


def test_initials_known_from_one_document_are_searched_where_they_stand_apart_in_the_others():
    person = Entity("qn", "NAME")
    mentions = {"a": [Mention("a", person, 0.9, ("qn",), ("rules",))]}
    texts = {
        "a": "Logged by qn.",
        "b": "Sent the third letter - qn\n",
        "c": "It is qn that counts, not qn or that.",
        "d": "3;HK 12;waits for the printer;qn\n4;HK 13;paid;\n",
    }
    documents = [Document(source_id=k, content=v, source=Source(path=k, form="text")) for k, v in texts.items()]
    added = search_identifiers(documents, mentions, load_profile("insurance"))
    assert {name: [one.original_values for one in found] for name, found in added.items()} == {
        "b": [("qn",)],
        "d": [("qn",)],
    }


def test_capitals_that_stand_for_a_known_person_are_searched_among_words_too():
    mentions = {"a": [Mention("a", Entity("nh", "NAME"), 0.9, ("NH",), ("rules",))]}
    texts = {
        "a": "Logged by NH.",
        "b": "Nine hundred open cases, NH counts them in his head.",
        "c": "MINUTES NH HOUSING OF MAY",  # a heading: every word is in capitals
        "d": "see form NH-12 and nh.example",
    }
    documents = [Document(source_id=k, content=v, source=Source(path=k, form="text")) for k, v in texts.items()]
    assert set(search_identifiers(documents, mentions, load_profile("insurance"))) == {"b"}
