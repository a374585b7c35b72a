"""The tagger: a small encoder over pieces of words that says what each word belongs to, and how probably.

Made by `benchmarks/train_tagger.py` from labelled texts of many kinds (NOTICE names them) and from the first layers of
all-MiniLM-L6-v2; runs in onnxruntime on one core, so that the same text gives the same numbers. Each label is a type
with "+" or "-": whether a court's annotator would mask it. The types are those of the Text Anonymization Benchmark, two
of them divided further.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from io import BytesIO
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.tagger.features import FLAGS, Tokens
from sanon.extraction.tagger.pieces import Pieces

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

COURT_TYPES = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")
#: Types that the benchmark does not tell apart -> what it calls them.
FINER = {"AGE": "DEM", "JOB": "DEM", "COND": "DEM", "TREAT": "MISC", "FACT": "MISC"}
TYPES = (*COURT_TYPES, *FINER)
LABELS = ("O", *(f"{kind}+" for kind in TYPES), *(f"{kind}-" for kind in TYPES))
WINDOW = 190  # pieces read together: what the encoder was trained on
_LEAST = 96  # a window ends with a sentence if that leaves it so long

Floats = NDArray[np.float32]


class Tagger:
    """The model, ready to run.

    Args:
        pieces: how words are cut.
        tables: "numbers" and "scales" of the piece embeddings (four bits, two numbers a byte), "positions", "inside",
            "seen", and the embeddings of "shapes", "beginnings" and "endings" of words.
        encoder: from (pieces x width, words x seen, rows of words and marks) to label scores of the words.
    """

    def __init__(self, pieces: Pieces, tables: dict[str, NDArray[np.generic]], encoder: InferenceSession) -> None:
        self._pieces = pieces
        self._numbers = unpack(tables["numbers"].astype(np.uint8))
        floats = {name: table.astype(np.float32) for name, table in tables.items() if name != "numbers"}
        self._scales = floats["scales"]
        self._positions, self._inside, self._seen = floats["positions"], floats["inside"], floats["seen"]
        self._shapes, self._beginnings, self._endings = floats["shapes"], floats["beginnings"], floats["endings"]
        nothing = [self._shapes[0], self._beginnings[0], self._endings[0], np.zeros(FLAGS, dtype=np.float32)]
        self._nothing: Floats = np.concatenate(nothing) @ self._seen  # before the first word and after the last
        self._encoder = encoder

    @property
    def size(self) -> int:
        """Number of pieces that words are cut into."""
        return len(self._numbers)

    def probabilities(self, tokens: Tokens) -> Floats:
        """Probability of each label, one row per token."""
        scores = np.zeros((len(tokens), len(LABELS)), dtype=np.float32)
        cut = [self._pieces.of(word) for word in tokens.words]
        counts = [len(numbers) for numbers in cut]
        seen = np.concatenate(
            [
                self._shapes[tokens.shapes],
                self._beginnings[tokens.beginnings],
                self._endings[tokens.endings],
                tokens.flags,
            ],
            axis=1,
        )
        added = seen @ self._seen
        until = np.cumsum([0, *counts])
        pieces = np.fromiter(chain.from_iterable(cut), dtype=np.int64, count=until[-1])
        for first, after in windows_of(tokens.words, counts):
            numbers = np.concatenate(([self._pieces.begin], pieces[until[first] : until[after]], [self._pieces.end]))
            # The marks at the ends, and the first piece of each word.
            kept = np.concatenate(([0], until[first : after + 1] - (until[first] - 1)))
            embedded = self._embedded(numbers)
            embedded += self._positions[: len(numbers)]
            embedded[1:-1] += np.repeat(added[first:after], counts[first:after], axis=0)
            embedded[[0, -1]] += self._nothing
            inside = np.ones(len(numbers), dtype=bool)
            inside[kept] = False
            embedded[inside] += self._inside
            asked = {"embedded": embedded, "seen": seen[first:after], "kept": kept}
            (scores[first:after],) = self._encoder.run(None, asked)
        return _softmax(scores)

    def _embedded(self, pieces: NDArray[np.int64]) -> Floats:
        return self._numbers[pieces] * self._scales[pieces, None]


def _softmax(scores: Floats) -> Floats:
    exponents = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities: Floats = exponents / exponents.sum(axis=1, keepdims=True)
    return probabilities


def windows_of(words: list[str], counts: list[int]) -> Iterator[tuple[int, int]]:
    """Stretches of words of at most WINDOW pieces that end, where possible, with a line or a sentence."""
    until = [0, *accumulate(counts)]
    start = 0
    while start < len(words):
        after = bisect_right(until, until[start] + WINDOW) - 1
        if after < len(words):
            least = bisect_left(until, until[start] + _LEAST)
            ends = (end for end in range(after, least - 1, -1) if words[end - 1][0] == "\n" or words[end - 1] in ".;")
            after = next(ends, after)
        yield start, after
        start = after


def pack(numbers: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Whole numbers from -8 to 7, two in a byte."""
    shifted = (numbers.astype(np.int16) + 8).astype(np.uint8)
    return (shifted[:, 0::2] | shifted[:, 1::2] << 4).astype(np.uint8)


def unpack(packed: NDArray[np.uint8]) -> NDArray[np.int8]:
    """The numbers of `pack`."""
    halves = np.stack((packed & 15, packed >> 4), axis=-1).astype(np.int8) - np.int8(8)
    return halves.reshape(len(packed), -1)


@lru_cache(maxsize=8)
def load(path: Path | None = None) -> Tagger:
    """Read a model; without a path the one that ships with sAnon."""
    import onnxruntime

    shipped = resources.files("sanon.extraction.tagger").joinpath("data", "tagger.npz")
    raw = path.read_bytes() if path else shipped.read_bytes()
    with np.load(BytesIO(raw), allow_pickle=False) as data:
        tables = {name: data[name] for name in data.files}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # it would be kept for every number of pieces and words
    encoder = onnxruntime.InferenceSession(tables.pop("encoder").tobytes(), options, providers=["CPUExecutionProvider"])
    vocabulary = tables.pop("vocabulary").tobytes().decode().split("\n")
    return Tagger(Pieces(vocabulary), tables, encoder)
