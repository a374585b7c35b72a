"""Whether an export is as it left, by its manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import ValidationError

from sanon.corpus.walk import MANIFEST, RECORD_SIGNATURES, SIGNATURE
from sanon.errors import ConfigurationError
from sanon.export.export import digest_of_all, policy_digest
from sanon.results import Manifest, TouchedFile

_BESIDE = {MANIFEST, SIGNATURE, *RECORD_SIGNATURES, *RECORD_SIGNATURES.values()}


def changed_files(out: Path) -> list[TouchedFile]:
    """Files of an export that are not as its manifest says, by path."""
    said = said_by(content_of(out / MANIFEST) or b"")
    if said is None:
        return [TouchedFile(file=MANIFEST, what="says nothing")]
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} - _BESIDE
    touched = dict.fromkeys(said.files.keys() - there, "missing")
    touched |= dict.fromkeys(there - said.files.keys(), "not in the manifest")
    touched |= {name: "changed" for name in there & said.files.keys() if _sha256(out / name) != said.files[name]}
    # Digests of digests: a manifest that was changed in one place only.
    if digest_of_all(said.files) != said.files_sha256 or policy_digest(said.parameters) != said.policy_sha256:
        touched[MANIFEST] = "changed"
    return [TouchedFile.model_validate({"file": name, "what": what}) for name, what in sorted(touched.items())]


def said_by(content: bytes) -> Manifest | None:
    """What a manifest says; None if it is none."""
    try:
        return Manifest.model_validate_json(content)
    except ValidationError:
        return None


def content_of(file: Path) -> bytes | None:
    """What a file holds; None if there is none.

    Raises:
        ConfigurationError: it cannot be read.
    """
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigurationError(f"{file}: cannot be read: {error.strerror}") from error


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
