"""Everything a command was told, as one typed object: built once at the edge, passed inwards in its parts.

What is told on the command line beats the environment, that beats the policy file and the configuration, these beat
what the graph remembers, and that the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sanon.errors import ConfigurationError, explained
from sanon.settings.input import Input, Model
from sanon.settings.masking import EVERY_TYPE, Compute, Masking, merged_operators
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile, load_profile, shipped_profiles
from sanon.settings.rules import Rules
from sanon.settings.tables import Tables

GRAPH = ".sanon/graph"
PROFILE = "insurance"
#: Names of all settings, each of one part.
SETTINGS = frozenset(
    [
        "graph",
        "compute",
        "profile",
        *(name for part in (Policy, Masking, Input, Model) for name in part.model_fields),
    ]
)


class Remembered(BaseModel):
    """What a graph remembers of its policy, so that the next command need not be told again.

    Attributes:
        profile: name of a shipped profile, or the whole of one's own: its file may move.
        policy: thresholds.
        rules: the rest of the policy file.
        masking: strategy, objective, operators.
    """

    model_config = ConfigDict(frozen=True)

    profile: str | Profile = PROFILE
    policy: Policy = Field(default_factory=Policy)
    rules: Rules = Field(default_factory=Rules)
    masking: Masking = Field(default_factory=Masking)

    @property
    def profile_name(self) -> str:
        """What it is called."""
        return self.profile if isinstance(self.profile, str) else self.profile.name

    def changes_to(self, other: Remembered) -> list[str]:
        """What is different there, each as `name: before -> after`; lists and tables only by name."""
        said = []
        if self.profile != other.profile:
            said.append(f"profile: {self.profile_name} -> {other.profile_name}")
        for mine, theirs in ((self.policy, other.policy), (self.masking, other.masking)):
            for name in type(mine).model_fields:
                before, after = getattr(mine, name), getattr(theirs, name)
                if before != after:
                    said.append(f"{name}: {_shown(before)} -> {_shown(after)}")
        said += [name for name in Rules.model_fields if getattr(self.rules, name) != getattr(other.rules, name)]
        return said


class Settings(BaseModel):
    """What a command works with.

    Attributes:
        graph: folder or address.
        compute: where numbers are derived.
        profile: entity types and weights.
        policy: thresholds.
        rules: what a policy file says besides thresholds.
        masking: strategy, objective, operators.
        input: what is read and what finds the entities.
        model: language model of the extractor `openai`.
        tables: of the configuration.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    graph: str = GRAPH
    compute: Compute = "auto"
    profile: Profile
    policy: Policy = Field(default_factory=Policy)
    rules: Rules = Field(default_factory=Rules)
    masking: Masking = Field(default_factory=Masking)
    input: Input = Field(default_factory=Input)
    model: Model = Field(default_factory=Model)
    tables: Tables = Field(default_factory=Tables)

    @classmethod
    def of(
        cls,
        told: Mapping[str, object],
        remembered: Remembered | None = None,
        *,
        rules: Rules | None = None,
        tables: Tables | None = None,
    ) -> Self:
        """The settings of a command.

        Args:
            told: by the names of the fields of all parts, whoever told it; `operators` as a mapping.
            remembered: by the graph.
            rules: of a policy file; None if there was none.
            tables: of the configuration.

        Raises:
            ConfigurationError: a name or a value that is none of a setting, or no such profile.
        """
        remembered = remembered or Remembered()
        told = dict(told)
        listed, named = (rules.operators if rules else {}), told.pop("operators", {})
        if listed or named:
            before = remembered.masking.operators
            told["operators"] = merged_operators(before, listed, TypeAdapter(dict[str, str]).validate_python(named))
        if unknown := sorted(told.keys() - SETTINGS):
            raise ConfigurationError(f"no setting {', '.join(unknown)}; there are {', '.join(sorted(SETTINGS))}")
        try:
            return cls(
                graph=str(told.get("graph", GRAPH)),
                compute=TypeAdapter(Compute).validate_python(told.get("compute", "auto")),
                profile=_profile(told.get("profile", remembered.profile)),
                policy=_with(remembered.policy, told),
                masking=_with(remembered.masking, told),
                input=_with(Input(), told),
                model=_with(Model(), told),
                rules=rules if rules is not None else remembered.rules,
                tables=tables or Tables(),
            )
        except ValidationError as error:
            raise ConfigurationError(explained(error)) from error

    def to_remember(self) -> Remembered:
        """What the graph remembers of them from now on."""
        shipped = self.profile.name in shipped_profiles() and load_profile(self.profile.name) == self.profile
        return Remembered(
            profile=self.profile.name if shipped else self.profile,
            policy=self.policy,
            rules=self.rules,
            masking=self.masking,
        )


_Part = TypeVar("_Part", Policy, Masking, Input, Model)


def _with(part: _Part, told: Mapping[str, object]) -> _Part:
    """The part with what was told of it."""
    given = {name: told[name] for name in type(part).model_fields if name in told}
    return type(part).model_validate(part.model_dump() | given) if given else part


def _profile(named: object) -> Profile:
    return named if isinstance(named, Profile) else load_profile(str(named))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(name if kind == EVERY_TYPE else f"{kind}={name}" for kind, name in value.items()) or "none"
    return str(value)
