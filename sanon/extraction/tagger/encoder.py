"""The encoder: a small multilingual transformer that gives each piece of a word the probability of each label.

Its weights come from multilingual-e5-small (MIT), twelve layers of width 384, and were trained on labelled texts of
many kinds by `benchmarks/tagger` (NOTICE names them). It runs in onnxruntime on one core with weights of eight bits, so
that the same text gives the same numbers; embeddings of pieces have four bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.tagger.labels import DOMAINS, LABELS
from sanon.extraction.tagger.subwords import COLUMN, LINE, Cutter, Numbers, Pieces
from sanon.progress import within_an_item

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

#: Pieces that are read together, and how many of them at most again with what follows.
WINDOW, OVERLAP = 256, 40
#: A number of pieces that this one divides costs less to read than one less: so many fit into a register.
_LANES = 16
_NEAR = 32  # pieces around an even division among which a window ends with a paragraph or a line
_BLOCK = 32  # embeddings that share a scale
#: Characters after which the progress within a text moves, and how many such steps make a text long: a few seconds.
_STEP, _LONG = 1_000, 50


class Scores(NamedTuple):
    """What the encoder says of the pieces of a text.

    Attributes:
        probabilities: pieces x LABELS, each row adds up to 1.
        exponents: of each piece, if it tells something: x of "true of about one in 10^x adults".
    """

    pieces: Pieces
    probabilities: Floats
    exponents: Floats


class Encoder:
    """The model, ready to run.

    Args:
        cutter: cuts texts into pieces.
        tables: `numbers` and `scales` of the embeddings of pieces, `marks` of lines and columns, `positions` and
            `domains`.
        session: from embedded pieces (1 x pieces x width) to label scores and shares.
    """

    def __init__(self, cutter: Cutter, tables: dict[str, NDArray[np.generic]], session: InferenceSession) -> None:
        self._cutter = cutter
        self._numbers = tables["numbers"].astype(np.uint8)
        self._scales = tables["scales"].astype(np.float32)
        self._marks, self._positions, self._domains = (
            tables[name].astype(np.float32) for name in ("marks", "positions", "domains")
        )
        self._session = session

    def scores(self, text: str, domain: str) -> Scores:
        """Score a text by the rules of a domain, one of DOMAINS."""
        pieces = self._cutter.pieces(text)
        scores = Scores(
            pieces,
            np.zeros((len(pieces.numbers), len(LABELS)), dtype=np.float32),
            np.zeros(len(pieces.numbers), dtype=np.float32),
        )
        steps = self._read(scores, self._domains[DOMAINS.index(domain)])
        total = len(text) // _STEP
        if total >= _LONG:
            steps = within_an_item()(steps, "reading a long text, 1,000 characters each", total)
        for _ in steps:
            pass
        return scores

    def _read(self, scores: Scores, domain: Floats) -> Iterable[int]:
        """Fill in the scores, window by window; gives the number of each further thousand characters that was read."""
        pieces, probabilities, exponents = scores
        steps = before = 0
        for first, after in windows(pieces.numbers):
            embedded = self._embedded(pieces.numbers[first:after])
            embedded += self._positions[: after - first] + domain
            logits, shares = self._session.run(None, {"embedded": embedded[None]})
            # What was read at the end of the window before had no context behind it, and here little before it.
            own, before = (first + before) // 2, after
            probabilities[own:after] = _softmax(logits)[own - first :]
            exponents[own:after] = 10 * shares[own - first :]
            read = int(pieces.ends[after - 1]) // _STEP
            yield from range(steps, read)
            steps = read

    def _embedded(self, numbers: Numbers) -> Floats:
        packed = self._numbers[numbers].reshape(len(numbers), -1, _BLOCK // 2)
        blocks = np.concatenate((packed & 15, packed >> 4), axis=2).astype(np.float32) - 8
        embedded = (blocks * self._scales[numbers][:, :, None]).reshape(len(numbers), -1)
        for number, vector in zip((LINE, COLUMN), self._marks, strict=True):
            embedded[numbers == number] = vector
        found: Floats = embedded
        return found


def windows(numbers: Numbers) -> Iterator[tuple[int, int]]:
    """Stretches of at most WINDOW pieces, much of a length, each but the first overlapping the one before.

    They end with a paragraph or a line where one ends near by, and share as many pieces with the one before as leave a
    length that costs little.
    """
    is_end = numbers == LINE
    lines = np.flatnonzero(is_end) + 1
    paragraphs = np.flatnonzero(is_end[1:] & is_end[:-1]) + 2
    count, first = len(numbers), 0
    while count - first > WINDOW:
        parts = ceil((count - first - OVERLAP) / (WINDOW - OVERLAP))
        even = first + OVERLAP + ceil((count - first - OVERLAP) / parts)
        near = range(even - _NEAR, min(even + _NEAR, first + WINDOW) + 1)
        after = next((ends[-1] for ends in (_within(paragraphs, near), _within(lines, near)) if len(ends)), even)
        yield _cheap(first, int(after)), int(after)
        first = int(after) - OVERLAP
    if count:
        yield _cheap(first, count), count


def _cheap(first: int, after: int) -> int:
    """Where a window that may begin at `first` begins."""
    return first + (after - first) % _LANES if first else 0


def _within(ends: Numbers, near: range) -> Numbers:
    return ends[np.searchsorted(ends, near.start) : np.searchsorted(ends, near.stop)]


def _softmax(scores: Floats) -> Floats:
    exponents = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities: Floats = exponents / exponents.sum(axis=1, keepdims=True)
    return probabilities


@lru_cache(maxsize=2)
def load(path: Path | None = None) -> Encoder:
    """Read a model; without a path the one that ships with sAnon."""
    import onnxruntime

    shipped = resources.files("sanon.extraction.tagger").joinpath("data", "encoder.npz")
    with np.load(BytesIO(path.read_bytes() if path else shipped.read_bytes()), allow_pickle=False) as data:
        tables = {name: data[name] for name in data.files}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(tables.pop("encoder").tobytes(), options, providers=["CPUExecutionProvider"])
    return Encoder(Cutter(tables.pop("pieces").tobytes()), tables, session)
