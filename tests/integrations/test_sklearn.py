"""A transformer of scikit-learn: fitted on a corpus, and in the middle of a pipeline."""

import pandas as pd
import pytest

from sanon.errors import ConfigurationError, PolicyNotMet

pytest.importorskip("sklearn", minversion="1.6")
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline

from sanon.integrations.sklearn import TextProtector

TEXTS = ["The letter went to Jane Roe, jane.roe@example.org.", "The lift is out of order.", "Jane Roe has left."]
PROTECTED = ["The letter went to [NAME], [EMAIL].", "The lift is out of order.", "[NAME] has left."]


def test_texts_are_protected_as_one_corpus_and_later_ones_join_it():
    protector = TextProtector().fit(TEXTS)
    assert protector.transform(TEXTS) == PROTECTED
    assert protector.transform(["Who knows Jane Roe?", " "]) == ["Who knows [NAME]?", " "]
    assert sorted(protector.corpus_.decisions["type"]) == ["EMAIL", "NAME"]
    series = pd.Series(TEXTS, index=[7, 8, 9], name="notes")
    pd.testing.assert_series_equal(
        protector.transform(series), pd.Series(PROTECTED, [7, 8, 9], dtype=object, name="notes")
    )


def test_a_vectorizer_behind_it_learns_no_masked_word():
    pipeline = make_pipeline(TextProtector(settings={"operators": "redacted"}), CountVectorizer())
    counts = pipeline.fit_transform(TEXTS)
    assert counts.shape[0] == 3
    assert {"jane", "roe", "org"}.isdisjoint(pipeline[-1].vocabulary_)
    assert clone(pipeline[0]).get_params() == pipeline[0].get_params()


def test_what_is_no_text_or_cannot_be_protected_does_not_pass():
    with pytest.raises(NotFittedError):
        TextProtector().transform(TEXTS)
    for wrong in ("one text", ["a text", None]):
        with pytest.raises(ConfigurationError, match="texts is needed"):
            TextProtector().fit(wrong)
    readable = TextProtector(settings={"operators": {"NAME": "keep"}, "theta_doc": 0.1})
    with pytest.raises(PolicyNotMet):
        readable.fit(TEXTS)
