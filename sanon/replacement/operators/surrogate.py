"""The operator surrogate."""

from __future__ import annotations

from sanon.errors import ConfigurationError
from sanon.replacement.operators.contract import Remains, Target
from sanon.replacement.surrogates import SurrogateCorpus


class Surrogate:
    """A stand-in of the same form, language and gender: Utku Karaarslan -> Deniz Aksu, Ms Doe -> Ms Weber.

    Names agree in all their variants and in e-mail addresses, telephone numbers are nobody's, check digits are valid,
    dates move by one offset a person. What would be a false statement (a diagnosis, a fact) gets its label.

    Args:
        corpus: what the values of the corpus are, and whose.
    """

    name = "surrogate"
    remains = Remains.LINK
    unique = False  # the corpus sees to it, for what must differ

    def __init__(self, corpus: SurrogateCorpus | None) -> None:
        if corpus is None:
            raise ConfigurationError("the operator surrogate needs the values and the secret key of the corpus")
        self._corpus = corpus

    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the stand-in in the normal form of the type."""
        return self._corpus.stand_in(target)
