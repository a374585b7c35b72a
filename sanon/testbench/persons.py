"""The hidden persons as attackers meet them: what must not be learnt of each, and where it stood. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sanon.testbench.dataset import GeneratedCluster, Risk


@dataclass(frozen=True)
class Secret:
    """A value of a hidden person.

    Attributes:
        type: of the profile.
        normalized: its normal form.
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
        cluster: its name.
        risk: how far the person is meant to be identifiable.
        secrets: what must not be learnt.
        number: of the person in the register; None without one.
    """

    cluster: str
    risk: Risk
    secrets: tuple[Secret, ...]
    number: int | None = None

    @property
    def documents(self) -> list[str]:
        """Ids of the documents that state something of the person, in their order."""
        return sorted(frozenset[str]().union(*(secret.documents for secret in self.secrets)))


def target_of(cluster: GeneratedCluster) -> Target:
    """The hidden person of a cluster, with every spelling that its documents have."""
    spelled: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    standing: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for line in cluster.entities:
        for original, normalized, kind, _ in line.entities:
            spelled[kind, normalized][original] = None
            standing[kind, normalized].add(line.id)
    secrets = (
        Secret(
            known.type,
            known.normalized,
            tuple(dict.fromkeys([known.value, *spelled[known.type, known.normalized]])),
            frozenset(standing[known.type, known.normalized]),
            known.attribute,
        )
        for known in cluster.cluster.person
    )
    return Target(cluster.cluster.cluster, cluster.cluster.risk, tuple(secrets), cluster.cluster.number)
