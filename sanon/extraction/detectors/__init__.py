"""Detectors: what rules find in a text, one module a kind; the words and shapes of all languages are tables."""

from __future__ import annotations

from sanon.packaged import table


def one_of(name: str) -> str:
    """The alternatives of a regular expression that a list of words.toml is."""
    return "|".join(table(__name__, "words")[name])
