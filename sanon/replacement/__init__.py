"""Replacing: which spans of a document go, and what stands in their place."""
