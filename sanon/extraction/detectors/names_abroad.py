"""Names of persons behind a title, in a dozen languages; what else stands before names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import one_of
from sanon.extraction.detectors.names import CAPITALS
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.text import lexicons, titles

_PARTICLE = (
    r"(?:van der|van den|van de|van ’t|van 't|von der|von dem|de la|de los|de las|del|della|dello|dei|di|da|de|van|"
    r"von|zu|zum|du|"
    r"des|le|la|ter|ten|te|op de|in ’t|El|Le|La|Van der|Van den|Van de|Van|Von|De|Di|Da|Del|Della)"
)
_WORD = rf"(?:[dDlLO][’'])?[{CAPITALS}][^\W\d_]{{1,24}}(?:-(?:[{CAPITALS}]|[a-z](?=[{CAPITALS}]))[^\W\d_]{{1,24}})*"
_INITIALS = rf"(?:[{CAPITALS}][a-z]?\.-?[ ]?){{1,4}}"
_FULL = rf"(?:{_INITIALS}|{_PARTICLE}[ ]|{_WORD}[ ]){{0,5}}{_WORD}"
_TITLE = f"(?:{one_of('titles')})"
_TITLED = re.compile(
    rf"(?<![\w.-]){_TITLE}\b{titles.STOP}[ \u00a0]{{1,2}}(?:{_TITLE}\b{titles.STOP}[ \u00a0]){{0,2}}(?P<name>{_FULL})"
)
_NO_NAME = lexicons.word_set(table(__package__, "words")["no_names"])
_BEFORE_NAMES = lexicons.word_set(table(__package__, "words")["before_any_name"])


def is_before_names(word: str) -> bool:
    """Whether a word stands before names and is none at the beginning of one: "moglie", "Liebe", "Geachte"."""
    return lexicons.fold(word) in _BEFORE_NAMES


def find_names_abroad(text: str) -> Iterator[Span]:
    """Names behind a title."""
    for match in _TITLED.finditer(text):
        first = lexicons.fold(re.split(r"[ .]", match["name"])[0])
        if first in _NO_NAME or first in lexicons.regions():
            continue
        # What is known as a title is masked with its name; the name without it is a spelling of the person too.
        titled = titles.without_title(match[0]) == match["name"]
        yield Span(match.start() if titled else match.start("name"), match.end("name"), "NAME", 0.8)
