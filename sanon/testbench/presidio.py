"""Presidio as its documentation recommends: the analyzer, then the anonymizer, both with their defaults.

What the anonymizer puts in place of a value is its type: `<PERSON>`.
"""

from __future__ import annotations

from collections.abc import Mapping

from sanon.errors import ConfigurationError
from sanon.extraction.adapters.presidio import analyzer_of
from sanon.settings.tables import PresidioSettings
from sanon.testbench.systems import Protected


def anonymized(texts: Mapping[str, str]) -> Protected:
    """Every text anonymized.

    Args:
        texts: by source id.

    Raises:
        ConfigurationError: Presidio or its model is not installed.
    """
    try:
        from presidio_anonymizer import AnonymizerEngine, RecognizerResult
    except ImportError as error:
        raise ConfigurationError("the system presidio needs Presidio: pip install 'sanon[bench]'") from error
    settings = PresidioSettings()
    analyzer, anonymizer = analyzer_of(settings), AnonymizerEngine()  # type: ignore[no-untyped-call]
    values: set[tuple[str, str]] = set()
    made: dict[str, str] = {}
    for source_id, text in texts.items():
        found = analyzer.analyze(text, settings.language, score_threshold=0)
        results = [RecognizerResult(one.entity_type, one.start, one.end, one.score) for one in found]
        done = anonymizer.anonymize(text=text, analyzer_results=results)
        made[source_id] = done.text
        values |= {(one.entity_type, text[one.start : one.end].casefold()) for one in found}
    return Protected(made, len(values))
