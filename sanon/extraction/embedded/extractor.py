"""The embedded extractor: rules and lexicons first, then the model, then one entity per person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from sanon.extraction.embedded import model
from sanon.extraction.embedded.detectors import detect
from sanon.extraction.embedded.headings import is_heading
from sanon.extraction.embedded.relevance import is_court_profile, person_relevance, types_of
from sanon.extraction.embedded.spans import Span
from sanon.extraction.embedded.tagging import court_spans, model_spans
from sanon.extraction.metadata import metadata_lines
from sanon.records import Document, Finding
from sanon.resolution import persons
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize, normalize_date
from sanon.settings.profile import Profile
from sanon.text.titles import without_title


class EmbeddedExtractor:
    """Finds entities without key and network: rules, shipped lexicons and a small model.

    Documents are untrusted text: nothing in them is followed, whatever they hold is only searched. The same document
    always gives the same findings.

    Args:
        profile: what types there are; kinds that it does not know are left out.
        model_path: another model than the shipped one (for cross-validation).
    """

    name = "embedded"

    def __init__(self, profile: Profile, *, model_path: Path | None = None) -> None:
        self.profile = profile
        self._types = types_of(profile)
        self._court = is_court_profile(profile)
        self._model_path = model_path

    def extract(self, document: Document) -> list[Finding]:
        """Findings of content and metadata, each spelling of each entity once."""
        texts = [(document.content, self._spans(document.content))]
        texts += [(line, self._labelled(line, offset)) for line, offset in metadata_lines(document.metadata)]
        names = self._names(texts)
        day_first = is_day_first(document.content)
        best: dict[tuple[str, str, str], Finding] = {}
        for text, spans in texts:
            for span in spans:
                for finding in self._findings(text, span, names, day_first=day_first):
                    key = (finding.original_value, finding.normalized_value, finding.entity_type)
                    if key not in best or best[key].relevance < finding.relevance:
                        best[key] = finding
        return list(best.values())

    def extract_all(self, documents: Iterable[Document]) -> Iterator[list[Finding]]:
        """The findings of each document, in order."""
        return map(self.extract, documents)

    def _spans(self, text: str) -> list[Span]:
        rules = detect(text)
        tagger = model.load(self._model_path)
        if self._court:
            return court_spans(text, rules, tagger, self._types)
        return model_spans(text, rules, tagger)

    def _labelled(self, line: str, offset: int) -> list[Span]:
        """Spans of a metadata value, found with its key before it as a label."""
        return [span for span in detect(line) if span.start >= offset]

    def _names(self, texts: list[tuple[str, list[Span]]]) -> dict[str, str]:
        """Person as written -> normal form; adds the surnames that stand alone."""
        if "NAME" not in self._types:
            return {}
        written = {text[span.start : span.end] for text, spans in texts for span in spans if span.kind == "NAME"}
        for text, spans in texts:
            alone = [*persons.bare_surnames(written), *persons.bare_given_names(written)]
            if not alone:
                break
            pattern = re.compile(
                r"(?<![\w-])(?:" + "|".join(map(re.escape, sorted(alone, key=len, reverse=True))) + r")(?![\w-])"
            )
            covered = bytearray(len(text))
            for span in spans:
                covered[span.start : span.end] = b"\x01" * (span.end - span.start)
            for match in pattern.finditer(text):
                if not any(covered[match.start() : match.end()]):
                    spans.append(Span(match.start(), match.end(), "NAME", 0.8))
                    written.add(match[0])
        return persons.unify(written)

    def _findings(self, text: str, span: Span, names: dict[str, str], *, day_first: bool) -> Iterator[Finding]:
        kind = self._types.get(span.kind)
        if kind is None or (not self._court and is_heading(text, span)):
            return
        value = text[span.start : span.end]
        form = self.profile.types[kind].normal_form
        relevance = span.relevance
        if span.kind == "NAME":
            normal = names.get(value) or normalize(value, form)
            relevance = person_relevance(text, span)
            plain = without_title(value)
            if plain != value and len(plain) > 2:
                # The title stays outside in the next document: this spelling must be masked too.
                yield Finding(plain, normal, kind, relevance, span.found_by)
        elif span.kind in ("EVENT_DATE", "BIRTHDATE") and form == "date":
            normal = normalize_date(value, day_first=day_first)
        elif span.kind == "AGE" and form != "age":
            normal = normalize(value, "text")
        else:
            normal = normalize(span.normal or value, form)
        yield Finding(value, normal, kind, relevance, span.found_by)
