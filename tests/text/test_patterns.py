"""Patterns that are tried only where they can begin: the matches of `re`, whatever the text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sanon.extraction.detectors.detection  # noqa: F401 (its patterns are what is compared)
from sanon.text import patterns
from sanon.text.patterns import Pattern

FRESH = Path(__file__).parents[2] / "benchmarks" / "fresh" / "documents"


def spans(found: object) -> list[tuple[int, int, dict[str, str | None]]]:
    return [(*match.span(), match.groupdict()) for match in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize("change", [str, str.upper, str.lower])
def test_every_pattern_of_the_extractor_finds_what_re_finds(change: type[str]) -> None:
    texts = [change(json.loads(path.read_text("utf-8"))["content"]) for path in sorted(FRESH.glob("*.json"))[::6]]
    for pattern in patterns._all:
        plain = re.compile(pattern._source, pattern._flags)
        for text in texts:
            assert spans(pattern.finditer(text)) == spans(plain.finditer(text)), pattern._source[:80]


@pytest.mark.parametrize(
    ("source", "flags", "text"),
    [
        (
            "kiss",
            re.IGNORECASE,
            "KISS, \u212aiss, ki\u017f\u017f, k\u0131ss, K\u0130SS",
        ),  # what `re` takes for k, s and i
        (r"\bstra(?:ß|ss)e", re.IGNORECASE, "STRA\u1e9eE, Strasse, straße"),
        (r"(?<![\d.])\d{2,3}/\d", 0, "12/3 1.22/3 \u0661\u0662/\u0663 4/5"),
        ("(?:the )?(?:cat|catalogue|dog)s?", 0, "the cat, catalogues, thedogs"),
        (r"(?<![\w,] )\d{1,3}-\d|(?<!\w)\d\d:", 0, "12-3 x 12-3 , 112-3 4512: 12: \u0661\u0662:"),
        (r"(?<![^\d])\d{2}x", 0, "12x 123x 1234x"),
        (r"\b\d{2,3}°|(?<!\d)\d{2,3}″", 0, "1234° a12° 12° 1234″ a12″"),
        # Capitals only, and words at distances of their own.
        (
            r"(?:[A-Z]\w{0,9} ){1,3}(?:Street|at \d{1,3} km|of Ouessant)",
            0,
            "Old Mill Street, He at 12 km, lord of Ouessant",
        ),
        (
            r"[A-Z][a-z]{0,30}(?: [a-z]{1,30}){0,9} lighthouse",
            0,
            "He and She of the lighthouse, the lighthouse, É lighthouse",
        ),
        (
            r"\w{1,9} lighthouse|\d{1,2}(?: \w{1,20}){0,5} keepers",
            0,
            "12 of the keepers, red lighthouse, 3 lighthouse keepers",
        ),
        ("a{2,}|b?c", 0, "aaaa bc c a"),
        ("(?<=Dr )[A-Z]+", 0, "Dr WHO, dr NO"),
        ("x*", 0, "axxb"),
        (r"^Name: (\w+)$", re.MULTILINE, "Name: A\nName: B b\nName: C"),
        # Words in the middle of a match, and what is looked at behind it.
        (
            r"[A-Z]\w{0,9} (?:& \w{1,9} )?(?:Limited|Holdings)\b",
            0,
            "Zed Limiteds, Abc & Co Holdings Limited, X Holdings",
        ),
        (r"\w{2,8} lighthouse$", 0, "red lighthouse, old lighthouse\n"),
        (r"\w{2,8} lighthouse(?= on \w{3})", 0, "red lighthouse on it, old lighthouse on Fair Isle"),
        (
            r"\w{2,8} lighthouse(?! keeper)",
            0,
            "red lighthouse keeper, old lighthouse keep, lighthouse keeper lighthouse",
        ),
        (r"(?:(?<=works for )|(?<=employed at ))[A-Z]\w{1,8}", 0, "works for Acme, employed at Beta, at Gamma"),
        (r"(\w)\w{0,3}keeper\1", 0, "akeepera bkeeperc xxkeeperx"),
        (r"\w*keeper|\d{1,3} keepers", 0, "lighthousekeeper 12 keepers"),
        ("(?:ab ){1,3}keeper", 0, "ab ab ab ab keeper ab keeper"),
    ],
)
def test_a_pattern_finds_what_re_finds(source: str, flags: int, text: str) -> None:
    assert spans(Pattern(source, flags).finditer(text)) == spans(re.finditer(source, text, flags))


def test_a_pattern_that_is_made_later_is_found_in_a_text_that_was_read() -> None:
    text = "the lighthouse keeper of Ouessant"
    assert Pattern("lighthouse").search(text)
    assert Pattern("keeper of").search(text)
    assert not Pattern("keeper on").search(text)
