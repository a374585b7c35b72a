"""Reads documents with rules, word lists and the tagger: what the extractor `embedded` finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sanon.extraction.detectors.detection import detect
from sanon.extraction.detectors.headings import is_heading, without_heading
from sanon.extraction.kinds import types_of
from sanon.extraction.metadata import metadata_lines
from sanon.extraction.people import Spanned, found_alone
from sanon.extraction.printed import without_print
from sanon.extraction.relevance import calibrated, is_court_profile, person_relevance
from sanon.extraction.span import Span
from sanon.extraction.tagger import model
from sanon.extraction.tagger.tagging import COURT, GENERAL, read, united
from sanon.records import Document, Finding
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize, normalize_date
from sanon.settings.profile import Profile
from sanon.text.titles import without_title


class Reader:
    """Rules and lexicons first, then the tagger, then one entity per person.

    Documents are untrusted text: nothing in them is followed, whatever they hold is only searched. The same document
    always gives the same findings.

    Args:
        profile: what types there are; kinds that it does not know are left out.
        model_path: another tagger than the shipped one (for cross-validation).
    """

    def __init__(self, profile: Profile, model_path: Path | None = None) -> None:
        self.profile = profile
        self._types = types_of(profile)
        self._thresholds = COURT if is_court_profile(profile) else GENERAL
        self._model_path = model_path

    def findings(self, document: Document) -> list[Finding]:
        """Findings of content and metadata, each spelling of each entity once."""
        texts = [self._read(document.content)]
        texts += [self._labelled(line, offset) for line, offset in metadata_lines(document.metadata)]
        names = found_alone(texts) if "NAME" in self._types else {}
        day_first = is_day_first(document.content)
        best: dict[tuple[str, str, str], Finding] = {}
        for text in texts:
            for span in text.spans:
                for finding in self._findings(text, span, names, day_first=day_first):
                    key = (finding.original_value, finding.normalized_value, finding.entity_type)
                    if key not in best or best[key].relevance < finding.relevance:
                        best[key] = finding
        return list(best.values())

    def _read(self, text: str) -> Spanned:
        rules = [span for span in detect(text) if span.kind in self._types]
        seen = read(text, model.load(self._model_path))
        spans = united(text, rules, seen, self._thresholds)
        return Spanned(text, spans if self._thresholds.masked_only else without_print(text, spans), seen)

    def _labelled(self, line: str, offset: int) -> Spanned:
        """Spans of a metadata value, found with its key before it as a label."""
        return Spanned(line, [span for span in detect(line) if span.start >= offset], None)

    def _findings(self, one: Spanned, span: Span, names: dict[str, str], *, day_first: bool) -> Iterator[Finding]:
        text, kind = one.text, self._types.get(span.kind)
        if kind is None or (not self._thresholds.masked_only and is_heading(text, span)):
            return
        span = without_heading(text, span)
        value = text[span.start : span.end]
        form = self.profile.types[kind].normal_form
        relevance = calibrated(text, span, one.seen.mask_probability(span) if one.seen else None)
        if span.kind == "NAME":
            normal = names.get(value) or normalize(value, form)
            relevance = person_relevance(text, span, one.seen.person_probability(span) if one.seen else None)
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
