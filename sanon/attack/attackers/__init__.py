"""The attackers, by name; another package adds its own by an entry point in the group `sanon.attackers`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sanon.attack.attackers.contract import Attacker
from sanon.attack.attackers.likeness import TermAttacker
from sanon.registry import Registry

ATTACKERS = Registry(Attacker, package=__name__, group="sanon.attackers", kind="attacker")  # type: ignore[type-abstract]


def attackers_named(names: Sequence[str] = (), model: Path | None = None) -> list[Attacker]:
    """The attackers of these names, each once.

    Without names: those that need nothing but the texts, and where a model is named those that take one.

    Args:
        model: folder of a sentence embedding model; that of the extra by default.

    Raises:
        ConfigurationError: no attacker of that name, or one that lacks its model.
    """
    known = ATTACKERS.classes.items()
    asked = dict.fromkeys(names) or [name for name, one in known if one.by_default or (model and one.takes_model)]
    kinds: list[Any] = [ATTACKERS.named(name) for name in asked]
    return [kind(model) if kind.takes_model else kind() for kind in kinds]


def term_attackers() -> list[TermAttacker]:
    """The attackers that compare counts of terms and need nothing but the texts, as the background stage does."""
    return [one() for one in ATTACKERS.classes.values() if issubclass(one, TermAttacker) and one.by_default]
