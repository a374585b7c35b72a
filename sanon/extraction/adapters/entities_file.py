"""Entities made elsewhere: one JSON line per document, taken as given.

{"id": "c1-claim-form", "entities": [["Ms Roe", "ann roe", "NAME", 0.95], ...]}
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from sys import intern

from sanon.corpus.record import Rejection
from sanon.errors import ExtractionError, accessing
from sanon.extraction.mentions import LONGEST
from sanon.records import TAKEN_AS_GIVEN, Document, Finding
from sanon.settings.profile import Profile
from sanon.text.aligned import AlignedText
from sanon.text.folding import fold
from sanon.text.matching import is_edge

_SURROGATE = re.compile("[\ud800-\udfff]")
#: What stands in a text as it is also stands in its search form: printable ASCII without two blanks side by side.
_PLAIN = re.compile(r"[!-~]+(?: [!-~]+)*")
#: What parts words beside blanks.
_POINTS = frozenset(".,;:!?()\"'")
#: A value may end so many characters short of a word: "46" of "46M", "kick returne".
_SHORT = 2


@dataclass(frozen=True)
class EntitiesFile:
    """Findings by source id, and the lines that could not be taken.

    Attributes:
        digest: sha256 of the file, so that a changed file is noticed.
        lines: source id -> line of the file, from 1.
    """

    findings: dict[str, list[Finding]]
    rejected: list[Rejection]
    digest: str
    lines: dict[str, int] = field(default_factory=dict)

    name = TAKEN_AS_GIVEN

    def extract(self, document: Document) -> list[Finding]:
        """What the file says of a document; a value that ends up to two characters short of a word is the whole word.

        Raises:
            ExtractionError: it has no line for it that could be taken, or names a value that the document does not
                hold, or only deep inside a longer word: who wrote it meant another text, and nothing would be masked.
        """
        findings = self.findings.get(document.source_id)
        if findings is None:
            raise ExtractionError("no line in the entities file")
        found, missing = list[Finding](), list[int]()
        texts = [*document.texts(), json.dumps(document.metadata, ensure_ascii=False)]
        folded: list[tuple[str, AlignedText]] = []
        for number, finding in enumerate(findings, start=1):
            value = finding.original_value
            if _PLAIN.fullmatch(value) and _stands_plainly(value, document.content):
                found.append(finding)
                continue
            folded = folded or [(text, fold(text)) for text in texts]
            words = _words(value, folded)
            found += [replace(finding, original_value=word) for word in words]
            missing += [] if words else [number]
        if missing:
            line = self.lines.get(document.source_id)
            where = f"entities file line {line}" if line else "entities file"
            more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise ExtractionError(
                f"{where}: entity {missing[0]}{more}: the original does not stand in the document as a word"
            )
        return found


def _stands_plainly(value: str, text: str) -> bool:
    """Whether the first place of a value in a text is surely one where it is no part of a longer word."""
    start = text.find(value)
    around = text[max(0, start - 1) : start], text[start + len(value) : start + len(value) + 1]
    return start >= 0 and all(not one or one.isspace() or one in _POINTS for one in around)


def _words(value: str, texts: Sequence[tuple[str, AlignedText]]) -> list[str]:
    """The value, if it stands in one of some texts as words in any spelling; else the words that it falls short of."""
    key, completed = fold(value).text.strip(), set[str]()
    for text, folded in texts:
        start = folded.text.find(key) if key else -1
        while start >= 0:
            first, after = start, start + len(key)
            while start - first < _SHORT and not is_edge(folded, text, first):
                first -= 1
            while after - start - len(key) < _SHORT and not is_edge(folded, text, after):
                after += 1
            if is_edge(folded, text, first) and is_edge(folded, text, after):
                if after - first == len(key):
                    return [value]
                begin, end = folded.origin(first, after)
                if fold(text[begin:end]).text.strip() == folded.text[first:after]:
                    completed.add(text[begin:end])
            start = folded.text.find(key, start + 1)
    return sorted(completed)


def read_entities_file(path: Path, profile: Profile) -> EntitiesFile:
    """Read the whole file; a line with any fault is rejected whole, and its document stays pending.

    Raises:
        ConfigurationError: the file cannot be read.
    """
    with accessing(f"entities file {path}", "read"):
        raw = path.read_bytes()
    findings: dict[str, list[Finding]] = {}
    rejected: list[Rejection] = []
    lines: dict[str, int] = {}
    repeated: set[str] = set()
    for number, line in enumerate(BytesIO(raw), start=1):
        if not line.strip():
            continue
        try:
            source_id, found = parsed_line(line, profile)
            if source_id in findings or source_id in repeated:
                repeated.add(source_id)
                findings.pop(source_id, None)
                raise ValueError("a second line for the same id; none of them is taken")
            findings[source_id], lines[source_id] = found, number
        except ValueError as error:
            rejected.append(Rejection(path.name, number, str(error)))
    return EntitiesFile(findings, rejected, sha256(raw).hexdigest(), lines)


def parsed_line(line: bytes, profile: Profile) -> tuple[str, list[Finding]]:
    """The id of a document, and its entities.

    Raises:
        ValueError: the line has a fault, which the message names.
    """
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(record, dict) or not isinstance(record.get("id"), str) or not record["id"]:
        raise ValueError("not an object with an id")
    if not isinstance(record.get("entities"), list):
        raise ValueError("lacks a list of entities")
    return record["id"], [_finding(entry, number, profile) for number, entry in enumerate(record["entities"], start=1)]


def _finding(entry: object, number: int, profile: Profile) -> Finding:
    if not isinstance(entry, list) or len(entry) != 4:
        raise ValueError(f"entity {number}: not [original, normalized, type, relevance]")
    original, normalized, kind, relevance = entry
    if not isinstance(original, str) or not original.strip():
        raise ValueError(f"entity {number}: original is not a text")
    if len(original) > LONGEST:
        raise ValueError(f"entity {number}: original is longer than {LONGEST:,} characters; name what identifies in it")
    if not isinstance(normalized, str) or not normalized.strip():
        raise ValueError(f"entity {number}: normalized is not a text")
    if kind not in profile.types:
        named = kind if isinstance(kind, str) and kind.isidentifier() else "?"
        raise ValueError(f"entity {number}: type {named} is not in profile {profile.name}; see --profile")
    if isinstance(relevance, bool) or not isinstance(relevance, int | float) or not math.isfinite(relevance):
        raise ValueError(f"entity {number}: relevance is not a number")
    if not 0 <= relevance <= 1:
        raise ValueError(f"entity {number}: relevance is outside [0, 1]")
    for text in (original, normalized):
        if not text.isascii() and _SURROGATE.search(text):
            raise ValueError(f"entity {number}: a lone surrogate is not text")
    # What many documents name is in memory once.
    return Finding(intern(original), intern(normalized), intern(kind), float(relevance), TAKEN_AS_GIVEN)
