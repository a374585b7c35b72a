"""Texts cut into the pieces of words that the encoder knows (SentencePiece, Kudo and Richardson 2018)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor

Numbers = NDArray[np.int64]

#: Marks between lines and between columns, which the vocabulary of the encoder lacks.
LINE, COLUMN = 4, 5
#: A line end, a gap between columns, or what stands between blanks; what is longer than a word is cut.
_CHUNK = re.compile(r"(\n)|(\t|[ \u00a0]{3,})|([^\s]{1,60})")


class Pieces(NamedTuple):
    """The pieces of a text.

    Attributes:
        numbers: of the pieces in the vocabulary.
        starts, ends: offsets in the text, end excluded.
    """

    numbers: Numbers
    starts: Numbers
    ends: Numbers


class Cutter:
    """Cuts texts into pieces.

    Args:
        model: a SentencePiece model, serialized.
    """

    def __init__(self, model: bytes) -> None:
        self._processor = SentencePieceProcessor(model_proto=model)
        self._of = lru_cache(maxsize=65536)(self._cut)

    def pieces(self, text: str) -> Pieces:
        """The pieces of a text, with a mark for each line end (at most two in a row) and each gap between columns."""
        found: list[tuple[int, int, int]] = []
        for match in _CHUNK.finditer(text):
            start = match.start()
            if match[1]:
                if not (len(found) >= 2 and found[-1][0] == found[-2][0] == LINE):
                    found.append((LINE, start, match.end()))
            elif match[2]:
                found.append((COLUMN, start, match.end()))
            else:
                found.extend((number, start + first, start + after) for number, first, after in self._of(match[3]))
        columns = np.array(found, dtype=np.int64).reshape(-1, 3)
        return Pieces(columns[:, 0], columns[:, 1], columns[:, 2])

    def _cut(self, chunk: str) -> tuple[tuple[int, int, int], ...]:
        """Number, start and end of each piece of what stands between blanks."""
        cut = self._processor.encode(chunk, return_type="proto")
        return tuple((piece.id, piece.begin, piece.end) for piece in cut.pieces if piece.end > piece.begin)
