"""The embedded extractor: rules, lexicons and a small model that need no key and no network."""

from sanon.extraction.embedded.extractor import EmbeddedExtractor

__all__ = ["EmbeddedExtractor"]
