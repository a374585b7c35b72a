"""Reading a generated folder, cluster by cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from sanon.errors import ConfigurationError, InputRejected, explained
from sanon.testbench.dataset.form import faults_of_form
from sanon.testbench.dataset.records import (
    COMBINATIONS,
    MANIFEST,
    Cluster,
    DatasetManifest,
    DocumentEntities,
    GeneratedCluster,
    GeneratedDocument,
    Question,
    Record,
)
from sanon.testbench.dataset.writer import DOCUMENTS, OUTSIDE


class Dataset:
    """A generated folder, read cluster by cluster.

    Raises:
        ConfigurationError: the folder is none.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.manifest = DatasetManifest.model_validate_json((folder / MANIFEST).read_bytes())
        except OSError as error:
            raise ConfigurationError(
                f"{folder}: no {MANIFEST} that can be read ({error.strerror}); make a folder by sanon generate"
            ) from error
        except ValidationError as error:
            raise ConfigurationError(
                f"{folder / MANIFEST}: not that of a generated folder: {explained(error)}"
            ) from None

    @property
    def documents_folder(self) -> Path:
        """What `sanon load` reads."""
        return self.folder / DOCUMENTS

    @property
    def entities_file(self) -> Path:
        """What `sanon load --entities` reads."""
        return self.folder / "entities.jsonl"

    def clusters(self) -> Iterator[GeneratedCluster]:
        """The clusters in their order, each checked.

        Raises:
            InputRejected: a line or file that is missing, or not what it should be; with its place.
        """
        entities = _read(self.folder / "entities.jsonl", DocumentEntities)
        questions = _read(self.folder / "questions.jsonl", Question)
        for cluster in _read(self.folder / "clusters.jsonl", Cluster):
            name = cluster.cluster
            whole = GeneratedCluster(
                cluster=cluster,
                documents=tuple(self._document(one) for one in cluster.documents),
                entities=tuple(_next(entities, "entities.jsonl", name) for _ in cluster.documents),
                questions=tuple(_next(questions, "questions.jsonl", name) for _ in COMBINATIONS),
            )
            if faults := faults_of_form(whole):
                raise InputRejected(f"{self.folder}: cluster {name}: {faults[0]}")
            yield whole
        for rest, file in ((entities, "entities.jsonl"), (questions, "questions.jsonl")):
            if next(rest, None) is not None:
                raise InputRejected(f"{self.folder / file}: more lines than the clusters need")

    def outside(self) -> list[str]:
        """Texts about people who are in no cluster; none in folders of earlier versions, and of a model."""
        file = self.folder / OUTSIDE
        return [document.content for document in _read(file, GeneratedDocument)] if file.is_file() else []

    def _document(self, name: str) -> GeneratedDocument:
        file = self.documents_folder / f"{name}.json"
        return _checked(file.name, partial(GeneratedDocument.model_validate_json, _bytes(file)))


def is_dataset(folder: Path) -> bool:
    """Whether a folder is a generated one, by the manifest in it."""
    try:
        Dataset(folder)
    except ConfigurationError:
        return False
    return True


_Line = TypeVar("_Line", bound=Record)


def _read(file: Path, kind: type[_Line]) -> Iterator[_Line]:
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                yield _checked(f"{file.name} line {number}", partial(kind.model_validate_json, line))
    except OSError as error:
        raise InputRejected(f"{file}: {error.strerror}") from error


def _checked(place: str, read: Callable[[], _Line]) -> _Line:
    try:
        return read()
    except ValidationError as error:
        raise InputRejected(f"{place}: {explained(error)}") from None


def _next(lines: Iterator[_Line], file: str, cluster: str) -> _Line:
    line = next(lines, None)
    if line is None:
        raise InputRejected(f"{file}: ends before cluster {cluster}")
    return line


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputRejected(f"{file}: {error.strerror}") from error
