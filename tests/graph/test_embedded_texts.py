"""The texts of an embedded graph lie beside its database."""

import pytest

from sanon.errors import GraphError
from sanon.graph.embedded_texts import TEXTS, Texts


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
