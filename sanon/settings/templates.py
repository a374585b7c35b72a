"""What a new corpus begins with: a policy and a configuration, perhaps after a preset, a rule that others have written.

Of both files every entry says what it means; it is commented out where it is a default.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

from sanon.packaged import table
from sanon.settings.masking import EVERY_TYPE
from sanon.settings.settings import SETTINGS

DEFAULT = "default"
_FILES = resources.files("sanon.settings.presets")


class Preset(NamedTuple):
    """A preset.

    Attributes:
        profile: entity types that its rules name.
        title: what it is, for a person.
        source: the text that it follows; empty if none.
        limits: that it sets otherwise than by default.
    """

    profile: str
    title: str
    source: str = ""
    limits: Mapping[str, float] = MappingProxyType({})

    def __str__(self) -> str:
        return f"{self.title}: {self.source}" if self.source else self.title


PRESETS = {name: Preset(**said) for name, said in table("sanon.settings.presets", "presets").items()}
"""Name -> preset. Its rules, if it has any, are `presets/<name>.policy.toml`, and `presets/<name>.recognizers.toml`."""


def policy_of(name: str) -> str:
    """What a preset adds to a policy file; the examples of the default if it has no rules."""
    file = _FILES.joinpath(f"{name}.policy.toml")
    return (file if file.is_file() else _FILES.joinpath(f"{DEFAULT}.policy.toml")).read_text("utf-8")


def recognizers_of(name: str) -> str:
    """What a preset adds to a configuration; empty if nothing."""
    file = _FILES.joinpath(f"{name}.recognizers.toml")
    return file.read_text("utf-8") if file.is_file() else ""


CONFIGURATION, POLICY = "sanon.toml", "policy.toml"
_LIMITS = (
    *("direct", "theta_doc", "theta_chain", "rho_high", "rho_medium"),
    *("at_least", "population", "edge_threshold", "max_chain_length"),
)
_SETTINGS = ("graph", "operators", "scope", "strategy", "chunk", "date_order", "extractor")
#: Written also where nobody named them: what a graph remembers of earlier commands must not stand in for them.
_ALWAYS = frozenset({"direct", "operators"})
#: What stands where the default says nothing.
_EXAMPLES: dict[str, object] = {"operators": ["type-label"], "chunk": "words=200"}
_WIDTH = 110


def configuration_text(preset: str, named: Mapping[str, Any], choices: Mapping[str, Sequence[str]]) -> str:
    """The configuration.

    Args:
        named: setting -> value, of those that are not to stay defaults.
        choices: setting -> what there is to choose from, for a comment.
    """
    head = f"""\
# Settings of sAnon for this folder: every command that runs here reads them.
# Flags and the environment beat them. An entry after "# " is not set: take the "# " away to set it.

# Entity types and their weights: insurance, legal, or a file of yours.
profile = {_toml(named.get("profile", PRESETS[preset].profile))}

# Limits, and what is always or never masked.
policy = {_toml(POLICY)}
"""
    recognizers = recognizers_of(preset)
    return "\n".join([head, *_entries(_SETTINGS, named, choices), *([recognizers] if recognizers else [])])


def policy_text(preset: str, named: Mapping[str, Any]) -> str:
    """The policy file; arguments as of `configuration_text`."""
    head = f"# Policy of sAnon for this folder: {PRESETS[preset]}.\n# How the numbers are made: docs/method.md.\n"
    return "\n".join([head, *_entries(_LIMITS, {**PRESETS[preset].limits, **named}, {}), policy_of(preset)])


def _entries(names: Sequence[str], named: Mapping[str, Any], choices: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name in names:
        described = SETTINGS[name].description or ""
        if name in choices:
            described += f" One of {', '.join(choices[name])}."
        if name == "operators":
            described += ' "TYPE=…" is for one type.'
        comment = textwrap.fill(described, _WIDTH, initial_indent="# ", subsequent_indent="# ")
        value = named.get(name, _EXAMPLES.get(name, SETTINGS[name].get_default(call_default_factory=True)))
        unset = "" if name in _ALWAYS or name in named else "# "
        yield f"{comment}\n{unset}{name} = {_toml(value)}\n"


def _toml(value: object) -> str:
    """A string, number or list; JSON's notation of them is TOML's too. Operators by type are listed."""
    if isinstance(value, Mapping):
        value = [name if kind == EVERY_TYPE else f"{kind}={name}" for kind, name in value.items()]
    return json.dumps(value if isinstance(value, str | int | float | list | bool) else str(value))
