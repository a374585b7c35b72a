"""Texts cut into the pieces of words that the encoder knows (SentencePiece, Kudo and Richardson 2018)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor

Numbers = NDArray[np.int64]
#: Number, start and end in its chunk.
Piece = tuple[int, int, int]

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
        found: list[Piece] = []
        offsets, counts = [], []  # of each chunk, and how many pieces it has
        for match in _CHUNK.finditer(text):
            start, after = match.span()
            if match[3]:
                cut = self._of(match[3])
            elif match[2]:
                cut = ((COLUMN, 0, after - start),)
            elif [piece[0] for piece in found[-2:]] != [LINE, LINE]:
                cut = ((LINE, 0, 1),)
            else:
                continue
            offsets.append(start)
            counts.append(len(cut))
            found += cut
        columns = np.array(found, dtype=np.int64).reshape(-1, 3)
        offset = np.repeat(np.array(offsets, dtype=np.int64), counts)
        return Pieces(columns[:, 0], offset + columns[:, 1], offset + columns[:, 2])

    def _cut(self, chunk: str) -> tuple[Piece, ...]:
        """The pieces of what stands between blanks."""
        cut = self._processor.encode(chunk, return_type="proto")
        return tuple((piece.id, piece.begin, piece.end) for piece in cut.pieces if piece.end > piece.begin)
