"""The ways in which people and programs write a value differently, for `adversarial.py`; nothing of sAnon is used."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple
from urllib.parse import quote

Form = Callable[[str, Random], str]


class Person(NamedTuple):
    """What is direct of somebody: each is one value of one type."""

    name: str
    number: str
    email: str
    phone: str
    born: str


def _words(text: str) -> list[str]:
    return text.split()


GIVEN = _words(
    "Marek Selin Thandiwe Rosalind Ingmar Fadila Zbigniew Oksana Eberhard Caoimhe Delphine Aurelio Katarina "
    "Nkosana Solveig Yusuf Abelard Dragana Beatrix Cosimo Edeltraud Florian"
)
FAMILY = _words(
    "Kowalczyk Karaarslan Wyrzykowski Schlüpmann Achterberg Delacroix Fjordholm Nkosazana Beaulieu Castellani "
    "Dzhaparov Eddington Fabrizius Abernathy Quistgaard Vandermolen Tsvetkova Halloran Müllenhoff Petrescu"
)
_MONTHS = _words("January February March April May June July August September October November December")
_ROMAN = _words("I II III IV V VI VII VIII IX X XI XII")
_ORDINALS = _words(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
    "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth"
)
_TENS = _words("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_SMALL_CAPITALS = str.maketrans("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ")
_CYRILLIC_CAPITALS = str.maketrans("HK", "НК")
_RUSSIAN = _words("января февраля марта апреля мая июня июля августа сентября октября ноября декабря")
_CYRILLIC = str.maketrans("aeopcxAEOPCX", "аеорсхАЕОРСХ")


def person(rng: Random, number: int) -> Person:
    """Somebody whose values nobody else has."""
    given, family = rng.choice(GIVEN), f"{rng.choice(FAMILY)}{_letters(number)}"
    day, month, year = rng.randrange(1, 29), rng.randrange(1, 13), rng.randrange(1930, 2000)
    host = rng.choice(["example.org", "mail.example.com"])
    return Person(
        f"{given} {family}",
        f"HK-{100_000 + number}",
        f"{given}.{family}@{host}".lower().replace("ü", "ue"),
        f"+44 20 7946 {number % 10_000:04d}",
        f"{day:02d}/{month:02d}/{year}",
    )


def _letters(number: int) -> str:
    """A family name of its own: 0 -> "aba"."""
    return "".join("bdfgklmnprst"[number // 12**place % 12] + "aeiou"[number // 7 % 5] for place in range(3))


def _between(joined: str) -> Form:
    return lambda value, _: value.replace(" ", joined)


def _each(made: Callable[[str], str]) -> Form:
    return lambda value, _: "".join(map(made, value))


def _mathematical(letter: str) -> str:
    if "A" <= letter <= "Z":
        return chr(0x1D400 + ord(letter) - 65)
    return chr(0x1D41A + ord(letter) - 97) if "a" <= letter <= "z" else letter


def _circled(letter: str) -> str:
    if "A" <= letter <= "Z":
        return chr(0x24B6 + ord(letter) - 65)
    return chr(0x24D0 + ord(letter) - 97) if "a" <= letter <= "z" else letter


def _mistyped(value: str, rng: Random) -> str:
    at = rng.randrange(2, len(value.split()[0]) - 1)
    kind = rng.randrange(3)
    if kind == 0:
        return value[:at] + value[at + 1 :]
    if kind == 1:
        return value[:at] + value[at + 1] + value[at] + value[at + 2 :]
    return value[:at] + ("x" if value[at] != "x" else "z") + value[at + 1 :]


def _cut(value: str, rng: Random, by: str) -> str:
    at = rng.randrange(2, len(value) - 2)
    return f"{value[:at]}{by}{value[at:]}" if " " not in value[at - 1 : at + 1] else value.replace(" ", f" {by}")


def _letters_for_figures(value: str, rng: Random) -> str:
    """All but the last: a number in which no figure is left is a word."""
    return value[:-1].translate(str.maketrans("01", rng.choice(["Ol", "oI", "ОІ"]))) + value[-1]


def _turned(value: str, _: Random) -> str:
    given, family = value.split(" ", 1)
    return f"{family.upper()}, {given}"


def _middle(value: str, rng: Random) -> str:
    return value.replace(" ", rng.choice([" Maria ", " J. ", " Karim "]))


def _in_case(word: str, rng: Random) -> str:
    """A word of a name as Poles and Czechs write it behind a preposition."""
    instead = {"a": ("y", "ą", "ou"), "o": ("a", "em"), "e": ("i",), "i": ("iego",), "u": ("u",)}
    if word.endswith("ek"):
        return f"{word[:-2]}k{rng.choice(['a', 'iem'])}"
    if ends := instead.get(word[-1]):
        return word[:-1] + rng.choice(ends)
    return word + rng.choice(["a", "em", "owi"])


def _initial(value: str, _: Random) -> str:
    return f"{value[0]}. {value.split(' ', 1)[1]}"


NAMES: Mapping[str, Form] = {
    "as it is": lambda value, _: value,
    "other case": lambda value, rng: rng.choice([value.upper(), value.lower(), value.swapcase()]),
    "over a line end": _between("\n"),
    "quoted in a reply": _between("\n> "),
    "HTML entities": _each(lambda one: f"&#{ord(one)};"),
    "HTML between": _between("&nbsp;"),
    "tags inside": lambda value, _: f"{value[:3]}<b>{value[3:]}</b>",
    "cells": _between("</td><td>"),
    "Markdown": lambda value, _: f"**{value[:2]}**{value[2:]}",
    "percent": lambda value, _: quote(value),
    "percent, twice": lambda value, _: quote(quote(value)),
    "behind =": lambda value, _: f"login={value.replace(' ', '.').lower()}",
    "JSON escapes": _each(lambda one: f"\\u{ord(one):04x}"),
    "quoted-printable": lambda value, _: "".join(f"={byte:02X}" for byte in value.encode()),
    "soft line end": lambda value, rng: _cut(value, rng, "=\n"),
    "hyphen at a line end": lambda value, _: f"{value[:-3]}-\n{value[-3:]}",
    "joined": _between(""),
    "dotted": _between("."),
    "slug": lambda value, _: value.lower().replace(" ", "-"),
    "file name": lambda value, _: f"{value.replace(' ', '_')}.pdf",
    "user name": lambda value, _: f"{value[0]}{value.split(' ', 1)[1]}".lower(),
    "turned round": _turned,
    "initial": _initial,
    "given name alone": lambda value, _: value.split()[0],
    "family name alone": lambda value, _: value.split(" ", 1)[1],
    "middle name": _middle,
    "plural": lambda value, _: f"{value}s",
    "German genitive": lambda value, _: f"{value}s Akte",
    "Hungarian ending": lambda value, _: f"{value}nak",
    "Finnish ending": lambda value, _: f"{value}lle",
    "Polish ending": lambda value, _: f"{value}owi",
    "Slavic cases": lambda value, rng: " ".join(_in_case(word, rng) for word in value.split()),
    "spaced": lambda value, _: " ".join(value.replace(" ", "  ")),
    "spelled with hyphens": lambda value, _: " ".join("-".join(word) for word in value.upper().split()),
    "circled letters": _each(_circled),
    "mathematical letters": _each(_mathematical),
    "small capitals": lambda value, _: value.lower().translate(_SMALL_CAPITALS),
    "Cyrillic look-alikes": lambda value, _: value.translate(_CYRILLIC),
    "full width": _each(lambda one: chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one),
    "turned by an override": lambda value, _: f"\u202e{value[::-1]}\u202c",
    "letters nobody sees": _each(lambda one: chr(0xE0000 + ord(one)) if one.isascii() else one),
    "zero-width inside": lambda value, _: "\u200b".join(value),
    "soft hyphen inside": lambda value, rng: _cut(value, rng, "\u00ad"),
    "mistyped": _mistyped,
    "passport": lambda value, _: "P<UTO{1}<<{0}<<<<".format(*value.upper().split(" ", 1)),
    "labels": lambda value, _: "Given name: {}\nFamily name: {}".format(*value.split(" ", 1)),
    "query": lambda value, _: "?vorname={}&name={}".format(*value.lower().split(" ", 1)),
    "figures for letters": lambda value, _: value.replace("o", "0").replace("l", "1"),
    "bytes of a program": lambda value, _: "".join(f"\\x{byte:02x}" for byte in value.encode()),
}
NUMBERS: Mapping[str, Form] = {
    "as it is": lambda value, _: value,
    "without a hyphen": lambda value, _: value.replace("-", ""),
    "small": lambda value, _: value.lower(),
    "blank": lambda value, _: value.replace("-", " "),
    "cut up": lambda value, _: f"{value[:5]}.{value[5:]}",
    "letter behind": lambda value, rng: value + rng.choice("abXZ"),
    "letter before": lambda value, rng: rng.choice("aXZ") + value,
    "cells": lambda value, _: f'"{value}"'.replace("-", '","'),
    "Cyrillic look-alikes": lambda value, _: value.translate(_CYRILLIC_CAPITALS),
    "letters for figures": _letters_for_figures,
    "other digits": lambda value, _: "".join(chr(0x0660 + int(one)) if one.isdigit() else one for one in value),
    "full width": _each(lambda one: chr(ord(one) + 0xFEE0) if one.isalnum() else one),
    "percent": lambda value, _: "".join(f"%{ord(one):02X}" for one in value),
    "HTML entities": _each(lambda one: f"&#x{ord(one):x};"),
    "other dash": lambda value, _: value.replace("-", "\u2010"),
    "tags inside": lambda value, _: f"{value[:4]}<i>{value[4:]}</i>",
}
EMAILS: Mapping[str, Form] = {
    "as it is": lambda value, _: value,
    "capitals": lambda value, _: value.upper(),
    "spoken": lambda value, _: value.replace("@", " at ").replace(".", " dot "),
    "at in brackets": lambda value, _: value.replace("@", " [at] "),
    "at and dot": lambda value, _: value.replace("@", " (at) ").replace(".", " (dot) "),
    "percent": lambda value, _: value.replace("@", "%40"),
    "HTML entities": lambda value, _: html.escape(value).replace("@", "&#64;"),
    "in a link": lambda value, _: f"<a href='mailto:{value}'>",
    "tags inside": lambda value, _: value.replace("@", "<b>@</b>"),
}
PHONES: Mapping[str, Form] = {
    "as it is": lambda value, _: value,
    "without blanks": lambda value, _: value.replace(" ", ""),
    "national": lambda value, _: value.replace("+44 ", "0"),
    "00": lambda value, _: value.replace("+", "00"),
    "brackets": lambda value, _: value.replace("+44 20", "(020)"),
    "hyphens": lambda value, _: value.replace(" ", "-"),
    "dots": lambda value, _: value.replace(" ", "."),
    "HTML between": lambda value, _: value.replace(" ", "&nbsp;"),
    "other digits": lambda value, _: "".join(chr(0x0660 + int(one)) if one.isdigit() else one for one in value),
    "over a line end": lambda value, _: value.replace(" 7946", "\n7946"),
}


def _parts(value: str) -> tuple[int, int, int]:
    day, month, year = map(int, value.split("/"))
    return day, month, year


def _date(made: Callable[[int, int, int], str]) -> Form:
    return lambda value, _: made(*_parts(value))


def _in_words(day: int, month: int, year: int) -> str:
    ones = _words("one two three four five six seven eight nine")
    tens = _words("twenty thirty forty fifty sixty seventy eighty ninety")
    last = year % 100
    words = _TENS[last - 10] if last < 20 else tens[last // 10 - 2] + (f"-{ones[last % 10 - 1]}" if last % 10 else "")
    return f"the {_ORDINALS[day - 1]} of {_MONTHS[month - 1]} nineteen {words}"


def _month_first_in_words(day: int, month: int, year: int) -> str:
    before, _, behind = _in_words(day, month, year).partition(f" of {_MONTHS[month - 1]} ")
    return f"{_MONTHS[month - 1]} {before}, {behind}"


def _unix(value: str) -> int:
    from datetime import UTC, datetime

    day, month, year = _parts(value)
    return int(datetime(year, month, day, tzinfo=UTC).timestamp())


DATES: Mapping[str, Form] = {
    "as it is": lambda value, _: value,
    "ISO": _date(lambda d, m, y: f"{y}-{m:02d}-{d:02d}"),
    "ISO with time": _date(lambda d, m, y: f"{y}-{m:02d}-{d:02d}T00:00:00Z"),
    "digits": _date(lambda d, m, y: f"DOB: {y}{m:02d}{d:02d}"),
    "digits, day first": _date(lambda d, m, y: f"born {d:02d}{m:02d}{y}"),
    "dots": _date(lambda d, m, y: f"{d}.{m}.{y}"),
    "month in English": _date(lambda d, m, y: f"{_MONTHS[m - 1]} {d}, {y}"),
    "over a line end": _date(lambda d, m, y: f"{d}\n{_MONTHS[m - 1]} {y}"),
    "quoted in a reply": _date(lambda d, m, y: f"{d}.{m}.\n> {y}"),
    "month short": _date(lambda d, m, y: f"{d} {_MONTHS[m - 1][:3]} {y}"),
    "Roman month": _date(lambda d, m, y: f"{d}.{_ROMAN[m - 1]}.{y}"),
    "short year": _date(lambda d, m, y: f"{d:02d}.{m:02d}.{y % 100:02d}"),
    "in words": _date(_in_words),
    "Japanese": _date(lambda d, m, y: f"{y}年{m}月{d}日"),
    "Japanese era": _date(lambda d, m, y: f"昭和{y - 1925}年{m}月{d}日" if y < 1989 else f"平成{y - 1988}年{m}月{d}日"),
    "month in Russian": _date(lambda d, m, y: f"{d} {_RUSSIAN[m - 1]} {y} г."),
    "parts with names": _date(lambda d, m, y: f'{{"birth_year": {y}, "birth_month": {m}, "birth_day": {d}}}'),
    "without a year": _date(lambda d, m, _: f"{d:02d} {_MONTHS[m - 1]}"),
    "year in words": _date(lambda d, m, y: _in_words(d, m, y).replace(_ORDINALS[d - 1], f"{d}th")),
    "month first, in words": _date(_month_first_in_words),
    "of a log": _date(lambda d, m, y: f"{_MONTHS[m - 1][:3]} {d:2d} 09:30:00 {y}"),
    "year first, short": _date(lambda d, m, y: f"{y}/{m}/{d}"),
    "six digits": _date(lambda d, m, y: f"DOB {y % 100:02d}{m:02d}{d:02d}"),
    "parts with German names": _date(lambda d, m, y: f"Jahr: {y}, Monat: {m}, Tag: {d}"),
    "seconds, midnight elsewhere": lambda value, _: f"date of birth: {_unix(value) - 3600}",
    "seconds": lambda value, _: f"date of birth: {_unix(value)}",
    "milliseconds": lambda value, _: f"born_ms={_unix(value)}000",
    "other digits": lambda value, _: "".join(chr(0x0660 + int(one)) if one.isdigit() else one for one in value),
}
OF_TYPE: Mapping[str, Mapping[str, Form]] = {
    "NAME": NAMES, "PATIENT_ID": NUMBERS, "EMAIL": EMAILS, "PHONE_NUMBER": PHONES, "BIRTHDATE": DATES,
}  # fmt: skip
PLAIN: Mapping[str, Form] = {
    form: NAMES[form]
    for form in ("as it is", "other case", "over a line end", "quoted in a reply", "HTML between", "percent")
}
