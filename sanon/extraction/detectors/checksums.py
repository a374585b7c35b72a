"""Check digits of numbers that states, banks and makers of devices give. Pure; each rule with its source.

Every function takes a number as it is written, with blanks, dots and hyphens, and says whether it can be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import cycle

_SEPARATORS = re.compile(r"[\s./-]")


def plain(value: str) -> str:
    """Letters and digits only, upper case."""
    return _SEPARATORS.sub("", value).upper()


def _digits(value: str, *lengths: int) -> list[int]:
    """The digits of a number of one of the lengths, else none."""
    text = plain(value)
    return [int(digit) for digit in text] if text.isascii() and text.isdigit() and len(text) in lengths else []


def _weighted(digits: Iterable[int], weights: Iterable[int]) -> int:
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False))


def luhn_is_valid(value: str) -> bool:
    """ISO/IEC 7812-1, annex B: cards, IMEI, Canadian and Swedish numbers."""
    digits = _digits(value, *range(9, 20))
    return bool(digits) and sum(sum(divmod(d * w, 10)) for d, w in zip(digits[::-1], cycle((1, 2)))) % 10 == 0


def iban_is_valid(value: str) -> bool:
    """ISO 13616: remainder 1 modulo 97, letters as 10 to 35, the first four characters last."""
    text = plain(value)
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", text):
        return False
    return int("".join(str(int(c, 36)) for c in text[4:] + text[:4])) % 97 == 1


def nhs_number_is_valid(value: str) -> bool:
    """Check digit modulo 11 of a ten-digit NHS number (NHS Data Dictionary)."""
    digits = _digits(value, 10)
    if not digits:
        return False
    rest = 11 - _weighted(digits[:9], range(10, 1, -1)) % 11
    return rest % 11 == digits[9] and rest != 10


def german_tax_id_is_valid(value: str) -> bool:
    """Check digit of an eleven-digit German tax id (ISO 7064, MOD 11,10)."""
    digits = _digits(value, 11)
    if not digits or digits[0] == 0:
        return False
    product = 10
    for digit in digits[:10]:
        product = ((digit + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == digits[10]


def spanish_id_is_valid(value: str) -> bool:
    """DNI and NIE: the letter follows from the number modulo 23 (Orden INT/2058/2008); X, Y, Z stand for 0, 1, 2."""
    match = re.fullmatch(r"([XYZ]?)(\d{7,8})([A-Z])", plain(value))
    if not match or len(match[1] + match[2]) != 8:
        return False
    number = int(str("XYZ".index(match[1])) + match[2] if match[1] else match[2])
    return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] == match[3]


def french_nir_is_valid(value: str) -> bool:
    """NIR: the key is 97 minus the number modulo 97; Corsica's 2A and 2B count as 19 and 18 (INSEE)."""
    text = plain(value).replace("2A", "19").replace("2B", "18")
    digits = _digits(text, 15)
    return bool(digits) and digits[0] in (1, 2, 3, 4, 7, 8) and 97 - int(text[:13]) % 97 == int(text[13:])


_ODD = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21] * 2 + [2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23],
        strict=True,
    )
)


def codice_fiscale_is_valid(value: str) -> bool:
    """Italian tax code: values of odd and even places modulo 26 (D.M. 12/03/1974)."""
    text = plain(value)
    if not re.fullmatch(r"[A-Z]{6}[\dLMNP-V]{2}[A-EHLMPRST][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]", text):
        return False
    total = sum(
        _ODD[c] if place % 2 == 0 else (int(c) if c.isdigit() else ord(c) - 65) for place, c in enumerate(text[:15])
    )
    return chr(65 + total % 26) == text[15]


def dutch_bsn_is_valid(value: str) -> bool:
    """Burgerservicenummer: weights 9 to 2 and -1, divisible by 11."""
    digits = _digits(value, 9)
    return any(digits) and _weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def polish_pesel_is_valid(value: str) -> bool:
    """PESEL: weights 1, 3, 7, 9, the sum divisible by 10; months carry the century."""
    digits = _digits(value, 11)
    if not digits or not 1 <= (digits[2] * 10 + digits[3]) % 20 <= 12:
        return False
    return _weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def czech_birth_number_is_valid(value: str) -> bool:
    """Rodné číslo of ten digits: divisible by 11; of nine digits, until 1953, without check."""
    digits = _digits(value, 9, 10)
    if not digits or not 1 <= (digits[2] * 10 + digits[3]) % 50 % 20 <= 12:
        return False
    return len(digits) == 9 or int(plain(value)) % 11 == 0


def irish_ppsn_is_valid(value: str) -> bool:
    """PPSN: weights 8 to 2, and 9 for a second letter, modulo 23; W stands for 0."""
    match = re.fullmatch(r"(\d{7})([A-W])([A-IW]?)", plain(value))
    if not match:
        return False
    second = 0 if match[3] in ("", "W") else ord(match[3]) - 64
    total = _weighted(map(int, match[1]), range(8, 1, -1)) + 9 * second
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == match[2]


def brazilian_cpf_is_valid(value: str) -> bool:
    """CPF: two check digits modulo 11."""
    digits = _digits(value, 11)
    if len(set(digits)) < 2:
        return False
    first = _weighted(digits, range(10, 1, -1)) * 10 % 11 % 10
    second = _weighted(digits, range(11, 1, -1)) * 10 % 11 % 10
    return digits[9:] == [first, second]


def swiss_ahv_is_valid(value: str) -> bool:
    """AHV number: 13 digits from 756 with the check digit of EAN-13."""
    digits = _digits(value, 13)
    return digits[:3] == [7, 5, 6] and _weighted(digits, cycle((1, 3))) % 10 == 0


def austrian_svnr_is_valid(value: str) -> bool:
    """Austrian social insurance: weights 3, 7, 9, -, 5, 8, 4, 2, 1, 6 modulo 11 at the fourth place."""
    digits = _digits(value, 10)
    return bool(digits) and _weighted(digits, (3, 7, 9, 0, 5, 8, 4, 2, 1, 6)) % 11 == digits[3]


def belgian_number_is_valid(value: str) -> bool:
    """Rijksregisternummer: 97 minus the first nine digits modulo 97, with a 2 before them for those born since 2000."""
    digits = _digits(value, 11)
    if not digits:
        return False
    text = plain(value)
    return int(text[9:]) in (97 - int(text[:9]) % 97, 97 - int("2" + text[:9]) % 97)


def finnish_hetu_is_valid(value: str) -> bool:
    """Henkilötunnus: the nine digits modulo 31 give the last character."""
    match = re.fullmatch(r"(\d{6})[-+A-FU-Y](\d{3})([0-9A-Z])", value.upper())
    return match is not None and "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(match[1] + match[2]) % 31] == match[3]


def australian_tfn_is_valid(value: str) -> bool:
    """Tax file number: weights 1, 4, 3, 7, 5, 8, 6, 9, 10, divisible by 11."""
    digits = _digits(value, 9)
    return any(digits) and _weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def vin_is_valid(value: str) -> bool:
    """Vehicle identification number, 17 characters with the check digit that North America asks for (49 CFR 565)."""
    text = plain(value)
    if not re.fullmatch(r"[A-HJ-NPR-Z0-9]{17}", text):
        return False
    values = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    rest = _weighted((values.get(c) or int(c) for c in text), weights) % 11
    return text[8] == ("X" if rest == 10 else str(rest))
