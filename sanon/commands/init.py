"""Init: write the files that a new corpus begins with."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.atomic import write_whole
from sanon.commands.command import LIMITS, REPLACING, SELECTING, Command, Question, Terminal
from sanon.errors import ConfigurationError
from sanon.extraction.registry import EXTRACTORS
from sanon.progress import Progress, silent
from sanon.replacement.operators import OPERATORS
from sanon.results import InitResult
from sanon.selection.strategy import STRATEGIES
from sanon.settings.profile import Profile, load_profile
from sanon.settings.settings import Settings
from sanon.settings.templates import CONFIGURATION, DEFAULT, POLICY, PRESETS, configuration_text, policy_text


class InitRequest(Question):
    """The files; settings that the call names are set in them, the rest stands there as a comment."""

    folder: Annotated[Path, Terminal(argument=True)] = Field(
        default=Path(), description="Folder of the files, the current one if none is named."
    )
    preset: Annotated[str, Terminal(choices=lambda: {name: str(one) for name, one in PRESETS.items()})] = Field(
        default=DEFAULT, description="Rules to begin with."
    )
    overwrite: bool = Field(default=False, description="Replace files of an earlier init.")


def run(store: None, settings: Settings, request: InitRequest, progress: Progress = silent) -> InitResult:
    """Write a configuration and a policy file.

    Raises:
        ConfigurationError: a file is there already or cannot be written, or the profile lacks types that are named.
    """
    folder, preset, named = request.folder, request.preset, request.named.all_values
    if preset not in PRESETS:
        raise ConfigurationError(f"no preset {preset!r}: name one of {', '.join(PRESETS)}")
    profile = load_profile(str(named.get("profile", PRESETS[preset].profile)))
    choices = {"operators": OPERATORS.names, "strategy": STRATEGIES.names, "extractor": EXTRACTORS.names}
    texts = {CONFIGURATION: configuration_text(preset, named, choices), POLICY: policy_text(preset, named)}
    _refuse_unknown_types(preset, texts, profile)
    there = [name for name in texts if (folder / name).exists()]
    if there and not request.overwrite:
        raise ConfigurationError(
            f"{folder / there[0]} is there already and was not touched; write it anew with --overwrite"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(folder / name, text.encode(), 0o666)
    except OSError as error:
        for name in texts.keys() - there:  # one without the other would stop the next init
            with suppress(OSError):
                (folder / name).unlink(missing_ok=True)
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


INIT = Command(
    "init",
    InitRequest,
    run,
    graph="none",
    settings=LIMITS | SELECTING | REPLACING | {"chunk", "date_order", "extractor", "graph"},
)
