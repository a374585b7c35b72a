"""The user's own recognizers: what they find, and what a faulty one does."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.recognizers import WithRecognizers, read_recognizers, whole_words
from sanon.records import Document, Source
from sanon.settings.profile import load_profile
from sanon.settings.source import Source as Settled
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity

PROFILE = load_profile("insurance")
SOURCE = Source(path="d.txt", form="text")
EXPLODES = "(a|aa)+$"


class _Nothing:
    name = "nothing"

    def extract(self, document):
        return []


def _read(tables, folder=None):
    with TemporaryDirectory() as home:
        file = (folder or Path(home)) / "sanon.toml"
        file.write_text(tomlkit.dumps({"recognizers": tables}))
        found = Settled.of_files(file, None).tables
        return read_recognizers(found.recognizers, found.folder, PROFILE)


def _find(tables, content, metadata=None, folder=None):
    recognizers = _read(tables, folder)
    extractor = WithRecognizers(_Nothing(), recognizers, PROFILE)
    return extractor.extract(Document(source_id="d", content=content, metadata=metadata or {}, source=SOURCE))


def _values(found):
    return {(finding.entity_type, finding.original_value) for finding in found}


def test_patterns_and_words_find_upper_and_lower_case_as_whole_words():
    tables = {
        "NON_PERSONAL_ID": {"patterns": [r"PRJ-\d{4}/\d{2}"], "words": ["Project  Nightjar"], "relevance": 0.7},
        "LOCATION": {"words": ["Öz"]},
    }
    text = "prj-2024/07, PROJECT\nNIGHTJAR and project nightjars. In Öz and öz, not in Özil."
    found = _find(tables, text)
    assert _values(found) == {
        ("NON_PERSONAL_ID", "prj-2024/07"),
        ("NON_PERSONAL_ID", "PROJECT\nNIGHTJAR"),
        ("LOCATION", "Öz"),
        ("LOCATION", "öz"),
    }
    assert {(finding.normalized_value, finding.relevance, finding.found_by) for finding in found} == {
        ("PRJ-2024/07", 0.7, "recognizer"),
        ("PROJECTNIGHTJAR", 0.7, "recognizer"),
        ("öz", 1.0, "recognizer"),
    }


def test_patterns_know_the_letters_of_all_languages():
    found = _find({"LOCATION": {"patterns": [r"\bÜber\w+dorf\b", r"(?<=Ort: )\w+"]}}, "Überstädtdorf. Ort: Gönç!")
    assert _values(found) == {("LOCATION", "Überstädtdorf"), ("LOCATION", "Gönç")}


def test_a_match_inside_of_a_word_is_widened_since_a_part_could_not_be_masked():
    found = _find({"PATIENT_ID": {"patterns": [r"\d{6}"]}}, "File CVM44718820K, not 12345.")
    assert _values(found) == {("PATIENT_ID", "CVM44718820K")}


def test_a_match_may_be_case_sensitive_if_it_says_so():
    found = _find({"PROVIDER": {"patterns": [r"(?-i:\bUS\b)"]}}, "us and US")
    assert _values(found) == {("PROVIDER", "US")}


def test_metadata_are_searched_and_normal_forms_are_those_of_the_type():
    tables = {"EVENT_DATE": {"patterns": [r"\d\d\.\d\d\.\d{4}"]}, "PATIENT_ID": {"words": ["vn 77"]}}
    found = _find(tables, "Nothing.", {"seen": {"on": ["03.04.2019"]}, "policy": "VN 77"})
    assert {(finding.original_value, finding.normalized_value) for finding in found} == {
        ("03.04.2019", "03/04/2019"),
        ("VN 77", "VN77"),
    }


def test_a_word_of_two_types_is_found_as_both():
    found = _find({"NAME": {"words": ["Paris"]}, "LOCATION": {"words": ["Paris"]}}, "Paris")
    assert _values(found) == {("NAME", "Paris"), ("LOCATION", "Paris")}


def test_words_may_stand_in_a_file(tmp_path):
    (tmp_path / "codes.txt").write_bytes("\ufeffNightjar\r\n\r\n  Kestrel \r\n".encode())
    found = _find({"EVENT": {"words_file": "codes.txt"}}, "Kestrel follows nightjar.", folder=tmp_path)
    assert _values(found) == {("EVENT", "Kestrel"), ("EVENT", "nightjar")}


def test_a_pattern_that_explodes_leaves_documents_pending_and_then_stops_the_load(monkeypatch):
    monkeypatch.setattr("sanon.extraction.recognizers.SECONDS", 0.1)
    recognizers = _read({"NAME": {"patterns": ["x", EXPLODES]}})
    extractor = WithRecognizers(_Nothing(), recognizers, PROFILE)
    evil = Document(source_id="d", content="a" * 60 + "!", source=SOURCE)
    for _ in range(2):
        with pytest.raises(ExtractionError, match=r"recognizers\.NAME\.patterns\[2\]") as failed:
            extractor.extract(evil)
        assert "aaa" not in str(failed.value)
    with pytest.raises(ConfigurationError, match=r"recognizers\.NAME\.patterns\[2\]"):
        extractor.extract(evil)


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ({"patterns": ["ok", "("]}, r"recognizers\.NAME\.patterns\[2\]: not a regular expression"),
        ({"patterns": ["a*"]}, r"recognizers\.NAME\.patterns\[1\]: matches the empty text"),
        ({"patterns": ["(?R)"]}, r"recognizers\.NAME\.patterns\[1\]"),
        ({"patterns": "abc"}, r"recognizers\.NAME\.patterns"),
        ({"words": ["--"]}, r"recognizers\.NAME\.words\[1\]"),
        ({"words_file": "nowhere.txt"}, r"recognizers\.NAME\.words_file"),
        ({"words": ["x"], "relevance": 1.5}, r"recognizers\.NAME\.relevance"),
        ({"pattern": ["x"]}, r"recognizers\.NAME\.pattern"),
        ({"relevance": 0.5}, r"recognizers\.NAME: name patterns"),
        ("x", r"recognizers\.NAME"),
    ],
)
def test_a_faulty_recognizer_is_refused_and_named(tmp_path, table, named):
    with pytest.raises(ConfigurationError, match=named):
        _read({"NAME": table}, tmp_path)


def test_a_type_that_the_profile_lacks_is_refused():
    with pytest.raises(ConfigurationError, match=r"recognizers\.CODENAME: profile insurance has no such type"):
        _read({"CODENAME": {"words": ["x"]}})


_LETTERS = ["a", "e\u0301", "Ö", "ß", "1", "-", " ", "\n", "\u00ad", "'", "İ", "’", "東", "。"]
_TEXTS = st.lists(st.sampled_from(_LETTERS), min_size=1, max_size=30).map("".join)


@given(_TEXTS, st.integers(0, 30), st.integers(1, 30))
def test_whatever_a_pattern_matches_can_be_masked(text, start, length):
    end = min(start + length, len(text))
    inside = [at for at in range(start, end) if text[at].isalnum()]
    values = list(whole_words(text, [(start, end)])) if start < end else []
    assert bool(inside) <= bool(values)
    for value in values:
        entity = SearchedEntity("e", (value,), weight=1, corpus_wide=True, normal_form="text")
        covered = {at for match in Matcher([entity]).find(text, ()) for at in range(match.start, match.end)}
        assert covered.issuperset(inside)
