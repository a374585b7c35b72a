"""Run: load, redact and export in one go."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.commands import export, load, redact
from sanon.commands.command import ASKING, Command, Terminal
from sanon.commands.export import EXPORT, ExportRequest, Prepared
from sanon.commands.load import LOAD, LoadRequest
from sanon.commands.redact import REDACT, RedactRequest
from sanon.corpus.readers import reader_by_suffix
from sanon.errors import ConfigurationError, SanonError, accessing
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import ExportResult, LoadResult, RunResult
from sanon.settings.settings import Settings
from sanon.text.counting import counted


class RunRequest(ExportRequest, LoadRequest):
    """What to load, and where to write it protected."""

    out: Annotated[Path, Terminal(argument=True)] = Field(
        description="Folder, absent or empty; or a file of the same form, if DOCS is one."
    )
    fresh: bool = Field(default=False, description="Decide anew; without it earlier masks stay and new ones are added.")

    @property
    def is_one_file(self) -> bool:
        """Whether one file is to be written, since one is read and OUT has its form."""
        one = self.is_on_disk and self.docs.is_file() and not self.out.is_dir()
        return bool(one and self.out.suffix and self.out.suffix.lower() == self.docs.suffix.lower())

    def prepared(self, graph: str) -> Prepared:
        """Target, keys and passphrases, before anything is computed.

        Args:
            graph: address of the graph that is exported.

        Raises:
            ConfigurationError: the target is taken, a key or vault cannot be used, or one file cannot be written.
        """
        if not self.is_one_file:
            return super().prepared(graph)
        if self.sign is not None:
            raise ConfigurationError("--sign signs a manifest, which one file alone has not: name a folder as OUT")
        if (reader := reader_by_suffix().get(self.out.suffix.lower())) and reader.text_only:
            raise ConfigurationError(f"{self.out}: of such files only the text is read and written: name a folder")
        if self.out.exists() and not self.overwrite:
            raise ConfigurationError(f"{self.out} exists; name another file, or replace it by --overwrite")
        return self.keys()


def run(store: Store, settings: Settings, request: RunRequest, progress: Progress = silent) -> RunResult:
    """Load the documents, choose what to mask, and export; what was loaded and decided stays if a later step fails.

    Nothing is exported while a document or chain is above the policy.

    Raises:
        ConfigurationError: the target is taken, or the graph holds documents that the input does not have.
        SanonError: as a load, a redact or an export.
    """
    prepared = request.prepared(store.address)
    loaded = load.run(store, settings, request, progress)
    try:
        return _protected(store, settings, request, prepared, loaded, progress)
    except SanonError as error:
        # Who is told only why nothing was written takes what was never read for part of it.
        for line in loaded.left_out():
            error.add_note(line)
        raise


def _protected(
    store: Store, settings: Settings, request: RunRequest, prepared: Prepared, loaded: LoadResult, progress: Progress
) -> RunResult:
    if loaded.not_in_input:
        raise ConfigurationError(
            f"graph {store.address} holds {counted(len(loaded.not_in_input), 'document')} that {request.docs} does "
            "not: sanon redact and sanon export protect them all together; --prune removes those, --graph names "
            "another graph"
        )
    decided = redact.run(store, settings, RedactRequest(fresh=request.fresh), progress)
    if not decided.met:
        return RunResult(load=loaded, redact=decided, export=None)
    write = _write_file if request.is_one_file else export.write
    try:
        exported = write(store, settings, request, prepared, progress)
    except SanonError as error:
        error.so_far = RunResult(load=loaded, redact=decided, export=None)
        raise
    return RunResult(load=loaded, redact=decided, export=exported)


def _write_file(
    store: Store, settings: Settings, request: RunRequest, prepared: Prepared, progress: Progress
) -> ExportResult:
    """Export to a folder that is thrown away, and put the one document file of it in the place of OUT."""
    with (
        accessing(request.out, "written"),
        tempfile.TemporaryDirectory(prefix=".sanon-", dir=request.out.absolute().parent) as parent,
    ):
        folder = Path(parent) / "out"
        result = export.write(store, settings, request, prepared, progress, folder)
        (file,) = (one for one in folder.iterdir() if one.is_file())
        file.replace(request.out)
    return result


RUN = Command("run", RunRequest, run, graph="made", settings=LOAD.settings | REDACT.settings | EXPORT.settings | ASKING)
