"""Any spaCy pipeline with a named-entity component, as an extractor. Needs spaCy and a model that you install."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, Self

from pydantic import Field

from sanon.errors import ConfigurationError, needing
from sanon.extraction.adapters.labelled import LabelledSpan, LabellingExtractor
from sanon.extraction.registry import Surroundings, table_of
from sanon.records import StrictModel
from sanon.settings.profile import Profile

#: Components that say nothing of entities to a component that names them, unless it listens to one.
_SAY_NOTHING = {
    *("tok2vec", "transformer", "tagger", "morphologizer", "parser", "senter", "attribute_ruler"),
    *("lemmatizer", "trainable_lemmatizer", "textcat", "textcat_multilabel"),
}
_HEARD = ("tok2vec", "transformer")

#: Named-entity models score nothing; half sure is what the rest of the adapters see on average.
_SCORE = 0.7


class Entity(Protocol):
    """What is read of an entity of spaCy."""

    start_char: int
    end_char: int
    label_: str


class Doc(Protocol):
    """What is read of a document of spaCy."""

    @property
    def ents(self) -> Sequence[Entity]:
        """The entities."""


class Pipeline(Protocol):
    """What is asked of a pipeline of spaCy."""

    def __call__(self, text: str) -> Doc:
        """Read a text."""


class SpacySettings(StrictModel):
    """The table `[spacy]`.

    Attributes:
        model: a pipeline that is installed, or its folder.
        types: spaCy's label -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model: str = "en_core_web_sm"
    types: dict[str, str] = Field(default_factory=dict)


class SpacyExtractor(LabellingExtractor):
    """Finds what a pipeline of spaCy finds.

    Args:
        pipeline: a pipeline that is loaded already, in place of the one that the settings name.

    Raises:
        ConfigurationError: spaCy or the pipeline is not installed, or a setting is wrong.
    """

    name = "spacy"
    summary = "a spaCy pipeline of yours"
    extra = "spacy"
    table = SpacySettings
    longest_piece = 50_000  # spaCy refuses more than a million characters

    def __init__(
        self, profile: Profile, settings: SpacySettings | None = None, *, pipeline: Pipeline | None = None
    ) -> None:
        self.settings = settings or SpacySettings()
        super().__init__(profile, self.settings.types, "spacy.types")
        self._pipeline = pipeline or _pipeline_of(self.settings)

    @classmethod
    def made(cls, around: Surroundings) -> Self:
        """One with the settings of the configuration."""
        settings = table_of(SpacySettings, cls.name, around.table)
        return cls(around.profile, settings)

    def spans(self, piece: str) -> list[LabelledSpan]:
        """What the pipeline finds."""
        return [LabelledSpan(one.start_char, one.end_char, one.label_, _SCORE) for one in self._pipeline(piece).ents]


def _pipeline_of(settings: SpacySettings) -> Pipeline:
    with needing("--extractor spacy needs spaCy", "spacy"):
        import spacy
    if not (spacy.util.is_package(settings.model) or Path(settings.model).is_dir()):
        raise ConfigurationError(
            f"spacy.model: spaCy has no model {settings.model}; install it ({sys.executable} -m spacy "
            f"download {settings.model}), or name one that is installed"
        )
    try:
        pipeline = spacy.load(settings.model)
    except Exception as error:  # spaCy raises what it likes on a faulty model
        raise ConfigurationError(f"spacy.model: {settings.model} cannot be loaded ({type(error).__name__})") from error
    if not {"ner", "entity_ruler", "span_ruler"} & set(pipeline.pipe_names):
        raise ConfigurationError(
            f"spacy.model: {settings.model} finds no entities; it has {', '.join(pipeline.pipe_names)}"
        )
    pipeline.select_pipes(enable=_needed(pipeline))
    ready: Pipeline = pipeline
    return ready


def _needed(pipeline: Any) -> list[str]:
    """Components to run: all, if one is not spaCy's own; else those for entities. The others take half of the time.

    A parser's sentences can end an entity: in 44 documents without it the small English model found the same 820.
    """
    names: list[str] = pipeline.pipe_names
    if set(names) - _SAY_NOTHING != {"ner"}:
        return names
    listens = any("listener" in node.name for node in pipeline.get_pipe("ner").model.walk())
    return [name for name in names if name == "ner" or (listens and name in _HEARD)]
