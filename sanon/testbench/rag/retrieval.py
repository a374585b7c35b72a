"""The index of a RAG system: Chroma on disk, all-MiniLM-L6-v2, L2 distance, HNSW, the 3 nearest. Offline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sanon.testbench.rag.vectors import Vectors

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

#: Documents that a question retrieves.
K = 3
_AT_ONCE = 1_000


class Indices:
    """One folder with an index for each system.

    Args:
        folder: made if it is not there.
    """

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import chromadb
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False)
        self._client: ClientAPI = chromadb.PersistentClient(str(folder), settings=settings)
        self._vectors = vectors

    def index(self, name: str, texts: Mapping[str, str]) -> Index:
        """An index of the documents of a system, made at its first question; one of that name is replaced.

        Args:
            texts: source id -> what is indexed.
        """
        return Index(dict(texts), self._vectors, lambda: self._made(name, texts))

    def _made(self, name: str, texts: Mapping[str, str]) -> Collection:
        key = f"system-{sha256(name.encode()).hexdigest()[:24]}"
        if any(one.name == key for one in self._client.list_collections()):
            self._client.delete_collection(key)
        collection = self._client.create_collection(
            key,
            embedding_function=None,
            metadata={"system": name},
            # One thread and a wide search: the same documents give the same answers.
            configuration={"hnsw": {"space": "l2", "ef_construction": 200, "ef_search": 200, "num_threads": 1}},
        )
        ids = sorted(texts)
        vectors = self._vectors.of([texts[one] for one in ids])
        for first in range(0, len(ids), _AT_ONCE):
            some = slice(first, first + _AT_ONCE)
            collection.add(ids=ids[some], embeddings=vectors[some])
        return collection


@dataclass(frozen=True)
class Index:
    """The documents of one system, by their vectors."""

    texts: dict[str, str]
    vectors: Vectors
    make: Callable[[], Collection]
    lock: Lock = field(default_factory=Lock)

    def nearest(self, questions: Sequence[str]) -> list[list[str]]:
        """For each question the source ids of the nearest documents, best first."""
        if not questions:
            return []
        asked = self.vectors.of(questions)
        with self.lock:
            found = self._collection.query(query_embeddings=asked, n_results=min(K, len(self.texts)), include=[])
        return found["ids"]

    @cached_property
    def _collection(self) -> Collection:
        return self.make()
