"""The attacker `bm25`."""

from __future__ import annotations

from sanon.attack.attackers.likeness import TermAttacker
from sanon.attack.terms import words
from sanon.attack.weighting import Bm25


class Bm25Attacker(TermAttacker):
    """Compares words, by Okapi BM25."""

    name = "bm25"
    summary = "words, by Okapi BM25"
    terms = staticmethod(words)
    weighting = Bm25()
