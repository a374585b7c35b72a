"""What a person says of a corpus: which documents belong together, and which of them are dangerous together.

[clusters]                                   # if metadata and ids do not say it
claims = ["a-1", "a-2"]

[[risky]]
documents = ["a-1", "a-2"]
why = "both name the ship"
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from pydantic import Field, ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.records import Document, StrictModel
from sanon.settings.source import read_toml

#: Entry of the metadata that names the cluster of a document.
CLUSTER = "cluster"

Chain = frozenset[str]
"""A chain by its documents, whatever their order."""


class Risky(StrictModel):
    """Documents that together tell more of a person than each alone, and what they share."""

    documents: tuple[str, ...] = Field(min_length=2, max_length=6)
    why: str = Field(min_length=1)


class Labels(StrictModel):
    """Labels of a corpus."""

    clusters: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    risky: tuple[Risky, ...] = ()

    def chains(self, max_chain_length: int) -> set[Chain]:
        """The labelled chains, and those of 2..k documents that risky pairs join: they tell what their pairs tell."""
        labelled = {frozenset(one.documents) for one in self.risky if len(one.documents) <= max_chain_length}
        pairs = {chain for chain in labelled if len(chain) == 2}
        grown = set(pairs)
        for _ in range(max_chain_length - 2):
            grown |= {a | b for a, b in combinations(grown, 2) if a & b and len(a | b) <= max_chain_length}
        return labelled | grown


def read_labels(path: Path, source_ids: Iterable[str]) -> Labels:
    """Read a file of labels.

    Raises:
        ConfigurationError: it cannot be read, or names a document that is not there.
    """
    try:
        labels = Labels.model_validate(read_toml(path, "labels"))
    except ValidationError as error:
        raise ConfigurationError(f"labels {path}: {explained(error)}") from error
    named = [*(one for group in labels.clusters.values() for one in group)]
    named += [one for risky in labels.risky for one in risky.documents]
    unknown = sorted(set(named) - set(source_ids))
    if unknown:
        raise ConfigurationError(f"labels {path}: no document {', '.join(unknown[:5])} in the corpus")
    return labels


def clusters_of(documents: Iterable[Document], labels: Labels) -> dict[str, str]:
    """Cluster of each document: as labelled, else as its metadata say, else its id up to the first "-"."""
    labelled = {one: name for name, group in labels.clusters.items() for one in group}
    return {
        document.source_id: labelled.get(document.source_id)
        or str(document.metadata.get(CLUSTER) or document.source_id.partition("-")[0])
        for document in documents
    }
