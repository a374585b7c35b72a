"""Take a picture of a query in Neo4j Browser, with the style sheet that sAnon ships.

    pip install playwright            # and a Chromium: apt-get install chromium, or playwright install chromium
    NEO4J_PASSWORD=... python docs/images/take_picture.py query.cypher docs/images/browser.png

The server is the one of `make neo4j` or of docker-compose.yml; NEO4J_HTTP and NEO4J_URI name another.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HTTP = os.environ.get("NEO4J_HTTP", "http://127.0.0.1:7474")
BOLT = os.environ.get("NEO4J_URI", "bolt://127.0.0.1:7687")
STYLE = Path(__file__).parents[2] / "cypher" / "browse" / "style.grass"


def run(page: Page, text: str) -> None:
    """Run a command or a query as a person does: in the editor, with Control+Enter."""
    page.click(".monaco-editor")
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(3000)


def connect(page: Page) -> None:
    """Log in with the password of the environment."""
    page.goto(f"{HTTP}/browser/?dbms={BOLT}&db=neo4j")
    page.fill("[data-testid=username]", "neo4j")
    page.fill("[data-testid=password]", os.environ["NEO4J_PASSWORD"])
    page.click("[data-testid=connect]")
    page.wait_for_selector("text=You are connected", timeout=60_000)


def main(query: Path, picture: Path) -> None:
    """One query, drawn over the whole window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 780}, device_scale_factor=1.5)
        connect(page)
        run(page, ":clear")
        run(page, ":style " + re.sub(r"\s+", " ", STYLE.read_text("utf-8")))
        run(page, ":clear")
        run(page, query.read_text("utf-8"))
        page.click("button[title=Fullscreen]")
        page.wait_for_timeout(6000)
        page.click("[aria-label=zoom-to-fit]")
        # What is drawn reaches under the legend otherwise.
        page.click("[aria-label=zoom-out]")
        page.wait_for_timeout(2000)
        page.screenshot(path=str(picture))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
