"""Three of the five data sets of a published table are looked at once: when nothing can be chosen any more."""

import re
from pathlib import Path

import pytest

from sanon.api import Corpus
from sanon.errors import ConfigurationError
from sanon.settings.model import Model
from sanon.testbench.bench import bench
from sanon.testbench.dataset.writer import DatasetWriter
from sanon.testbench.request import BenchRequest
from sanon.testbench.systems import DEFAULT
from sanon.tuning.seeds import OPEN, SEALED, check_systems
from tests.testbench import small

ROOT = Path(__file__).parents[2]


def test_three_of_five_seeds_are_sealed():
    assert len(set(SEALED)) == 3
    assert len({*OPEN, *SEALED}) == 5


@pytest.mark.parametrize("seed", SEALED)
@pytest.mark.parametrize("chosen", ["sanon@chain=0.3", "document@theta=0.5@extraction=given", "lprag@epsilon=7"])
def test_no_variant_is_measured_on_a_sealed_data_set(seed, chosen):
    with pytest.raises(ConfigurationError, match=f"seed {seed} is kept.*{chosen}"):
        check_systems(seed, ["verbatim", chosen], DEFAULT, curves=False)
    with pytest.raises(ConfigurationError, match="--curves"):
        check_systems(seed, DEFAULT, DEFAULT, curves=True)
    check_systems(seed, DEFAULT, DEFAULT, curves=False)
    check_systems(OPEN[0], [chosen], DEFAULT, curves=True)


@pytest.fixture
def sealed(tmp_path):
    (tmp_path / "data").mkdir()
    with DatasetWriter(tmp_path / "data") as writer:
        for cluster in small.clusters():
            writer.add(cluster)
        writer.finish(generator="grammar", seed=SEALED[0], version="0")
    return tmp_path / "data"


def test_bench_reads_the_seed_off_the_data_set(sealed, tmp_path):
    with pytest.raises(ConfigurationError, match="kept for the last measurement"):
        bench(sealed, tmp_path / "out", BenchRequest(systems="sanon@people=5"), Model())
    assert not (tmp_path / "out").exists()


def test_no_limit_is_chosen_by_documents_of_a_sealed_data_set(sealed, tmp_path):
    with Corpus(tmp_path / "graph") as corpus:
        for docs in (sealed, sealed / "documents"):
            with pytest.raises(ConfigurationError, match=f"seed {SEALED[0]} is kept.*tune is a choice"):
                corpus.tune(docs, entities=sealed / "entities.jsonl")
        corpus.load(sealed / "documents", entities=sealed / "entities.jsonl")
        with pytest.raises(ConfigurationError, match=f"seed {SEALED[0]} is kept.*frontier is a choice"):
            corpus.frontier()
    manifest = sealed / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace(f'"seed": {SEALED[0]}', f'"seed": {OPEN[0]}'), "utf-8")
    with Corpus(tmp_path / "graph") as corpus:
        assert corpus.frontier().points


def test_no_script_guide_or_test_makes_a_sealed_data_set():
    """By which something could be chosen in passing; the page of the testbench names the seeds, and no command."""
    files = [*ROOT.glob("benchmarks/*.py"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.py"), ROOT / "Makefile"]
    some = "|".join(map(str, SEALED))
    named = re.compile(rf"(--seed[ =\"',]*|Grammar\(|Register\(|seed-|seed=)({some})\b")
    assert [file.name for file in files if named.search(file.read_text("utf-8"))] == []
