"""Operators: what stands in place of a masked value, and what it leaves for an attacker."""

from sanon.registry import Registry
from sanon.replacement.operators.assigning import LABEL, Replacement, assign
from sanon.replacement.operators.base import Operator, Place, Remains, Target

__all__ = [
    "DEFAULT_OPERATOR",
    "LABEL",
    "OPERATORS",
    "Operator",
    "Place",
    "Remains",
    "Replacement",
    "Target",
    "assign",
    "rewrites",
]

OPERATORS = Registry(Operator, package=__name__, group="sanon.operators", kind="operator")  # type: ignore[type-abstract]
"""All operators by their names."""

DEFAULT_OPERATOR = LABEL.name


def rewrites(name: str) -> bool:
    """Whether an operator has a language model reformulate sentences; one that is not installed does not."""
    return name in OPERATORS.classes and OPERATORS.classes[name].rewrites
