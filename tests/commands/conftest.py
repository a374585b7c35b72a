"""What a command promises, it promises on each engine."""

from tests.graph.conftest import engine, place, store

__all__ = ("engine", "place", "store")
