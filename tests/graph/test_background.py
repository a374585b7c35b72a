"""Texts that an attacker may know, from the command line to the export, on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanon import Corpus
from sanon.errors import InputRejected
from sanon.graph.open import open_existing
from tests.cli.conftest import Sanon
from tests.graph.conftest import Place

#: What the corpus says of each person, and what the press says.
PEOPLE = {
    "keeper": (
        "He kept the lighthouse for thirty years, bred bees and repaired clocks. The winters were long.",
        "A keeper of the lighthouse who bred bees. He repaired clocks in winter, and never took the ferry.",
    ),
    "diver": (
        "She dived for pearls, wrote a diary of wrecks and taught chess. The winters were long.",
        "A diver who dived for pearls. She wrote a diary of wrecks that was printed, and taught chess to children.",
    ),
    "mayor": (
        "The mayor opened a harbour, played the oboe badly and collected stamps. The winters were long.",
        "The mayor played the oboe. A harbour was opened, and his stamps were sold after the election.",
    ),
}
#: Other people, with a word or two of each of those.
OTHERS = [
    "A lighthouse and a harbour were painted by a man who played chess.",
    "She bred bees and sold clocks; her diary was lost.",
    "The ferry took stamps and pearls, and nobody played the oboe.",
    "Winters were long for the keeper of wrecks who taught children.",
    "He repaired harbours, and wrote of lighthouses, bees and the election.",
    "An oboe, two clocks and the diary of a diver were found.",
]


def _folders(at: Path) -> None:
    for folder in ("docs", "press"):
        (at / folder).mkdir()
    # A name that says who it is would be masked in the text, and stop the export as the name of a file.
    for number, (name, (document, text)) in enumerate(PEOPLE.items()):
        (at / "docs" / f"letter-{number}.txt").write_text(document)
        (at / "press" / f"about-{name}.txt").write_text(text)
    for number, text in enumerate(OTHERS):
        (at / "press" / f"other-{number}.txt").write_text(text)
    rows = "".join(f"letter-{number}.txt,about-{name}.txt\n" for number, name in enumerate(PEOPLE))
    (at / "truth.csv").write_text(f"document,person\n{rows}")


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    _folders(tmp_path)
    return tmp_path


def test_whoever_is_found_by_the_press_is_found_no_more(place: Place, folders: Path) -> None:
    place.close()

    def run(*arguments: object) -> Any:
        ran = Sanon(folders)(*arguments, "--format", "json", **{"NEO4J_URI": place.graph} | place.environment)
        assert ran.exit_code == 0, ran.err
        return ran.json

    loaded = run("load", "docs", "--background", "press")
    assert (loaded["documents"], loaded["background"]) == (3, 9)
    fewer = run("what-if", "--candidates", "1")["background"]
    redacted = run("redact", "--candidates", "2")
    hidden = redacted["background"]
    assert (hidden["texts"], hidden["documents"], hidden["found_before"], hidden["found_after"]) == (9, 3, 3, 0)
    assert 0 < hidden["lower_bound"] <= hidden["words"]
    assert (fewer["masked_before"], fewer["found_before"], fewer["found_after"], fewer["documents"]) == (0, 3, 0, 3)
    assert 0 < fewer["masked_after"] <= hidden["masked"]
    reasons = [one["reason"] for one in redacted["masked"] if one["stage"] == "background"]
    assert any("about-keeper.txt" in reason for reason in reasons)

    resembling = run("explain", "document", "letter-0.txt")["resembles"]
    right = [one for one in resembling if one["background"] == "about-keeper.txt"]
    assert {one["attacker"] for one in right} == {"tfidf", "bm25", "characters"}
    assert all(one["rank_before"] == 1 and one["rank_after"] != 1 for one in right)

    run("export", "out")
    assert sorted(path.name for path in (folders / "out").glob("*.txt")) == [f"letter-{n}.txt" for n in range(3)]
    found = run("attack", "out", "--background", "press", "--truth", "truth.csv", "--originals", "docs")
    assert min(one["original_top1"] for one in found["attackers"]) > 0.5
    assert [one["top1"] for one in found["attackers"]] == [0.0] * 4


def test_press_that_comes_later_gives_the_mentions_of_a_load_from_scratch(folders: Path) -> None:
    late = folders / "press" / "about-mayor.txt"
    text = late.read_text()
    late.unlink()
    with Corpus(folders / "grown") as grown, Corpus(folders / "scratch") as scratch:
        grown.load(folders / "docs", background=folders / "press")
        late.write_text(text)
        grown.load(folders / "docs", background=folders / "press")
        scratch.load(folders / "docs", background=folders / "press")
        for table in ("mentions", "entities", "documents", "links"):
            pd.testing.assert_frame_equal(getattr(grown, table), getattr(scratch, table))
    places = []
    for name in ("grown", "scratch"):
        with open_existing(str(folders / name)) as store:
            found = store.resemblances()
            places.append(found.sort_values(list(found.columns), ignore_index=True))
    pd.testing.assert_frame_equal(places[0], places[1])


def test_press_that_comes_later_takes_no_mask_away(folders: Path) -> None:
    late = folders / "press" / "about-mayor.txt"
    text = late.read_text()
    late.unlink()
    with Corpus(folders / "graph") as corpus:
        corpus.load(folders / "docs", background=folders / "press")
        corpus.redact(candidates=2)
        before = corpus.decisions.set_index("id")["replacement"]
        unasked = corpus.redact(candidates=0, dry_run=True).background
        late.write_text(text)
        corpus.load(folders / "docs", background=folders / "press")
        corpus.redact()
        after = corpus.decisions.set_index("id")["replacement"]
        again = corpus.redact()
        shown = corpus.report(folders / "page.html").resembling
    assert set(before.index) <= set(after.index)
    assert before.equals(after[before.index])
    assert unasked is None
    assert again.background is not None
    assert again.background.masked == 0
    assert shown is not None
    assert (shown.texts, shown.documents, shown.found_before, shown.found_now) == (9, 3, 3, 0)
    assert shown.candidates == 2  # as the first redact was told, and the graph remembers
    assert sum(one.documents for one in shown.moved) == 3
    assert all(one.before == 0 and one.now > 0 for one in shown.moved)
    page = (folders / "page.html").read_text()
    assert "From whom the masks hide" in page
    assert "3 on first" in page
    assert not any(word in page for word in ("about-", "oboe", "lighthouse", "pearls"))


def test_a_background_without_texts_of_others_is_refused_and_the_corpus_itself_is_left_out(folders: Path) -> None:
    empty = folders / "empty"
    empty.mkdir()
    with Corpus(folders / "graph") as corpus:
        for folder, said in ((empty, "no text that can be read"), (folders / "docs", "documents of the corpus")):
            with pytest.raises(InputRejected, match=said):
                corpus.load(folders / "docs", background=folder)
        assert corpus.documents.empty
        (folders / "press" / "copy.txt").write_text(PEOPLE["keeper"][0].upper())
        assert corpus.load(folders / "docs", background=folders / "press").background == 9
