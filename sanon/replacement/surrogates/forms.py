"""What stands in place of one spelling of an entity that has a stand-in."""

from __future__ import annotations

import re
from collections.abc import Callable

from sanon.replacement.surrogates import dates, names, phones
from sanon.replacement.surrogates.spelling import as_cased, by_characters, by_words
from sanon.settings.profile import NormalForm

_FIGURES = re.compile(r"\d+", re.ASCII)


def in_form(normal_form: NormalForm, value: str, replacement: str, spelling: str) -> str:
    """The stand-in as the spelling writes such values; the whole stand-in where that cannot be told.

    Args:
        normal_form: of the type.
        value: the normalized value.
        replacement: what stands for it, in the same normal form.
        spelling: what stands in the text.
    """
    if "@" in value:
        return as_cased(replacement, spelling)
    form = _FORMS.get(normal_form)
    return form(value, replacement, spelling) if form else by_words(value, replacement, spelling) or replacement


def _identifier(value: str, replacement: str, spelling: str) -> str:
    return by_characters(value, replacement, spelling) or replacement


def _age(value: str, replacement: str, spelling: str) -> str:
    return _FIGURES.sub(replacement, spelling, count=1) if _FIGURES.search(spelling) else replacement


_FORMS: dict[NormalForm, Callable[[str, str, str], str]] = {
    "name": names.in_form,
    "date": dates.in_form,
    "phone": phones.in_form,
    "id": _identifier,
    "age": _age,
}
