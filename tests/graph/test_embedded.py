"""The folder of an embedded graph: who may read it, what it refuses to be, and the texts beside its database."""

import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pandas as pd
import pytest

from sanon.errors import ConfigurationError, GraphError
from sanon.graph.embedded import EmbeddedEngine, is_graph
from sanon.graph.embedded_texts import TEXTS, Texts
from sanon.graph.rows import document_rows, mention_rows
from sanon.graph.store import Store
from tests.graph.records import PROFILE, document, mention


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


@pytest.mark.parametrize("died_at", ["entities", "mentions", "finish_loading"])
def test_of_a_load_in_bulk_that_was_interrupted_nothing_stays_and_it_can_be_done_again(died_at, tmp_path, monkeypatch):
    def rows(*numbers: int) -> Iterator[tuple[pd.DataFrame, ...]]:
        for number in numbers:
            names = ("everybody's", f"name {number}", f"name {number + 1}")
            mentions = [mention(f"d{number}", name) for name in names]
            documents = [(document(f"d{number}"), "pending" if number == 2 else "extracted")]
            yield document_rows(documents), *mention_rows([] if number == 2 else mentions, PROFILE.weights)

    engine = EmbeddedEngine(tmp_path / "graph")
    store = Store(engine)
    store.load_in_bulk(rows(0, 1, 2))
    for verb in ("bulk_load", "write"):
        monkeypatch.setattr(EmbeddedEngine, verb, _dying(died_at, getattr(EmbeddedEngine, verb)))
    with pytest.raises(KeyboardInterrupt):
        store.load_in_bulk(rows(3, 4, 5))
    monkeypatch.undo()
    # Whether the process goes on or another one comes.
    if died_at == "mentions":
        engine.close()
        engine = EmbeddedEngine(tmp_path / "graph")
        store = Store(engine)
        assert store.document_versions()["state"].tolist() == ["extracted", "extracted", "pending"]
        assert store.relationship_counts()["mentions"] == 2 * 3
    store.load_in_bulk(rows(3, 4, 5))
    engine.close()
    store = Store(EmbeddedEngine(tmp_path / "graph"))
    versions = store.document_versions()
    assert versions["source_id"].tolist() == ["d0", "d1", "d2", "d3", "d4", "d5"]
    assert versions["state"].tolist() == ["extracted", "extracted", "pending", *["extracted"] * 3]
    assert store.relationship_counts()["mentions"] == 5 * 3
    assert not store.mentions().duplicated(["source_id", "entity_id"]).any()
    assert sorted(store.entities()["value"]) == ["everybody's", *(f"name {number}" for number in range(7))]


def _dying(at: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Interrupted by Control+C after rows of one table were loaded, or right before a statement."""

    def wrapped(engine: EmbeddedEngine, what: Any, *arguments: Any, **parameters: Any) -> Any:
        if getattr(what, "name", "").endswith(at):
            raise KeyboardInterrupt
        done = function(engine, what, *arguments, **parameters)
        if what == at:
            raise KeyboardInterrupt
        return done

    return wrapped


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


def test_a_text_is_found_where_it_was_put_also_in_another_alphabet(tmp_path):
    texts = Texts(tmp_path)
    places = texts.put(["eins", "дваé\r\n\0", "x" * 100_000])
    assert Texts(tmp_path).take(places[::-1]) == ["x" * 100_000, "дваé\r\n\0", "eins"]
    assert (tmp_path / TEXTS).stat().st_mode & 0o777 == 0o600


def test_nothing_is_left_of_a_text_that_is_forgotten(tmp_path):
    texts = Texts(tmp_path)
    places = texts.put(["first secret", "kept", "second secret", "kept too", "third secret"])
    kept = [places[1], places[3]]
    texts.forget(kept)
    assert b"secret" not in (tmp_path / TEXTS).read_bytes()
    assert texts.take(kept) == ["kept", "kept too"]
    assert texts.take(texts.put(["new"])) == ["new"]


def test_a_file_that_was_cut_off_is_an_error_and_not_a_shorter_text(tmp_path):
    texts = Texts(tmp_path)
    (place,) = texts.put(["a text"])
    (tmp_path / TEXTS).write_bytes(b"a te")
    for stands in (place, "a text"):
        with pytest.raises(GraphError, match="missing or damaged"):
            texts.take([stands])
