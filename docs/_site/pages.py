"""Pages of the site that are made when it is built: help texts, the notebook, files of the repository that pages link.

MkDocs calls the functions whose names begin with `on_`.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from pathlib import Path

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
# `python -m mkdocs` looks into the working folder first, where sanon/ lacks the packages that stand beside it (cli/,
# cypher/): the installed sanon is meant.
sys.path[:] = [place for place in sys.path if Path(place).resolve() != ROOT]

from sanon.cli.commands import COMMANDS  # noqa: E402
from sanon.cli.main import cli  # noqa: E402

#: Where files of the repository outside of docs/ stand on the site.
FILES = "files"
_LINK = re.compile(r"(\]\()(?!\w+:|#|/)([^)#\s]+)(#[^)\s]*)?(\))")
_LANGUAGES = {".cypher": "cypher", ".grass": "css", ".py": "python", ".toml": "toml", ".json": "json", ".yml": "yaml"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every page into the navigation."""
    there = {path.relative_to(config.docs_dir).as_posix() for path in Path(config.docs_dir).rglob("*.md")}
    listed = set(_targets(config.nav))
    decisions = sorted(one for one in there if one.startswith("decisions/"))
    others = sorted(there - listed - set(decisions))
    config.nav = [*config.nav, *([{"More": others}] if others else []), {"Decisions": decisions}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make the pages that nobody writes."""
    made = {
        "reference/commands.md": commands(),
        "notebook.md": notebook(ROOT / "docs/tutorial.ipynb"),
        "changes.md": (ROOT / "CHANGELOG.md").read_text("utf-8"),
    }
    wanted = [(one.src_uri, Path(one.abs_src_path or "").read_text("utf-8")) for one in files.documentation_pages()]
    wanted += made.items()
    while wanted:
        for path in _linked(*wanted.pop()):
            page = _page_of(path)
            if not (_is_doc(path) or page in made):
                made[page] = _shown(path)
                if path.is_dir() or path.suffix == ".md":
                    wanted.append((page, made[page]))
    for place, text in made.items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to files of the repository lead to their pages here."""
    place = page.file.src_uri

    def led(match: re.Match[str]) -> str:
        path = _meant(place, match[2])
        if path is None:
            return match[0]
        target = path.relative_to(ROOT / "docs").as_posix() if _is_doc(path) else _page_of(path)
        return f"{match[1]}{posixpath.relpath(target, posixpath.dirname(place) or '.')}{match[3] or ''}{match[4]}"

    return _LINK.sub(led, markdown)


def commands() -> str:
    """The help of every command."""
    parts = ["# Commands", "What `sanon COMMAND --help` says.", _help("sanon", cli)]
    with click.Context(cli, info_name="sanon") as parent:
        for name in COMMANDS:
            command = cli.get_command(parent, name)
            if command is None:
                raise KeyError(name)
            parts += [f"## sanon {name}", _help(name, command, parent)]
    return "\n\n".join(parts) + "\n"


def notebook(file: Path) -> str:
    """A notebook as a page: texts, code, and what came out."""
    parts: list[str] = []
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            # Long texts stand in the file as lists of lines.
            data = {kind: "".join(text) for kind, text in output.get("data", {}).items() if kind != "application/json"}
            parts.append(_output(data, "".join(output.get("text", ""))))
    return "\n\n".join(filter(None, parts)) + "\n"


def _output(data: dict[str, str], text: str) -> str:
    if "image/png" in data:
        return f"![plot](data:image/png;base64,{data['image/png'].replace(chr(10), '')})"
    if "text/html" in data:
        # A blank line would end the block of HTML, and pandas brings a style for other pages.
        html = re.sub(r"<style.*?</style>", "", data["text/html"], flags=re.DOTALL)
        html = html.replace(' border="1" class="dataframe"', "")
        return "\n".join(['<div class="shown">', *(line for line in html.splitlines() if line.strip()), "</div>"])
    text = data.get("text/plain", text)
    return f"```text\n{text.rstrip()}\n```" if text else ""


def _help(name: str, command: click.Command, parent: click.Context | None = None) -> str:
    with click.Context(command, info_name=name, parent=parent, max_content_width=100, terminal_width=100) as context:
        return f"```text\n{command.get_help(context)}\n```"


def _targets(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    inner = nav.values() if isinstance(nav, dict) else nav or []
    return [target for one in inner for target in _targets(one)]


def _linked(place: str, text: str) -> list[Path]:
    """What a page links that MkDocs would not find."""
    found = (_meant(place, match[2]) for match in _LINK.finditer(text))
    return [path for path in found if path]


def _meant(place: str, target: str) -> Path | None:
    """The file or folder of the repository that a link means; None if MkDocs finds it, or nobody does."""
    origin = _origin(place)
    path = (origin.parent / target).resolve()
    if not path.exists() or not path.is_relative_to(ROOT) or (_is_doc(origin) and _is_doc(path)):
        return None
    return path


def _origin(place: str) -> Path:
    """The file of the repository from which the links of a page start."""
    if place == "changes.md":
        return ROOT / "CHANGELOG.md"
    return ROOT / place.removeprefix(f"{FILES}/") if place.startswith(f"{FILES}/") else ROOT / "docs" / place


def _is_doc(path: Path) -> bool:
    return path.is_relative_to(ROOT / "docs")


def _page_of(path: Path) -> str:
    relative = path.relative_to(ROOT).as_posix()
    if path.is_dir():
        return f"{FILES}/{relative}/index.md"
    return f"{FILES}/{relative}" if path.suffix == ".md" else f"{FILES}/{relative}.md"


def _shown(path: Path) -> str:
    """A file as a page, a folder as a list of links."""
    if path.is_dir():
        inside = sorted(one.name for one in path.iterdir() if one.is_file() and not one.name.startswith((".", "__")))
        here = path.relative_to(ROOT).as_posix()
        return f"# {here}/\n\n" + "\n".join(f"- [{name}]({name})" for name in inside) + "\n"
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        return text
    return (
        f"# {path.relative_to(ROOT).as_posix()}\n\n````{_LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n````\n"
    )
