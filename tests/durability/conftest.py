"""Graphs of both engines, as the tests of the graph have them."""

from tests.graph.conftest import place

__all__ = ["place"]
