"""A linear-chain model over hashed features: what each token belongs to, and whether a court's annotator would mask it.

Trained by `benchmarks/train_tagger.py` on the Text Anonymization Benchmark. Each label is a type of the benchmark with
or without masking; the model gives their probabilities (forward-backward), so that callers choose their own threshold.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.embedded.features import BITS, Tokens

TYPES = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")
LABELS = ("O", *(f"{kind}+" for kind in TYPES), *(f"{kind}-" for kind in TYPES))
_BLOCK = 16384  # tokens scored at once: bounds the memory for a text of megabytes
_LONGEST = 64  # tokens of one chain

Floats = NDArray[np.float32]


class Tagger(NamedTuple):
    """Weights of the model: features x labels, and transitions between labels."""

    weights: Floats
    transitions: Floats

    def probabilities(self, tokens: Tokens) -> Floats:
        """Probability of each label, one row per token."""
        count = len(tokens)
        result = np.zeros((count, len(LABELS)), dtype=np.float32)
        for first in range(0, count, _BLOCK):
            after = min(count, first + _BLOCK)
            numbers = tokens.features(first, after)
            scores = np.zeros((after - first, len(LABELS)), dtype=np.float32)
            for column in range(numbers.shape[1]):
                scores += self.weights[numbers[:, column]]
            chains = chains_of(tokens.words[first:after])
            result[first:after] = marginals(scores, self.transitions, chains)
        return result


def chains_of(words: list[str]) -> list[tuple[int, int]]:
    """Stretches that are labelled as one chain: about a sentence each."""
    chains = []
    start = 0
    for at, word in enumerate(words):
        ends = word[0] == "\n" or (
            word in ".;"
            and at + 1 < len(words)
            and at - start > 8
            and words[at + 1][0].isupper()
            and len(words[at - 1]) > 2
        )
        if ends or at - start >= _LONGEST:
            chains.append((start, at + 1))
            start = at + 1
    if start < len(words):
        chains.append((start, len(words)))
    return chains


def marginals(scores: Floats, transitions: Floats, chains: list[tuple[int, int]]) -> Floats:
    """Forward-backward in probability space, all chains of a text side by side."""
    longest = max((after - start for start, after in chains), default=0)
    lengths = np.array([after - start for start, after in chains])
    rows = np.zeros((len(chains), longest), dtype=np.int64)
    for number, (start, after) in enumerate(chains):
        rows[number, : after - start] = np.arange(start, after)
        rows[number, after - start :] = after - 1
    potentials = np.exp(scores - scores.max(axis=1, keepdims=True))[rows]
    step = np.exp(transitions)
    forward = np.empty_like(potentials)
    backward = np.empty_like(potentials)
    current = potentials[:, 0] / potentials[:, 0].sum(axis=1, keepdims=True)
    forward[:, 0] = current
    for at in range(1, longest):
        current = (current @ step) * potentials[:, at]
        current /= current.sum(axis=1, keepdims=True) + 1e-30
        forward[:, at] = current
    current = np.ones_like(current)
    for at in range(longest - 1, -1, -1):
        # Behind the end of a chain nothing is known: its backward message stays flat.
        current[lengths <= at + 1] = 1.0
        backward[:, at] = current
        current = (current * potentials[:, at]) @ step.T
        current /= current.sum(axis=1, keepdims=True) + 1e-30
    product = forward * backward
    product /= product.sum(axis=2, keepdims=True) + 1e-30
    result = np.empty_like(scores)
    for number, (start, after) in enumerate(chains):
        result[start:after] = product[number, : after - start]
    return result


def save(path: Path, tagger: Tagger, *, digits: float = 24.0) -> None:
    """Write weights as bytes, used rows only."""
    quantized = np.clip(np.round(tagger.weights * digits), -127, 127).astype(np.int8)
    used = np.flatnonzero(quantized.any(axis=1)).astype(np.int32)
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            rows=np.diff(used, prepend=0).astype(
                np.uint16 if np.diff(used, prepend=0).max(initial=0) < 65536 else np.int32
            ),
            weights=quantized[used],
            transitions=tagger.transitions.astype(np.float32),
            digits=np.float32(digits),
        )


@lru_cache(maxsize=8)
def load(path: Path | None = None) -> Tagger:
    """Read a model; without a path the one that ships with sAnon."""
    shipped = resources.files("sanon.extraction.embedded").joinpath("data", "tagger.npz")
    raw = path.read_bytes() if path else shipped.read_bytes()
    with np.load(BytesIO(raw), allow_pickle=False) as data:
        weights = np.zeros((1 << BITS, len(LABELS)), dtype=np.float32)
        weights[np.cumsum(data["rows"].astype(np.int64))] = data["weights"].astype(np.float32) / data["digits"]
        return Tagger(weights, data["transitions"].astype(np.float32))
