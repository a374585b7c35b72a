"""Everything a command works with, as one object: built once, passed whole, read where it is needed.

What a call names, as a flag or an argument, counts before the environment, that before a policy file, that before a
configuration, that before what the graph remembers, and that before the defaults.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from sanon.errors import ConfigurationError, GraphError, explained
from sanon.records import StrictModel
from sanon.settings.input import Input
from sanon.settings.masking import EVERY_TYPE, Compute, Masking, merged_operators
from sanon.settings.model import Model
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile, load_profile, shipped_profiles
from sanon.settings.rules import Rules
from sanon.settings.source import Source
from sanon.settings.tables import Recognizer, Tables

GRAPH = ".sanon/graph"
PROFILE = "insurance"


def _profile(named: str | Path | Profile) -> Profile:
    return load_profile(str(named)) if isinstance(named, str | Path) else named


class Remembered(BaseModel):
    """What a graph remembers of the settings, so that the next command need not name them again.

    Attributes:
        profile: name of a shipped profile, or the whole of one's own, since its file may move.
        recognizers: of the configuration, with the words of their files.
    """

    model_config = ConfigDict(frozen=True)

    profile: str | Profile = PROFILE
    policy: Policy = Field(default_factory=Policy)
    rules: Rules = Field(default_factory=Rules)
    masking: Masking = Field(default_factory=Masking)
    recognizers: dict[str, Recognizer] = Field(default_factory=dict)

    def changes_to(self, other: Remembered) -> list[str]:
        """What is different there, each as `name: before -> after`; of lists and tables only the name."""
        names = [one.profile if isinstance(one.profile, str) else one.profile.name for one in (self, other)]
        found = [f"profile: {names[0]} -> {names[1]}"] if self.profile != other.profile else []
        for mine, theirs in ((self.policy, other.policy), (self.masking, other.masking)):
            for name in type(mine).model_fields:
                before, after = getattr(mine, name), getattr(theirs, name)
                if before != after:
                    found.append(f"{name}: {_shown(before)} -> {_shown(after)}")
        found += [name for name in Rules.model_fields if getattr(self.rules, name) != getattr(other.rules, name)]
        return found + (["recognizers"] if self.recognizers != other.recognizers else [])


class Settings(StrictModel):
    """What a command works with.

    Attributes:
        rules: what a policy file says besides limits and operators.
        input: what is read, and what finds the entities.
        tables: of the configuration: recognizers, and what extractors need to know.
        policy_file: where the rules come from; None if from no file.
    """

    graph: str = Field(
        default=GRAPH,
        description="Folder of the graph, or bolt://HOST:7687 of a Neo4j server, with NEO4J_USERNAME, NEO4J_PASSWORD "
        "and NEO4J_DATABASE from the environment.",
    )
    compute: Compute = Field(
        default="auto",
        description="Where risks and links are computed: in the database, in arrays, or where it is faster; the result "
        "is the same.",
    )
    profile: Annotated[Profile, BeforeValidator(_profile)] = Field(
        default_factory=lambda: load_profile(PROFILE),
        description=f"Entity types and their weights: {', '.join(shipped_profiles())}, or a TOML file. "
        f"[default: {PROFILE}]",
    )
    policy: Policy = Field(default_factory=Policy)
    rules: Rules = Field(default_factory=Rules)
    masking: Masking = Field(default_factory=Masking)
    input: Input = Field(default_factory=Input)
    model: Model = Field(default_factory=Model)
    tables: Tables = Field(default_factory=Tables)
    policy_file: Path | None = None

    @classmethod
    def resolved(cls, source: Source, remembered: Remembered | None = None) -> Self:
        """The settings of a command: what a source names, then what the graph remembers, then the defaults.

        Raises:
            ConfigurationError: a name or a value that is none of a setting, or no such profile.
        """
        before = remembered or Remembered()
        settings = cls(
            profile=_profile(before.profile),
            policy=before.policy,
            rules=before.rules,
            masking=before.masking,
            tables=Tables(recognizers=before.recognizers),
        )
        return settings.changed(source)

    def changed(self, source: Source) -> Self:
        """These settings with what a source names.

        Raises:
            ConfigurationError: a name or a value that is none of a setting, or no such profile.
        """
        values = source.all_values
        if unknown := sorted(values.keys() - SETTINGS.keys()):
            near = get_close_matches(unknown[0], SETTINGS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(SETTINGS))}"
            raise ConfigurationError(f"{_origin(source, unknown[0])}no setting {', '.join(unknown)}: {hint}")
        if "operators" in values:
            values["operators"] = merged_operators(self.masking.operators, values["operators"])
        update: dict[str, Any] = {name: values[name] for name in ("graph", "compute", "profile") if name in values}
        try:
            for name, part in PARTS.items():
                named = {one: values[one] for one in part.model_fields if one in values}
                update[name] = part.model_validate(getattr(self, name).model_dump() | named)
            if source.policy_file is not None:
                update |= {"rules": source.policy_file.rules, "policy_file": source.policy_file.path}
            if source.tables is not None:
                update["tables"] = source.tables.over(self.tables)
            return type(self).model_validate(dict(self) | update)
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            raise ConfigurationError(f"{_origin(source, name)}{explained(error)}") from error

    @property
    def to_remember(self) -> Remembered:
        """What the graph remembers of them.

        Raises:
            ConfigurationError: a file of words of a recognizer cannot be read.
        """
        shipped = self.profile.name in shipped_profiles() and load_profile(self.profile.name) == self.profile
        return Remembered(
            profile=self.profile.name if shipped else self.profile,
            policy=self.policy,
            rules=self.rules,
            masking=self.masking,
            recognizers=self.tables.whole_recognizers,
        )


#: The parts whose fields are settings, by the name of the attribute.
PARTS: dict[str, type[BaseModel]] = {"policy": Policy, "masking": Masking, "input": Input, "model": Model}
#: All settings by name, each with its type, range, default and description.
SETTINGS: dict[str, FieldInfo] = {
    **{name: Settings.model_fields[name] for name in ("graph", "compute", "profile")},
    **{name: one for part in PARTS.values() for name, one in part.model_fields.items()},
}


def remembered_in(text: str) -> Remembered:
    """What a graph has written down.

    Raises:
        GraphError: another version of sAnon has written it.
    """
    try:
        return Remembered.model_validate_json(text)
    except ValidationError as error:
        raise GraphError(
            f"the settings in this graph are of another version of sAnon ({explained(error)}): load into a new graph"
        ) from error


def _origin(source: Source, name: str) -> str:
    """Which file a setting stands in, as the beginning of a message; nothing if a call or the environment names it."""
    if name in source.values or name not in source.configured:
        return ""
    return f"configuration {source.configuration}: "


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(name if kind == EVERY_TYPE else f"{kind}={name}" for kind, name in value.items()) or "none"
    return str(value)
