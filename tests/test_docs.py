"""Every command and every line of Python that tutorial and how-to's show is run, in order, one folder a page.

A fenced block is `sh` (commands that must succeed), `console` (commands and what they print; "..." stands for
anything), `python` (run in one process), or has a title: a file to write, or what the block needs and these tests lack.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from sanon import Policy
from tests.cli.conftest import EXAMPLE, Sanon
from tests.shown import is_alike

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = ["tutorial.md", *sorted(f"howto/{page.name}" for page in (DOCS / "howto").glob("*.md"))]
#: Title of a block that is not run here -> the test that covers it.
NEEDS = {
    "needs a language model": "tests/cli/test_openai.py",
    "needs a second terminal": "tests/commands/test_both_faces.py",
    "changes the installation": "tests/export/test_other_packages.py",
}
#: Pages whose numbers follow from the tagger; those of the others from annotated entities.
TAGGED = ("tutorial.md",)
#: What a page might show of it.
SHOWN = (
    "found 200 values, 3 direct\ntypes 9 NAME, 8 AGE\n[NAME_1] of 0.4\n"
    "at least 27 fit each document, 92 each chain\n0 left"
)
_BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    title: str
    text: str
    line: int


def blocks(page):
    text = (DOCS / page).read_text("utf-8")
    found = [
        Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 1)
        for match in _BLOCK.finditer(text)
    ]
    assert text.count("\n```") == 2 * len(found), f"{page}: a fence that is not understood"
    return found


def run(command, folder):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SANON_", "NEO4J_", "OPENAI_"))}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env=clean | {"PATH": path, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def fits(shown, printed):
    """Whether what a page shows is what a command printed; "..." stands for anything."""
    pattern = "".join(".*" if part == "..." else re.escape(part) for part in re.split(r"(\.\.\.)", shown.strip()))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_happens(page, folder, monkeypatch):
    shown, names = blocks(page), {}
    assert shown
    if any("import chromadb" in block.text for block in shown):
        _without_network(monkeypatch)
    for block in shown:
        where = f"docs/{page}, line {block.line}"
        if block.title in NEEDS:
            assert (ROOT / NEEDS[block.title]).exists()
        elif block.title:
            (folder / block.title).write_text(block.text, "utf-8")
        elif block.language == "python":
            exec(compile(block.text, where, "exec"), names)
        elif block.language == "sh":
            done = run(block.text, folder)
            assert done.returncode == 0, f"{where}: {done.stderr}"
        else:
            assert block.language == "console", where
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
                done = run(command, folder)
                assert done.returncode == 0, f"{where}: {done.stderr}"
                same = is_alike if page in TAGGED else fits
                assert same(output, done.stdout), f"{where}: {command} prints\n{done.stdout}"


def _without_network(monkeypatch):
    """Chroma's default embedding downloads a model; pieces are told apart by their words here."""
    from chromadb.utils import embedding_functions

    from tests.integrations.test_vectorstore import Words

    monkeypatch.setattr(
        embedding_functions.DefaultEmbeddingFunction, "__call__", lambda self, input: Words()(input), raising=True
    )


def test_a_shown_output_that_differs_is_noticed():
    assert fits("read 2 documents\n...\ndone", "read 2 documents\nfound 3\ndone\n")
    assert fits("found ... values", "found 145 values")
    assert not fits("read 2 documents\n...", "read 3 documents\nfound 3")
    assert not fits("read 2 documents", "read 2 documents\nand more")


def test_numbers_that_follow_from_the_tagger_may_differ_a_little():
    assert is_alike(
        SHOWN,
        "found 205 values, 4 direct\ntypes 9 AGE, 9 NAME\n[NAME] of 0.43\n"
        "at least 159 fit each document, 8 each chain\n0 left\n",
    )


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("200", "250"),
        ("0.4", "0.6"),
        ("values", "entities"),
        (", 8 AGE", ""),
        ("0 left", "1 left"),
        ("[NAME_1]", "Ann"),
    ],
)
def test_a_page_that_is_no_longer_true_is_noticed_though_numbers_may_differ(here, there):
    assert not is_alike(SHOWN, SHOWN.replace(here, there))


def test_the_limits_of_the_page_about_policies_have_the_defaults_of_the_code():
    rows = re.findall(r"^\| `(\w+)` \| `?([\w.,]+)`? \|", (DOCS / "howto/policy.md").read_text("utf-8"), re.MULTILINE)
    defaults = Policy().model_dump()
    assert len(rows) == 7
    assert [name for name, said in rows if type(defaults[name])(said.replace(",", "")) != defaults[name]] == []


def test_the_site_is_built_without_a_broken_link_and_asks_no_other_host_for_anything(tmp_path):
    done = run(f"python -m mkdocs build --quiet --site-dir {tmp_path / 'site'}", ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {page: page.read_text("utf-8") for page in (tmp_path / "site").rglob("*.html")}
    asked = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=[\"']?(?:https?:)?//", re.IGNORECASE)
    assert [page for page, text in pages.items() if asked.search(text)] == []
    styles = "".join(file.read_text("utf-8") for file in (tmp_path / "site").rglob("*.css"))
    assert not re.search(r"url\(\s*[\"']?(?:https?:)?//", styles)
    commands = pages[tmp_path / "site/reference/commands.html"]
    assert "Usage: sanon attack" in commands
    assert str(ROOT) not in "".join(pages.values())


README = (ROOT / "README.md").read_text("utf-8")


def test_the_demo_prints_what_the_readme_shows(tmp_path):
    shown = re.search(r"<!-- demo -->\n(.*?)<!-- /demo -->", README, re.DOTALL)[1]
    expected = "\n".join(line.removeprefix("    ") for line in shown.rstrip().splitlines())
    result = Sanon(tmp_path)("run", EXAMPLE / "documents", "protected", "--overwrite")
    assert result.exit_code == 0
    assert is_alike(expected, result.out), result.out
    before = (EXAMPLE / "documents/c1-claim-form.json").read_text("utf-8")
    after = (tmp_path / "protected/c1-claim-form.json").read_text("utf-8")
    rows = re.findall(r"^    ((?:Date|Occ|Fac|Diag|Other)[^:]*: .+?) {3,}(\S.*)$", README, re.MULTILINE)
    assert len(rows) == 4
    for original, protected in rows:
        assert original in before
        assert is_alike(f"...{protected}...", after)


def test_every_file_that_the_readme_links_is_there():
    links = re.findall(r"\]\((?!http)([^)#]+)", README)
    assert len(links) > 8
    assert [link for link in links if not (ROOT / link).exists()] == []
