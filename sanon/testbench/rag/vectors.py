"""Sentence vectors and token states that are computed once for each text, and kept over runs."""

from __future__ import annotations

import inspect
import sqlite3
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock

import numpy as np

from sanon.attack.attackers.embeddings import SentenceEmbeddings
from sanon.attack.ranking import Floats
from sanon.errors import ConfigurationError
from sanon.testbench.output import digest_of

FILE = "vectors.sqlite"
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"


class Vectors:
    """Vectors of length 1 by text. What was computed is on disk at once, so that a run that is killed loses nothing.

    Safe to use from several threads, which wait for each other.

    Args:
        folder: where the file lies; there already.
        embeddings: makes what is not there.

    Raises:
        ConfigurationError: the file is there and is not what it should be.
    """

    def __init__(self, folder: Path, embeddings: SentenceEmbeddings) -> None:
        self._embeddings = embeddings
        # What makes vectors, apart from the model: vectors of other code are not taken.
        self._made_by = digest_of([Path(inspect.getfile(type(embeddings)))])
        self._path = folder / FILE
        self._path.touch(mode=0o600)
        self._held: dict[str, Floats] = {}
        self._tokens: dict[str, Floats] = {}
        self._lock = Lock()
        self._database = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            # A vector that is lost with the power is computed again; syncing each would take longer than that.
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.execute(_TABLE)
        except sqlite3.DatabaseError as error:
            self._database.close()
            raise ConfigurationError(f"vectors {self._path}: cannot be read; delete the file") from error

    def __enter__(self) -> Vectors:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def of(self, texts: Sequence[str]) -> Floats:
        """One row for each text; there must be one."""
        with self._lock:
            return np.stack([self._of(text) for text in texts])

    def tokens(self, text: str) -> Floats:
        """States of the tokens of a text, each of length 1; held for this run only."""
        with self._lock:
            if text not in self._tokens:
                self._tokens[text] = self._embeddings.token_states(text)
            return self._tokens[text]

    def _of(self, text: str) -> Floats:
        if text not in self._held:
            key = sha256(f"{self._made_by}\n{text}".encode()).hexdigest()
            found = self._database.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
            if found:
                self._held[text] = np.frombuffer(found[0], np.float32)
            else:
                # One at a time: what a text is padded with must not depend on its neighbours.
                self._held[text] = vector = self._embeddings.embed([text])[0]
                self._database.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (key, vector.tobytes()))
        return self._held[text]
