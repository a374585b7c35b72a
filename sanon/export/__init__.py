"""Writing: the redacted corpus in the form of the input, checked for leaks before anybody sees it."""

from sanon.export.checking import Leak, find_leaks
from sanon.export.export import digest, export_corpus

__all__ = ["Leak", "digest", "export_corpus", "find_leaks"]
