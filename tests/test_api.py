"""The library does what the command line does."""

import pandas as pd
import pytest

from sanon import Corpus, Policy
from tests.cli.conftest import EXAMPLE, Sanon


def test_a_corpus_in_python_decides_and_exports_what_the_command_line_does(tmp_path):
    with Corpus(tmp_path / "graph") as corpus:
        assert len(corpus.load(EXAMPLE / "documents", entities=EXAMPLE / "entities.jsonl").added) == 25
        assert (corpus.chains["category"] == "HIGH").any()
        redaction = corpus.redact()
        corpus.export(tmp_path / "out")
        decisions, documents = corpus.decisions, corpus.documents
        assert len(corpus.links) > 0
        assert (corpus.chains["residual_risk"] <= 0.5).all()
        assert set(corpus.mentions["entity_id"]) == set(corpus.entities["id"])
    sanon = Sanon(tmp_path)
    command = sanon.json("run", EXAMPLE / "documents", "other", "--entities", EXAMPLE / "entities.jsonl")
    assert set(decisions["id"]) == {mask["id"] for mask in command["redact"]["masked"]}
    assert redaction.to_json()["after"] == pytest.approx(command["redact"]["after"])
    assert documents["residual_risk"].max() <= 0.95
    for file in (tmp_path / "other").iterdir():
        assert file.read_bytes() == (tmp_path / "out" / file.name).read_bytes()


def test_an_extractor_of_ones_own_is_an_object_with_a_name_and_extract_and_the_rules_run_beside_it(tmp_path):
    from sanon.records import Finding

    class Codenames:
        name = "codenames"

        def extract(self, document):
            return [Finding("nightjar", "nightjar", "EVENT", 0.5, self.name)] if "nightjar" in document.content else []

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.txt").write_text("all about nightjar")
    (tmp_path / "docs/b.txt").write_text("write to ann.roe@example.org")
    with Corpus(tmp_path / "graph", policy=Policy(theta_doc=0.0)) as corpus:
        corpus.load(tmp_path / "docs", extractor=Codenames())
        corpus.redact()
        corpus.export(tmp_path / "out")
        assert isinstance(corpus.mentions, pd.DataFrame)
        assert {"codenames", "rules"} <= set(corpus.mentions["found_by"].map(list).sum())
    assert (tmp_path / "out/a.txt").read_text() == "all about [EVENT]"
    assert (tmp_path / "out/b.txt").read_text() == "write to [EMAIL]"
