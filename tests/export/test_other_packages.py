"""Another package adds an operator, an extractor and a reader; both faces know them with no other line of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = '''
from sanon.corpus.readers import Reader
from pydantic import BaseModel

from sanon.corpus.record import Record, checked
from sanon.extraction.registry import Extractor, table_of
from sanon.records import Finding, Source
from sanon.replacement.operators import Operator, Remains


class Initials(Operator):
    """The first letters of the words: Utku Karaarslan -> U.K."""

    name = "initials"
    summary = "the first letters of its words"
    remains = Remains.LINK

    def replacement(self, target, attempt=0):
        return "".join(word[0].upper() + "." for word in target.value.split())


class Known(BaseModel):
    names: list[str] = ["Utku Karaarslan"]


class Attendance(Extractor):
    """Names of a list: its own, or those of the configuration."""

    name = "attendance"
    summary = "names of those who may attend"
    table = Known

    def __init__(self, names):
        self._names = names

    @classmethod
    def made(cls, around):
        return cls(table_of(Known, cls.name, around.table).names)

    def extract(self, document):
        return [
            Finding(name, name.casefold(), "NAME", 1.0, found_by=self.name)
            for name in self._names
            if name in document.content
        ]


class Minutes(Reader):
    """One document a paragraph, its first word is the id."""

    name = "minutes"
    summary = "paragraphs that begin with their id"
    suffixes = (".minutes",)

    @classmethod
    def read(cls, file, path, columns):
        for position, paragraph in enumerate(file.read().decode().split("\\n\\n")):
            source_id, _, content = paragraph.partition(" ")
            source = Source(path=path, form=cls.name, position=position)
            yield Record(None, checked(source_id, content, {}, source))

    @classmethod
    def write(cls, target, documents):
        target.write_text("\\n\\n".join(f"{one.source_id} {one.content}" for one in documents))
'''
MINUTES = "m1 Present: Utku Karaarslan.\n\nm2 Utku Karaarslan left early."
EXPECTED = "m1 Present: U.K..\n\nm2 U.K. left early."
SANON = ("-c", "from sanon.cli.start import main; main()")
API = """
from sanon import Corpus
with Corpus("graph-api") as corpus:
    corpus.load("docs", extractor="attendance")
    corpus.redact(operators={"NAME": "initials"})
    corpus.export("out-api")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a corpus of the new form, and the package on the path."""
    package, info = tmp_path / "site", tmp_path / "site" / "minutes-1.dist-info"
    info.mkdir(parents=True)
    (package / "minutes_plugin.py").write_text(PLUGIN)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: minutes\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[sanon.operators]\ninitials = minutes_plugin:Initials\n[sanon.readers]\nminutes = minutes_plugin:Minutes\n"
        "[sanon.extractors]\nattendance = minutes_plugin:Attendance\n"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "june.minutes").write_text(MINUTES)
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    """What a process says that has the package."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_reads_replaces_and_writes_with_classes_of_another_package(folder: Path) -> None:
    run(
        folder, *SANON, "run", "docs", "out", "--extractor", "attendance", "--operator", "NAME=initials",
        "--graph", "graph",
    )  # fmt: skip
    assert (folder / "out" / "june.minutes").read_text() == EXPECTED
    report = run(folder, *SANON, "report", "report.html", "--graph", "graph")
    assert report is not None
    assert "the first letters of its words" in (folder / "report.html").read_text()


def test_help_names_an_extractor_and_the_configuration_sets_it(folder: Path) -> None:
    said = run(folder, *SANON, "run", "--help")
    assert "attendance" in said
    (folder / "sanon.toml").write_text('[attendance]\nnames = ["left early"]\n')
    run(folder, *SANON, "run", "docs", "out", "--extractor", "attendance", "--config", "sanon.toml", "--graph", "graph")
    assert "[NAME]" in (folder / "out" / "june.minutes").read_text()


def test_so_does_the_corpus_of_a_program(folder: Path) -> None:
    run(folder, "-c", API)
    assert (folder / "out-api" / "june.minutes").read_text() == EXPECTED
