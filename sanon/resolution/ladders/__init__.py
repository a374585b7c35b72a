"""Ladders of generalization: ever coarser values that are true of what a value stands for.

    12/03/2019 -> March 2019 -> 2019 -> 2010s           Cuxhaven -> Lower Saxony -> Germany -> Western Europe

Pure and offline. Names, and numbers that stand for a person, have no ladder; nor has a value that no list knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from sanon.resolution.ladders.dates import date_ladder
from sanon.resolution.ladders.numbers import age_ladder, quantity_ladder, spoken_age_ladder
from sanon.resolution.ladders.places import address_ladder, place_ladder
from sanon.resolution.ladders.rungs import Climb, Rung
from sanon.resolution.ladders.things import (
    condition_ladder,
    event_ladder,
    medicine_ladder,
    occupation_ladder,
    organisation_ladder,
    people_ladder,
)
from sanon.settings.profile import Profile

__all__ = ["Climb", "Ladders", "Rung"]

_Ladder = Callable[[str], Climb | None]

#: Type of the embedded extractor -> ladders that its values may climb; the first that knows a value counts.
_BY_TYPE: dict[str, tuple[_Ladder, ...]] = {
    "ADDRESS": (address_ladder,),
    "AGE": (age_ladder,),
    "BIRTHDATE": (date_ladder,),
    "DEMOGRAPHIC": (people_ladder, occupation_ladder, spoken_age_ladder),
    "EVENT": (event_ladder,),
    "EVENT_DATE": (date_ladder, spoken_age_ladder, quantity_ladder),
    "INDIRECT_IDENTIFIER": (occupation_ladder, organisation_ladder, people_ladder),
    "LOCATION": (place_ladder, people_ladder),
    "MEDICAL_CONDITION": (condition_ladder,),
    "PROVIDER": (place_ladder, organisation_ladder, people_ladder),
    "QUANTITY": (quantity_ladder,),
    "TREATMENT": (medicine_ladder,),
}
#: By the normal form, for types of a user's own; none for what names a person or stands for one.
_BY_FORM: dict[str, tuple[_Ladder, ...]] = {
    "date": (date_ladder,),
    "age": (age_ladder,),
    "text": (place_ladder, occupation_ladder, people_ladder, condition_ladder, medicine_ladder, quantity_ladder),
    "name": (),
    "phone": (),
    "email": (),
    "id": (),
}
_PLACE = "LOCATION"


class Ladders:
    """The ladders of the types of a profile.

    Args:
        profile: says what its types hold (`accepts`), and which of them are places.
    """

    def __init__(self, profile: Profile) -> None:
        self._place_type = profile.accepted.get(_PLACE)
        self._of_type: dict[str, tuple[_Ladder, ...]] = {}
        for name, kind in profile.types.items():
            named = [one for one in (name, *kind.accepts) if one in _BY_TYPE]
            own = tuple(dict.fromkeys(ladder for one in named for ladder in _BY_TYPE[one]))
            held = bool(_BY_FORM[kind.normal_form])
            self._of_type[name] = (own or _BY_FORM[kind.normal_form]) if held else ()

    def climb(self, entity_type: str, value: str) -> Climb | None:
        """The way up from a normalized value; None if it has none."""
        ladders = self._of_type.get(entity_type)
        return _first(ladders, value) if ladders else None

    def type_of(self, entity_type: str, climb: Climb | Rung) -> str:
        """Type of what stands at the start or on a rung of a ladder: that of the entity, or the type of places."""
        return self._place_type or entity_type if climb.kind == "place" else entity_type


@lru_cache(maxsize=100_000)
def _first(ladders: tuple[_Ladder, ...], value: str) -> Climb | None:
    return next((found for ladder in ladders if (found := ladder(value))), None)
