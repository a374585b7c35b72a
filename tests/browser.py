"""A real Chromium: the one of this computer, else the one that playwright has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

#: As distributions call it.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable(own: str) -> str | None:
    """Path of a browser.

    Args:
        own: where playwright keeps its own, if it is there.
    """
    return next(filter(None, map(shutil.which, NAMES)), own if Path(own).is_file() else None)


@contextmanager
def any_browser() -> Iterator[Browser]:
    """A browser, until it is no longer needed."""
    with sync_playwright() as playwright:
        path = executable(playwright.chromium.executable_path)
        assert path, f"no Chromium: install one, or run `make browser` ({', '.join(NAMES)} on PATH)"
        # Chromium refuses to build its sandbox for root.
        rootless = [] if os.getuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=path, args=rootless)
        yield browser
        browser.close()


def install() -> int:
    """Get a browser if there is none: `python -m tests.browser`. The exit code."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if executable(own):
        return 0
    ways = [[sys.executable, "-m", "playwright", "install", "--with-deps", "--only-shell", "chromium"]]
    if shutil.which("apt-get") and not os.getuid():
        ways += [["apt-get", "-qq", "update"], ["apt-get", "-qq", "install", "-y", "chromium"]]
    for way in ways:
        subprocess.run(way, stdout=subprocess.DEVNULL, check=False)
        if executable(own):
            return 0
    print("no Chromium could be had: install chromium or google-chrome so that it is on PATH", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(install())
