"""The system `presidio`."""

from __future__ import annotations

from sanon.errors import needing
from sanon.extraction.adapters.presidio import PresidioSettings, analyzer_of
from sanon.testbench.systems.contract import Parameters, Protected, System
from sanon.testbench.workshop import Workshop


class Presidio(System[Parameters]):
    """Anonymizes as Presidio's documentation recommends; in place of a value stands its type: `<PERSON>`."""

    name = "presidio"
    summary = "Presidio analyzer and anonymizer as shipped, small English model"

    def protect(self, workshop: Workshop) -> Protected:
        """Analyzer, then anonymizer, both with their defaults."""
        with needing("the system presidio needs Presidio", "bench"):
            from presidio_anonymizer import AnonymizerEngine, RecognizerResult
        settings = PresidioSettings()
        analyzer, anonymizer = analyzer_of(settings), AnonymizerEngine()  # type: ignore[no-untyped-call]
        values: set[tuple[str, str]] = set()
        made: dict[str, str] = {}
        for source_id, text in workshop.texts.items():
            found = analyzer.analyze(text, settings.language, score_threshold=0)
            results = [RecognizerResult(one.entity_type, one.start, one.end, one.score) for one in found]
            made[source_id] = anonymizer.anonymize(text=text, analyzer_results=results).text
            values |= {(one.entity_type, text[one.start : one.end].casefold()) for one in found}
        return Protected(made, len(values))
