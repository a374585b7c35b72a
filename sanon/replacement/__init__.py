"""Replacing: which spans of a document go, and what stands in their place."""

from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span
from sanon.replacement.operators import OPERATORS, Operator, Target, assign
from sanon.replacement.replacer import Replacer

__all__ = [
    "OPERATORS",
    "MaskedEntity",
    "Operator",
    "RedactedDocument",
    "Replacer",
    "Span",
    "Target",
    "assign",
]
