"""What all systems are measured on: the documents before protection, and the truth about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sanon.progress import Progress, silent
from sanon.settings.profile import Profile
from sanon.testbench.dataset.records import GeneratedCluster, Question, RegisterMark
from sanon.testbench.giveaways import Giveaways
from sanon.testbench.lexical import WordWeights
from sanon.testbench.persons import Target, mentioned, target_of
from sanon.testbench.rag.vectors import Vectors
from sanon.testbench.register.register import Register


@dataclass(frozen=True)
class Material:
    """The clusters that are measured, and how.

    Attributes:
        outside: texts about other people, which no system has seen.
        population: register of the hidden persons; None without one.
        prompts: of each attack for each value.
        workers: questions to a model at a time.
    """

    clusters: Sequence[GeneratedCluster]
    outside: Sequence[str]
    population: RegisterMark | None
    profile: Profile
    vectors: Vectors
    prompts: int
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
    def giveaways(self) -> dict[str, Giveaways]:
        """Source id -> finds every value that the document states, of hidden persons and of others."""
        return {
            name: Giveaways(values, self.profile)
            for cluster in self.clusters
            for name, values in mentioned(cluster).items()
        }

    @cached_property
    def register(self) -> Register | None:
        """The register of the hidden persons; None if there is none, or this version makes another one of its seed."""
        if self.population is None:
            return None
        register = Register(self.population.seed)
        return register if register.digest == self.population.digest else None

    @cached_property
    def questions(self) -> list[Question]:
        """The questions of all clusters, in their order."""
        return [question for cluster in self.clusters for question in cluster.questions]

    @cached_property
    def weights(self) -> WordWeights:
        """How much the words of the originals tell."""
        return WordWeights(self.originals.values())
