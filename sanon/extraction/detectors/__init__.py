"""Detectors: what rules find in a text, one module a kind; the words and shapes of all languages are tables."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from sanon.packaged import table

#: What `re` takes in any case for an i, an s, a k, an å too: "ı", "İ", "ſ", the signs of kelvin and ångström.
_UNUSUAL = "\u0131\u0130\u017f\u212a\u212b"
_PLAIN = re.compile(r"[^\W\d_](?![?*+{])")


def one_of(name: str) -> str:
    """The alternatives of a regular expression that a list of words.toml is."""
    return "|".join(table(__name__, "words")[name])


def in_any_case(alternatives: Iterable[str]) -> str:
    """Alternatives of a regular expression that ignores case, those with the same first letter together.

    Where it ignores case, `re` tries one alternative after the other, also those that begin with another letter.
    """
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for one in alternatives:
        first = _PLAIN.match(one)
        groups[first[0].lower() if first else ""].append(one[first.end() :] if first else one)
    return "|".join(
        f"(?-i:[{_cases(letter)}])(?:{'|'.join(rest)})" if letter else "|".join(rest) for letter, rest in groups.items()
    )


def _cases(letter: str) -> str:
    return "".join(one for one in letter + letter.upper() + _UNUSUAL if re.fullmatch(letter, one, re.IGNORECASE))
