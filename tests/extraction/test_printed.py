"""What forms print is masked as no title; what is filled in, and who speaks before a colon, is.

`forms/` holds blank and filled forms of many layouts in seven languages, written before the code: `{{…}}` is filled in
and a direct identifier, `{…}` any other answer, the rest is print. Those called `later-` were written after the code.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.mentions import mentions_of
from sanon.extraction.printed import printed
from sanon.records import Document, Mention, Source
from sanon.settings.profile import load_profile
from sanon.text.frequencies import frequencies

PROFILE = load_profile("insurance")
EXTRACTOR = EmbeddedExtractor(PROFILE)
FORMS = sorted((Path(__file__).parent / "forms").glob("*.txt"))
FILLED = re.compile(r"\{(\{)?(.*?)\}\}?")
OTHER = "They were there, and the other people too."


def documents(*texts: str) -> list[Document]:
    sources = [Source(path=f"d{number}.txt", form="text") for number in range(len(texts))]
    return [
        Document(source_id=source.path, content=text, source=source)
        for source, text in zip(sources, texts, strict=True)
    ]


def loaded(*texts: str) -> list[list[Mention]]:
    """What the extractor finds in each of these texts."""
    return [mentions_of(one.source_id, EXTRACTOR.extract(one)) for one in documents(*texts)]


def spellings(mentions: list[Mention]) -> set[str]:
    return {value for mention in mentions for value in mention.original_values}


@pytest.fixture(scope="module")
def forms() -> list[tuple[str, list[Mention]]]:
    raw = [path.read_text("utf-8") for path in FORMS]
    return list(zip(raw, loaded(*(FILLED.sub(r"\2", text) for text in raw)), strict=True))


def test_few_titles_are_found_in_what_forms_print(forms: list[tuple[str, list[Mention]]]) -> None:
    words = titles = 0
    for raw, mentions in forms:
        form = FILLED.sub("\n", raw)
        words += len(re.findall(r"[^\W\d_]{3,}", form))
        for mention in mentions:
            if mention.entity.type == "UNIQUE_FACT":
                titles += any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", form) for one in mention.original_values)
    assert titles < words / 20


def test_direct_identifiers_that_are_filled_in_are_found(forms: list[tuple[str, list[Mention]]]) -> None:
    values = [(value, mentions) for raw, mentions in forms for direct, value in FILLED.findall(raw) if direct]
    found = [any(one in value or value in one for one in spellings(mentions)) for value, mentions in values]
    assert sum(found) >= 0.95 * len(found)


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("Overdraft Limit: 500\nStanding Order: none\n", "Standing Order"),
        ("Packed Lunch = yes\nDietary Requirements = none\n", "Dietary Requirements"),
        ("Root Cause: ________\nFirst Aid Given By ________\n", "Aid Given By"),
        ("All dates MM/DD/YYYY, please.", "MM/DD/YYYY"),
        ("Geboren am TT.MM.JJJJ in Ulm", "TT.MM.JJJJ"),
        ("Q1 What did you eat?\nSoup.\n\nQ2 And then?\nBread.\n", "Q1 What"),
        ("Question 1 Which Services Do You Use?\nOne.\nQuestion 2 Any Comments?\nNo.\n", "Which Services Do You Use"),
        ("Claims | Paid Early | Denied\n12 | 7 | 5\n9 | 9 | 0\n", "Paid Early"),
        ("[ ] Chemical Spill  [ ] Electric Shock  [ ] Falling Object\n", "Chemical Spill"),
        ("Vaccine Consent\n\nSex: female\nAge: 40\n\nVoluntary Contribution\nnone\n", "Voluntary Contribution"),
    ],
)
def test_print_is_no_title(form: str, label: str) -> None:
    found = spellings(loaded(form, OTHER)[0])
    assert not {one for one in found if label in one or one in label}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mika: hi\nRose: hello\nMika: are they here?\n", "Mika"),
        ("Anna Kowalska: 12 pcs\nBartholomew Quarshie: 6 pcs\n", "Anna Kowalska"),
        ("Tam: yes\nWren: no\nFern: maybe\n", "Fern"),
        ("Anna Kowalska ________\nMika Quarshie ________\n", "Anna Kowalska"),
        ("Sex: female\nAge: 40\nFilm: Crocodile Shoes\n", "Crocodile Shoes"),
        ("Zarbanov: yes\nTessamack Gannet: no\n", "Zarbanov"),
        ("Sex: female\nAge: 40\n\nGannet Voyager\n\nShe was there.\n", "Gannet Voyager"),
        ("To the board of Pelican Cove Villas: please read.\nDate: today\n", "Pelican Cove Villas"),
        ("She was seen in Crocodile Shoes (twice: then and now).", "Crocodile Shoes"),
    ],
)
def test_what_stands_like_print_and_may_be_a_name_stays(text: str, found: str) -> None:
    spelled = spellings(loaded(text, OTHER)[0])
    assert all(any(word in one for one in spelled) for word in found.split())


@pytest.mark.parametrize("unit", ["A.", "dd/", "Aa: ", "[ ] a ", "Aa;b\n", "Aa  b  c\n", "Word 1\n", "____  ", "\n"])
def test_time_grows_with_the_length_of_a_text(unit: str) -> None:
    """Ten times the text may take thirty times the time (noise); what is quadratic would take a hundred."""

    def seconds(length: int) -> float:
        started = time.process_time()
        printed(unit * (length // len(unit)), frequencies("en"))
        return time.process_time() - started

    seconds(1000)
    assert min(seconds(60_000) for _ in range(3)) < 30 * max(seconds(6_000), 0.02)
