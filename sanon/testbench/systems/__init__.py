"""The systems that are compared; another package adds its own by an entry point in the group `sanon.systems`."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.registry import Registry
from sanon.testbench.systems.contract import System

SYSTEMS: Registry[System[Any]] = Registry(System, package=__name__, group="sanon.systems", kind="system")  # type: ignore[type-abstract]

#: θ_doc of the document stage alone in Zhou 2025, table 6.1.
_THETAS = (0.95, 0.9, 0.85, 0.8, 0.75)
#: With whatever finds the entities, so that all rows of a block have the same detector.
_BLOCK = (
    "every-entity",
    "direct-only",
    "random",
    "document@theta=equal",
    "sanon",
    "sanon@people=0",
    "sanon@strategy=knapsack",
    "sanon@strategy=optimal",
    "sanon@operator=generalize",
    "sanon@operator=surrogate",
    "levels",
)
#: What users get comes first, then what a model finds, then what nobody gets: entities as the generator knows them.
DEFAULT = (
    "verbatim",
    "presidio",
    *_BLOCK,
    "sanon@extraction=presidio",
    "sage",
    "thesis",
    "unlinkable",
    *(f"{label}@extraction=given" for label in _BLOCK),
    *(f"document@theta={theta:g}@direct=by-risk@extraction=given" for theta in _THETAS),
    *(f"lprag@epsilon={epsilon:g}@extraction=given" for epsilon in (1, 10, 50)),
)


def parsed(label: str) -> System[Any]:
    """The system that a name with parameters means, such as `sanon@theta=0.8@operator=surrogate`.

    Raises:
        ConfigurationError: no such system, or a parameter that it does not take.
    """
    name, *said = label.strip().split("@")
    kind = SYSTEMS.named(name)
    fields = kind.parameters.model_fields
    given: dict[str, str] = {}
    for one in said:
        key, sign, value = one.partition("=")
        if not sign or key not in fields:
            takes = ", ".join(sorted(fields)) or "none"
            raise ConfigurationError(f"--systems {label}: {name} has no parameter {key}; it takes: {takes}")
        given[key] = value
    try:
        return kind(label.strip(), kind.parameters.model_validate(given))
    except ValidationError as error:
        raise ConfigurationError(f"--systems {label}: {explained(error)}") from error
