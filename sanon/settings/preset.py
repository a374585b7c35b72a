"""Presets: a policy and a configuration to begin with, each after a rule that others have written."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple

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
    source: str
    limits: Mapping[str, float] = MappingProxyType({})

    def __str__(self) -> str:
        return f"{self.title}: {self.source}" if self.source else self.title


PRESETS = {
    DEFAULT: Preset("insurance", "the limits of the method", ""),
    "thesis": Preset("insurance", "the limits of risk alone", "", MappingProxyType({"at_least": 0.0})),
    "hipaa": Preset("insurance", "the 18 identifiers of HIPAA Safe Harbor", "45 CFR 164.514(b)(2)"),
    "gdpr": Preset(
        "insurance",
        "what identifies directly by the GDPR",
        "Regulation (EU) 2016/679, Article 4(1), recitals 26 and 30",
    ),
    "court": Preset(
        "legal", "publication of court decisions", "Code de l'organisation judiciaire (France), article L. 111-13"
    ),
}
"""Name -> preset. Its rules, if it has any, are `presets/<name>.policy.toml`, and `presets/<name>.recognizers.toml`."""


def policy_of(name: str) -> str:
    """What a preset adds to a policy file; the examples of the default if it has no rules."""
    file = _FILES.joinpath(f"{name}.policy.toml")
    return (file if file.is_file() else _FILES.joinpath(f"{DEFAULT}.policy.toml")).read_text("utf-8")


def recognizers_of(name: str) -> str:
    """What a preset adds to a configuration; empty if nothing."""
    file = _FILES.joinpath(f"{name}.recognizers.toml")
    return file.read_text("utf-8") if file.is_file() else ""
