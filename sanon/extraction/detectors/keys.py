"""What a key of a form, a header of a table or a name of a column says that its value is, in six languages."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

from sanon.text import lexicons
from sanon.text.vocabulary import words

_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_BETWEEN = re.compile(r"[\W_]+|\d+$")
#: No key is longer; what is before a colon in a sentence is not looked up.
LONGEST = 40


@cache
def _kinds() -> dict[str, str]:
    listed = tomllib.loads(resources.files("sanon.extraction.detectors").joinpath("keys.toml").read_text("utf-8"))
    found = {key: kind for kind, keys in listed.items() for key in keys}
    return found | {lexicons.fold(one.replace("_", " ")): "BIRTHDATE" for one in words("births")}


@lru_cache(maxsize=4096)
def kind_of_key(key: str) -> str | None:
    """The kind of the values under a key ("last_name", "Geb.-Datum"); SIGNED for a likely name or its initials."""
    if len(key) > LONGEST:
        return None
    plain = lexicons.fold(_CAMEL.sub(" ", key) if not key.isupper() else key)
    return _kinds().get(_BETWEEN.sub(" ", plain).strip())
