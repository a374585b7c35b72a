"""What people carry, drive and connect: vehicles, devices, network addresses, and coordinates of where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv6Address

from sanon.extraction.detectors import checksums
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON

_IP4 = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)")
_IP6 = re.compile(r"(?<![\w:.])(?=[0-9A-Fa-f:]{2,39}(?![\w:]))[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])")
_MAC = re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])")
_IMEI = re.compile(r"(?<![\w.,/+-])\d{2}[- ]?\d{6}[- ]?\d{6}[- ]?\d(?![\w/-]|[.,]\d)")
_VIN = re.compile(r"(?<![\w-])(?=[A-Z0-9]{0,16}\d)(?=\d{0,16}[A-Z])[A-HJ-NPR-Z0-9]{17}(?![\w-])")
# A machine's own addresses, and those of nobody: they tell nothing.
_NOBODY = re.compile(r"(?:127|0|255|224)\.")
_PLATES = list(map(re.compile, table(__package__, "shapes")["plates"]))
_NO_PLATE = re.compile(
    r"(?:CD|IL|COVID|SARS|ICD|DIN|ISO|EN|BRCA|HLA|PD|MRI|CT|PET|GE|UN|EU|US|UK)-|[A-Z]{2} \d{3} [A-Z]{2} "
)
_UNIT_AFTER_YEAR = re.compile(r"(?:19|20)\d\d ?(?:GMT|BST|CST|PST|MST|HRS|SNS)")
_DEGREES = r"\d{1,3}°[ ]?(?:\d{1,2}(?:[.,]\d{1,4})?['′’][ ]?(?:\d{1,2}(?:[.,]\d{1,3})?(?:\"|″|''|”)[ ]?)?)?"
_COORDINATES = re.compile(
    rf"(?<![\w.]){_DEGREES}[NS][,;/ ]{{1,3}}{_DEGREES}[EWO](?!\w)"
    r"|(?<![\w.,-])[-−]?[0-8]?\d\.\d{3,8}(?:[ ]?°)?(?: ?[NS])?(?:,[ ]?|[ ;/]{1,3})[-−]?1?\d{1,2}\.\d{3,8}"
    r"(?:[ ]?°)?(?: ?[EW])?(?![\w.])"
)
_COORDINATE = re.compile(
    r"\b(?:lat|lon|lng|long|latitude|longitude|Breite|Länge)[\"']?\s?[:=]\s?(?P<value>[-−]?\d{1,3}\.\d{2,8})(?!\w)",
    re.IGNORECASE,
)


def find_devices(text: str) -> Iterator[Span]:
    """Network addresses, numbers of devices and vehicles, number plates."""
    for match in _IP4.finditer(text):
        if all(int(part) < 256 for part in match[0].split(".")) and not _NOBODY.match(match[0]):
            yield Span(match.start(), match.end(), "DEVICE", 0.7)
    for match in _IP6.finditer(text):
        if _is_ip6(match[0]):
            yield Span(match.start(), match.end(), "DEVICE", 0.7)
    for match in _MAC.finditer(text):
        yield Span(match.start(), match.end(), "DEVICE", 0.8)
    for match in _IMEI.finditer(text):
        if checksums.luhn_is_valid(match[0]):
            yield Span(match.start(), match.end(), "DEVICE", 0.8)
    for match in _VIN.finditer(text):
        if checksums.vin_is_valid(match[0]) or sum(map(str.isdigit, match[0])) >= 5:
            yield Span(match.start(), match.end(), "VEHICLE", 0.85)
    for pattern in _PLATES:
        for match in pattern.finditer(text):
            if not _NO_PLATE.match(match[0]) and not _UNIT_AFTER_YEAR.fullmatch(match[0]):
                yield Span(match.start(), match.end(), "VEHICLE", 0.75, LEXICON)


def find_coordinates(text: str) -> Iterator[Span]:
    """Where somebody is, to some ten metres."""
    for match in _COORDINATES.finditer(text):
        yield Span(match.start(), match.end(), "ADDRESS", 0.85)
    for match in _COORDINATE.finditer(text):
        yield Span(match.start("value"), match.end("value"), "ADDRESS", 0.8)


def _is_ip6(value: str) -> bool:
    """With two colons in a row or all eight groups: "12:30:45" is a time."""
    if "::" not in value and value.count(":") != 7:
        return False
    try:
        address = IPv6Address(value)
    except ValueError:
        return False
    return not address.is_loopback and not address.is_unspecified
