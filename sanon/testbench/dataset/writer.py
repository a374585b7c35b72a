"""Writing a generated folder, cluster by cluster."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from sanon.errors import InputRejected
from sanon.records import StrictModel
from sanon.testbench.dataset.records import (
    DatasetCounts,
    DatasetManifest,
    GeneratedCluster,
    GeneratedDocument,
    GeneratorName,
    RegisterMark,
    faults_of_form,
)
from sanon.testbench.lexical import sentences_of, words

FILES = ("entities.jsonl", "clusters.jsonl", "questions.jsonl")
OUTSIDE = "outside.jsonl"
DOCUMENTS = "documents"
MANIFEST = "manifest.json"
#: Shorter sentences ("Dear all", "Plan unchanged") recur wherever people write.
_LEAST_WORDS = 4


class Recurrence:
    """How many sentences of documents recur: texts of one hand repeat themselves, those of many do not."""

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


class DatasetWriter:
    """Fills an empty folder, cluster by cluster; `finish` writes the manifest, without which the folder is none."""

    def __enter__(self) -> DatasetWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / DOCUMENTS).mkdir()
        self._files = {name: (folder / name).open("wb") for name in (*FILES, OUTSIDE)}
        self._digests = {name: sha256() for name in (DOCUMENTS, *FILES, OUTSIDE)}
        self._counts: Counter[str] = Counter()
        self._recurrence = Recurrence()

    def add(self, cluster: GeneratedCluster) -> None:
        """Write a cluster.

        Raises:
            InputRejected: it does not fit together.
        """
        if faults := faults_of_form(cluster):
            raise InputRejected(f"cluster {cluster.cluster.cluster}: {'; '.join(faults)}")
        for document in cluster.documents:
            self._recurrence.add(document.content)
            text = json.dumps(document.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"
            self._digests[DOCUMENTS].update(text.encode())
            (self._folder / DOCUMENTS / f"{document.id}.json").write_bytes(text.encode())
        self._lines("entities.jsonl", cluster.entities)
        self._lines("clusters.jsonl", (cluster.cluster,))
        self._lines("questions.jsonl", cluster.questions)
        self._counts.update(
            clusters=1,
            documents=len(cluster.documents),
            mentions=sum(len(line.entities) for line in cluster.entities),
            questions=len(cluster.questions),
        )

    def add_outside(self, documents: Sequence[GeneratedDocument]) -> None:
        """Write documents about people who are in no cluster."""
        self._lines(OUTSIDE, documents)

    def _lines(self, name: str, records: Sequence[StrictModel]) -> None:
        for record in records:
            line = (json.dumps(record.model_dump(mode="json"), ensure_ascii=False) + "\n").encode()
            self._digests[name].update(line)
            self._files[name].write(line)

    def finish(
        self,
        *,
        generator: GeneratorName,
        seed: int,
        version: str,
        model: str | None = None,
        population: RegisterMark | None = None,
    ) -> DatasetManifest:
        """Close the files and write the manifest."""
        for file in self._files.values():
            file.close()
        manifest = DatasetManifest(
            generator=generator,
            seed=seed,
            model=model,
            version=version,
            population=population,
            recurring=self._recurrence.share,
            counts=DatasetCounts(**{name: self._counts[name] for name in DatasetCounts.model_fields}),
            digests={name: digest.hexdigest() for name, digest in self._digests.items()},
        )
        (self._folder / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", "utf-8")
        return manifest
