"""Rewriting: sentences in other words, without what was masked in them, and checked before anybody reads them."""
