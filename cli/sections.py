"""Tables of the configuration that describe extraction and are no options: [recognizers.TYPE], [presidio], [gliner]."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from pydantic import BaseModel, ValidationError

from sanon.errors import ConfigurationError
from sanon.extraction.extractor import Extractor
from sanon.settings.profile import Profile

NAMES = frozenset(["recognizers", "presidio", "gliner"])
#: Extractors that need an extra.
ADAPTERS = ("presidio", "gliner")

Settings = TypeVar("Settings", bound=BaseModel)
_KEY = "sanon.sections"


class _Sections(NamedTuple):
    """The tables by name, and the folder of the configuration they stand in."""

    tables: dict[str, dict[str, Any]]
    folder: Path


def take_from(entries: dict[str, Any], path: Path, context: click.Context) -> None:
    """Take the tables out of the entries of a configuration and keep them for the command.

    Raises:
        ConfigurationError: one of them is not a table.
    """
    tables = {name: entries.pop(name) for name in sorted(NAMES & entries.keys())}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise ConfigurationError(f"configuration {path}: {name} is a table: [{name}]")
    context.meta[_KEY] = _Sections(tables, path.absolute().parent)


def rules_of(profile: Profile) -> Extractor:
    """The embedded extractor, and the user's own recognizers beside it if there are any.

    Raises:
        ConfigurationError: a recognizer cannot be used.
    """
    from sanon.extraction.embedded.extractor import EmbeddedExtractor

    rules = EmbeddedExtractor(profile)
    sections = _sections()
    tables = sections.tables.get("recognizers")
    if not tables:
        return rules
    from sanon.extraction.recognizers import read_recognizers
    from sanon.steps.recognize import WithRecognizers

    return WithRecognizers(rules, read_recognizers(tables, sections.folder, profile), profile)


def adapter_of(name: str, profile: Profile) -> Extractor:
    """An adapter with the rules beside it.

    Raises:
        ConfigurationError: what it needs is not installed, or a setting is wrong.
    """
    from sanon.extraction.beside import Beside

    rules = rules_of(profile)
    if name == "presidio":
        from sanon.extraction.presidio import PresidioExtractor, PresidioSettings

        settings = _checked(name, PresidioSettings)
        if settings.configuration is not None:
            settings = settings.model_copy(update={"configuration": _sections().folder / settings.configuration})
        return Beside(PresidioExtractor(profile, settings), rules)
    from sanon.extraction.gliner import GlinerExtractor, GlinerSettings

    return Beside(GlinerExtractor(profile, _checked(name, GlinerSettings)), rules)


def has_recognizers() -> bool:
    """Whether the configuration has recognizers."""
    return bool(_sections().tables.get("recognizers"))


def fingerprint(name: str) -> str:
    """A digest of what the tables say about recognizers and the named extractor, with the files of words."""
    tables, folder = _sections()
    relevant = {key: tables[key] for key in ("recognizers", name) if key in tables}
    digest = sha256(json.dumps(relevant, sort_keys=True, default=str).encode())
    for table in tables.get("recognizers", {}).values():
        if isinstance(table, dict) and (path := folder / str(table.get("words_file", ""))).is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _sections() -> _Sections:
    sections: _Sections = click.get_current_context().meta.get(_KEY, _Sections({}, Path()))
    return sections


def _checked(name: str, settings: type[Settings]) -> Settings:
    try:
        return settings.model_validate(_sections().tables.get(name, {}))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in (name, *first["loc"]))
        raise ConfigurationError(f"{place}: {first['msg']}") from error
