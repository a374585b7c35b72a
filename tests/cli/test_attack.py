"""An export is attacked as somebody would who holds texts about people."""

import json
import re

import pytest

from tests.fake_endpoint import FakeEndpoint, say

PEOPLE = {
    "keeper": ("He kept the lighthouse of Ouessant for thirty years and bred bees.", "lighthouse ouessant bees keeper"),
    "diver": ("She dived for pearls off Brest and wrote a diary of wrecks.", "pearls diary wrecks dived brest"),
    "mayor": ("The mayor opened a harbour and played the oboe badly.", "mayor harbour oboe badly"),
}


@pytest.fixture
def places(tmp_path):
    for folder in ("docs", "press"):
        (tmp_path / folder).mkdir()
    for name, (document, text) in PEOPLE.items():
        (tmp_path / "docs" / f"{name}.txt").write_text(document)
        (tmp_path / "press" / f"about-{name}.txt").write_text(text)
    rows = "".join(f"{name}.txt,about-{name}.txt\n" for name in PEOPLE)
    (tmp_path / "truth.csv").write_text(f"document,person\n{rows}")
    return tmp_path


def test_whoever_is_not_protected_is_found(sanon, places):
    found = sanon.json("attack", places / "docs", "--background", places / "press", "--truth", places / "truth.csv")
    assert found["documents"] == found["background"] == 3
    assert (found["chance_top1"], found["chance_top5"]) == (pytest.approx(1 / 3), 1.0)
    assert {one["name"]: one["top1"] for one in found["attackers"]} == dict.fromkeys(
        ("tfidf", "bm25", "characters", "all"), 1.0
    )
    assert [one["person"] for one in found["found"]] == ["about-diver.txt", "about-keeper.txt", "about-mayor.txt"]


def test_one_text_tells_nothing(sanon, places):
    for name in ("diver", "mayor"):
        (places / "press" / f"about-{name}.txt").unlink()
    said = sanon("attack", places / "docs", "--background", places / "press", "--originals", places / "docs").out
    assert re.search(r"^  by chance +33% +33%", said, re.MULTILINE)
    assert "tells nothing" in said
    assert "found\n" not in said.split("tells nothing")[1]


def test_the_original_says_which_text_is_right_and_how_many_words_stay(sanon, places):
    out = places / "out"
    out.mkdir()
    (out / "keeper.txt").write_text("He kept the [MISC] of [LOC] for thirty years and bred [MISC].")
    (out / "mayor.txt").write_text(PEOPLE["mayor"][0])
    where = {"source_id": "keeper.txt", "field": "content", "start": 0, "end": 1}
    spans = [
        where | {"entity_type": kind, "operator": "type-label", "replacement": f"[{kind}]"} for kind in ("MISC", "LOC")
    ]
    (out / ".sanon").mkdir()
    (out / ".sanon/spans.jsonl").write_text("".join(json.dumps(span) + "\n" for span in spans))
    found = sanon.json("attack", out, "--background", places / "press", "--originals", places / "docs")
    assert found["right_by"] == "original"
    assert found["words_kept"] == pytest.approx(19 / 22)
    first = found["attackers"][0]
    assert (first["original_top1"], first["top1"]) == (1.0, 0.5)
    assert [one["source_id"] for one in found["found"]] == ["mayor.txt"]


def test_a_text_that_shares_nothing_with_any_is_about_nobody_and_not_found(sanon, places):
    (places / "docs" / "tram.txt").write_text("Zzz 4711.")
    found = sanon.json("attack", places / "docs", "--background", places / "press", "--originals", places / "docs")
    assert {one["top1"] for one in found["attackers"]} == {0.75}
    assert "tram.txt" not in [one["source_id"] for one in found["found"]]


def test_what_gave_a_document_away_is_shown_on_request_only(sanon, places):
    asked = ("attack", places / "docs", "--background", places / "press", "--truth", places / "truth.csv")
    assert "oboe" not in sanon(*asked).out
    assert "oboe" in sanon(*asked, "--show-values").out
    refused = sanon(*asked, "--at-most", "0.5")
    assert (refused.exit_code, "attacker bm25 finds 100%" in refused.err) == (1, True)


def test_documents_of_one_person_find_each_other(sanon, places):
    (places / "docs" / "keeper2.txt").write_text("The bees of Ouessant, by the one who kept the lighthouse.")
    (places / "clusters.csv").write_text("document,person\nkeeper.txt,1\nkeeper2.txt,1\ndiver.txt,2\n")
    found = sanon.json("attack", places / "docs", "--truth", places / "clusters.csv")
    assert (found["against"], found["documents"], found["background"]) == ("corpus", 2, 4)
    assert found["attackers"][0]["top1"] == 1.0
    assert (found["chance_top1"], found["chance_top5"]) == (pytest.approx(1 / 3), 1.0)  # one right among three others
    assert found["found"][0] == {
        "source_id": "keeper.txt",
        "person": "keeper2.txt",
        "attackers": ["bm25", "characters", "tfidf", "all"],
        "words": [],
    }


def test_an_attacker_who_knows_half_of_the_people_may_say_none_of_them(sanon, places):
    asked = ("attack", places / "docs", "--background", places / "press", "--truth", places / "truth.csv")
    found = sanon.json(*asked, "--open-set")
    # Of three right texts one is taken away; each of the other two shares words with its own document alone.
    assert {one["open_recall"] for one in found["attackers"][:3]} == {1.0}
    assert all(one["open_precision"] >= 2 / 3 for one in found["attackers"][:3])
    assert found["attackers"][3]["open_recall"] is None
    assert "half of the right texts" in sanon(*asked, "--open-set").out
    refused = sanon("attack", places / "docs", "--truth", places / "truth.csv", "--open-set")
    assert (refused.exit_code, "--background" in refused.err) == (2, True)


def test_a_model_reads_what_is_protected_and_names_whom_the_right_text_names(sanon, places):
    (places / "press/about-keeper.txt").write_text("lighthouse ouessant bees keeper Jean Kerlo")
    out = places / "out"
    out.mkdir()
    (out / "keeper.txt").write_text("He kept the [MISC] of [LOCATION] for thirty years and bred bees.")
    original = PEOPLE["keeper"][0]
    spans = [
        {
            "source_id": "keeper.txt", "field": "content", "start": original.index(value), "operator": "type-label",
            "end": original.index(value) + len(value), "entity_type": kind, "replacement": f"[{kind}]",
        }
        for kind, value in (("EVENT", "lighthouse"), ("LOCATION", "Ouessant"))
    ]  # fmt: skip
    (out / ".sanon").mkdir()
    (out / ".sanon/spans.jsonl").write_text("".join(json.dumps(span) + "\n" for span in spans))

    def reads(call):
        if "Hidden values" in call.prompt:
            assert "He kept the [1: EVENT] of [2: LOCATION]" in call.prompt
            assert "Ouessant" not in call.prompt
            return say('{"person": "Jean Kerlo", "values": ["harbour", "ouessant"]}')
        number = re.search(r"^(\d): lighthouse", call.prompt, re.MULTILINE)
        return say(json.dumps({"texts": [int(number[1])]}))

    with FakeEndpoint({}, {}) as endpoint:
        endpoint.script = reads
        done = sanon(
            "attack", out, "--background", places / "press", "--originals", places / "docs", "--reader", "fake-model",
            "--format", "json", **endpoint.environment,
        )  # fmt: skip
    found = done.json
    assert "are sent to 127.0.0.1" in done.err
    assert found["inferred"] == {"documents": 1, "unread": 0, "named": 1, "values": 2, "exact": 1, "coarser": 0}
    assert {one["name"]: one["top1"] for one in found["attackers"]}["reader"] == 1.0


def test_bad_input_is_named(sanon, places):
    docs, press, truth = places / "docs", ("--background", places / "press"), places / "truth.csv"
    (places / "empty").mkdir()
    truth.write_text("document,person\nkeeper.txt,about-nobody.txt\n")
    (places / "other.csv").write_text("name,text\n")
    (places / "nobody.csv").write_text("document,person\nnobody.txt,about-keeper.txt\n")
    for arguments, exit_code, message in (
        (("--background", places / "empty"), 3, "no text that can be read"),
        (("--background", docs), 3, "only the documents of the corpus themselves"),
        (press, 2, "nothing says which text is right"),
        ((), 2, "nothing says which documents belong together"),
        ((*press, "--truth", truth), 3, "no such text in the background: line 2: about-nobody.txt"),
        ((*press, "--truth", places / "nobody.csv"), 3, "no such document in the export: line 2: nobody.txt"),
        ((*press, "--truth", places / "other.csv"), 3, "the columns document and person"),
        ((*press, "--originals", places / "press"), 2, "no document there has the name"),
    ):
        ran = sanon("attack", docs, *arguments)
        assert (ran.exit_code, message in ran.err) == (exit_code, True), ran.err


def test_background_texts_that_are_documents_of_the_corpus_are_left_out(sanon, places):
    (places / "press" / "copy.txt").write_text(PEOPLE["keeper"][0].upper())
    ran = sanon("attack", places / "docs", "--background", places / "press", "--truth", places / "truth.csv")
    assert "1 background text left out" in ran.err


def test_the_strength_of_links_stands_beside_how_near_documents_find_each_other(sanon, tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    texts = {
        "a": "The keeper of Ouessant bred bees by the harbour.",
        "b": "Bees, and a keeper who was called to Ouessant.",
        "c": "An oboe player was robbed at the harbour.",
    }
    shared = {"a": ["keeper", "Ouessant", "bees", "harbour"], "b": ["keeper", "Ouessant", "Bees"], "c": ["harbour"]}
    lines = []
    for name, text in texts.items():
        (docs / f"{name}.txt").write_text(text)
        found = [[one, one.lower(), "UNIQUE_FACT", 0.9] for one in shared[name]]
        lines.append(json.dumps({"id": f"{name}.txt", "entities": found}))
    (tmp_path / "entities.jsonl").write_text("\n".join(lines))
    sanon.json("load", docs, "--entities", tmp_path / "entities.jsonl", "--edge-threshold", "0.1")
    found = sanon.json("attack", docs)
    # Three shared facts link a and b, which find each other first; one links a and c, and a finds b before c.
    assert found["agreement"] == pytest.approx(1.0)
    assert found["max_chain_risk"] > 0
    sanon("redact")
    assert sanon("export", tmp_path / "renamed", "--rename").exit_code == 0
    assert sanon.json("attack", tmp_path / "renamed")["documents"] == found["documents"]
