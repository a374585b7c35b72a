"""What the README shows was run."""

import re
from pathlib import Path

from tests.cli.conftest import EXAMPLE, Sanon
from tests.shown import is_alike

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


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
    assert [link for link in links if not (Path(__file__).parents[1] / link).exists()] == []
