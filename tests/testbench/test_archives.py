"""Real text: what is gone, what is kept, what is left, on an archive that fits into the head."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from sanon.attack.reader import Reader
from sanon.cli.main import cli
from sanon.errors import ConfigurationError, InputRejected
from sanon.results.bench import Part
from sanon.testbench.archives.reader import is_archive, read_archive
from sanon.testbench.archives.scoring import scored

TEXTS = {
    "a": "Ann Roe, 61, keeps the lighthouse. The counter opens at nine.",
    "b": "The lighthouse keeper won the bee prize. Form B-2 costs four euros.",
    "c": "Form B-2 is blue.",
}
LABELS = {
    "a": [("Ann Roe", "NAME", "DIRECT", None), ("61", "AGE", "QUASI", 1.8), ("lighthouse", "EVENT", "QUASI", 5.0)],
    "b": [("lighthouse", "EVENT", "QUASI", 5.0), ("bee prize", "EVENT", "QUASI", 8.0)],
    "c": [],
}
QUESTIONS = [
    ("general", "What does form B-2 cost, and what colour has it?", ["four euros", "blue"], ["b", "c"]),
    ("specific", "How old is the keeper?", ["61"], ["a"]),
]


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "office"
    (made / "documents").mkdir(parents=True)
    for name, text in TEXTS.items():
        (made / "documents" / f"{name}.json").write_text(json.dumps({"id": name, "metadata": {}, "content": text}))
    names = ("original_value", "type", "identifier", "share_exponent")
    rows = [
        {
            "id": name,
            "entities": [
                dict(zip(names, one, strict=True)) | {"normalized_value": one[0].lower()} for one in LABELS[name]
            ],
        }
        for name in TEXTS
    ]
    asked = [
        {"id": "q", "kind": kind, "question": text, "answer_facts": facts, "sources": sources}
        for kind, text, facts, sources in QUESTIONS
    ]
    for file, lines in (("gold.jsonl", rows), ("questions.jsonl", asked)):
        (made / file).write_text("".join(json.dumps(line) + "\n" for line in lines))
    people = {
        "documents": {"a": "P", "b": "P", "c": None},
        "dossiers": {"P": "She keeps a light and bees.", "Q": "Zoo"},
    }
    (made / "people.json").write_text(json.dumps(people))
    return made


def score(folder, **changed):
    return scored(read_archive(folder), "x", "", TEXTS | changed, None)


def test_of_the_originals_nothing_is_gone_and_everything_is_left(folder):
    found = score(folder)
    parts = {name: (getattr(found, name).part, getattr(found, name).whole) for name in ("direct_gone", "quasi_gone")}
    assert parts == {"direct_gone": (0, 1), "quasi_gone": (0, 4)}
    assert (found.general_left.part, found.specific_left.part) == (1, 1)
    # Words outside the labels: 7 of a, 10 of b, 5 of c.
    assert (found.words_kept.part, found.words_kept.whole) == (22, 22)
    # The lighthouse joins a and b; a tells 1.8 + 5 digits and a name, b 13, c nothing.
    assert (found.pairs_joined.part, found.pairs_joined.whole) == (1, 1)
    assert (found.few_fit.part, found.digits) == (2, 6.8)
    assert (found.recognized.part, found.recognized.whole) == (2, 2)


def test_a_reader_finds_dossiers_and_documents_that_share_no_word_and_guesses_what_is_gone(folder):
    def ask(system, user, schema):
        _, _, texts = user.partition("\n\nTexts:\n")
        if not texts:
            return {"person": "Ann Roe", "values": ["ann roe", "", "light house"]}
        # The dossier of Q, and the document about bees.
        return {"texts": [int(line[0]) for line in texts.splitlines() if "Zoo" in line or "bee" in line]}

    archive = read_archive(folder)
    blank = {"a": "[NAME] speaks.", "b": "The [EVENT] keeper won the bee prize.", "c": "[NAME] is blue."}
    assert scored(archive, "x", "", blank, None).joined_by_reader is None
    swapped = replace(archive, person={"a": "Q", "b": "P"}, dossiers={"P": "A lamp", "Q": "Zoo"})
    found = scored(swapped, "x", "", blank, None, Reader(ask))
    assert found.recognized_by_reader == Part(part=1, whole=2)
    # Nobody has two documents.
    assert found.joined_by_reader == found.wrongly_by_reader == Part()
    found = scored(archive, "x", "", blank, None, Reader(ask))
    assert found.joined_by_reader == Part(part=1, whole=1)
    # Without document b there is no other one, and none is named.
    assert found.wrongly_by_reader == Part(part=0, whole=1)
    # Gone are name, age and occupation of a, and the occupation of b, which no guess is; b never had a name.
    assert found.guessed_by_reader == Part(part=1, whole=4)
    assert found.named_by_reader == Part(part=1, whole=2)


def test_what_is_masked_is_gone_and_what_else_went_is_lost(folder):
    found = score(
        folder, a="[NAME], 61, keeps the [EVENT]. The counter opens.", b="The [EVENT] keeper won the bee prize."
    )
    assert (found.direct_gone.part, found.quasi_gone.part) == (1, 2)
    # "at nine" of a; "Form B-2 costs four euros" of b.
    assert found.words_kept.part == 22 - 2 - 6
    assert (found.general_left.part, found.specific_left.part) == (0, 1)
    assert found.pairs_joined.part == 0
    assert (found.few_fit.part, found.digits) == (0, 1.8)


def test_the_command_measures_archives_and_prints_the_table(folder, tmp_path):
    out = tmp_path / "out"
    names = "verbatim,every-entity@extraction=given,direct-only@extraction=given"
    done = CliRunner().invoke(cli, ["bench", str(folder.parent), "--out", str(out), "--systems", f"{names},thesis"])
    assert done.exception is None, done.exception
    rows = [line.split(" | ") for line in done.stdout.splitlines() if line.startswith("| ")]
    assert [row[0] for row in rows] == ["| office", "| ---", *(f"| {name}" for name in names.split(",")), "| thesis"]
    assert rows[3][2:4] == ["1/1", "4/4"]
    assert rows[4][2:4] == ["1/1", "0/4"]
    assert "\n| thesis | needs a model: --model |\n" in done.stdout
    assert (out / "archives.md").read_text().startswith("| office | masks | direct gone")
    assert "Ann Roe" not in done.output


@pytest.mark.parametrize(
    ("more", "message"), [(["generated"], "no archive"), (["--quick"], "--quick is for generated")]
)
def test_what_archives_cannot_have_is_refused(folder, tmp_path, more, message):
    (tmp_path / "generated").mkdir()
    more = [str(tmp_path / one) if one == "generated" else one for one in more]
    done = CliRunner().invoke(cli, ["bench", str(folder), *more, "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, ConfigurationError)
    assert message in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_a_broken_archive_is_named_with_its_place(folder, tmp_path):
    assert is_archive(folder)
    assert not is_archive(tmp_path)
    (folder / "questions.jsonl").write_text('{"kind": "odd"}\n')
    with pytest.raises(InputRejected, match=r"questions.jsonl line 1"):
        read_archive(folder)
