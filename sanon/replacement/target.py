"""What is to be replaced, as operators see it."""

from __future__ import annotations

from dataclasses import dataclass

from sanon.settings.profile import NormalForm


@dataclass(frozen=True, slots=True)
class Target:
    """An entity that is to be replaced.

    Attributes:
        type: its type in the profile.
        value: its normalized value.
        spellings: as found in the corpus.
    """

    id: str
    type: str
    normal_form: NormalForm = "text"
    value: str = ""
    spellings: tuple[str, ...] = ()
