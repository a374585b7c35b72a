"""Profiles: the entity types of a domain and how much each weighs.

A profile is a TOML file. sAnon ships `insurance` (default), `insurance-early` and `legal`; a path names one's own.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.records import StrictModel

NormalForm = Literal["text", "name", "date", "phone", "email", "id", "age"]


class EntityType(StrictModel):
    """One type of a profile.

    Attributes:
        weight: severity of a leak, in [0, 1].
        direct: a direct identifier; masked in every document of the corpus, not only where it was found.
        everywhere: no direct identifier, but looked for in every document as one: the number of a claim or a policy
            stands for one person's affair, and what one document masks another must not tell. "rare": only values with
            a word that is rare in the language of the document (a rare disease, not asthma). "never": a direct
            identifier that is masked only where it was found; of a type of names, what few of the documents that hold
            it use as a name is filed there.
        normal_form: the rule that unifies spellings of its values.
        accepts: types of the embedded extractor that this profile files under this type.
        description: what belongs to it, for a language model.
    """

    weight: float = Field(ge=0, le=1)
    direct: bool = False
    everywhere: bool | Literal["rare", "never"] = False
    normal_form: NormalForm = "text"
    accepts: tuple[str, ...] = ()
    description: str = ""

    @property
    def searched(self) -> bool:
        """Whether its values are looked for in every document."""
        return self.everywhere is True or (self.direct and self.everywhere != "never")


class Profile(StrictModel):
    """The entity types of a domain."""

    name: str
    description: str = ""
    types: dict[str, EntityType] = Field(min_length=1)

    @cached_property
    def weights(self) -> dict[str, float]:
        """Type -> weight."""
        return {name: kind.weight for name, kind in self.types.items()}

    @cached_property
    def accepted(self) -> dict[str, str]:
        """Type of the embedded extractor -> type of this profile."""
        own = {name: name for name in self.types}
        return own | {alias: name for name, kind in self.types.items() for alias in kind.accepts}

    @cached_property
    def possible_name(self) -> str | None:
        """The type of what may be a name and is not looked for in other documents; None if the profile has none."""
        never = (name for name, kind in self.types.items() if kind.everywhere == "never" and kind.normal_form == "name")
        return next(never, None)

    @cached_property
    def findable(self) -> dict[str, EntityType]:
        """The types that a model may file something under."""
        return {name: kind for name, kind in self.types.items() if name != self.possible_name}

    def is_name(self, entity_type: str) -> bool:
        """Whether a type holds names of people that are looked for in every document."""
        return self.types[entity_type].normal_form == "name" and entity_type != self.possible_name


def shipped_profiles() -> list[str]:
    """Names of the profiles that come with sAnon."""
    folder = resources.files("sanon.settings.profiles")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_profile(name_or_path: str) -> Profile:
    """Read a shipped profile by its name, or a file by its path.

    Raises:
        ConfigurationError: no such profile, or a file that does not describe one.
    """
    if name_or_path in shipped_profiles():
        text = resources.files("sanon.settings.profiles").joinpath(f"{name_or_path}.toml").read_text("utf-8")
    elif Path(name_or_path).is_file():
        text = Path(name_or_path).read_text("utf-8")
    else:
        shipped = ", ".join(shipped_profiles())
        raise ConfigurationError(f"no profile {name_or_path!r}: name one of {shipped}, or the path of a TOML file")
    try:
        return Profile.model_validate(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"profile {name_or_path}: not TOML: {error}") from error
    except ValidationError as error:
        raise ConfigurationError(f"profile {name_or_path}: {explained(error)}") from error
