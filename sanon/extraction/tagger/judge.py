"""The tagger, ready to judge by the rules of a profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from sanon.extraction.span import standing
from sanon.extraction.tagger.encoder import load
from sanon.extraction.tagger.judgement import Judgement, judge
from sanon.extraction.thresholds import thresholds
from sanon.records import Document, Finding
from sanon.settings.profile import Profile

#: Exponent of what is true of one adult: relevance is a share of it.
ONE_PERSON = 9.9
#: Types of the Text Anonymization Benchmark: a profile that has them masks what annotators of court cases mask.
_COURT_TYPES = frozenset(("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"))
#: Texts of so many characters of which this share of the words tells something of a person are records of somebody.
_RECORD, _DENSE = range(200, 900), 0.25


def relevance_of(exponent: float) -> float:
    """The relevance in [0, 1] of what is true of one in 10^exponent adults."""
    return round(exponent / ONE_PERSON, 3)


def judged(text: str, profile: Profile, model: Path | None = None) -> Judgement:
    """A text as the tagger judges it by the rules of the annotators whose types a profile has.

    A short text that is about somebody in most of what it says is judged as short records were marked, every other one
    as archives were.

    Args:
        model: another model than the shipped one.
    """
    if profile.types.keys() >= _COURT_TYPES:
        return _judged(text, "court", model)
    judgement = _judged(text, "archive", model)
    return _judged(text, "record", model) if len(text) in _RECORD and judgement.density >= _DENSE else judgement


@lru_cache(maxsize=8)
def _judged(text: str, domain: str, model: Path | None) -> Judgement:
    """The last ones are kept, since reader and judge ask for the same."""
    return judge(text, load(model), domain, thresholds().tagger[domain])


class TaggerJudge:
    """Confirms findings by what the tagger makes of the places where they stand.

    Args:
        profile: says by which rules.
        model: another model than the shipped one.
    """

    def __init__(self, profile: Profile, model: Path | None = None) -> None:
        self._profile = profile
        self._model = model
        self._least = thresholds().confirmed.other

    def confirmed(self, document: Document, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that tell something of a person, at one of their places at least, with their share."""
        texts = [(text, judged(text, self._profile, self._model)) for text in document.texts()]
        confirmed = []
        for one in findings:
            exponents = list(self._exponents(texts, one.original_value))
            if exponents:
                confirmed.append(replace(one, relevance=relevance_of(max(exponents))))
        return confirmed

    def _exponents(self, texts: Iterable[tuple[str, Judgement]], value: str) -> Iterator[float]:
        """The exponents of a value where it tells something of a person."""
        for text, judgement in texts:
            for start, end in standing(text, [value]):
                if judgement.mark(start, end) >= self._least:
                    yield judgement.exponent(start, end)
