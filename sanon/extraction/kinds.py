"""Kinds of values that detectors report, and the types of a profile that they are filed under."""

from __future__ import annotations

from typing import NamedTuple

from sanon.packaged import table
from sanon.settings.profile import Profile


class Kind(NamedTuple):
    """A line of kinds.toml, which says what the fields mean."""

    types: tuple[str, ...]
    direct: bool = False
    number: bool = False
    keyed: float = 0.0
    words: int = 6


KINDS = {name: Kind(**said) for name, said in table("sanon.extraction", "kinds").items()}
#: Kinds that stand for one person, or for where to reach one.
DIRECT = frozenset(name for name, kind in KINDS.items() if kind.direct)
#: Kinds that are numbers and codes.
NUMBERS = frozenset(name for name, kind in KINDS.items() if kind.number)


def types_of(profile: Profile) -> dict[str, str]:
    """Kind of a detector -> type of the profile, for the kinds that the profile takes."""
    accepted = profile.accepted
    known = {name: [accepted[one] for one in kind.types if one in accepted] for name, kind in KINDS.items()}
    return {name: types[0] for name, types in known.items() if types}
