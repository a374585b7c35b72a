"""Stand-ins for numbers that stand for somebody: the same form, and a valid check digit where the number had one."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sanon.extraction.detectors import checksums
from sanon.packaged import table
from sanon.replacement.surrogates.draws import Draws

_CHECKS: list[Callable[[str], bool]] = [
    getattr(checksums, f"{name}_is_valid") for name in table(__package__, "numbers")["checks"]
]
#: A check digit in a hundred fits by chance; those with a date or an alphabet in them fit more rarely.
_TRIES = 4_000
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def stand_in(draws: Draws, value: str, prefixes: Collection[str], avoid: Collection[str]) -> str | None:
    """Another number of the same form; None if none with a valid check digit was found.

    Args:
        value: its normal form.
        prefixes: letters at the start that say what kind of number it is, and stay.
        avoid: numbers that must not come out.
    """
    valid = next((check for check in _CHECKS if check(value)), None)
    kept = max((len(prefix) for prefix in prefixes if value.startswith(prefix)), default=0)
    if valid is checksums.iban_is_valid:
        kept = max(kept, 2)  # the country, which says how long it is
    for _ in range(_TRIES):
        candidate = value[:kept] + "".join(
            _another(draws, c, place == kept) for place, c in enumerate(value[kept:], kept)
        )
        if candidate != value and candidate not in avoid and (valid is None or valid(candidate)):
            return candidate
    return None


def _another(draws: Draws, character: str, first: bool) -> str:
    if character.isdigit():
        # A number that does not begin with zero stays one.
        return str(draws.below(9) + 1) if first and character != "0" else str(draws.below(10))
    if character.isalpha() and character.isascii():
        letter = draws.pick(_LETTERS)
        return letter if character.isupper() else letter.lower()
    return character
