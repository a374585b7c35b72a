"""Tables of a configuration that describe extraction and are no options: [recognizers.TYPE], and one an extractor."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from pydantic import Field, JsonValue

from sanon.errors import ConfigurationError, accessing
from sanon.records import StrictModel

#: Name of the table of the user's own recognizers.
RECOGNIZERS = "recognizers"


class Recognizer(StrictModel):
    """A table `[recognizers.TYPE]`: what is always an entity of that type.

    Attributes:
        patterns: regular expressions, upper or lower case.
        words: whole words or phrases, upper or lower case.
        words_file: one a line; looked for beside the configuration.
        relevance: in [0, 1].
    """

    patterns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    words_file: Path | None = None
    relevance: float = Field(default=1.0, ge=0, le=1)


class Tables(StrictModel):
    """The tables of a configuration.

    Attributes:
        recognizers: by type.
        extractors: by the name of an extractor, which checks it.
        folder: of the configuration, where the files are that it names.
    """

    recognizers: dict[str, Recognizer] = Field(default_factory=dict)
    extractors: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    folder: Path = Path()

    def over(self, below: Tables) -> Tables:
        """These tables, with the recognizers of others where these name none."""
        if "recognizers" in self.model_fields_set:
            return self
        return self.model_copy(update={"recognizers": below.recognizers})

    @property
    def whole_recognizers(self) -> dict[str, Recognizer]:
        """The recognizers, each with the words of its file in place of the file.

        Raises:
            ConfigurationError: a file of words cannot be read.
        """
        return {name: self._whole(name, one) for name, one in self.recognizers.items()}

    def fingerprint(self, extractor: str) -> str:
        """A digest of what the tables say about recognizers and the named extractor.

        Raises:
            ConfigurationError: a file of words cannot be read.
        """
        recognizers = {
            name: one.model_dump(mode="json", exclude_defaults=True) for name, one in self.whole_recognizers.items()
        }
        named = {RECOGNIZERS: recognizers, extractor: self.extractors.get(extractor, {})}
        return sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()

    def _whole(self, name: str, one: Recognizer) -> Recognizer:
        if one.words_file is None:
            return one
        lines = lines_of_words(self.folder / one.words_file, f"recognizers.{name}.words_file")
        return one.model_copy(update={"words": (*one.words, *filter(None, lines)), "words_file": None})


def lines_of_words(path: Path, setting: str) -> list[str]:
    """The lines of a file of words, without the blanks around them.

    Raises:
        ConfigurationError: it cannot be read, or is not UTF-8; the message names the setting.
    """
    try:
        with accessing(f"{setting}: {path}", "read"):
            return [line.strip() for line in path.read_text("utf-8-sig").splitlines()]
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{setting}: {path}: not UTF-8") from error
