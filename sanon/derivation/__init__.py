"""Derivation: the numbers of the graph, in the database or in arrays."""
