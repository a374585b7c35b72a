"""Stand-ins for telephone numbers: of ranges that regulators keep free for stories, or that no plan knows.

Ranges: Ofcom (numbers for drama), NANPA (555-0100 to 555-0199), Bundesnetzagentur (Rufnummern für Drama), ARCEP, ACMA
(fictitious numbers), PTS. For other countries a number of the same length that the numbering plan does not assign.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from sanon.replacement.surrogates.draws import Draws

#: Country code -> beginnings of numbers that nobody has, X a free digit; first those of mobile telephones.
_FREE = {
    "44": ("7700900XXX", "1632960XXX", "2079460XXX", "1134960XXX", "1214960XXX", "1614960XXX", "1314960XXX"),
    "1": ("20255501XX", "30355501XX", "40455501XX", "61755501XX", "50355501XX", "21655501XX"),
    "49": ("17139200XX", "176040690XX", "3023125XXX", "6990009XXX", "4066969XXX", "2214710XXX", "8999998XXX"),
    "33": ("63998XXXX", "19900XXXX", "26191XXXX", "35301XXXX", "46571XXXX", "53649XXXX"),
    "61": ("491570006", "491570156", "491570157", "491570158", "491570159", "491570110", "25550XXXX", "35550XXXX"),
    "46": ("70174066X", "70174067X", "3139006XX", "4062804XX", "8465004XX"),
}
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
