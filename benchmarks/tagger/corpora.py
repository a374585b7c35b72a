"""Labelled texts that the tagger learns from, each with the labels that are allowed at each of its characters.

What an annotator did not label is unknown where his guide did not ask for it: a corpus of names says nothing of
occupations. So a stretch has a set of allowed labels, and the loss is the negative logarithm of their sum.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from sanon.extraction.tagger.labels import DOMAINS, LABELS, TYPES

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared/data"
ANY_DOMAIN = -1

#: Labels are bits of a number.
BIT = {label: 1 << number for number, label in enumerate(LABELS)}
ALL = (1 << len(LABELS)) - 1
UNMARKED = BIT["O"] | sum(BIT[f"{kind}-"] for kind in TYPES)

#: Type of a profile, as archives are labelled -> type of the tagger.
_OF_PROFILE = {
    "NAME": "PERSON",
    "ADDRESS": "ADDRESS",
    "BIRTHDATE": "DATE",
    "EVENT_DATE": "DATE",
    "LOCATION": "LOC",
    "PROVIDER": "ORG",
    "AGE": "AGE",
    "QUANTITY": "QTY",
    "INDIRECT_IDENTIFIER": "JOB",
    "MEDICAL_CONDITION": "COND",
    "TREATMENT": "TREAT",
    "DEMOGRAPHIC": "TRAIT",
    "EVENT": "EVENT",
    "UNIQUE_FACT": "FACT",
}
#: Type of the benchmark of court cases -> types of the tagger that it may be.
_OF_COURTS = {
    "PERSON": ("PERSON",),
    "CODE": ("CODE",),
    "LOC": ("LOC", "ADDRESS"),
    "ORG": ("ORG",),
    "DEM": ("TRAIT", "JOB", "COND", "AGE"),
    "DATETIME": ("DATE",),
    "QUANTITY": ("QTY",),
    "MISC": ("WORK", "EVENT", "FACT", "TREAT"),
}
#: Type of a corpus of names -> types of the tagger that it may be.
_OF_NAMES = {
    "PERSON": ("PERSON",),
    "LOC": ("LOC", "ADDRESS"),
    "ORG": ("ORG",),
    "DATETIME": ("DATE",),
    "MISC": ("WORK", "EVENT", "TRAIT"),
}
#: File of a corpus of names -> types that it labels wherever they stand.
_COMPLETE = {
    "uner": ("PERSON", "LOC", "ORG"),
    "gum": ("PERSON", "LOC", "ORG", "DATETIME"),
    "wnut17": ("PERSON", "LOC", "ORG"),
    "broad_twitter": ("PERSON", "LOC", "ORG"),
}
_SHORT_MARK = re.compile(r"\{\{(\w+)\|(.*?)\}\}", re.DOTALL)
_LONG_MARK = re.compile(r"\{\{([^|{}]*)\|(\w+)\|([\w.]+)\|\w+\}\}")


@dataclass(frozen=True)
class Stretch:
    """A labelled stretch: offsets, allowed labels, and x of "true of one in 10^x adults" where it is known."""

    start: int
    end: int
    allowed: int
    exponent: float | None = None


@dataclass(frozen=True, eq=False)
class Example:
    """A text to learn from.

    Attributes:
        text: whole.
        domain: number in DOMAINS, or ANY_DOMAIN.
        allowed: labels outside the stretches.
        stretches: a later one counts where two overlap.
    """

    text: str
    domain: int
    allowed: int
    stretches: tuple[Stretch, ...]


def _bits(kinds: Collection[str], signs: str) -> int:
    return sum(BIT[kind + sign] for kind in kinds for sign in signs)


def archives_in(folder: Path) -> Iterator[Example]:
    """Archives of others: `documents/*.json` and `gold.jsonl`, whose offsets are code points."""
    for row in map(json.loads, (folder / "gold.jsonl").read_text("utf-8").splitlines()):
        text = json.loads((folder / "documents" / f"{row['id']}.json").read_text("utf-8"))["content"]
        stretches = tuple(
            Stretch(e["start"], e["end"], _bits([_OF_PROFILE.get(e["type"], "CODE")], "+"), e["share_exponent"])
            for e in row["entities"]
        )
        yield Example(text, DOMAINS.index("archive"), UNMARKED, stretches)


def archives(without: Collection[str] = (), where: Path = HERE / "archives") -> Iterator[Example]:
    """The archives written for sAnon, but for the files of these names; see `archives/README.md`."""
    for file in sorted(one for one in where.glob("*.txt") if one.stem not in without):
        for document in re.split(r"(?m)^=== .*\n", file.read_text("utf-8"))[1:]:
            text, stretches, at = "", list[Stretch](), 0
            for match in _LONG_MARK.finditer(document):
                value, kind, share = match.groups()
                text += document[at : match.start()]
                exponent = None if share == "D" else float(share)
                allowed = _bits([_OF_PROFILE.get(kind, "CODE")], "+")
                stretches.append(Stretch(len(text), len(text) + len(value), allowed, exponent))
                text += value
                at = match.end()
            yield Example(text + document[at:], DOMAINS.index("archive"), UNMARKED, tuple(stretches))


def records() -> Iterator[Example]:
    """The short records written for sAnon, `records/*.txt`; see `records/README.md`."""
    for file in sorted((HERE / "records").glob("*.txt")):
        for record in re.split(r"(?m)^=== .*\n", file.read_text("utf-8"))[1:]:
            text, stretches, at = "", list[Stretch](), 0
            for match in _SHORT_MARK.finditer(record):
                kind, value = match.groups()
                text += record[at : match.start()]
                kinds = ["ADDRESS"] if kind == "LOC" and re.search(r"\d", value) else [kind]
                if kind == "FACT":
                    kinds.append("EVENT")
                stretches.append(Stretch(len(text), len(text) + len(value), _bits(kinds, "+")))
                text += value
                at = match.end()
            yield Example(text + record[at:], DOMAINS.index("record"), UNMARKED, tuple(stretches))


def court_cases(without: Collection[str]) -> Iterator[Example]:
    """Court cases of the Text Anonymization Benchmark (MIT), but for those with these ids."""
    for row in map(json.loads, (SHARED / "tab/gold.jsonl").read_text("utf-8").splitlines()):
        if row["id"] in without:
            continue
        text = json.loads((SHARED / "tab/documents" / f"{row['id']}.json").read_text("utf-8"))["content"]
        stretches = [
            Stretch(*match.span(), _bits(_OF_COURTS[e["type"]], "-" if e["identifier"] == "NO_MASK" else "+"))
            for e in row["entities"]
            for match in re.finditer(rf"(?<!\w){re.escape(e['original_value'])}(?!\w)", text)
        ]
        longest_first = sorted(stretches, key=lambda one: one.start - one.end)
        yield Example(text, DOMAINS.index("court"), UNMARKED, tuple(longest_first))


def names(most: int, seed: int) -> Iterator[Example]:
    """Texts of corpora of names, at most so many of each; whether a name tells something is not known there."""
    for corpus, complete in _COMPLETE.items():
        rows = [json.loads(line) for line in (SHARED / f"ner/{corpus}.jsonl").read_text("utf-8").splitlines()]
        random.Random(seed).shuffle(rows)
        elsewhere = ALL & ~sum(_bits(_OF_NAMES[kind], "+-") for kind in complete)
        for row in rows[:most]:
            stretches = tuple(
                Stretch(start, end, _bits(_OF_NAMES[kind], "+-"))
                for start, end, kind in row["spans"]
                if kind in _OF_NAMES
            )
            yield Example(row["text"], ANY_DOMAIN, elsewhere, stretches)
