"""What a command needs around the call: the graph it works on, progress, and the list of what was rejected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from sanon.corpus.record import Rejection, write_rejections
from sanon.extraction.entities_file import read_entities_file
from sanon.extraction.extractor import Extractor
from sanon.graph.engine import is_address
from sanon.profile import Profile
from sanon.records import Document

_SHOWN = 20


def make_extractor(name: str, entities: Path | None, profile: Profile) -> Extractor:
    """The extractor that the options name; only this imports what it needs."""
    if entities is not None:
        return read_entities_file(entities, profile)
    from sanon.extraction.embedded.extractor import EmbeddedExtractor

    return {"embedded": EmbeddedExtractor}[name](profile)


def show_progress(documents: Iterable[Document], what: str, total: int) -> Iterable[Document]:
    """A bar on stderr while documents are worked on; none where nobody watches."""
    console = Console(stderr=True)
    return track(documents, what, total, console=console, transient=True, disable=not console.is_terminal)


def tell_rejected(rejected: Sequence[Rejection], pending: dict[str, str], address: str) -> None:
    """Say on stderr what was not taken and why, and keep the whole list beside the graph."""
    for line in [_sentence(one) for one in rejected[:_SHOWN]]:
        click.echo(f"rejected: {line}", err=True)
    for source_id, reason in sorted(pending.items())[:_SHOWN]:
        click.echo(f"pending:  {source_id}: {reason}; it will not be exported", err=True)
    hidden = max(len(rejected) - _SHOWN, 0) + max(len(pending) - _SHOWN, 0)
    if hidden:
        click.echo(f"… and {hidden} more", err=True)
    listed = (_own_folder() if is_address(address) else Path(address)) / "rejected.jsonl"
    write_rejections(listed, rejected)
    if rejected:
        click.echo(f"{len(rejected)} rejected, listed in {listed}", err=True)


def _own_folder() -> Path:
    """What is kept here of a graph that is elsewhere; for its owner only."""
    folder = Path(".sanon")
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", "utf-8")
    return folder


def _sentence(rejection: Rejection) -> str:
    line = f" line {rejection.line}" if rejection.line is not None else ""
    return f"{rejection.file}{line}: {rejection.reason}"
