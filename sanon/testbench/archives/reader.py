"""Reading a labelled archive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from sanon.errors import InputRejected
from sanon.risk.people import DIGITS
from sanon.settings.profile import Profile, load_profile, shipped_profiles
from sanon.testbench.dataset.reader import read_lines, read_whole
from sanon.testbench.dataset.records import GeneratedDocument, Mentioned

GOLD, QUESTIONS, PEOPLE = "gold.jsonl", "questions.jsonl", "people.json"
#: Relevance of a label whose share nobody wrote down: a quasi-identifier, and what needs no mask.
_UNKNOWN = {"QUASI": 0.6, "NO_MASK": 0.15}


class Label(BaseModel):
    """What an author marked.

    Attributes:
        original_value, normalized_value: as it stands there, and its normal form.
        type: of a profile.
        identifier: whether it identifies by itself, with others, or needs no mask.
        share_exponent: x, if the value is true of about 10^-x of the world's adults; None where nobody said.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    original_value: str
    normalized_value: str
    type: str
    identifier: Literal["DIRECT", "QUASI", "NO_MASK"]
    share_exponent: float | None = None

    @property
    def relevance(self) -> float:
        """As sAnon counts it, in [0, 1]."""
        if self.identifier == "DIRECT":
            return 1.0
        return min(self.share_exponent / DIGITS, 1.0) if self.share_exponent is not None else _UNKNOWN[self.identifier]


class ArchiveQuestion(BaseModel):
    """A question, and the facts of its answer, which stand verbatim in its sources."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    question: str
    kind: Literal["general", "specific"]
    answer_facts: tuple[str, ...]
    sources: tuple[str, ...]


class _Row(BaseModel):
    id: str
    entities: tuple[Label, ...]


class _Document(GeneratedDocument):
    model_config = ConfigDict(frozen=True, extra="ignore")

    metadata: dict[str, JsonValue] = Field(default_factory=dict)


class _People(BaseModel):
    documents: dict[str, str | None] = {}
    dossiers: dict[str, str] = {}


@dataclass(frozen=True)
class Archive:
    """Labelled documents.

    Attributes:
        documents: in the order of the labels.
        labels: by document id.
        person: document -> its main person; None if it identifies nobody. Empty where nobody said.
        dossiers: person -> what others know.
    """

    name: str
    folder: Path
    documents: tuple[GeneratedDocument, ...]
    labels: Mapping[str, tuple[Label, ...]]
    questions: tuple[ArchiveQuestion, ...]
    person: Mapping[str, str | None]
    dossiers: Mapping[str, str]

    @property
    def texts(self) -> dict[str, str]:
        """Source id -> text."""
        return {document.id: document.content for document in self.documents}

    @cached_property
    def profile(self) -> Profile:
        """The first shipped profile that has every type of a label.

        Raises:
            InputRejected: none has.
        """
        types = {label.type for labels in self.labels.values() for label in labels}
        for name in shipped_profiles():
            if types <= (profile := load_profile(name)).types.keys():
                return profile
        raise InputRejected(f"{self.folder / GOLD}: no shipped profile has all of its types")

    def entities(self) -> dict[str, list[Mentioned]]:
        """The labels as entities, as `sanon load --entities` reads them."""
        return {
            name: [(one.original_value, one.normalized_value, one.type, one.relevance) for one in labels]
            for name, labels in self.labels.items()
        }


def is_archive(folder: Path) -> bool:
    """Whether a folder has labels beside its documents."""
    return (folder / GOLD).is_file() and (folder / "documents").is_dir()


def read_archive(folder: Path) -> Archive:
    """An archive from its folder.

    Raises:
        InputRejected: a file that is missing, or not what it should be; with its place.
    """
    rows = list(read_lines(folder / GOLD, _Row))
    documents = (read_whole(folder / "documents" / f"{row.id}.json", _Document) for row in rows)
    questions, people = folder / QUESTIONS, folder / PEOPLE
    said = read_whole(people, _People) if people.is_file() else _People()
    return Archive(
        name=folder.name,
        folder=folder,
        documents=tuple(documents),
        labels={row.id: row.entities for row in rows},
        questions=tuple(read_lines(questions, ArchiveQuestion)) if questions.is_file() else (),
        person=said.documents,
        dossiers=said.dossiers,
    )
