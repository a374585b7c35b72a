"""sAnon: selective anonymization of document corpora for retrieval-augmented generation."""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"
__all__ = ["Corpus", "Policy", "__version__"]


def __getattr__(name: str) -> Any:
    # Imported when asked for: the rooms import this package for its version.
    if name == "Corpus":
        from sanon.api import Corpus

        return Corpus
    if name == "Policy":
        from sanon.settings.policy import Policy

        return Policy
    raise AttributeError(f"module 'sanon' has no attribute {name!r}")
