"""Whether an export is as it left, by its manifest."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from sanon.corpus.walk import MANIFEST, RECORD_SIGNATURES, SIGNATURE
from sanon.errors import accessing
from sanon.export.manifest import digest_of_all, digest_of_file, policy_digest
from sanon.results.export import Manifest
from sanon.results.verify import TouchedFile

_BESIDE = {MANIFEST, SIGNATURE, *RECORD_SIGNATURES, *RECORD_SIGNATURES.values()}


def changed_files(out: Path) -> list[TouchedFile]:
    """Files of an export that are not as its manifest says, by path."""
    said = said_by(content_of(out / MANIFEST) or b"")
    if said is None:
        return [TouchedFile(file=MANIFEST, what="says nothing")]
    there, others = _regular_files(out)
    touched = dict.fromkeys(said.files.keys() - there, "missing")
    touched |= dict.fromkeys(there - said.files.keys() - _BESIDE, "not in the manifest")
    touched |= {name: "changed" for name in there & said.files.keys() if digest_of_file(out / name) != said.files[name]}
    touched |= dict.fromkeys(others, "not a regular file")
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


def _regular_files(out: Path) -> tuple[set[str], set[str]]:
    """Paths of the files of a folder; and of what an export never holds: links, pipes, devices, empty folders."""
    files, others = set[str](), set[str]()
    folders = [out]
    while folders:
        folder = folders.pop()
        with accessing(folder, "read"):
            entries = list(folder.iterdir())
        for entry in entries:
            path = entry.relative_to(out).as_posix()
            if entry.is_symlink() or not (entry.is_file() or entry.is_dir()):
                others.add(path)
            elif entry.is_file():
                files.add(path)
            else:
                folders.append(entry)
        if not entries and folder != out:
            others.add(f"{folder.relative_to(out).as_posix()}/")
    return files, others


def content_of(file: Path) -> bytes | None:
    """What a regular file holds; None if there is none, as where a pipe stands in its place.

    Raises:
        ConfigurationError: it cannot be read.
    """
    with accessing(file, "read"), suppress(FileNotFoundError):
        return file.read_bytes() if file.is_file() else None
    return None
