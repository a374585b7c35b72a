"""Operators: what stands in place of a masked value, and what it leaves for an attacker. One module an operator."""

from __future__ import annotations

from collections.abc import Callable

from sanon.errors import ConfigurationError
from sanon.replacement.operators.assigning import LABEL, Replacement, assign
from sanon.replacement.operators.contract import Operator, Remains, Target
from sanon.replacement.operators.generalize import Generalize
from sanon.replacement.operators.pseudonym import Pseudonym
from sanon.replacement.operators.redacted import Redacted
from sanon.replacement.operators.type_label import TypeLabel

__all__ = ["LABEL", "OPERATORS", "REMAINS", "Operator", "Remains", "Replacement", "Target", "assign", "operator"]

OPERATORS: dict[str, Callable[[bytes | None], Operator]] = {
    TypeLabel.name: lambda key: TypeLabel(),
    Redacted.name: lambda key: Redacted(),
    Pseudonym.name: Pseudonym,
    Generalize.name: lambda key: Generalize(),
}
"""Name -> how the operator is made from the secret key of the corpus. A new one is a module like these and a test."""

REMAINS: dict[str, Remains] = {kind.name: kind.remains for kind in (TypeLabel, Redacted, Pseudonym, Generalize)}
"""Name -> what the operator leaves for an attacker."""


def operator(name: str, key: bytes | None = None) -> Operator:
    """Make an operator by its name.

    Args:
        name: a key of OPERATORS.
        key: secret of the corpus, for operators that need one.

    Raises:
        ConfigurationError: no such operator, or the key is missing.
    """
    if name not in OPERATORS:
        raise ConfigurationError(f"no operator {name!r}: name one of {', '.join(OPERATORS)}")
    return OPERATORS[name](key)
