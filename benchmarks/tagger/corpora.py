"""Labelled texts of many kinds as words, each with the labels that its source allows.

A source says something only about the types that it labels: a word that it leaves unlabelled may be of any type that it
does not label. So each word gets a weight for each label (0: ruled out, 1: allowed); the loss is the negative logarithm
of the weighted sum of the model's probabilities.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from extraction import gold_spans, read_documents, read_gold

from sanon.extraction.tagger.model import COURT_TYPES, FINER, LABELS, TYPES
from sanon.settings.profile import load_profile

Labelled = tuple[int, int, str]

#: Types that a source labels; "+" and "-" say that it knows which of them a court's annotator would mask.
KNOWN = {
    "uner": ("PERSON", "LOC", "ORG"),
    "wnut17": ("PERSON", "LOC", "ORG", "MISC"),
    "broad_twitter": ("PERSON", "LOC", "ORG"),
    "gum": ("PERSON", "LOC", "ORG", "MISC", "DATETIME"),
    "presidio_research": ("PERSON", "LOC", "ORG", "DATETIME", "CODE"),
    "templates": ("PERSON", "LOC", "CODE"),
    "silver": ("PERSON", "LOC", "ORG"),
    "records": TYPES,
    "tab": TYPES,
}
SIGNED_COURT = frozenset(kind + sign for kind in COURT_TYPES for sign in "+-")
_UNLABELLED = 0.3  # weight of a type that the source does not label, where nothing is labelled
_PRESIDIO = {
    "PERSON": "PERSON",
    "ORGANIZATION": "ORG",
    "GPE": "LOC",
    "STREET_ADDRESS": "LOC",
    "ZIP_CODE": "LOC",
    "DATE_TIME": "DATETIME",
    "AGE": "AGE",
    "NRP": "DEM",
    "TITLE": "?",
}
_RECORDS = {"DATE": "DATETIME", "QTY": "QUANTITY", "TRAIT": "DEM", "WORK": "MISC"}
_MARK = re.compile(r"\{\{(\w+)\|([^{}]*)\}\}")


@dataclass(frozen=True)
class Text:
    """A text with labelled spans: a type, a type with its sign (TAB), or "?" for what is unknown."""

    source: str
    text: str
    spans: tuple[Labelled, ...]
    name: str = ""
    genre: str = ""


def texts_of_kinds(folder: Path) -> Iterator[Text]:
    """The files of many kinds, one text a line."""
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            record = json.loads(line)
            source = path.stem
            spans = [
                (start, end, _PRESIDIO.get(kind, "CODE") if source == "presidio_research" else kind)
                for start, end, kind in record["spans"]
            ]
            yield Text(source, record["text"], tuple(sorted(spans)), f"{source}-{number}", record["genre"])


def court_cases(folder: Path) -> Iterator[Text]:
    """The Text Anonymization Benchmark: each type with "+" if it is to be masked, else "-"."""
    gold = read_gold(folder, load_profile("legal"))
    for document in read_documents(folder):
        entities = gold[document.source_id]
        spans = [
            (start, end, entities[number].type + ("-" if entities[number].identifier == "NO_MASK" else "+"))
            for (start, end), number in gold_spans(document.content, entities)
        ]
        yield Text("tab", document.content, tuple(sorted(spans)), document.source_id)


def invented_records(folder: Path) -> Iterator[Text]:
    """Our own invented records of very many kinds: "=== kind | language", then a text with marks {{TYPE|words}}."""
    for path in sorted(folder.glob("*.txt")):
        for number, record in enumerate(re.split(r"(?m)^=== ", path.read_text("utf-8"))[1:]):
            head, _, marked = record.partition("\n")
            text, spans, at = "", [], 0
            for mark in _MARK.finditer(marked):
                text += marked[at : mark.start()]
                spans.append((len(text), len(text) + len(mark[2]), _RECORDS.get(mark[1], mark[1])))
                text += mark[2]
                at = mark.end()
            text = (text + marked[at:]).rstrip()
            if "{{" in text or "}}" in text:
                raise ValueError(f"{path.name}: record {number} ({head}) has a mark that cannot be read")
            yield Text("records", text, tuple(spans), f"records-{path.stem}-{number}", head)


def _allows(kind: str, label: str) -> bool:
    """Whether a source's type, with or without a sign, may be the label; a type of the court any of its finer ones."""
    own = label[:-1]
    return kind in (label, own) or (kind in SIGNED_COURT and kind == FINER.get(own, own) + label[-1])


def _pattern(source: str, kind: str) -> np.ndarray:
    weights = np.zeros(len(LABELS), dtype=np.float32)
    if kind == "?":
        weights[:] = 1
    elif kind == "O":
        weights[0] = 1
        for number, label in enumerate(LABELS[1:], 1):
            if label[:-1] not in KNOWN[source]:
                weights[number] = _UNLABELLED
    else:
        for number, label in enumerate(LABELS):
            weights[number] = number > 0 and _allows(kind, label)
    return weights


_KINDS = ("O", "?", *TYPES, *LABELS[1:])
CODES = {(source, kind): number for number, (source, kind) in enumerate((s, k) for s in KNOWN for k in _KINDS)}
#: One row for each code: which labels a word may have.
PATTERNS = np.stack([_pattern(source, kind) for source, kind in CODES])
