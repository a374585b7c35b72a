"""A value of an entities file stands in its document, or the document stays behind."""

import json

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
    there = any(sought.find(text, {"e"}) for text in (content, metadata, json.dumps({"m": metadata})))
    try:
        assert EntitiesFile({"d": [finding]}, [], "").extract(document) == [finding]
        assert there
    except ExtractionError:
        assert not there
