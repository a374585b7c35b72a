"""The systems that are compared; another package adds its own by an entry point in the group `sanon.systems`."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.packaged import table
from sanon.registry import Registry
from sanon.testbench.systems.contract import System

SYSTEMS: Registry[System[Any]] = Registry(System, package=__name__, group="sanon.systems", kind="system")  # type: ignore[type-abstract]

#: What is compared on generated documents when nobody names systems.
DEFAULT = tuple(table("sanon.testbench.data", "systems")["generated"])


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
