"""Operators: what stands in place of a masked value."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Protocol

from sanon.errors import ConfigurationError


class Operator(Protocol):
    """Makes the replacement of an entity; the same one wherever the entity stands.

    Attributes:
        name: as on the command line.
        unique: whether two entities must not have the same replacement.
    """

    name: str
    unique: bool

    def __init__(self, key: bytes | None = None) -> None: ...

    def replacement(self, entity_id: str, entity_type: str, length: int = ...) -> str:
        """Give the replacement; `length` says how much of a pseudonym to show."""
        ...


class TypeLabel:
    """The type says what stood there: Utku Karaarslan -> [NAME]."""

    name = "type-label"
    unique = False

    def __init__(self, key: bytes | None = None) -> None:
        pass

    def replacement(self, entity_id: str, entity_type: str, length: int = 0) -> str:
        """Give `[TYPE]`."""
        return f"[{entity_type}]"


class Redacted:
    """Nothing says what stood there: Utku Karaarslan -> [REDACTED]."""

    name = "redacted"
    unique = False

    def __init__(self, key: bytes | None = None) -> None:
        pass

    def replacement(self, entity_id: str, entity_type: str, length: int = 0) -> str:
        """Give `[REDACTED]`."""
        return "[REDACTED]"


class Pseudonym:
    """The same mark for the same entity: Utku Karaarslan -> [NAME_1f3a9c].

    The mark is a keyed hash (HMAC-SHA256): without the key nobody can try out names, as with a bare hash.
    """

    name = "pseudonym"
    unique = True

    def __init__(self, key: bytes | None = None) -> None:
        if not key:
            raise ConfigurationError("the operator pseudonym needs the secret key of the corpus")
        self._key = key

    def replacement(self, entity_id: str, entity_type: str, length: int = 6) -> str:
        """Give `[TYPE_<first hex digits>]`."""
        return f"[{entity_type}_{hmac.digest(self._key, entity_id.encode(), 'sha256').hex()[:length]}]"


OPERATORS: dict[str, type[Operator]] = {kind.name: kind for kind in (TypeLabel, Redacted, Pseudonym)}
"""Name -> operator. A new one is a class like these and a test."""

_HEX_DIGITS = range(6, 65)


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


def assign(
    entities: Mapping[str, str], operators: Mapping[str, Operator], taken: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Give every entity its replacement.

    Six hex digits are 16.7 million pseudonyms: of 5,000 names two are likely to meet, of 100,000 hundreds. A later
    one, in the order of the ids, then shows as many more digits as it takes. What was published stays as it is.

    Args:
        entities: entity id -> type.
        operators: type -> operator.
        taken: entity id -> replacement of an earlier run.
    """
    taken = taken or {}
    given = {entity_id: taken[entity_id] for entity_id in entities if entity_id in taken}
    used = set(taken.values())
    for entity_id in sorted(entities.keys() - given.keys()):
        kind = entities[entity_id]
        chosen = operators[kind]
        replacement = chosen.replacement(entity_id, kind)
        if chosen.unique:
            longer = (chosen.replacement(entity_id, kind, length) for length in _HEX_DIGITS)
            replacement = next(one for one in longer if one not in used)
            used.add(replacement)
        given[entity_id] = replacement
    return given
