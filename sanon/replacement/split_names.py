"""A name in two entries of a record: {"first_name": "Jane", "last_name": "Roe"}."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from sanon.replacement.masked import MaskedEntity
from sanon.text.obfuscation.decoding import skeleton
from sanon.text.obfuscation.keys import PersonName

_LONGEST = 60


class SplitNames:
    """Names whose parts stand side by side in a dictionary of the metadata.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._surnames: defaultdict[str, dict[tuple[str, str], MaskedEntity]] = defaultdict(dict)
        for entity in masked:
            for name in map(PersonName.of, entity.corpus_wide_values if entity.normal_form == "name" else ()):
                if name and name.called:
                    surname = " ".join(name.surname)
                    particles = " ".join(part for word in name.given if word not in name.called for part in word)
                    given = [" ".join(word) for word in name.called]
                    for first in {given[0], " ".join(given)}:
                        for last in {surname, f"{particles} {surname}".strip()}:
                            self._surnames[first][last, entity.id] = entity

    def find(self, record: Mapping[str, JsonValue]) -> dict[str, MaskedEntity]:
        """Keys of the entries that together are a name, and whose."""
        if not self._surnames or len(record) < 2:
            return {}
        entries = {key: _plain(value) for key, value in record.items() if isinstance(value, str)}
        keys: defaultdict[str, list[str]] = defaultdict(list)
        for key, text in entries.items():
            keys[text].append(key)
        found: dict[str, MaskedEntity] = {}
        for key, text in entries.items():
            for (surname, _), entity in sorted(self._surnames.get(text, {}).items()):
                for other in keys.get(surname, ()):
                    if other != key:
                        found.setdefault(key, entity)
                        found.setdefault(other, entity)
        return found


def _plain(value: str) -> str:
    return " ".join(skeleton(value).replace("-", " ").replace("'", " ").split()) if len(value) <= _LONGEST else ""
