"""A disk that is full or may not be written: one clear line, nothing half, and the next run goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sanon.graph.embedded import EmbeddedEngine
from tests.cli.conftest import EXAMPLE
from tests.durability.child import sanon
from tests.durability.graphs import Graph, assert_same, graph_of
from tests.durability.processes import files

_LOAD = ("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
_COMMANDS = {"load": _LOAD, "redact": ("redact",), "export": ("export", "out")}
#: Largest file that may be written, in bytes: in the middle of the schema, of the log, of a checkpoint.
_LARGEST = {
    "load": (100, 1_000, 6_000, 9_000, 60_000, 150_000, 400_000),
    "redact": (0, 700, 5_000, 30_000),
    "export": (0, 500, 3_000),
}


def _graph(folder: Path) -> Graph:
    engine = EmbeddedEngine(folder / ".sanon" / "graph")
    try:
        return graph_of(engine)
    finally:
        engine.close()


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The working folder after each command, undisturbed."""
    folders = {"nothing": tmp_path_factory.mktemp("disk") / "nothing"}
    before = folders["nothing"]
    before.mkdir()
    for name, arguments in _COMMANDS.items():
        folders[name] = before.with_name(name)
        shutil.copytree(before, folders[name])
        assert sanon(folders[name], {}, *arguments).exit_code == 0
        before = folders[name]
    return folders


@pytest.mark.slow
@pytest.mark.parametrize("name", _COMMANDS)
def test_a_disk_that_is_full_is_told_and_loses_nothing(name, after, tmp_path):
    before = dict(zip(_COMMANDS, after, strict=False))[name]
    refused = 0
    for largest in _LARGEST[name]:
        work = tmp_path / str(largest)
        shutil.copytree(after[before], work)
        ended = sanon(work, {}, *_COMMANDS[name], largest_file=largest)
        assert ended.exit_code in (0, 2, 4), ended.said
        if ended.exit_code:
            refused += 1
            assert "cannot be written" in ended.said or "could not be written" in ended.said, ended.said
            assert ended.said.count("sanon: ") == 1, ended.said
            assert "Traceback" not in ended.said
        assert files(work / "out") in (None, files(after["export"] / "out"))
        assert not list(work.glob(".*.partial"))
        ended = sanon(work, {}, *_COMMANDS[name], *(("--overwrite",) if (work / "out").exists() else ()))
        assert ended.exit_code == 0, ended.said
        assert_same(_graph(work), _graph(after[name]))
        assert files(work / "out") == files(after[name] / "out")
    assert refused


def test_a_place_that_cannot_be_written_is_told(after, tmp_path):
    (tmp_path / "file").write_text("mine")
    work = tmp_path / "work"
    shutil.copytree(after["redact"], work)
    for arguments in (("export", tmp_path / "file" / "out"), (*_LOAD, "--graph", tmp_path / "file" / "graph")):
        ended = sanon(work, {}, *arguments)
        assert ended.exit_code in (2, 4)
        assert ended.said.startswith("sanon: ")
        assert ended.said.count("\n") == 1
    assert (tmp_path / "file").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "work"]


def test_an_init_that_a_full_disk_stops_leaves_neither_of_its_files(tmp_path):
    for name in ("whole", "none", "one"):
        (tmp_path / name).mkdir()
    assert sanon(tmp_path / "whole", {}, "init").exit_code == 0
    largest = max(file.stat().st_size for file in (tmp_path / "whole").iterdir())
    for name, limit in (("none", 0), ("one", largest - 1)):
        ended = sanon(tmp_path / name, {}, "init", largest_file=limit)
        assert (ended.exit_code, ended.said.count("cannot be written")) == (2, 1), ended.said
        assert not list((tmp_path / name).iterdir())
        assert sanon(tmp_path / name, {}, "init").exit_code == 0


def test_a_command_that_only_reads_writes_nothing_into_the_graph(after, tmp_path):
    # Where the disk is full, the engine aborts the process that writes.
    shutil.copytree(after["redact"], tmp_path / "work")
    graph = tmp_path / "work/.sanon/graph/graph.lbdb"
    before = graph.read_bytes(), graph.stat().st_mtime_ns
    assert sanon(tmp_path / "work", {}, "status").exit_code == 0
    assert (graph.read_bytes(), graph.stat().st_mtime_ns) == before
