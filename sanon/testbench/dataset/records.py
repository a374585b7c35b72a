"""What a generated folder holds: documents with the truth about them, a record a line or file; what fits together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from sanon.records import StrictModel
from sanon.settings.policy import Category

Risk = Category
Specificity = Literal["specific", "general"]
Scope = Literal["single", "multi"]
GeneratorName = Literal["grammar", "model"]

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


class GeneratedDocument(StrictModel):
    """A file of `documents/`."""

    id: Name
    metadata: dict[str, JsonValue]
    content: _Text


#: original, normalized, type, relevance in [0, 1]
Mentioned = tuple[_Text, _Text, _Text, Annotated[float, Field(ge=0, le=1)]]


class DocumentEntities(StrictModel):
    """A line of `entities.jsonl`: all that identifies anybody in a document, each original verbatim."""

    id: Name
    entities: tuple[Mentioned, ...]

    @property
    def values(self) -> frozenset[tuple[str, str]]:
        """Type and normal form of each."""
        return frozenset((kind, normalized) for _, normalized, kind, _ in self.entities)


class PersonEntity(StrictModel):
    """Something that identifies the hidden person.

    Attributes:
        type: of the profile `insurance`.
        value: as one of the documents writes it.
        normalized: as `entities.jsonl` has it.
        attribute: of the register that the value is; None for what the register does not hold.
    """

    type: _Text
    value: _Text
    normalized: _Text
    attribute: str | None = None


class Cluster(StrictModel):
    """A line of `clusters.jsonl`: documents about one hidden person, and about what surrounds that person.

    Attributes:
        risk: how easily its person is found.
        person: what identifies the hidden person.
        setting: what documents about the person tell beside, by the names of insurer and county.
        number: of the hidden person in the register; None without a register.
    """

    cluster: Name
    risk: Risk
    documents: Annotated[tuple[Name, ...], Field(min_length=1)]
    person: tuple[PersonEntity, ...]
    setting: tuple[PersonEntity, ...] = ()
    number: Annotated[int, Field(ge=0)] | None = None

    @property
    def values(self) -> list[tuple[str, str]]:
        """Type and normal form of what identifies the hidden person."""
        return [(one.type, one.normalized) for one in self.person]


class Question(StrictModel):
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


class GeneratedCluster(StrictModel):
    """A cluster with everything that belongs to it."""

    cluster: Cluster
    documents: tuple[GeneratedDocument, ...]
    entities: tuple[DocumentEntities, ...]
    questions: tuple[Question, ...]


class DatasetCounts(StrictModel):
    """How much a folder holds; `mentions` are the entries of `entities.jsonl`."""

    clusters: int
    documents: int
    mentions: int
    questions: int


class RegisterMark(StrictModel):
    """Which register the hidden persons are of.

    Attributes:
        seed, people: of which it is made.
        digest: of all its attributes; another version of sAnon may make another one of the same seed.
    """

    seed: int
    people: int
    digest: str


class DatasetManifest(StrictModel):
    """`manifest.json`.

    Attributes:
        generator, seed: what made it; the same two and the same version of sAnon make the same bytes.
        model: that answered, of the generator `model`.
        population: register of the hidden persons; None if they are of none.
        recurring: share of the sentences of four words or more that stand in another document too.
        digests: SHA-256 of each file; of `documents` that of all files one after the other.
    """

    form: Literal["sanon-testbench-1"] = "sanon-testbench-1"
    generator: GeneratorName
    seed: int
    model: str | None = None
    version: str
    counts: DatasetCounts
    population: RegisterMark | None = None
    recurring: float | None = None
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
    mentioned = frozenset[tuple[str, str]]().union(*(line.values for line in cluster.entities))
    for number, value in enumerate(cluster.cluster.values, start=1):
        if value not in mentioned:
            faults.append(f"person: entity {number} stands in no document")
    combinations = Counter((question.specificity, question.scope) for question in cluster.questions)
    if combinations != Counter(COMBINATIONS):
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
