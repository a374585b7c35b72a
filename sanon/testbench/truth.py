"""What a generator knows of a cluster: facts, which documents state them, and what each question needs.

This is the truth that a cluster is checked against; its texts follow from it. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sanon.testbench.dataset.records import GeneratedCluster, Risk


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that documents may state.

    Attributes:
        key: its name within the cluster.
        normalized: its normal form, by which two facts are the same.
        type: of the profile `insurance`; None if it identifies nobody.
        relevance: for finding whom it is about, in [0, 1].
        of_person: whether it is true of the hidden person.
        attribute: of the register that it is; None for what the register does not hold.
    """

    key: str
    value: str
    normalized: str
    type: str | None
    relevance: float
    of_person: bool
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class AnswerNeeds:
    """What one question needs.

    Attributes:
        facts: keys of the facts that the answer is made of.
        anchors: keys of the facts that the question names: a document that states none of them may be about anybody.
    """

    facts: tuple[str, ...]
    anchors: frozenset[str]


@dataclass(frozen=True)
class Scene:
    """What clusters that follow each other should not share; None: it plays no part.

    Attributes:
        condition, town, demographic: of the hidden person, normal forms.
    """

    topic: str
    condition: str | None
    town: str | None
    demographic: str | None


@dataclass(frozen=True)
class Fitting:
    """How many people of the register fit what documents tell of the hidden person.

    Attributes:
        documents: id of a document about the person -> people that fit it alone.
        together: people that fit all of them.
    """

    documents: Mapping[str, int]
    together: int


@dataclass(frozen=True)
class ClusterTruth:
    """The world behind a cluster.

    Attributes:
        risk: that was asked for.
        scene: to compare with other clusters.
        facts: by key.
        stated: id of a document -> key of each fact that it states -> how it stands there.
        needs: of the questions, in their order.
        fitting: counted in the register; None if the person is of none.
    """

    risk: Risk
    scene: Scene
    facts: Mapping[str, Fact]
    stated: Mapping[str, Mapping[str, str]]
    needs: tuple[AnswerNeeds, ...]
    fitting: Fitting | None = None

    def documents_of(self, key: str) -> list[str]:
        """Documents that state a fact, or the same value under another key."""
        fact = self.facts[key]
        return [
            document
            for document, keys in self.stated.items()
            if any(other == key or self.facts[other].normalized == fact.normalized for other in keys)
        ]

    def answerable(self, needs: AnswerNeeds, documents: Iterable[str]) -> bool:
        """Whether these documents alone give the answer: each fact stands in one that also states what is asked about.

        The question hands its anchors over; what a document says counts only if the document shows by one of them whom
        or what it is about.
        """
        about = [self.stated[document] for document in documents if self.stated[document].keys() & needs.anchors]
        return all(any(key in keys for keys in about) for key in needs.facts)


@dataclass(frozen=True)
class Made:
    """A cluster, and the truth that its texts follow from."""

    cluster: GeneratedCluster
    truth: ClusterTruth
