"""The attackers that somebody names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sanon.attack.attackers import TERM_ATTACKERS, Attacker
from sanon.errors import ConfigurationError


def attackers_named(names: Sequence[str], embeddings: Path | None = None) -> list[Attacker]:
    """The attackers of these names, each once.

    Args:
        names: of `TERM_ATTACKERS`, or "embeddings"; none for all of the first, and the last if it has a folder.
        embeddings: folder of a sentence embedding model; that of the extra by default.

    Raises:
        ConfigurationError: no attacker of that name, or one that lacks its model.
    """
    attackers: list[Attacker] = []
    for name in dict.fromkeys(names) or [*TERM_ATTACKERS, *(["embeddings"] if embeddings else [])]:
        if name in TERM_ATTACKERS:
            attackers.append(TERM_ATTACKERS[name])
        elif name == "embeddings":
            from sanon.attack.embeddings import SentenceEmbeddings

            attackers.append(SentenceEmbeddings(embeddings))
        else:
            raise ConfigurationError(f"no attacker {name!r}: there are {', '.join(TERM_ATTACKERS)}, embeddings")
    return attackers
