"""Review: look at originals and protected documents side by side, and decide mask by mask, in the browser."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.commands.command import LIMITS, Command, Question, Terminal
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import ReviewResult
from sanon.review.server import ReviewServer
from sanon.review.session import Review
from sanon.settings.settings import Settings
from sanon.settings.source import read_policy_file

_log = logging.getLogger(__name__)
_NEW = Path("policy.toml")


class ReviewRequest(Question):
    """Where the page is, and where decisions go."""

    decisions: Annotated[Path | None, Terminal(python_only=True)] = Field(
        default=None,
        description="Policy file that decisions go into, made if there is none; by default the one of the settings, or "
        "policy.toml.",
    )
    port: int = Field(default=0, ge=0, le=65535, description="Port of the page; 0 takes any that is free.")
    no_open: bool = Field(default=False, description="Only say the address; do not open a browser.")


def run(store: Store, settings: Settings, request: ReviewRequest, progress: Progress = silent) -> ReviewResult:
    """Serve the page on this computer until Control+C; what is decided goes into the policy file, not into the graph.

    Raises:
        ConfigurationError: the port is taken, or the rules name what is not there.
    """
    named = request.named
    path = request.decisions or settings.changed(named).policy_file or _NEW
    if path.exists():
        # Also a file of the default name that nobody named.
        named = replace(named, policy_file=read_policy_file(path))
    review = Review(store, settings.changed(named), path)
    with (
        suppress(KeyboardInterrupt),
        ReviewServer(review, request.port) as server,
        _opened(server.guard.address, wanted=not request.no_open),
    ):
        _log.warning("review at %s", server.guard.address)
        _log.warning("the address is as secret as the documents; Control+C ends the review")
        server.serve_forever()
    return review.result()


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


REVIEW = Command("review", ReviewRequest, run, graph="needed", settings=LIMITS)
