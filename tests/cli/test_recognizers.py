"""Own recognizers and adapters through the installed command."""

import json

import pytest

TEXTS = {
    "memo": "The budget of Subfloor was approved under PRJ-2024/07. Asthma is not mentioned elsewhere.",
    "note": "Work on SUBFLOOR goes on. Budget as before.",
    "other": "Nothing of note.",
}
CONFIGURATION = """
theta_doc = 0.1
theta_chain = 0.05

[recognizers.NON_PERSONAL_ID]
patterns = ['PRJ-\\d{4}/\\d{2}']
words_file = "codes.txt"
"""


@pytest.fixture
def corpus(sanon, write):
    for name, text in TEXTS.items():
        write(f"docs/{name}.json", {"id": name, "metadata": {"project": "subfloor"}, "content": text})
    write("codes.txt", "Subfloor\n")
    write("sanon.toml", CONFIGURATION)
    return sanon


def test_what_own_recognizers_find_is_masked_in_text_and_metadata(corpus):
    done = corpus("run", "docs", "out")
    assert done.exit_code == 0, done.err
    memo = json.loads((corpus.folder / "out/memo.json").read_text())
    assert memo["content"].startswith("The budget of [NON_PERSONAL_ID_1] was approved under [NON_PERSONAL_ID_2]. ")
    assert memo["metadata"] == {"project": "[NON_PERSONAL_ID_1]"}
    assert "subfloor" not in "".join(path.read_text().lower() for path in (corpus.folder / "out").glob("*.json"))


@pytest.mark.parametrize(
    ("configuration", "named"),
    [
        ("[recognizers.NAME]\npatterns = ['(']", "recognizers.NAME.patterns[1]"),
        ("recognizers = 3", "[recognizers]"),
        ("[recognizers.NAME]\nwords_file = 'gone.txt'", "gone.txt"),
        ("extractor = 'presidio'\n[presidio]\nmodel = 'en_core_web_zz'", "presidio.model: spaCy has no model"),
        ("extractor = 'presidio'\n[presidio.types]\nPERSON = 'ALIEN'", "presidio.types.PERSON"),
        ("extractor = 'gliner'", "pip install 'sanon[gliner]'"),
    ],
)
def test_a_faulty_table_is_refused_before_anything_is_loaded(corpus, write, configuration, named):
    write("sanon.toml", configuration)
    result = corpus("load", "docs")
    assert result.exit_code == 2, result.err
    assert named in result.err
    assert len(result.err.splitlines()) == 1
    assert not list(corpus.folder.glob(".sanon/graph/*.json*"))


def test_a_document_that_a_pattern_cannot_be_done_with_stays_pending_and_is_not_exported(corpus, write):
    write("docs/evil.json", {"id": "evil", "metadata": {}, "content": "a" * 60 + "!"})
    write("sanon.toml", CONFIGURATION + "\n[recognizers.NAME]\npatterns = ['(a|aa)+$']\n")
    done = corpus("run", "docs", "out")
    assert done.exit_code == 3
    assert "pending:  evil: recognizers.NAME.patterns[1] takes more than 2 s" in done.err
    assert sorted(path.name for path in (corpus.folder / "out").glob("*.json") if path.stem in [*TEXTS, "evil"]) == [
        "memo.json",
        "note.json",
        "other.json",
    ]


def test_entities_of_a_file_are_taken_as_given_and_the_command_says_so(corpus, write):
    write("entities.jsonl", "\n".join(json.dumps({"id": name, "entities": []}) for name in TEXTS))
    loaded = corpus("load", "docs", "--entities", "entities.jsonl", "--format", "json")
    assert loaded.json["counts"]["entities"] == 0
    assert (
        "note: entities of a file are taken as given; the recognizers of the configuration are not asked" in loaded.err
    )


def test_unchanged_documents_keep_what_other_recognizers_found_and_the_command_says_so(corpus, write):
    assert "keep what" not in corpus("load", "docs").err
    assert "keep what" not in corpus("load", "docs").err
    write("codes.txt", "Subfloor\nbudget\n")
    kept = corpus("load", "docs")
    note = "note: 3 documents did not change and keep what another extractor, model, recognizer or profile found"
    assert note in kept.err
    anew = corpus("load", "docs", "--reextract", "--format", "json")
    assert (anew.json["changed"], "keep what" in anew.err) == (["memo", "note"], False)
    assert "keep what" not in corpus("load", "docs").err
