"""The rules beside a model, always: neither it nor a document that misleads it makes the result less than theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from sanon.extraction.mentions import Extractor
from sanon.records import Document, Finding
from sanon.resolution.normal_forms import normalize_text


class Beside:
    """What the rules find and what a model finds, together.

    Where both see the same spelling as the same type, the model's normal form gives way, so that both mean one entity.

    Args:
        model: an extractor; the whole goes by its name.
        rules: the embedded extractor.
    """

    def __init__(self, model: Extractor, rules: Extractor) -> None:
        self.name = model.name
        self._model = model
        self._rules = rules

    def extract(self, document: Document) -> list[Finding]:
        """Findings of both.

        Raises:
            ExtractionError: one of them failed; the document stays pending.
        """
        rules = self._rules.extract(document)
        return [*rules, *_agreeing(self._model.extract(document), rules)]


def _agreeing(found: list[Finding], rules: list[Finding]) -> Iterator[Finding]:
    """The model's findings under the normal forms that the rules gave the same spellings."""
    known: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for finding in rules:
        forms = known[_spelling(finding)]
        if finding.normalized_value not in forms:
            forms.append(finding.normalized_value)
    for finding in found:
        for normal in known.get(_spelling(finding)) or [finding.normalized_value]:
            yield replace(finding, normalized_value=normal)


def _spelling(finding: Finding) -> tuple[str, str]:
    return normalize_text(finding.original_value), finding.entity_type
