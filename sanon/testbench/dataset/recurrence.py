"""How many sentences of documents recur: texts of one hand repeat themselves, those of many do not. Pure."""

from __future__ import annotations

from hashlib import sha256

from sanon.testbench.lexical import sentences_of, words

#: Shorter ones ("Dear all", "Plan unchanged") recur wherever people write.
_LEAST_WORDS = 4


class Recurrence:
    """Counts documents by sentence; holds a digest and a number for each."""

    def __init__(self) -> None:
        self._documents: dict[bytes, int] = {}
        self._places = 0

    def add(self, text: str) -> None:
        """Take in a document."""
        found = [" ".join(held) for sentence in sentences_of(text) if len(held := words(sentence)) >= _LEAST_WORDS]
        self._places += len(found)
        for sentence in found:
            key = sha256(sentence.encode()).digest()[:12]
            self._documents[key] = self._documents.get(key, 0) + 1

    @property
    def share(self) -> float | None:
        """Share of the sentences of four words or more that stand somewhere else too; None without any."""
        if not self._places:
            return None
        return sum(count for count in self._documents.values() if count > 1) / self._places
