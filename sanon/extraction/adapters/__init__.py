"""Extractors by name: the embedded one, a language model, models that people run already, a file of entities."""
