"""Reading a generated folder, cluster by cluster."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from sanon.errors import ConfigurationError, InputRejected, accessing, explained
from sanon.testbench.dataset.records import (
    COMBINATIONS,
    Cluster,
    DatasetManifest,
    DocumentEntities,
    GeneratedCluster,
    GeneratedDocument,
    Question,
    faults_of_form,
)
from sanon.testbench.dataset.writer import DOCUMENTS, MANIFEST, OUTSIDE


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
        entities = read_lines(self.folder / "entities.jsonl", DocumentEntities)
        questions = read_lines(self.folder / "questions.jsonl", Question)
        for cluster in read_lines(self.folder / "clusters.jsonl", Cluster):
            name = cluster.cluster
            whole = GeneratedCluster(
                cluster=cluster,
                documents=tuple(
                    read_whole(self.documents_folder / f"{one}.json", GeneratedDocument) for one in cluster.documents
                ),
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
        """Texts about people who are in no cluster; a model writes none."""
        return [document.content for document in read_lines(self.folder / OUTSIDE, GeneratedDocument)]


def is_dataset(folder: Path) -> bool:
    """Whether a folder is a generated one, by the manifest in it."""
    try:
        Dataset(folder)
    except ConfigurationError:
        return False
    return True


_Line = TypeVar("_Line", bound=BaseModel)


def read_lines(file: Path, kind: type[_Line]) -> Iterator[_Line]:
    """The records of a file, one a line.

    Raises:
        InputRejected: the file cannot be read, or a line is not what it should be; with its place.
    """
    with accessing(file, "read", InputRejected), file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            yield _checked(kind, line, f"{file} line {number}")


def read_whole(file: Path, kind: type[_Line]) -> _Line:
    """The record that a file is.

    Raises:
        InputRejected: as `read_lines`.
    """
    with accessing(file, "read", InputRejected):
        return _checked(kind, file.read_bytes(), str(file))


def _checked(kind: type[_Line], content: bytes, place: str) -> _Line:
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        raise InputRejected(f"{place}: {explained(error)}") from None


def _next(lines: Iterator[_Line], file: str, cluster: str) -> _Line:
    line = next(lines, None)
    if line is None:
        raise InputRejected(f"{file}: ends before cluster {cluster}")
    return line
