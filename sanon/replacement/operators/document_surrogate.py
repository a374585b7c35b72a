"""The operator surrogate-by-document."""

from __future__ import annotations

from sanon.errors import ConfigurationError
from sanon.replacement.operators.contract import Remains, Target
from sanon.replacement.operators.type_label import TypeLabel
from sanon.replacement.surrogates import SurrogateCorpus


class DocumentSurrogate:
    """A surrogate that is another one in each document: Utku Karaarslan -> Deniz Aksu here, Emre Tekin there.

    Nothing says that two documents mention the same. The stand-ins are made when documents are exported; until then an
    entity that has one has its label.

    Args:
        corpus: what the values of the corpus are.
    """

    name = "surrogate-by-document"
    remains = Remains.NOTHING
    unique = False

    def __init__(self, corpus: SurrogateCorpus | None) -> None:
        if corpus is None:
            raise ConfigurationError("the operator surrogate needs the values and the secret key of the corpus")
        self._corpus = corpus

    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the label, if a document can have a stand-in for it."""
        return TypeLabel().replacement(target) if self._corpus.stand_in(target) is not None else None
