"""sanon review."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from sanon.cli import options, printing
from sanon.cli.printing import counted, say
from sanon.cli.told import Told, told

from sanon.graph.open import open_existing
from sanon.settings.rules import read_policy_file


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the page. [default: any that is free]")
@click.option("--no-open", is_flag=True, help="Only print the address; do not open a browser.")
@options.policy_file
@options.decided_policy
@options.graph
@options.config
@options.output_format
@told
def review(told: Told, port: int, no_open: bool, output_format: str) -> None:
    """Look at originals and protected documents side by side, and decide mask by mask, in the browser.

    The page is on this computer only, and only for whoever has the address that is printed. What is decided goes into
    the policy file, never into the graph; sanon redact with that file applies it. Control+C ends it.

    \b
    Examples:
      sanon review
      sanon review --policy policy.toml
      sanon review --no-open --port 8899
    """
    from sanon.commands.review import Review
    from sanon.review.server import ReviewServer

    path = options.policy_path()
    with open_existing(told.graph) as store:
        settings = _with_file(told, path).settings(store)
        session = Review(
            store,
            policy=settings.policy,
            profile=settings.profile,
            rules=settings.rules,
            masking=settings.masking,
            policy_file=path,
        )
        try:
            with ReviewServer(session, port) as server, _opened(server.guard.address, wanted=not no_open):
                say(f"review     {server.guard.address}", err=True)
                say("the address is as secret as the documents; Control+C ends the review", err=True)
                server.serve_forever()
        except KeyboardInterrupt:
            say(err=True)
    found = session.result()
    if output_format == "json":
        printing.as_json(found.to_json())
        return
    decided = found.mask + found.keep + found.accepted
    say(
        f"decided    {counted(found.mask, 'value')} to mask, {counted(found.keep, 'value')} to keep, "
        f"{counted(found.accepted, 'risk')} accepted"
    )
    if decided:
        say(f"next       sanon redact --policy {found.policy_file}")


def _with_file(told: Told, path: Path) -> Told:
    """Also what the file of the default name says, which nobody told this command."""
    if told.rules is not None or not path.exists():
        return told
    thresholds, rules = read_policy_file(path)
    return Told({**thresholds, **told.entries}, told.asked, rules, told.tables)


@contextmanager
def _opened(address: str, *, wanted: bool) -> Iterator[None]:
    """Open a browser by a file that only its owner may read: everybody may read with what a program was started."""
    there = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not (wanted and there):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="sanon-review-") as folder:  # mode 0700
        file = Path(folder) / "review.html"
        file.write_text(f'<!doctype html><meta http-equiv="refresh" content="0;url={address}">', "utf-8")
        webbrowser.open(file.as_uri())
        yield
