"""The tagger as a judge of whether what models made elsewhere propose tells something of a person."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sanon.extraction.relevance import is_court_profile
from sanon.extraction.span import Span, standing
from sanon.extraction.tagger import model
from sanon.extraction.tagger.tagging import Read, read
from sanon.records import Document, Finding
from sanon.settings.profile import Profile

#: Mean probability of a proposal's words to belong to anything that identifies, from which on it is confirmed.
LEAST = 0.2


class TaggerJudge:
    """Confirms findings by what the tagger makes of the places where they stand.

    Args:
        profile: whose types are asked about: of a profile for courts only what a court's annotator would mask counts.
        model_path: another tagger than the shipped one.
        least: mean probability from which on a finding is confirmed.
    """

    def __init__(self, profile: Profile, model_path: Path | None = None, *, least: float = LEAST) -> None:
        self._masked_only = is_court_profile(profile)
        self._model_path = model_path
        self._least = least

    def confirmed(self, document: Document, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that tell something of a person, at one of their places at least."""
        tagger = model.load(self._model_path)
        texts = [(text, read(text, tagger)) for text in document.texts() if any(map(str.isalnum, text))]
        return [one for one in findings if self._probability(texts, one.original_value) >= self._least]

    def _probability(self, texts: Iterable[tuple[str, Read]], value: str) -> float:
        return max(
            (
                seen.mask_probability(span) if self._masked_only else seen.any_probability(span)
                for text, seen in texts
                for span in (Span(start, end, "", 0.0) for start, end in standing(text, [value]))
            ),
            default=0.0,
        )
