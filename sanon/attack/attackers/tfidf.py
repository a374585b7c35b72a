"""The attacker `tfidf`."""

from __future__ import annotations

from sanon.attack.attackers.likeness import TermAttacker
from sanon.attack.terms import words_and_pairs
from sanon.attack.weighting import TfIdf


class TfIdfAttacker(TermAttacker):
    """Compares words and pairs of words, by TF-IDF."""

    name = "tfidf"
    summary = "words and pairs of words, by TF-IDF"
    terms = staticmethod(words_and_pairs)
    weighting = TfIdf()
