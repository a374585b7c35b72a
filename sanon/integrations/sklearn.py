"""scikit-learn: a transformer of texts for a pipeline (extra `sklearn`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import md5
from typing import Any, Self

import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from sanon.api import IN_MEMORY_GRAPH, Corpus
from sanon.errors import ConfigurationError


class TextProtector(TransformerMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """Protects texts before a vectorizer or a model sees them.

    The texts that it is fitted on are one corpus: what is masked in one follows from all. Texts that only `transform`
    gets join the corpus, and what was masked before stays masked.

    Args:
        graph: a folder, or the address of a Neo4j server, that keeps the corpus; by default it is gone with the object.
        policy_file: with limits, lists and operators.
        settings: of `Corpus`, such as `{"profile": "legal", "at_least": 50}`.

    Attributes:
        corpus_: the corpus once it is fitted; `corpus_.decisions` says what is masked.

    Example:
        make_pipeline(TextProtector(), TfidfVectorizer(), LogisticRegression()).fit(texts, labels)
    """

    corpus_: Corpus

    def __init__(
        self,
        graph: str = IN_MEMORY_GRAPH,
        policy_file: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.graph = graph
        self.policy_file = policy_file
        self.settings = settings

    def fit(self, X: Iterable[str], y: object = None) -> Self:  # noqa: N803 - scikit-learn's name
        """Load the texts and choose what to mask.

        Args:
            X: texts; in a graph that is kept they join those that it holds.
            y: not looked at.

        Raises:
            ConfigurationError: something that is no text, or a setting is none.
            SanonError: as `Corpus.load` and `Corpus.redact`.
        """
        if hasattr(self, "corpus_"):
            self.corpus_.close()
        self.corpus_ = Corpus(self.graph, policy_file=self.policy_file, **(self.settings or {}))
        self._decide(_texts(X))
        return self

    def transform(self, X: Iterable[str]) -> list[str] | pd.Series:  # noqa: N803
        """The texts, protected and checked as an export is: a series for a series, else a list.

        Raises:
            NotFittedError: `fit` was not called.
            LeakFound: a masked value would leave.
            SanonError: as `fit`.
        """
        check_is_fitted(self, "corpus_")
        texts = _texts(X)
        self._decide(texts)
        protected = self.corpus_.protected()
        by_id = dict(zip(protected["id"], protected["content"], strict=True))
        found = [by_id[_id(text)] if text.strip() else text for text in texts]
        return pd.Series(found, index=X.index, name=X.name, dtype=object) if isinstance(X, pd.Series) else found

    def _decide(self, texts: list[str]) -> None:
        """Bring the corpus to hold the texts, under the policy; what cannot be protected is an error."""
        by_id = {_id(text): text for text in texts if text.strip()}
        if not by_id:
            return
        loaded = self.corpus_.load([{"id": one, "content": text} for one, text in by_id.items()])
        if problem := loaded.problem():
            raise problem
        if (loaded.added or loaded.changed) and (problem := self.corpus_.redact().problem()):
            raise problem


def _texts(given: Iterable[str]) -> list[str]:
    texts = list(given)
    if isinstance(given, str) or not all(isinstance(text, str) for text in texts):
        raise ConfigurationError("a list or a column of texts is needed; leave out or fill in what is none")
    return texts


def _id(text: str) -> str:
    """The same text is the same document, whenever it comes."""
    return md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
