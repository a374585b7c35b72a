"""Stand-ins for telephone numbers: of ranges that regulators keep free for stories (numbers.toml).

For other countries a number of the same length that the numbering plan does not assign.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from sanon.packaged import table
from sanon.replacement.surrogates.draws import Draws

_FREE = table(__package__, "numbers")["free"]
_BETWEEN = re.compile(r"[^\d+]")
_CODES = re.compile(r"\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})")


def stand_in(draws: Draws, value: str, avoid: Collection[str]) -> str | None:
    """A number that nobody has, in E.164 if the value is; None if none was found.

    Args:
        value: E.164 or, where the country is not known, digits.
        avoid: numbers that must not come out.
    """
    match = _CODES.match(value)
    if match is None:
        return _unassigned(draws, "", value, avoid) if value.isdigit() else None
    code, national = match[1], value[match.end() :]
    free = [one for one in _FREE.get(code, ()) if len(one) == len(national)] or _FREE.get(code)
    if not free:
        return _unassigned(draws, f"+{code}", national, avoid)
    for _ in range(50):
        number = f"+{code}" + "".join(str(draws.below(10)) if c == "X" else c for c in draws.pick(free))
        if number not in avoid and number != value:
            return number
    return None


def plain(value: str) -> str:
    """A number without blanks and strokes, as in E.164; entities made elsewhere may be normalized otherwise."""
    return _BETWEEN.sub("", value)


def in_form(value: str, replacement: str, spelling: str) -> str:
    """The digits of the replacement between the blanks, strokes and brackets of the spelling, where they fit."""
    fresh = {
        _digits(value): _digits(replacement),
        "00" + _digits(value): "00" + _digits(replacement),
        _national(value): _national(replacement),
        "0" + _national(value): "0" + _national(replacement),
    }
    written = _digits(spelling)
    new = fresh.get(written)
    if new is not None and len(new) == len(written):
        figures = iter(new)
        return "".join(next(figures) if c.isdigit() else c for c in spelling)
    if "+" in spelling or written.startswith("00") or not replacement.startswith("+"):
        return replacement
    return "0" + _national(replacement)


def _national(value: str) -> str:
    match = _CODES.match(value)
    return value[match.end() :] if match else _digits(value)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _unassigned(draws: Draws, prefix: str, national: str, avoid: Collection[str]) -> str | None:
    import phonenumbers

    for _ in range(300):
        number = prefix + national[:1] + "".join(str(draws.below(10)) for _ in national[1:])
        try:
            assigned = phonenumbers.is_valid_number(phonenumbers.parse(number if prefix else f"+{number}"))
        except phonenumbers.NumberParseException:
            assigned = False
        if not assigned and number not in avoid:
            return number
    return None
