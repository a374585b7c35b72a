"""The attacker `characters`."""

from __future__ import annotations

from sanon.attack.attackers.likeness import TermAttacker
from sanon.attack.terms import pieces
from sanon.attack.weighting import TfIdf


class CharacterAttacker(TermAttacker):
    """Compares pieces of words, by TF-IDF."""

    name = "characters"
    summary = "pieces of words, by TF-IDF"
    terms = staticmethod(pieces)
    weighting = TfIdf()
