"""What all systems are measured on: the documents before protection, and the truth about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sanon.progress import Progress, silent
from sanon.settings.profile import Profile
from sanon.testbench.dataset import GeneratedCluster, Question
from sanon.testbench.persons import Target, target_of
from sanon.testbench.rag.vectors import Vectors
from sanon.testbench.standing import WordWeights


@dataclass(frozen=True)
class Material:
    """The clusters that are measured, and how.

    Attributes:
        clusters: with the truth.
        outside: texts about other people, which no system has seen.
        profile: entity types and weights.
        vectors: of texts.
        prompts: of each attack for each value.
        seed: of what is drawn.
        workers: questions to a model at a time.
        progress: shows how far it is.
    """

    clusters: Sequence[GeneratedCluster]
    outside: Sequence[str]
    profile: Profile
    vectors: Vectors
    prompts: int
    seed: int
    workers: int = 1
    progress: Progress = field(default=silent)

    @cached_property
    def originals(self) -> dict[str, str]:
        """Source id -> text."""
        return {document.id: document.content for cluster in self.clusters for document in cluster.documents}

    @cached_property
    def targets(self) -> list[Target]:
        """The hidden persons, in the order of the clusters."""
        return [target_of(cluster) for cluster in self.clusters]

    @cached_property
    def questions(self) -> list[Question]:
        """All of them, cluster by cluster."""
        return [question for cluster in self.clusters for question in cluster.questions]

    @cached_property
    def weights(self) -> WordWeights:
        """Of the words of the originals."""
        return WordWeights(self.originals.values())
