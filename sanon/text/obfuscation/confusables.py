"""Letters and digits that are read as Latin ones: "Ѕmith" may begin with a Cyrillic letter, "Ⓢmith" with a sign."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import decimal, digit

#: From the confusables of Unicode (UTS #39), those that are taken for the Latin letter in most typefaces.
_PAIRS = {
    "АВЕЅІЈКМНОРСТУХԌԚԜҮ": "ABESIJKMHOPCTYXGQWY",
    "аеѕіјорсухһԁԛԝӏɡ": "aesijopcyxhdqwlg",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ": "ABEZHIKMNOPTYXCj",
    "αινορυχϲ": "aivopuxc",
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ": "abcdefghijklmnopqrstuvwyz",
}
#: First sign of an alphabet of signs -> its first letter: circled, parenthesized, squared, on black, of flags.
_ALPHABETS = {
    0x24B6: "A", 0x24D0: "a", 0x249C: "a", 0x1F110: "A", 0x1F130: "A", 0x1F150: "A", 0x1F170: "A", 0x1F1E6: "A",
}  # fmt: skip
_TATWEEL = "\u0640"
"""Makes an Arabic word longer and means nothing."""


@cache
def plain_characters() -> dict[str, str]:
    """Character -> the letter or digit that it is read as, nothing for one that is not read."""
    plain = {other: latin for others, latins in _PAIRS.items() for other, latin in zip(others, latins, strict=True)}
    for first, letter in _ALPHABETS.items():
        plain |= {chr(first + number): chr(ord(letter) + number) for number in range(26)}
    for code in range(0x80, 0x1FBFA):
        sign = chr(code)
        figure = decimal(sign, None) if sign.isdecimal() else digit(sign, None) if 0x2460 <= code < 0x2794 else None
        if figure is not None:
            plain[sign] = str(figure)
    plain[_TATWEEL] = ""
    return plain


@cache
def not_plain() -> re.Pattern[str]:
    """Finds the characters that are read as others, and all beyond the basic plane: a class with these takes long."""
    basic = "".join(one for one in plain_characters() if ord(one) < 0x10000)
    return re.compile(f"[{re.escape(basic)}\U00010000-\U0010ffff]")


TAGS = re.compile("[\U000e0020-\U000e007e]{3,}")
"""Letters of the block Tags: no reader sees them, and every language model does."""


def untagged(tags: str) -> str:
    """The ASCII text that letters of the block Tags stand for."""
    return "".join(chr(ord(one) - 0xE0000) for one in tags)
