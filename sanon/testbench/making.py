"""What a generator is, and what comes of each cluster that it makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from sanon.testbench.dataset import GeneratedCluster, GeneratedDocument, GeneratorName, RegisterMark
from sanon.testbench.truth import ClusterTruth


@dataclass(frozen=True)
class Made:
    """A cluster that the validator has passed, with its truth."""

    cluster: GeneratedCluster
    truth: ClusterTruth


@dataclass(frozen=True)
class Failed:
    """A cluster that was not made.

    Attributes:
        cluster: its name.
        stage: at which it failed.
        reason: what is wrong; no value and no text.
    """

    cluster: str
    stage: str
    reason: str


class Generator(Protocol):
    """Makes clusters, one after the other.

    Attributes:
        name: of the way.
        model: that answers, if one does.
        thrown_away: attempts so far that the validator refused.
        population: register of the hidden persons; None without one.
    """

    name: GeneratorName
    model: str | None
    thrown_away: int

    @property
    def population(self) -> RegisterMark | None:
        """The register whose people the clusters are about."""
        ...

    def clusters(self, count: int) -> Iterator[Made | Failed]:
        """So many clusters; those that failed are among them."""
        ...

    def outside(self, count: int) -> Iterator[GeneratedDocument]:
        """Documents of so many further clusters, which are in no corpus; none if that would be paid for."""
        ...
