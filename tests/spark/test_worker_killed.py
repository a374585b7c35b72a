"""A worker of Spark that dies takes nothing along."""

import json
import subprocess
import sys

import pytest

from sanon import Corpus
from tests.spark.corpora import random_corpus

pytest.importorskip("pyspark.sql", reason="pip install 'sanon[spark]'")
_STAGE = 3


def _texts(folder, pattern):
    lines = [line for file in folder.glob(pattern) for line in file.read_text("utf-8").splitlines()]
    return {row["id"]: row["content"] for row in map(json.loads, lines)}


@pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc")
@pytest.mark.usefixtures("master")
def test_a_worker_that_is_killed_changes_nothing(tmp_path):
    docs, entities = tmp_path / "docs.jsonl", tmp_path / "entities.jsonl"
    corpus = random_corpus(5, 16)
    docs.write_text("".join(json.dumps({"id": n, "content": text}) + "\n" for n, (text, _) in corpus.items()))
    entities.write_text("".join(json.dumps({"id": n, "entities": e}) + "\n" for n, (_, e) in corpus.items()))
    with Corpus(tmp_path / "one") as one:
        one.run(docs, tmp_path / "written", entities=entities)
    command = [sys.executable, "-m", "tests.spark.with_a_killed_worker", docs, entities, tmp_path / "out", str(_STAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    killed, stages = map(int, done.stdout.split()[-2:])
    assert killed
    assert stages > _STAGE, "it was killed when all was done"
    written = _texts(tmp_path / "out", "part-*.jsonl")
    assert len(written) == 16
    assert written == _texts(tmp_path / "written", "*.jsonl")
