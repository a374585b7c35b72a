"""Detectors: what rules and word lists find in a text, one module a kind."""
