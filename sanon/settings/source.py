"""Where settings come from: a call or the environment, a policy file, a configuration."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ValidationError

from sanon.errors import ConfigurationError, accessing, explained
from sanon.settings.masking import Masking, merged_operators, operators_by_type
from sanon.settings.policy import Policy
from sanon.settings.rules import Rules
from sanon.settings.tables import RECOGNIZERS, Tables

#: Name of a configuration that commands read if it lies in the folder where they run.
CONFIGURATION = Path("sanon.toml")
#: Entry of a configuration that names a policy file.
POLICY = "policy"
_OF_POLICY_FILES = frozenset({*Policy.model_fields, "scope", "operators"})


class PolicyFile(NamedTuple):
    """What a policy file says.

    Attributes:
        values: limits, operators and scope, by the names of the settings.
        rules: the rest.
    """

    path: Path
    values: Mapping[str, Any]
    rules: Rules


@dataclass(frozen=True)
class Source:
    """Settings that somebody named; what is not named is left to the graph and to the defaults.

    Attributes:
        values: name of a setting -> value, as a call or the environment gives it.
        policy_file: limits, operators and rules that count where `values` says nothing; None if there is no file.
        configured: entries of a configuration, which count where neither says anything.
        tables: of the configuration; None if there is none.
        configuration: path of it, for messages.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    policy_file: PolicyFile | None = None
    configured: Mapping[str, Any] = field(default_factory=dict)
    tables: Tables | None = None
    configuration: Path | None = None

    @classmethod
    def named(cls, **settings: object) -> Self:
        """The settings that somebody gives by name in Python; None is left out.

        Args:
            settings: name -> value. A part such as `policy=Policy(theta_doc=0.9)` stands for its fields that are set;
                `policy_file` and `config` are the paths of files.

        Raises:
            ConfigurationError: a file cannot be read, or is no policy or configuration.
        """
        values: dict[str, Any] = {}
        config, policy_file = settings.pop("config", None), settings.pop("policy_file", None)
        for name, value in settings.items():
            if isinstance(value, BaseModel) and name in ("policy", "masking", "input", "model"):
                values |= {one: getattr(value, one) for one in value.model_fields_set}
            elif value is not None:
                values[name] = value
        files = cls.of_files(
            Path(str(config)) if config is not None else None,
            Path(str(policy_file)) if policy_file is not None else None,
        )
        return cls(values).over(files)

    @classmethod
    def of_files(cls, configuration: Path | None, policy_file: Path | None) -> Self:
        """What files say.

        Args:
            configuration: its settings and tables.
            policy_file: in place of the one that the configuration names.

        Raises:
            ConfigurationError: not TOML, or an entry that is no setting or has a wrong value; the message names it.
        """
        file = read_policy_file(policy_file) if policy_file is not None else None
        if configuration is None:
            return cls(policy_file=file)
        entries = {name.replace("-", "_"): value for name, value in read_toml(configuration, "configuration").items()}
        named = entries.pop(POLICY, None)
        if named is not None and not isinstance(named, str):
            raise ConfigurationError(f"configuration {configuration}: {POLICY} is the path of a policy file")
        # A table describes extraction; but operators by type are a setting.
        described = [name for name, entry in entries.items() if isinstance(entry, dict) and name != "operators"]
        extractors = {name: entries.pop(name) for name in described}
        found = {RECOGNIZERS: extractors.pop(RECOGNIZERS)} if RECOGNIZERS in extractors else {}
        try:
            tables = Tables.model_validate(
                found | {"extractors": extractors, "folder": configuration.absolute().parent}
            )
        except ValidationError as error:
            raise ConfigurationError(f"configuration {configuration}: {explained(error)}") from error
        if file is None and named is not None:
            # Both lie side by side, as the files that the tables name.
            file = read_policy_file(configuration.parent / named)
        return cls(policy_file=file, configured=entries, tables=tables, configuration=configuration)

    @property
    def all_values(self) -> dict[str, Any]:
        """Every setting that is named anywhere in this source."""
        return _merged(self.configured, self.policy_file.values if self.policy_file else {}, self.values)

    def over(self, below: Source) -> Self:
        """What this source and another one name; where both name a setting, this one counts."""
        return type(self)(
            _merged(below.values, self.values),
            self.policy_file or below.policy_file,
            _merged(below.configured, self.configured),
            below.tables if self.tables is None else self.tables,
            self.configuration or below.configuration,
        )


def read_policy_file(path: Path) -> PolicyFile:
    """Read a policy file.

    Raises:
        ConfigurationError: not TOML, or not a policy; the message names the entry.
    """
    return policy_file_of(path, read_toml(path, "policy"))


def policy_file_of(path: Path, entries: dict[str, Any]) -> PolicyFile:
    """A policy file with these entries.

    Raises:
        ConfigurationError: they are no policy; the message names the entry.
    """
    values = {name: entries.pop(name) for name in list(entries) if name in _OF_POLICY_FILES}
    try:
        for part in (Policy, Masking):
            part.model_validate({name: value for name, value in values.items() if name in part.model_fields})
        return PolicyFile(path, values, Rules.model_validate(entries))
    except ValidationError as error:
        raise ConfigurationError(f"policy {path}: {explained(error)}") from error


def _merged(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """The later layers count; operators are joined type by type."""
    merged = {name: value for layer in layers for name, value in layer.items()}
    operators = [operators_by_type(layer["operators"]) for layer in layers if "operators" in layer]
    return merged | ({"operators": merged_operators(*operators)} if operators else {})


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """The entries of a file; `what` it is, for the message.

    Raises:
        ConfigurationError: it cannot be read, or is not TOML.
    """
    try:
        with accessing(f"{what} {path}", "read"):
            return tomllib.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{what} {path}: not UTF-8, or damaged") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{what} {path}: {error}") from error
