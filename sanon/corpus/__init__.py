"""ReadCorpus: files in, documents out, and a record of every file that could not be read."""

from sanon.corpus.reading import ReadCorpus, read_corpus
from sanon.corpus.record import Rejection, write_rejections

__all__ = ["ReadCorpus", "Rejection", "read_corpus", "write_rejections"]
