"""Init: write the files that a new corpus begins with."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from sanon.errors import ConfigurationError
from sanon.results import InitResult
from sanon.settings.preset import PRESETS
from sanon.settings.profile import Profile, load_profile
from sanon.settings.starting import CONFIGURATION, POLICY, configuration_text, policy_text


def init(folder: Path, preset: str, told: Mapping[str, object], *, overwrite: bool = False) -> InitResult:
    """Write a configuration and a policy file.

    Args:
        folder: made if it is not there.
        preset: its name.
        told: setting -> value, of those that are not to stay defaults.
        overwrite: replace files that are there.

    Raises:
        ConfigurationError: a file is there already or cannot be written, or the profile lacks types that are named.
    """
    profile = load_profile(str(told.get("profile", PRESETS[preset].profile)))
    texts = {CONFIGURATION: configuration_text(preset, told), POLICY: policy_text(preset, told)}
    _refuse_unknown_types(preset, texts, profile)
    there = [name for name in texts if (folder / name).exists()]
    if there and not overwrite:
        raise ConfigurationError(
            f"{folder / there[0]} is there already and was not touched; write it anew with --overwrite"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8", newline="")
    except OSError as error:
        raise ConfigurationError(f"{folder}: cannot be written: {error.strerror}") from error
    return InitResult(
        preset=preset,
        profile=profile.name,
        source=PRESETS[preset].source,
        files=[str(folder / name) for name in texts],
        replaced=[str(folder / name) for name in there],
    )


def _refuse_unknown_types(preset: str, texts: Mapping[str, str], profile: Profile) -> None:
    """What is written must be what the first command takes."""
    policy, configuration = tomllib.loads(texts[POLICY]), tomllib.loads(texts[CONFIGURATION])
    named = {str(rule["type"]) for kind in ("always_mask", "never_mask") for rule in policy.get(kind, ())}
    named |= configuration.get("recognizers", {}).keys()
    named |= {kind for kind, _, _ in (str(one).rpartition("=") for one in configuration.get("operators", ())) if kind}
    if unknown := sorted(named - profile.types.keys()):
        raise ConfigurationError(
            f"profile {profile.name} lacks types that the preset {preset} or --operator names: {', '.join(unknown)}"
        )
