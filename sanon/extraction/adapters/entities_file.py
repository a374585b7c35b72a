"""Entities made elsewhere: one JSON line per document, taken as given.

{"id": "c1-claim-form", "entities": [["Ms Roe", "ann roe", "NAME", 0.95], ...]}
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
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
        """What the file says of a document.

        Raises:
            ExtractionError: it has no line for it that could be taken, or names a value that the document does not
                hold, or only inside a longer word: who wrote it meant another text, and nothing would be masked.
        """
        findings = self.findings.get(document.source_id)
        if findings is None:
            raise ExtractionError("no line in the entities file")
        if missing := _missing([finding.original_value for finding in findings], document):
            line = self.lines.get(document.source_id)
            where = f"entities file line {line}" if line else "entities file"
            more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise ExtractionError(
                f"{where}: entity {missing[0]}{more}: the original does not stand in the document as a word"
            )
        return findings


def _missing(values: Sequence[str], document: Document) -> list[int]:
    """Numbers, from 1, of the values that do not stand in a document as words, however it spells them."""
    sought = {
        number: fold(value).text.strip()
        for number, value in enumerate(values, start=1)
        if not (_PLAIN.fullmatch(value) and _stands_plainly(value, document.content))
    }
    if not sought:
        return []
    texts = [*document.texts(), json.dumps(document.metadata, ensure_ascii=False)]
    folded = [(text, fold(text)) for text in texts]
    return [number for number, key in sought.items() if not any(_stands(key, *each) for each in folded)]


def _stands_plainly(value: str, text: str) -> bool:
    """Whether the first place of a value in a text is surely one where it is no part of a longer word."""
    start = text.find(value)
    around = text[max(0, start - 1) : start], text[start + len(value) : start + len(value) + 1]
    return start >= 0 and all(not one or one.isspace() or one in _POINTS for one in around)


def _stands(key: str, text: str, folded: AlignedText) -> bool:
    """Whether a value in its search form stands in a text as words: that is where it would be replaced."""
    start = folded.text.find(key) if key else -1
    while start >= 0:
        if is_edge(folded, text, start) and is_edge(folded, text, start + len(key)):
            return True
        start = folded.text.find(key, start + 1)
    return False


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
