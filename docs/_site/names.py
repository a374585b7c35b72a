"""Docstrings as the reference shows them.

One that describes what belongs together in one entry (`a, b: text`) gets an entry a name; those of `Corpus` are
completed from the commands when it is imported.
"""

from __future__ import annotations

import inspect
import re

import griffe

from sanon import Corpus

_TOGETHER = re.compile(r"^( +)(\w+(?:, \w+)+): (.*(?:\n\1 +\S.*)*)$", re.MULTILINE)


class OneEntryAName(griffe.Extension):
    """Gives each name of an entry an entry of its own."""

    def on_instance(self, *, obj: griffe.Object, **_: object) -> None:
        """Called for every module, class, function and attribute once it is read."""
        if obj.docstring and obj.path.startswith("sanon.api.Corpus."):
            obj.docstring.value = inspect.getdoc(getattr(Corpus, obj.name)) or ""
        if obj.docstring:
            obj.docstring.value = _TOGETHER.sub(_apart, obj.docstring.value)


def _apart(entry: re.Match[str]) -> str:
    indent, names, text = entry.groups()
    return "\n".join(f"{indent}{name}: {text}" for name in names.split(", "))
