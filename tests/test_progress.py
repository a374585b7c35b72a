"""What shows that work goes on."""

import os
import pty
import sys
from collections import Counter
from pathlib import Path

import pytest

from sanon import Corpus
from sanon.progress import silent, working

EXAMPLE = Path(__file__).parent.parent / "examples/insurance"


def test_every_long_phase_of_a_run_is_shown_and_ends(tmp_path):
    begun, ended = [], []

    def progress(items, what, total):
        begun.append((what, total))
        yield from items
        ended.append(what)

    with Corpus(progress=progress) as corpus:
        corpus.run(EXAMPLE / "documents", tmp_path / "out", entities=EXAMPLE / "entities.jsonl")
        of_the_run = begun.copy()
        corpus.audit(tmp_path / "out")
        before_looking = len(begun)
        corpus.analyze()
        corpus.explain("document", "c1-claim-form")
        corpus.report(tmp_path / "report.html")
    assert begun[before_looking:] == [("measuring", 0)] * 3
    assert begun[len(of_the_run) :][:2] == [
        ("indexing the phrases of the originals", 0),
        ("looking for what still stands", 0),
    ]
    assert of_the_run == [
        ("reading", 0),
        ("extracting", 25),
        ("writing, and deriving risks and links", 0),
        ("choosing masks", 0),
        ("choosing coarser values", 0),
        ("writing decisions, and deriving risks and links", 0),
        ("exporting", 0),
        ("protecting", 25),
    ]
    assert sorted(ended) == sorted(what for what, _ in begun)


def test_a_phase_ends_where_it_fails():
    ended = []

    def progress(items, what, total):
        yield from items
        ended.append(what)

    with pytest.raises(ZeroDivisionError), working(progress, "dividing"):
        1 / 0  # noqa: B018
    assert ended == ["dividing"]
    with working(silent, "nothing"):
        pass


def test_bars_stand_on_a_terminal_one_below_the_other():
    code = (
        "from sanon.cli.progress import show_progress; from sanon.progress import working\n"
        "import time\n"
        "with working(show_progress, 'exporting'):\n"
        "    for _ in show_progress(range(3), 'protecting', 3): time.sleep(.2)\n"
        "print('done')"
    )
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, [sys.executable, "-c", code], {**os.environ, "TERM": "xterm", "COLUMNS": "100"})
    shown = b""
    try:
        while block := os.read(terminal, 4096):
            shown += block
    except OSError:  # the child closed its side
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"exporting" in shown
    assert b"1 of 3" in shown
    assert shown.rstrip().endswith(b"done")


def test_a_long_text_shows_how_far_it_is_read(tmp_path):
    # 60,000 characters; those after the last whole thousand are no step of their own.
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/short.txt").write_text("A short note.")
    (tmp_path / "docs/long.txt").write_text("The council met again in the hall and said nothing.\n" * 1_154)
    steps = Counter()

    def progress(items, what, total):
        for item in items:
            steps[what, total] += 1
            yield item

    with Corpus(tmp_path / "graph", progress=progress) as corpus:
        corpus.load(tmp_path / "docs")
    assert steps["extracting", 2] == 2
    assert steps["reading a long text, 1,000 characters each", 60] == 60
