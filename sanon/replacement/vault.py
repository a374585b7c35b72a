"""The vault: what stood in place of every replacement, to give originals back. The most secret file there is."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from sanon.atomic import write_whole
from sanon.errors import ConfigurationError, accessing
from sanon.records import Document, Source
from sanon.replacement.encryption import seal, unseal
from sanon.replacement.masked import RedactedDocument, below, with_leaves
from sanon.replacement.operators import OPERATORS, Remains
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity
from sanon.text.splicing import spliced


class VaultEntry(BaseModel):
    """One state of one exported document.

    Attributes:
        source_id, source: of the original, which a renamed export does not show.
        pieces: start and end in the exported content, and what stood there.
        values: path of a value of the metadata -> the original one.
    """

    model_config = ConfigDict(frozen=True)

    source_id: str
    source: Source
    pieces: tuple[tuple[int, int, str], ...] = ()
    values: dict[str, JsonValue] = Field(default_factory=dict)


class Vault(BaseModel):
    """What every export of a corpus hid.

    Attributes:
        corpus: which one; a digest of its secret key.
        documents: exported id -> digest of the exported content and metadata -> what it hides; earlier states stay.
        answers: a pseudonym or surrogate -> what it stands for.
    """

    corpus: str
    documents: dict[str, dict[str, VaultEntry]] = Field(default_factory=dict)
    answers: dict[str, str] = Field(default_factory=dict)

    def original(self, document: Document) -> Document | None:
        """The original of an exported document as read; None if the vault does not know this state of it."""
        entry = self.documents.get(document.source_id, {}).get(_digest(document))
        if entry is None:
            return None
        metadata = {
            key: with_leaves(value, below("metadata", key), lambda path, now: entry.values.get(path, now))
            for key, value in document.metadata.items()
        }
        content = spliced(document.content, entry.pieces)
        return Document(source_id=entry.source_id, content=content, metadata=metadata, source=entry.source)

    def restored(self, text: str) -> str:
        """A text in which pseudonyms and surrogates are again what they stand for."""
        replacements = [
            SearchedEntity(
                id=replacement, original_values=(replacement,), weight=1.0, corpus_wide=True, normal_form="text"
            )
            for replacement in sorted(self.answers)
        ]
        found = Matcher(replacements).find(text, ())
        return spliced(text, ((one.start, one.end, self.answers[one.entity.id]) for one in found))


class VaultWriter:
    """Takes into the vault of a corpus what is about to leave, one document after the other.

    Args:
        file: of the vault, which is read first; a new vault if it is absent.
        key: secret of the corpus.

    Raises:
        ConfigurationError: the file cannot be opened, or is the vault of another corpus.
    """

    def __init__(self, file: Path, passphrase: str, key: bytes) -> None:
        self._file, self._passphrase = file, passphrase
        mark = hashlib.sha256(b"vault\0" + key).hexdigest()
        self._vault = read_vault(file, passphrase) if file.exists() else Vault(corpus=mark)
        if self._vault.corpus != mark:
            raise ConfigurationError(f"{file}: the vault of another corpus; name another file")
        self._seen: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def take(self, one: RedactedDocument) -> None:
        """Take in a document."""
        states = self._vault.documents.setdefault(one.document.source_id, {})
        states[_digest(one.document)] = _entry(one)
        for span in one.spans:
            if OPERATORS.named(span.operator).remains is Remains.LINK and span.field == "content":
                self._seen[span.replacement][one.original.content[span.start : span.end]] += 1

    def write(self) -> None:
        """Settle what each pseudonym and surrogate means, and seal the vault into its file, mode 0600.

        Nothing of it is written anywhere unsealed.

        Raises:
            ConfigurationError: it cannot be written.
        """
        for replacement, originals in self._seen.items():
            # Two people may share a surname or an initial of their stand-ins: the one that it means most often. Of the
            # spellings of one that stand as often the longest says most.
            self._vault.answers[replacement] = min(originals, key=lambda text: (-originals[text], -len(text), text))
        sealed = seal(self._vault.model_dump_json().encode(), self._passphrase)
        with accessing(self._file, "written"):
            write_whole(self._file, sealed)


def read_vault(file: Path, passphrase: str) -> Vault:
    """Open a vault.

    Raises:
        ConfigurationError: not there, a pipe, no vault, cut short, wrong passphrase, or damaged; one line each.
    """
    if file.exists() and not file.is_file():
        raise ConfigurationError(f"{file}: not a regular file")
    with accessing(file, "read"):
        sealed = file.read_bytes()
    try:
        return Vault.model_validate_json(unseal(sealed, passphrase, str(file)))
    except ValidationError as error:
        raise ConfigurationError(f"{file}: a vault of another version of sAnon") from error


def _digest(document: Document) -> str:
    """Tell what was exported from what was changed since, in the text and in the metadata.

    A number counts as its text: a column of a table in which one is masked is read as text again.
    """
    metadata = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in document.metadata.items()
    }
    state = json.dumps([document.content, metadata], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(state.encode()).hexdigest()


def _entry(one: RedactedDocument) -> VaultEntry:
    pieces, moved = list[tuple[int, int, str]](), 0
    for span in one.spans:
        if span.field == "content":
            start = span.start + moved
            pieces.append((start, start + len(span.replacement), one.original.content[span.start : span.end]))
            moved += len(span.replacement) - (span.end - span.start)
    leaves = dict[str, JsonValue]()
    with_leaves(one.original.metadata, "metadata", leaves.setdefault)
    values = {span.field: leaves[span.field] for span in one.spans if span.field in leaves}
    return VaultEntry(source_id=one.original.source_id, source=one.original.source, pieces=tuple(pieces), values=values)
