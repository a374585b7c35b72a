"""The hidden persons as attackers meet them: what must not be learnt of each, and where it stood. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sanon.testbench.dataset.records import GeneratedCluster, PersonEntity, Risk


@dataclass(frozen=True)
class Secret:
    """A value of a hidden person.

    Attributes:
        spellings: as it is written in documents.
        documents: ids of the documents that state it.
        attribute: of the register that the value is; None for what the register does not hold.
    """

    type: str
    normalized: str
    spellings: tuple[str, ...]
    documents: frozenset[str] = frozenset()
    attribute: str | None = None


@dataclass(frozen=True)
class Target:
    """The hidden person of a cluster.

    Attributes:
        risk: how far the person is meant to be identifiable.
        number: of the person in the register; None without one.
        setting: what documents about the person tell beside.
    """

    risk: Risk
    secrets: tuple[Secret, ...]
    number: int | None = None
    setting: tuple[Secret, ...] = ()

    @property
    def documents(self) -> list[str]:
        """Ids of the documents that state something of the person, in their order."""
        return sorted(frozenset[str]().union(*(secret.documents for secret in self.secrets)))

    def stated_in(self, document: str) -> list[tuple[int, Secret]]:
        """The secrets that a document states, with their numbers."""
        return [(number, secret) for number, secret in enumerate(self.secrets) if document in secret.documents]


def secrets_of(mentions: Iterable[tuple[str, str, str, str]]) -> dict[tuple[str, str], Secret]:
    """(type, normal form) -> the value, with all its spellings and documents.

    Args:
        mentions: document, original, normal form and type of each.
    """
    spelled: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    standing: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for document, original, normalized, kind in mentions:
        spelled[kind, normalized][original] = None
        standing[kind, normalized].add(document)
    return {key: Secret(*key, tuple(some), frozenset(standing[key])) for key, some in spelled.items()}


def target_of(cluster: GeneratedCluster) -> Target:
    """The hidden person of a cluster, with every spelling that its documents have."""
    every = secrets_of((line.id, *one[:3]) for line in cluster.entities for one in line.entities)

    def secrets(some: Iterable[PersonEntity]) -> tuple[Secret, ...]:
        found = [(known, every.get((known.type, known.normalized))) for known in some]
        return tuple(
            Secret(
                known.type,
                known.normalized,
                tuple(dict.fromkeys([known.value, *(there.spellings if there else ())])),
                there.documents if there else frozenset(),
                known.attribute,
            )
            for known, there in found
        )

    said = cluster.cluster
    return Target(said.risk, secrets(said.person), said.number, secrets(said.setting))


def mentioned(cluster: GeneratedCluster) -> dict[str, tuple[Secret, ...]]:
    """Document -> every value that it states, of the hidden person and of others."""
    return {
        line.id: tuple(secrets_of((line.id, *one[:3]) for one in line.entities).values()) for line in cluster.entities
    }
