"""The records that travel from room to room, each defined once.

Columns of the tables, properties in the graph and fields of the JSON output carry the same names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import md5
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

State = Literal["pending", "extracted"]

#: `found_by` of what the extractor `embedded` finds: a rule that proves what a value is (a format, a checksum, a label
#: beside it), a word list or a shape that only suggests it, the tagger alone.
RULES, LEXICON, TAGGER = "rules", "lexicon", "model"
#: `found_by` of what another program has named, and of what a rule of the policy names.
TAKEN_AS_GIVEN, NAMED_BY_POLICY = "entities file", "policy"


class StrictModel(BaseModel):
    """A record that is not changed, and has no entries that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Chunk(StrictModel):
    """Which piece of a document of the input a document of the graph is.

    Attributes:
        of: source id of the whole document.
        number: of the piece, from 1.
        total: how many pieces there are.
        start: code points of the whole content before it.
        cut: the rule it was cut by, as after `--chunk`.
        content_md5: md5 of the whole content, to see a change without it, and to join nothing that does not belong.
    """

    of: str
    number: int = Field(ge=1)
    total: int = Field(ge=1)
    start: int = Field(ge=0)
    cut: str
    content_md5: str


class Source(StrictModel):
    """Where a document was read, so that the export can write it back in the same form.

    Attributes:
        path: file, relative to the input folder, with forward slashes.
        form: how the file holds its documents: name of its reader.
        position: number of the record in its file, from 0.
        id_field, content_field: names of the two fields in the file.
        top_level: names of metadata entries that stood beside `metadata` in a JSON object.
        column_types: Arrow types of Parquet columns that JSON cannot tell (dates, decimals), by column name.
        columns: columns of a CSV or Parquet file in their order, so that the export keeps it.
        left_out: what of the file was not read, each as `images: 2`.
        chunk: which piece of its record it is, if `--chunk` cut it.
    """

    path: str
    form: str
    position: int = 0
    id_field: str = "id"
    content_field: str = "content"
    top_level: tuple[str, ...] = ()
    column_types: dict[str, str] = Field(default_factory=dict)
    columns: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    chunk: Chunk | None = None


class Document(BaseModel):
    """One text of the corpus: the unit that a RAG system retrieves."""

    model_config = ConfigDict(frozen=True)

    source_id: str = Field(min_length=1)
    content: str
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    source: Source

    @property
    def id(self) -> str:
        """`<source id>-<md5 of the lower-cased content>`, the node id in the graph."""
        return f"{self.source_id}-{md5(self.content.lower().encode()).hexdigest()}"

    @property
    def content_md5(self) -> str:
        """md5 of the content as it stands, to see a change of case too."""
        return md5(self.content.encode()).hexdigest()

    def texts(self) -> Iterator[str]:
        """The content, then every text and number in the metadata, nested ones too."""
        yield self.content
        for line, begin in metadata_lines(self.metadata):
            yield line[begin:]


def metadata_lines(metadata: JsonValue) -> Iterator[tuple[str, int]]:
    """Each text and number of the metadata as `Key: value`, with the offset where the value begins."""
    stack = [("", metadata)]
    while stack:  # no recursion: nesting depth is up to the document
        label, item = stack.pop()
        if isinstance(item, dict):
            stack.extend((str(name), inner) for name, inner in reversed(item.items()))
        elif isinstance(item, list):
            # Numbers with a point in a list are a vector, of thousands perhaps, and speak of nobody.
            stack.extend((label, inner) for inner in reversed(item) if not isinstance(inner, float))
        elif text := _text_of(item):
            readable = " ".join(re.split(r"[_\W]+", label)).strip()
            prefix = f"{readable[:1].upper()}{readable[1:]}: " if readable else ""
            yield prefix + text, len(prefix)


def _text_of(value: JsonValue) -> str:
    """A text of the metadata, or a number as people write it: what a table has as 4711.0 is 4711. Nothing of others."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What an extractor says it saw once in one document.

    Attributes:
        original_value: verbatim text in the document.
        normalized_value: normal form, equal for all spellings of the same entity.
        entity_type: a type of the profile.
        relevance: how useful it is for re-identification, in [0, 1].
        found_by: what found it ("rules", "names", "entities file", …).
        person: whose value it is, the same text for all values of one person in the document; None if nobody says.
        confidence: how sure the extractor is, in [0, 1]: 1 where a rule, a file or a person says so, else what a model
            says.
    """

    original_value: str
    normalized_value: str
    entity_type: str
    relevance: float
    found_by: str
    person: str | None = None
    confidence: float = 1.0


class Entity(NamedTuple):
    """A normalized value of one type; corpus-wide."""

    value: str
    type: str

    @property
    def id(self) -> str:
        """md5(normalized_value + entity_type), UTF-8, hex."""
        return md5(f"{self.value}{self.type}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Mention:
    """Entity e in document d, with the largest relevance of its findings in [0, 1].

    Attributes:
        person: whose value it is, if all its findings say the same.
        confidence: of the surest of its findings, in [0, 1].
    """

    source_id: str
    entity: Entity
    relevance: float
    original_values: tuple[str, ...]
    found_by: tuple[str, ...]
    person: str | None = None
    confidence: float = 1.0

    @property
    def is_given(self) -> bool:
        """Whether a person or another program has named it: normal form and mention stay as they are."""
        return TAKEN_AS_GIVEN in self.found_by or NAMED_BY_POLICY in self.found_by
