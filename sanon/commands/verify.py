"""Verify: whether an export is what its manifest says, and whether its manifest is what somebody signed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, ValidationError

from sanon.commands.command import Command, Request, Terminal
from sanon.corpus.walk import MANIFEST, RECORD_SIGNATURES, SIGNATURE
from sanon.errors import ConfigurationError
from sanon.export.integrity import changed_files, content_of, said_by
from sanon.export.signing import fingerprint, is_signed, read_verifying_key
from sanon.progress import Progress, silent
from sanon.results import VerifyResult
from sanon.results.verify import Recorded, TouchedFile
from sanon.settings.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class VerifyRequest(Request):
    """An export, and who should have signed it."""

    out: Annotated[Path, Terminal(argument=True)] = Field(description="The export.")
    key: Path = Field(description="Public key (PEM) of whoever should have signed it.")


def run(store: None, settings: Settings, request: VerifyRequest, progress: Progress = silent) -> VerifyResult:
    """Look at the signature and at every digest; the originals are not needed, and no text is judged.

    Raises:
        ConfigurationError: no export, or no such key.
    """
    out = request.out
    key = read_verifying_key(request.key)
    content = content_of(out / MANIFEST)
    if content is None:
        raise ConfigurationError(f"{out}: not an export of sAnon (no {MANIFEST})")
    signature, said = content_of(out / SIGNATURE), said_by(content)
    good = signature is not None and is_signed(content, signature, key)
    return VerifyResult(
        signature="good" if good else "missing" if signature is None else "bad",
        key_sha256=fingerprint(key),
        files=len(said.files) if said else 0,
        touched=[*changed_files(out), *_strange_records(out, content, key)],
        unsigned=[
            record
            for record, signed in RECORD_SIGNATURES.items()
            if (out / record).is_file() and not (out / signed).is_file()
        ],
        made_at=said.making.made_at if said and said.making else None,
        run_id=said.making.run_id if said and said.making else None,
    )


def _strange_records(out: Path, manifest: bytes, key: Ed25519PublicKey) -> list[TouchedFile]:
    """What was recorded about another export than this, or is not what was signed."""
    about, strange = hashlib.sha256(manifest).hexdigest(), list[TouchedFile]()
    for name, signed in RECORD_SIGNATURES.items():
        content, signature = content_of(out / name), content_of(out / signed)
        if signature is not None and not (content is not None and is_signed(content, signature, key)):
            strange.append(TouchedFile(file=name, what="not signed by this key"))
        elif content is not None:
            try:
                if Recorded.model_validate_json(content).manifest_sha256 != about:
                    strange.append(TouchedFile(file=name, what="about another manifest"))
            except ValidationError:
                strange.append(TouchedFile(file=name, what="says nothing"))
    return strange


VERIFY = Command("verify", VerifyRequest, run, graph="none")
