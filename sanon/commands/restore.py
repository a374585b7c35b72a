"""Restore: the originals of an export, by its vault."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.commands.command import Command, Request, Terminal
from sanon.commands.signing import Passphrase, text_of
from sanon.corpus.readers import reader_of
from sanon.corpus.reading import read_corpus
from sanon.corpus.spool import Documents
from sanon.corpus.walk import BESIDE, MANIFEST
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.folder import refuse_inside, replaced_at_once
from sanon.export.integrity import changed_files
from sanon.export.writers import grouped_by_file, write_files
from sanon.progress import Progress, silent, working
from sanon.records import Document, Source
from sanon.replacement.vault import Vault, read_vault
from sanon.results import RestoredText, RestoreResult
from sanon.settings.settings import Settings
from sanon.text.counting import counted

_NAMED = 3


class OfVault(Request):
    """A vault."""

    vault: Path = Field(description="The vault that sanon export --vault wrote.")
    passphrase: Annotated[Passphrase, Terminal(python_only=True)] = Field(
        description="Passphrase of the vault.", exclude=True
    )

    def opened(self) -> Vault:
        """The vault, read.

        Raises:
            ConfigurationError: no vault, or a wrong passphrase.
        """
        return read_vault(self.vault, text_of(self.passphrase) or "")


class RestoreRequest(OfVault):
    """An export, and the vault that was written with it."""

    out: Annotated[Path, Terminal(argument=True)] = Field(description="The export, as it was written.")
    back: Annotated[Path, Terminal(argument=True)] = Field(description="Folder for the originals, absent or empty.")


class RestoreTextRequest(OfVault):
    """A text about the protected corpus, such as the answer of a model."""

    text: str = Field(description="The text, with pseudonyms and surrogates in it.")


def run(store: None, settings: Settings, request: RestoreRequest, progress: Progress = silent) -> RestoreResult:
    """Write the originals of an export, in their files and under their names.

    Raises:
        ConfigurationError: no export, not its vault, a wrong passphrase, or the folder is not empty.
        InputRejected: a file of the export cannot be read.
    """
    out, back = request.out, request.back
    vault = request.opened()
    if not (out / MANIFEST).is_file():
        raise ConfigurationError(f"{out}: not an export of sAnon (no {MANIFEST})")
    refuse_inside(out, back, "folder")
    if back.exists() and (not back.is_dir() or next(back.iterdir(), None) is not None):
        raise ConfigurationError(f"{back} is not empty; name another folder")
    with working(progress, "restoring"):
        originals = Documents.of(_originals(out, vault))
        _refuse_texts_alone(out, [original.source for original in originals])
        files = grouped_by_file({original.source_id: original.source for original in originals})
        with replaced_at_once(back, overwrite=False) as folder:
            folder.chmod(0o700)
            write_files(folder, files, originals)
    return RestoreResult(back=str(back), documents=len(originals), files=len(files), missing=_missing(out))


def run_text(store: None, settings: Settings, request: RestoreTextRequest, progress: Progress = silent) -> RestoredText:
    """Put what pseudonyms and surrogates stand for in their place; labels say nothing and stay.

    Raises:
        ConfigurationError: no vault, or a wrong passphrase.
    """
    return RestoredText(text=request.opened().restored(request.text))


def _refuse_texts_alone(out: Path, sources: Sequence[Source]) -> None:
    """A vault holds what was replaced in a text, not the e-mail or the DOCX file it was read from."""
    if alone := [source for source in sources if reader_of(source).text_only]:
        raise ConfigurationError(
            f"{out}: {counted(len(alone), 'file')} of {len(sources)} were e-mail, HTML, DOCX or PDF, of which only the "
            "text was read; a vault cannot give such files back: take them from where they were loaded"
        )


def _missing(out: Path) -> list[str]:
    """Files of documents that are there no more; none where the manifest, which names them, was changed itself."""
    touched = changed_files(out)
    if any(one.file == MANIFEST for one in touched):
        return []
    return [one.file for one in touched if one.what == "missing" and not one.file.startswith(f"{BESIDE}/")]


def _originals(out: Path, vault: Vault) -> list[Document]:
    columns = {
        (kept.source.id_field, kept.source.content_field)
        for states in vault.documents.values()
        for kept in states.values()
        if not reader_of(kept.source).path_is_id
    }
    found: dict[str, Document | None] = {}
    unread: set[str] = set()
    for id_column, text_column in sorted(columns) or [("id", "content")]:
        corpus = read_corpus(out, id_column=id_column, text_column=text_column)
        # A table of other columns is read in another round.
        unread = {one.file for one in corpus.rejected} & unread if found else {one.file for one in corpus.rejected}
        for document in corpus.documents:
            found[document.source_id] = found.get(document.source_id) or vault.original(document)
    if unread:
        raise InputRejected(f"{out}: {', '.join(sorted(unread)[:_NAMED])} cannot be read as an export")
    unknown = sorted(source_id for source_id, original in found.items() if original is None)
    if len(unknown) == len(found):
        raise ConfigurationError(f"{out}: this vault belongs to another export; name the one that was written with it")
    if unknown:
        raise ConfigurationError(
            f"{out}: {len(unknown)} of {counted(len(found), 'document')} not as exported (the first: "
            f"{unknown[0]}); nothing was written"
        )
    return [original for original in found.values() if original is not None]


RESTORE = Command("restore", RestoreRequest, run, graph="none")
RESTORE_TEXT = Command("restore-text", RestoreTextRequest, run_text, graph="none")
