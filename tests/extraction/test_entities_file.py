"""A value of an entities file stands in its document, or the document stays behind."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sanon.errors import ExtractionError
from sanon.extraction.adapters.entities_file import EntitiesFile
from sanon.records import TAKEN_AS_GIVEN, Document, Finding, Source
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity

#: Blanks, quotes, hyphens, what does not show, and marks that join the letter before them.
texts = st.text("aIi. '`’-–\n\u00ad\u0307\u0323é", max_size=12)


@given(texts, texts, texts)
@example("Aİ", "ai", "")
@example("a  i", "a i", "")
@example("a ia.", "a", "")
@example("aia", "a", "i")
def test_a_value_is_there_if_it_would_be_found_to_be_replaced(content, value, metadata):
    document = Document(
        source_id="d", content=content, metadata={"m": metadata}, source=Source(path="d.jsonl", form="jsonl")
    )
    finding = Finding(value, "value", "NAME", 0.5, TAKEN_AS_GIVEN)
    sought = Matcher([SearchedEntity("e", (value,), 1.0, corpus_wide=False, normal_form="text")])
    there = any(
        sought.find(text, {"e"}) for text in (content, metadata, json.dumps({"m": metadata}, ensure_ascii=False))
    )
    try:
        found = EntitiesFile({"d": [finding]}, [], "").extract(document)
    except ExtractionError:
        assert not there
    else:
        assert (found == [finding]) == there
        words = Matcher([SearchedEntity("e", tuple(one.original_value for one in found), 1.0, False, "text")])
        assert any(
            words.find(text, {"e"}) for text in (content, metadata, json.dumps({"m": metadata}, ensure_ascii=False))
        )


def test_a_value_that_falls_short_of_a_word_is_the_whole_word():
    """Annotators cut words, and "46M" holds an age; "Ann" of "Annual" is another text's."""
    document = Document(
        source_id="d",
        content="Thibodeaux, 46M, kick returner; his Annual review",
        metadata={},
        source=Source(path="d.jsonl", form="jsonl"),
    )
    findings = [Finding(value, value, "FACT", 0.5, TAKEN_AS_GIVEN) for value in ("46", "kick returne", "Ann")]
    given = EntitiesFile({"d": findings[:2]}, [], "").extract(document)
    assert [(one.original_value, one.normalized_value) for one in given] == [
        ("46M", "46"),
        ("kick returner", "kick returne"),
    ]
    with pytest.raises(ExtractionError, match="entity 3: the original does not stand in the document as a word"):
        EntitiesFile({"d": findings}, [], "").extract(document)
