"""What somebody sees who has just installed sAnon: on a terminal, in a pipe, and on the tab key."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sanon.cli.commands import COMMANDS
from sanon.text.counting import counted
from tests.cli.conftest import read_terminal

SANON = str(Path(sys.executable).with_name("sanon"))
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")


def on_a_terminal(folder, *arguments, **environment):
    """What a command shows somebody at a terminal."""
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    environment = clean | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
    command = [SANON, *map(str, arguments)]
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        while chunk := read_terminal(ours):
            said += chunk
    os.close(ours)
    return process.returncode, said


def test_alone_it_says_what_it_is_and_how_to_begin(sanon):
    alone = sanon()
    assert (alone.exit_code, alone.err) == (0, "")
    assert len(alone.out.splitlines()) < 12
    named = re.findall(r"^  sanon ([a-z-]+) ", alone.out, re.MULTILINE)
    assert named == ["init", "run", "audit"]
    assert set(named) <= COMMANDS.keys()
    assert "sanon --help" in alone.out


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    (folder / "docs").mkdir()
    (folder / "docs/a.txt").write_text("Anna Berger lives in Ulm.")
    subprocess.run([SANON, "load", "docs"], cwd=folder, check=True, capture_output=True)
    return folder


def test_colours_and_the_next_step_are_for_terminals_only(loaded):
    code, said = on_a_terminal(loaded, "redact", "--fresh")
    assert code == 0
    assert b"next: sanon export OUT" in said
    assert COLOUR.search(said)
    piped = subprocess.run([SANON, "redact", "--fresh"], cwd=loaded, check=True, capture_output=True)
    assert b"next:" not in piped.stdout + piped.stderr
    assert not COLOUR.search(piped.stdout + piped.stderr)
    # The same lines, whoever reads.
    words = b" ".join(COLOUR.sub(b"", said).split())
    assert all(b" ".join(line.split()) in words for line in piped.stdout.splitlines() if line.startswith(b"chains"))


def test_no_color_is_respected(loaded):
    code, said = on_a_terminal(loaded, "analyze", NO_COLOR="1")
    assert code == 0
    assert b"Riskiest documents" in said
    assert re.findall(rb"\x1b\[[0-9;]*3[0-9]m", said) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_completion(shell, sanon):
    script = sanon(_SANON_COMPLETE=f"{shell}_source")
    assert (script.exit_code, f"{shell}_complete" in script.out) == (0, True)


def test_commands_and_options_are_completed(sanon):
    def completed(words, number):
        done = sanon(_SANON_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(number))
        return [line.removeprefix("plain,") for line in done.out.splitlines()]

    assert completed("sanon re", 1) == [name for name in COMMANDS if name.startswith("re")]
    assert completed("sanon export --ov", 2) == ["--overwrite"]
    assert completed("sanon init --preset h", 3) == ["hipaa"]


def test_completing_a_command_imports_none():
    code = (
        "import sys, os\nsys.argv = ['sanon']\nfrom sanon.cli.main import cli\n"
        "try:\n    cli.main(prog_name='sanon')\nexcept SystemExit:\n    print(*sys.modules)"
    )
    environment = os.environ | {"_SANON_COMPLETE": "bash_complete", "COMP_WORDS": "sanon re", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "plain,redact" in done.stdout
    assert {"sanon.cli.redact", "pandas", "numpy"} & set(done.stdout.split()) == set()


def test_numbers_agree_with_their_nouns_and_verbs():
    assert counted(1, "value", verb=("stands", "stand")) == "1 value stands"
    assert counted(0, "value", verb=("stands", "stand")) == "0 values stand"
    assert counted(1234, "entity", "entities") == "1,234 entities"
    root = Path(__file__).parents[2]
    written = [*(root / "cli").rglob("*.py"), *(root / "sanon").rglob("*.py")]
    assert written
    # "file(s)" is what a program says that does not know how many there are.
    lazy = re.compile(r"[a-z]\(s\)[^)\w]* (?:in|of|to|are|is|were|do)\b")
    assert [str(file) for file in written if lazy.search(file.read_text("utf-8"))] == []
