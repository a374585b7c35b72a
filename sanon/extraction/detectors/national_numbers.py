"""Numbers that states, banks and card companies give to people, by their shape and their check digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sanon.extraction.detectors import checksums
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON, RULES


class _Shape(NamedTuple):
    """How a number is written.

    Attributes:
        pattern: of the whole number.
        kind: of the embedded extractor.
        is_valid: its check; None where there is none, or where the shape says enough.
        proves: whether the shape, or its check, proves what it is.
    """

    pattern: re.Pattern[str]
    kind: str
    is_valid: Callable[[str], bool] | None
    proves: bool


def _shape(kind: str, shape: str, check: str | None = None, proves: bool = True) -> _Shape:
    is_valid = getattr(checksums, f"{check}_is_valid") if check else None
    return _Shape(re.compile(rf"(?<![\w.,/+-]){shape}(?![\w/-]|[.,]\d)"), kind, is_valid, proves)


_SHAPES = [_shape(**one) for one in table(__package__, "shapes")["national"]]
# All that the shapes are made of: thirty patterns look at such a run only, not at every word of the text.
_RUN = re.compile(r"(?<![A-Z\d])[A-Z\d](?:[A-Z\d]|[ ./+-](?=[A-Z\d])){7,60}")
_LEAST_DIGITS = 4
_BEHIND = 2  # what a shape looks at after its end


def find_national_numbers(text: str) -> Iterator[Span]:
    """Numbers of people, taxpayers and accounts that need no label."""
    for run in _RUN.finditer(text):
        if sum(map(str.isdigit, run[0])) < _LEAST_DIGITS:
            continue
        for shape in _SHAPES:
            for match in shape.pattern.finditer(text, run.start(), run.end() + _BEHIND):
                if shape.is_valid is None or shape.is_valid(match[0]):
                    yield Span(match.start(), match.end(), shape.kind, 0.95, RULES if shape.proves else LEXICON)
