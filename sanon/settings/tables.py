"""Tables of a configuration that describe extraction and are no options: [recognizers.TYPE], and one an extractor."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue

#: Name of the table of the user's own recognizers.
RECOGNIZERS = "recognizers"
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


class Tables(BaseModel):
    """The tables of one configuration.

    Attributes:
        recognizers: by type.
        extractors: by the name of an extractor, which checks it.
        folder: of the configuration, where the files are that it names.
    """

    model_config = _Strict

    recognizers: dict[str, Recognizer] = Field(default_factory=dict)
    extractors: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    folder: Path = Path()

    def fingerprint(self, extractor: str) -> str:
        """A digest of what they say about recognizers and the named extractor, with the files of words."""
        recognizers = self.model_dump(mode="json", include={"recognizers"}, exclude_defaults=True)
        relevant = {**recognizers, extractor: self.extractors.get(extractor, {})}
        digest = sha256(json.dumps(relevant, sort_keys=True).encode())
        for one in self.recognizers.values():
            if one.words_file and (path := self.folder / one.words_file).is_file():
                digest.update(path.read_bytes())
        return digest.hexdigest()
