"""Any spaCy pipeline with a named-entity component, as an extractor. Needs spaCy and a model that you install."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from sanon.errors import ConfigurationError, needing
from sanon.extraction.adapters.labelled import LabelledSpan, LabellingExtractor
from sanon.records import StrictModel

if TYPE_CHECKING:
    from spacy.language import Language

#: Components that say nothing of entities to a component that names them, unless it listens to one.
_SAY_NOTHING = {
    *("tok2vec", "transformer", "tagger", "morphologizer", "parser", "senter", "attribute_ruler"),
    *("lemmatizer", "trainable_lemmatizer", "textcat", "textcat_multilabel"),
}
_HEARD = ("tok2vec", "transformer")

#: Named-entity models score nothing; half sure is what the rest of the adapters see on average.
_SCORE = 0.7


class SpacySettings(StrictModel):
    """The table `[spacy]`.

    Attributes:
        model: a pipeline that is installed, or its folder.
        types: spaCy's label -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    model: str = "en_core_web_sm"
    types: dict[str, str] = Field(default_factory=dict)


class SpacyExtractor(LabellingExtractor[SpacySettings]):
    """Finds what a pipeline of spaCy finds."""

    name = "spacy"
    summary = "a spaCy pipeline of yours"
    extra = "spacy"
    table = SpacySettings
    own_labels = "types"
    longest_piece = 50_000  # spaCy refuses more than a million characters

    @staticmethod
    def loaded(settings: SpacySettings) -> Language:
        """The pipeline that is installed, with the components that entities need."""
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
            raise ConfigurationError(
                f"spacy.model: {settings.model} cannot be loaded ({type(error).__name__})"
            ) from error
        if not {"ner", "entity_ruler", "span_ruler"} & set(pipeline.pipe_names):
            raise ConfigurationError(
                f"spacy.model: {settings.model} finds no entities; it has {', '.join(pipeline.pipe_names)}"
            )
        pipeline.select_pipes(enable=_needed(pipeline))
        return pipeline

    def spans(self, piece: str) -> list[LabelledSpan]:
        """What the pipeline finds."""
        return [LabelledSpan(one.start_char, one.end_char, one.label_, _SCORE) for one in self.model(piece).ents]


def _needed(pipeline: Any) -> list[str]:
    """Components to run: all, if one is not spaCy's own; else those for entities. The others take half of the time.

    A parser's sentences can end an entity: in 44 documents without it the small English model found the same 820.
    """
    names: list[str] = pipeline.pipe_names
    if set(names) - _SAY_NOTHING != {"ner"}:
        return names
    listens = any("listener" in node.name for node in pipeline.get_pipe("ner").model.walk())
    return [name for name in names if name == "ner" or (listens and name in _HEARD)]
