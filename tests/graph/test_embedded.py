"""The folder of an embedded graph: who may read it, and what it refuses to be."""

import stat
import subprocess
import sys

import pytest

from sanon.errors import ConfigurationError, GraphError
from sanon.graph.embedded import EmbeddedEngine, is_graph
from sanon.graph.store import Store
from tests.graph.records import document, mention, write


def test_the_folder_is_for_its_owner_only_and_never_committed(tmp_path):
    folder = tmp_path / "new" / "deep" / "graph"
    EmbeddedEngine(folder).close()
    for made in (folder, folder.parent, folder.parent.parent):
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert (folder / ".gitignore").read_text() == "*\n"
    assert is_graph(folder)


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path):
    folder = tmp_path / "graph"
    folder.mkdir(mode=0o755)
    EmbeddedEngine(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_holds_something_else_is_refused_and_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    tmp_path.chmod(0o755)
    with pytest.raises(ConfigurationError, match="holds something else"):
        EmbeddedEngine(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt"]
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_file_is_no_graph(tmp_path):
    (tmp_path / "graph").write_text("mine")
    with pytest.raises(ConfigurationError, match="is a file"):
        EmbeddedEngine(tmp_path / "graph")


def test_a_file_that_is_not_the_engines_is_a_graph_error(tmp_path):
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "graph.lbdb").write_bytes(b"not a database" * 1000)
    with pytest.raises(GraphError, match="cannot be opened"):
        EmbeddedEngine(folder)


def test_what_was_loaded_in_bulk_beside_others_and_failed_is_gone_and_can_be_loaded_again(tmp_path):
    """The engine's own ROLLBACK keeps relationships and keys of a COPY, or corrupts the memory of the process."""
    engine = EmbeddedEngine(tmp_path / "graph")
    store = Store(engine)

    def load(*numbers: int) -> None:
        for number in numbers:
            names = ("everybody's", f"name {number}", f"name {number + 1}")
            write(store, [document(f"d{number}")], [mention(f"d{number}", name) for name in names])

    with store.transaction():
        load(0, 1, 2)
    with store.transaction():
        store.delete_documents(["d1"])
    with pytest.raises(ZeroDivisionError), store.transaction():  # noqa: PT012 - all of it is at stake
        load(3, 4, 5)
        raise ZeroDivisionError
    assert store.relationship_counts()["mentions"] == 2 * 3
    with store.transaction():
        load(3, 4, 5)
    engine.close()
    store = Store(EmbeddedEngine(tmp_path / "graph"))
    assert store.document_versions()["source_id"].tolist() == ["d0", "d2", "d3", "d4", "d5"]
    assert store.relationship_counts()["mentions"] == 5 * 3
    assert not store.mentions().duplicated(["source_id", "entity_id"]).any()


def test_a_second_process_is_told_that_another_one_is_using_the_graph(tmp_path):
    script = (
        "import sys; from pathlib import Path; from sanon.graph.embedded import EmbeddedEngine\n"
        "try: EmbeddedEngine(Path(sys.argv[1]))\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    engine = EmbeddedEngine(tmp_path / "graph")
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "graph")], capture_output=True, text=True, check=True
    )
    engine.close()
    assert done.stdout.startswith("GraphError")
    assert "another process is using it" in done.stdout
