"""A generated folder: documents with the truth about them.

    documents/<id>.json   one document a file, as `sanon load` reads it
    entities.jsonl        what stands in each document, as `sanon load --entities` reads it
    clusters.jsonl        which documents belong to one hidden person, and what identifies that person
    questions.jsonl       four questions a cluster, with their answers and the documents that these need
    manifest.json         what made the folder, and digests

The lines of all files follow the order of clusters.jsonl, so that a folder of any size is read cluster by cluster.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from sanon.corpus.walk import MANIFEST
from sanon.errors import ConfigurationError, InputRejected, explained

Risk = Literal["HIGH", "MEDIUM", "LOW"]
Specificity = Literal["specific", "general"]
Scope = Literal["single", "multi"]
GeneratorName = Literal["grammar", "model"]

FORM: Literal["sanon-testbench-1"] = "sanon-testbench-1"
#: Words that an answer may have.
LONGEST_ANSWER = 15
#: One question of each of these in every cluster.
COMBINATIONS: tuple[tuple[Specificity, Scope], ...] = (
    ("specific", "single"),
    ("specific", "multi"),
    ("general", "single"),
    ("general", "multi"),
)

#: Ids name files, so that they hold nothing that leads out of a folder.
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$")]
_Text = Annotated[str, Field(min_length=1)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GeneratedDocument(_Record):
    """A file of `documents/`."""

    id: Name
    metadata: dict[str, JsonValue]
    content: _Text


#: original, normalized, type, relevance in [0, 1]
Mentioned = tuple[_Text, _Text, _Text, Annotated[float, Field(ge=0, le=1)]]


class DocumentEntities(_Record):
    """A line of `entities.jsonl`: all that identifies anybody in a document, each original verbatim."""

    id: Name
    entities: tuple[Mentioned, ...]


class PersonEntity(_Record):
    """Something that identifies the hidden person.

    Attributes:
        type: of the profile `insurance`.
        value: as one of the documents writes it.
        normalized: as `entities.jsonl` has it.
    """

    type: _Text
    value: _Text
    normalized: _Text


class Cluster(_Record):
    """A line of `clusters.jsonl`: documents about one hidden person, and about what surrounds that person.

    Attributes:
        cluster: its name.
        risk: how easily its person is found.
        documents: ids.
        person: what identifies the hidden person.
    """

    cluster: Name
    risk: Risk
    documents: Annotated[tuple[Name, ...], Field(min_length=1)]
    person: tuple[PersonEntity, ...]


class Question(_Record):
    """A line of `questions.jsonl`.

    Attributes:
        answer: at most 15 words.
        sources: documents that the answer needs, each of them.
        specificity: about the hidden person, or about what is public.
        scope: one source or several.
    """

    cluster: Name
    question: _Text
    answer: _Text
    sources: Annotated[tuple[Name, ...], Field(min_length=1)]
    specificity: Specificity
    scope: Scope


class GeneratedCluster(_Record):
    """A cluster with everything that belongs to it."""

    cluster: Cluster
    documents: tuple[GeneratedDocument, ...]
    entities: tuple[DocumentEntities, ...]
    questions: tuple[Question, ...]


class DatasetCounts(_Record):
    """How much a folder holds; `mentions` are the entries of `entities.jsonl`."""

    clusters: int
    documents: int
    mentions: int
    questions: int


class DatasetManifest(_Record):
    """`manifest.json`.

    Attributes:
        form: of the folder.
        generator, seed: what made it; the same two and the same version of sAnon make the same bytes.
        model: that answered, of the generator `model`.
        version: of sAnon.
        digests: SHA-256 of each file; of `documents` that of all files one after the other.
    """

    form: Literal["sanon-testbench-1"] = FORM
    generator: GeneratorName
    seed: int
    model: str | None = None
    version: str
    counts: DatasetCounts
    digests: dict[str, str]


def faults_of_form(cluster: GeneratedCluster) -> list[str]:
    """What of a cluster does not fit together, by place; no value and no text.

    Questions: each combination once, an answer of at most 15 words, one source or several as the scope says, all of
    them in the cluster. Entities: one line a document, each original verbatim in the content or the metadata.
    """
    faults: list[str] = []
    ids = cluster.cluster.documents
    if len(set(ids)) < len(ids):
        faults.append("documents: an id twice")
    if tuple(document.id for document in cluster.documents) != ids:
        faults.append("documents: not those that the cluster names")
    if tuple(line.id for line in cluster.entities) != ids:
        faults.append("entities: not one line for each document, in their order")
    for document, line in zip(cluster.documents, cluster.entities, strict=False):
        texts = [document.content, *map(str, document.metadata.values())]
        for number, (original, *_) in enumerate(line.entities, start=1):
            if not any(original in text for text in texts):
                faults.append(f"entities of {document.id}: the original of entity {number} does not stand there")
    mentioned = {(kind, normalized) for line in cluster.entities for _, normalized, kind, _ in line.entities}
    for number, known in enumerate(cluster.cluster.person, start=1):
        if (known.type, known.normalized) not in mentioned:
            faults.append(f"person: entity {number} stands in no document")
    asked = Counter((question.specificity, question.scope) for question in cluster.questions)
    if asked != Counter(COMBINATIONS):
        faults.append("questions: not one each of specific and general, single and multi")
    for question in cluster.questions:
        faults += [f"question {question.specificity} {question.scope}: {fault}" for fault in _faults(question, cluster)]
    return faults


def _faults(question: Question, cluster: GeneratedCluster) -> Iterator[str]:
    if question.cluster != cluster.cluster.cluster:
        yield "belongs to another cluster"
    if len(set(question.sources)) < len(question.sources) or not set(question.sources) <= set(
        cluster.cluster.documents
    ):
        yield "a source is named twice, or is no document of the cluster"
    if (len(question.sources) > 1) != (question.scope == "multi"):
        yield f"{len(question.sources)} sources"
    if len(question.answer.split()) > LONGEST_ANSWER:
        yield f"an answer of more than {LONGEST_ANSWER} words"


_FILES = ("entities.jsonl", "clusters.jsonl", "questions.jsonl")
_DOCUMENTS = "documents"


class DatasetWriter:
    """Fills an empty folder, cluster by cluster; `finish` writes the manifest, without which the folder is none."""

    def __enter__(self) -> DatasetWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / _DOCUMENTS).mkdir()
        self._files = {name: (folder / name).open("wb") for name in _FILES}
        self._digests = {name: sha256() for name in (_DOCUMENTS, *_FILES)}
        self._counts: Counter[str] = Counter()

    def add(self, cluster: GeneratedCluster) -> None:
        """Write a cluster.

        Raises:
            InputRejected: it does not fit together.
        """
        if faults := faults_of_form(cluster):
            raise InputRejected(f"cluster {cluster.cluster.cluster}: {'; '.join(faults)}")
        for document in cluster.documents:
            text = json.dumps(document.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"
            self._digests[_DOCUMENTS].update(text.encode())
            (self._folder / _DOCUMENTS / f"{document.id}.json").write_bytes(text.encode())
        self._lines("entities.jsonl", cluster.entities)
        self._lines("clusters.jsonl", (cluster.cluster,))
        self._lines("questions.jsonl", cluster.questions)
        self._counts.update(
            clusters=1,
            documents=len(cluster.documents),
            mentions=sum(len(line.entities) for line in cluster.entities),
            questions=len(cluster.questions),
        )

    def _lines(self, name: str, records: tuple[_Record, ...]) -> None:
        for record in records:
            line = (json.dumps(record.model_dump(mode="json"), ensure_ascii=False) + "\n").encode()
            self._digests[name].update(line)
            self._files[name].write(line)

    def finish(self, *, generator: GeneratorName, seed: int, version: str, model: str | None = None) -> DatasetManifest:
        """Close the files and write the manifest."""
        for file in self._files.values():
            file.close()
        manifest = DatasetManifest(
            generator=generator,
            seed=seed,
            model=model,
            version=version,
            counts=DatasetCounts(**{name: self._counts[name] for name in DatasetCounts.model_fields}),
            digests={name: digest.hexdigest() for name, digest in self._digests.items()},
        )
        (self._folder / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", "utf-8")
        return manifest


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
        return self.folder / _DOCUMENTS

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

    def changed(self) -> list[str]:
        """Files that are not as the generator left them, by the digests of the manifest."""
        found = {name: sha256() for name in (_DOCUMENTS, *_FILES)}
        for cluster in _read(self.folder / "clusters.jsonl", Cluster):
            for document in cluster.documents:
                found[_DOCUMENTS].update(_bytes(self.documents_folder / f"{document}.json"))
        for name in _FILES:
            found[name].update(_bytes(self.folder / name))
        return [name for name, digest in found.items() if digest.hexdigest() != self.manifest.digests.get(name)]

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


_Line = TypeVar("_Line", bound=_Record)


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
