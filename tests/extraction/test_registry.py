"""Extractors of other packages: named by the option, configured by their table, used from both faces."""

import json
import os
import subprocess
import sys

import pytest

from sanon.api import Corpus
from sanon.errors import ConfigurationError
from sanon.extraction.registry import EXTRACTORS, table_names

PACKAGE = """
from pydantic import BaseModel
from sanon.extraction.registry import Extractor, table_of
from sanon.records import Finding

class Words(BaseModel):
    word: str = "nightjar"

class Codenames(Extractor):
    name = "codenames"
    summary = "words of a list"
    table = Words

    def __init__(self, word):
        self.word = word

    @classmethod
    def made(cls, around):
        return cls(table_of(Words, cls.name, around.table).word)

    def extract(self, document):
        there = self.word in document.content
        return [Finding(self.word, self.word, "UNIQUE_FACT", 0.9, self.name)] if there else []
"""


@pytest.fixture
def codenames(tmp_path, monkeypatch):
    """A package that is installed and adds an extractor."""
    (tmp_path / "codenames.py").write_text(PACKAGE)
    info = tmp_path / "codenames-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: codenames\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sanon.extractors]\ncodenames = codenames:Codenames\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(EXTRACTORS.__dict__, "classes", raising=False)
    yield
    EXTRACTORS.__dict__.pop("classes", None)


def test_an_extractor_of_another_package_is_named_and_has_its_table(codenames):
    assert "codenames" in EXTRACTORS.names
    assert "codenames" in table_names()


def test_it_finds_from_python_and_in_a_command(codenames, tmp_path):
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "a.json").write_text(json.dumps({"id": "a", "content": "He asked about nightjar twice."}))
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(documents, extractor="codenames")
        found = corpus.mentions
    assert ["nightjar"] in found.loc[found["found_by"].map(lambda by: "codenames" in by), "original_values"].tolist()

    (tmp_path / "sanon.toml").write_text('[codenames]\nword = "twice"\n')
    command = [sys.executable, "-c", "from sanon.cli.main import cli; cli()"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    arguments = ["load", "documents", "--extractor", "codenames", "--graph", "second"]
    subprocess.run([*command, *arguments], cwd=tmp_path, env=environment, check=True, capture_output=True)
    with Corpus(tmp_path / "second") as corpus:
        found = corpus.mentions
    assert ["twice"] in found.loc[found["found_by"].map(lambda by: "codenames" in by), "original_values"].tolist()


def test_a_name_that_is_none_is_refused_before_a_graph_is_made(tmp_path):
    with pytest.raises(ConfigurationError, match="no extractor 'embeded': did you mean embedded"):
        Corpus(tmp_path / "graph").load([{"id": "a", "content": "x"}], extractor="embeded")
    assert not (tmp_path / "graph").exists()


def test_each_says_in_a_sentence_what_it_is():
    assert all(kind.summary and not kind.summary.endswith(".") for kind in EXTRACTORS.classes.values())
