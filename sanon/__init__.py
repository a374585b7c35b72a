"""sAnon: selective anonymization of document corpora for retrieval-augmented generation."""

__version__ = "0.1.0"
