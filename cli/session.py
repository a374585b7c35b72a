"""What a command needs around the call: the graph it works on, progress, and the list of what was rejected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text
from sanon.cli import passphrase
from sanon.cli.printing import counted, say

from sanon.corpus.record import Rejection, write_rejections
from sanon.derivation.derive import Computed
from sanon.errors import ConfigurationError
from sanon.export import rewriting
from sanon.export.rewriting import Rewriting
from sanon.export.signing import read_signing_key
from sanon.extraction import build
from sanon.extraction.build import Extraction
from sanon.graph.open import own_folder
from sanon.graph.store import Store
from sanon.results import RejectedInput
from sanon.settings.settings import Settings

_SHOWN = 20
_DERIVED = "sanon.derived"
_T = TypeVar("_T")


def signing_of(key: Path | None, passphrase_file: Path | None) -> Callable[[bytes], bytes] | None:
    """What signs with the key that the options name; its passphrase is asked for before anything is done."""
    if key is None:
        if passphrase_file is not None:
            raise ConfigurationError(f"{passphrase.KEY.option} without --sign")
        return None
    return read_signing_key(key, lambda: passphrase.passphrase(passphrase_file, new=False, of=passphrase.KEY)).sign


def signing_of_record(record: bool, key: Path | None, passphrase_file: Path | None) -> Callable[[bytes], bytes] | None:
    """The same for what --record keeps.

    Raises:
        ConfigurationError: there is nothing to sign.
    """
    if key is not None and not record:
        raise ConfigurationError("--sign without --record: there is nothing to sign")
    return signing_of(key, passphrase_file)


@contextmanager
def extraction_of(settings: Settings, address: str) -> Iterator[Extraction]:
    """What the settings describe; answers of a model lie beside the graph.

    Args:
        settings: of the command.
        address: of the graph.
    """
    if settings.input.entities and settings.tables.recognizers:
        say("note: entities of a file are taken as given; the recognizers of the configuration rest", err=True)
    with build.extraction_of(
        settings.input,
        settings.model,
        settings.tables,
        settings.profile,
        answers=lambda: own_folder(address),
        on_contact=_say_where,
        processes=os.cpu_count() or 1,
    ) as extraction:
        yield extraction


@contextmanager
def rewriting_of(settings: Settings, store: Store, until_unlinkable: int | None) -> Iterator[Rewriting | None]:
    """`steps.rewriting.rewriting_of`, with what is sent where said on stderr, and a bar."""
    with rewriting.rewriting_of(settings, store, until_unlinkable, _say_sentences, show_progress) as found:
        yield found


def _say_sentences(host: str) -> None:
    say(f"note: sentences of the protected documents, with masks in the place of values, are sent to {host}", err=True)


def _say_where(host: str) -> None:
    say(f"note: the texts of the documents are sent to {host}", err=True)


def tell_changed(changed: Sequence[str]) -> None:
    """Say on stderr what the graph remembers otherwise from now on."""
    if changed:
        say(f"note: changed for this graph, and remembered: {'; '.join(changed)}", err=True)


def show_progress(items: Iterable[_T], what: str, total: int) -> Iterable[_T]:
    """A bar on stderr while documents are worked on, with pace and remaining time; none where nobody watches."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Pace(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield from bar.track(items, total, description=what)


class _Pace(ProgressColumn):
    """Documents a minute."""

    def render(self, task: Task) -> Text:
        """What the bar shows; nothing until there is a pace."""
        return Text(f"{60 * task.speed:,.0f}/min" if task.speed else "")


def tell_newly_masked(values: int) -> None:
    """Say on stderr that the last export showed what is masked now."""
    if values:
        say(
            f"note: {counted(values, 'value')} masked now stood readable in the last export; who has both learns them",
            err=True,
        )


def tell_derived(derived: str | None) -> None:
    """Say on stderr where the numbers were derived, and why there; once, if it is the same every time."""
    said = click.get_current_context().meta
    if derived and said.get(_DERIVED) != derived:
        say(derived, err=True)
        said[_DERIVED] = derived


def tell_computed(computed: Computed | None) -> None:
    """Say on stderr where the numbers were derived, and why there."""
    tell_derived(str(computed) if computed else None)


def tell_kept(unchanged: int) -> None:
    """Say on stderr that documents were not looked at with the settings of now."""
    if unchanged:
        say(
            f"note: {counted(unchanged, 'document')} did not change and keep what another extractor, model or "
            "recognizer found; --reextract finds anew",
            err=True,
        )


def tell_rejected(rejected: Sequence[RejectedInput], pending: dict[str, str], address: str) -> None:
    """Say on stderr what was not taken and why, and keep the whole list beside the graph."""
    for line in [_sentence(one) for one in rejected[:_SHOWN]]:
        say(f"rejected: {line}", err=True)
    for source_id, reason in sorted(pending.items())[:_SHOWN]:
        say(f"pending:  {source_id}: {reason}; it will not be exported", err=True)
    hidden = max(len(rejected) - _SHOWN, 0) + max(len(pending) - _SHOWN, 0)
    if hidden:
        say(f"… and {hidden} more", err=True)
    listed = own_folder(address) / "rejected.jsonl"
    write_rejections(listed, [Rejection(one.file, one.line, one.reason) for one in rejected])
    if rejected:
        say(f"{len(rejected)} rejected, listed in {listed}", err=True)


def _sentence(rejection: RejectedInput) -> str:
    line = f" line {rejection.line}" if rejection.line is not None else ""
    return f"{rejection.file}{line}: {rejection.reason}"
