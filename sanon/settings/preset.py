"""Presets: a policy and a configuration to begin with, each after a rule that others have written."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple

DEFAULT = "default"
_FILES = resources.files("sanon.settings.presets")


class Preset(NamedTuple):
    """A preset.

    Attributes:
        profile: entity types that its rules name.
        title: what it is, for a person.
        source: the text that it follows; empty if none.
    """

    profile: str
    title: str
    source: str

    def __str__(self) -> str:
        return f"{self.title}: {self.source}" if self.source else self.title


PRESETS = {
    DEFAULT: Preset("insurance", "the limits of the method", ""),
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
"""Name -> preset. Its rules are `presets/<name>.policy.toml`, its recognizers `presets/<name>.recognizers.toml`."""


def policy_of(name: str) -> str:
    """What a preset adds to a policy file."""
    return _FILES.joinpath(f"{name}.policy.toml").read_text("utf-8")


def recognizers_of(name: str) -> str:
    """What a preset adds to a configuration; empty if nothing."""
    file = _FILES.joinpath(f"{name}.recognizers.toml")
    return file.read_text("utf-8") if file.is_file() else ""
