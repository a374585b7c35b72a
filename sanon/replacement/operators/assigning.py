"""Give every masked entity its replacement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sanon.replacement.operators.base import Operator, Target
from sanon.replacement.operators.labels import TypeLabel

LABEL = TypeLabel()
#: More attempts than this only fail where an operator has few replacements.
_ATTEMPTS = 200


class Replacement(NamedTuple):
    """What stands in place of an entity, and which operator made it."""

    text: str
    operator: str


def assign(
    targets: Iterable[Target], operators: Mapping[str, Operator], taken: Mapping[str, str] | None = None
) -> dict[str, Replacement]:
    """Give every entity its replacement; where two would get the same, the later by id gets another.

    An entity for which its operator has none gets its label.

    Args:
        operators: type -> operator.
        taken: entity id -> replacement of an earlier run, none of which is given again.
    """
    used = set((taken or {}).values())
    given: dict[str, Replacement] = {}
    for target in sorted(targets, key=lambda target: target.id):
        operator = operators[target.type]
        text = _unused(operator, target, used) if operator.unique else operator.replacement(target)
        if text is None:
            given[target.id] = Replacement(LABEL.replacement(target), LABEL.name)
            continue
        if operator.unique:
            used.add(text)
        given[target.id] = Replacement(text, operator.name)
    return given


def _unused(operator: Operator, target: Target, used: set[str]) -> str | None:
    for attempt in range(_ATTEMPTS):
        text = operator.replacement(target, attempt)
        if text is None or text not in used:
            return text
    return None
