"""Check digits of numbers that states, banks and makers of devices give, by python-stdnum.

Every function takes a number as it is written, with blanks, dots and hyphens, and says whether it can be one: by its
check digit and, where it holds one, by its date of birth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

_SEPARATORS = re.compile(r"[\s./-]")


def plain(value: str) -> str:
    """Letters and digits only, upper case."""
    return _SEPARATORS.sub("", value).upper()


def _check(*modules: str, shape: str = r"[0-9A-Z]{9,34}") -> Callable[[str], bool]:
    """A check by some modules of stdnum, one of which must agree; they are imported when they are needed."""
    fits = re.compile(shape).fullmatch

    def is_valid(value: str) -> bool:
        text = plain(value)
        return fits(text) is not None and any(import_module(f"stdnum.{one}").is_valid(text) for one in modules)

    return is_valid


luhn_is_valid = _check("luhn", shape=r"[0-9]{9,19}")  # cards, IMEI, Canadian and Swedish numbers
iban_is_valid = _check("iban")
nhs_number_is_valid = _check("gb.nhs", shape=r"[0-9]{10}")
german_tax_id_is_valid = _check("de.idnr")
spanish_id_is_valid = _check("es.dni", "es.nie")
french_nir_is_valid = _check("fr.nir", shape=r"[0-9AB]{15}")
codice_fiscale_is_valid = _check("it.codicefiscale", shape=r"[0-9A-Z]{16}")
dutch_bsn_is_valid = _check("nl.bsn", shape=r"[0-9]{9}")
polish_pesel_is_valid = _check("pl.pesel")
czech_birth_number_is_valid = _check("cz.rc")
irish_ppsn_is_valid = _check("ie.pps", shape=r"[0-9A-Z]{8,9}")
brazilian_cpf_is_valid = _check("br.cpf", shape=r"[0-9]{11}")
swiss_ahv_is_valid = _check("ch.ssn")
austrian_svnr_is_valid = _check("at.vnr", shape=r"[0-9]{10}")
belgian_number_is_valid = _check("be.nn")
australian_tfn_is_valid = _check("au.tfn", shape=r"[0-9]{9}")


def finnish_hetu_is_valid(value: str) -> bool:
    """Henkilötunnus; the sign in it says the century and is no separator."""
    return bool(import_module("stdnum.fi.hetu").is_valid(value.strip()))


def vin_is_valid(value: str) -> bool:
    """Vehicle identification number, 17 characters with the check digit that North America asks for (49 CFR 565)."""
    text = plain(value)
    if not re.fullmatch(r"[A-HJ-NPR-Z0-9]{17}", text):
        return False
    values = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    rest = sum((values.get(c) or int(c)) * weight for c, weight in zip(text, weights, strict=True)) % 11
    return text[8] == ("X" if rest == 10 else str(rest))
