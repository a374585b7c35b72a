"""An export is judged by what it holds, whoever made it."""

import hashlib
import json
import os
import shutil

import pytest

from sanon import Corpus
from sanon.commands import audit as auditing
from sanon.errors import ConfigurationError, InputRejected
from sanon.results import AuditResult

TEXTS = {
    "a.txt": "Utku Karaarslan called about the roof. Then Utku Karaarslan paid.",
    "sub/b.json": {"id": "b", "metadata": {"by": "Utku Karaarslan", "n": 3}, "content": "The roof is new. He paid."},
    "c.txt": "Nothing to see here, said the roofer.",
}


class Blind:
    """An extractor that sees names by one word."""

    name = "blind"

    def __init__(self, *names, kind="NAME"):
        self.names, self.kind = names, kind

    def extract(self, document):
        from sanon.records import Finding

        texts = " ".join(document.texts())
        return [Finding(name, name.lower(), self.kind, 1.0, "blind") for name in self.names if name in texts]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Originals and their export."""
    folder = tmp_path_factory.mktemp("audit")
    for name, content in TEXTS.items():
        target = folder / "docs" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content if isinstance(content, str) else json.dumps(content))
    found = [["Utku Karaarslan", "utku karaarslan", "NAME", 1.0]]
    lines = [{"id": "a.txt", "entities": found}, {"id": "b", "entities": found}, {"id": "c.txt", "entities": []}]
    (folder / "entities.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with Corpus(folder / "graph") as corpus:
        corpus.load(folder / "docs", entities=folder / "entities.jsonl")
        corpus.redact()
        corpus.export(folder / "out")
        corpus.export(folder / "renamed", rename=True)
    return folder


@pytest.fixture
def out(made, tmp_path):
    return shutil.copytree(made / "out", tmp_path / "out")


@pytest.fixture(autouse=True)
def seen(monkeypatch):
    """What the extractor of the audit sees besides nothing."""
    names = []
    monkeypatch.setattr(auditing, "rules_of", lambda *_: Blind(*names))
    return names


def audit(out, originals, **settings):
    return Corpus().audit(out, originals=originals, **settings)


def judged(out, made):
    return audit(out, made / "docs")


def places(result):
    return [(one.source_id, one.field) for one in result.leaks]


def test_an_untouched_export_passes(out, made):
    result = judged(out, made)
    assert result.passed
    assert (result.documents, result.without_original, result.changed_files, result.direct_readable) == (3, 0, 0, 0)
    assert result.linkable_documents == 3


def test_a_value_that_was_put_back_is_placed_and_not_told(out, made, seen):
    seen.append("Utku Karaarslan")
    file = out / "a.txt"
    file.write_text(file.read_text().replace("[NAME]", "Utku Karaarslan", 1))
    result = judged(out, made)
    assert places(result) == [("a.txt", "content")]
    assert (result.changed_files, result.direct_readable, result.passed) == (1, 1, False)
    assert "Karaarslan" not in result.model_dump_json()


def test_one_that_was_put_back_where_nothing_stood_is_found_even_if_spans_and_manifest_agree(out, made):
    file = out / "c.txt"
    file.write_text(file.read_text() + " UTKU  karaarslan")
    assert places(judged(out, made)) == [("c.txt", "content")]


def test_another_spelling_is_found(out, made):
    file = out / "a.txt"
    file.write_text(file.read_text().replace("[NAME]", "Utku%20Karaarslan", 1))
    result = judged(out, made)
    assert [(one.source_id, one.field, one.form, one.count) for one in result.near_misses] == [
        ("a.txt", "content", "escape", 1)
    ]
    assert not result.passed


def test_a_value_in_a_file_name_is_placed_without_that_name(out, made):
    (out / "sub/b.json").rename(out / "sub/utku_karaarslan.json")
    result = judged(out, made)
    ((source, field),) = places(result)
    assert (source, field) == ("sub/… (file 3 of 3 by path)", "file name")
    assert "karaarslan" not in result.model_dump_json().lower()


def test_metadata_that_were_changed_are_found(out, made):
    file = out / "sub/b.json"
    file.write_text(file.read_text().replace('"n": 3', '"n": 4'))
    assert places(judged(out, made)) == [("b", "metadata.n")]


def test_without_its_spans_an_export_is_judged_by_what_differs(out, made):
    (out / ".sanon/spans.jsonl").unlink()
    assert judged(out, made).leaks == [] or all(one.field.startswith("metadata") for one in judged(out, made).leaks)
    file = out / "c.txt"
    file.write_text(file.read_text() + " Utku Karaarslan")
    assert ("c.txt", "content") in places(judged(out, made))


@pytest.mark.parametrize("file", [".sanon/spans.jsonl", ".sanon/manifest.json"])
def test_a_pipe_in_the_place_of_what_an_export_says_of_itself_is_not_waited_for(out, made, file):
    (out / file).unlink()
    os.mkfifo(out / file)
    assert "tampering" in judged(out, made).failed


@pytest.mark.parametrize(
    ("name", "raw"), [("d.bin", b"Utku Karaarslan"), ("d.txt", b"Utku Karaarslan \xff"), ("d.json", b'{"id": "b", ')]
)
def test_a_file_that_cannot_be_read_does_not_pass_even_if_the_manifest_names_it(out, made, name, raw):
    (out / name).write_bytes(raw)
    file = out / ".sanon/manifest.json"
    manifest = json.loads(file.read_text())
    manifest["files"][name] = hashlib.sha256(raw).hexdigest()
    lines = "".join(f"{digest}  {one}\n" for one, digest in sorted(manifest["files"].items()))
    manifest["files_sha256"] = hashlib.sha256(lines.encode()).hexdigest()
    file.write_text(json.dumps(manifest))
    found = judged(out, made)
    assert (found.changed_files, found.failed) == (1, ["tampering"])


def test_what_failed_is_named_for_itself(out, made, seen):
    assert judged(out, made).failed == []
    # Nothing was found here before the export; u = 1 for it, so that its document is at 1.
    seen.append("roofer")
    found = judged(out, made)
    assert found.failed == ["policy"]
    assert "nothing leaks and nothing was changed" in str(found.problem())
    (out / "more.txt").write_text("A note.")
    assert judged(out, made).failed == ["tampering", "policy"]
    (out / "a.txt").write_text((out / "a.txt").read_text() + " Utku Karaarslan")
    found = judged(out, made)
    assert found.failed == ["tampering", "leaks", "policy"]
    assert "2 files not as the export left them, 2 leaks" in str(found.problem())
    assert AuditResult.model_validate(found.to_json()) == found


def test_too_few_people_who_fit_fail_like_a_risk_over_policy(out, made, monkeypatch):
    # Relevance 1 is true of one in 10^9.9 people: of 1e6 none fits. Its risk .78 is within the limit of .95.
    monkeypatch.setattr(auditing, "rules_of", lambda *_: Blind("roofer", kind="UNIQUE_FACT"))
    found = judged(out, made)
    assert (found.failed, found.over_policy.documents, found.people.documents_below) == (["policy"], 0, 1)
    assert found.people.fewest_in_a_document == pytest.approx(1e6 * 10**-9.9)
    assert "fewer than 20 of 1,000,000 people fit 1 document and 0 chains" in str(found.problem())
    assert audit(out, made / "docs", at_least=1, population=8e9).failed == []
    assert audit(out, made / "docs", at_least=0).people is None


def test_renamed_documents_are_found_by_what_they_say(made):
    result = judged(made / "renamed", made)
    assert (result.without_original, result.leaks, result.passed) == (0, [], True)


def test_a_fresh_extraction_does_not_take_a_mask_for_a_name(out, made, seen):
    seen.append("NAME")
    assert judged(out, made).direct_readable == 0
    seen.append("roofer")
    assert judged(out, made).direct_readable == 1


class Misled(Blind):
    """An extractor that takes what stands beside a mask for a name."""

    def extract(self, document):
        return super().extract(document) if "[NAME]" in document.content else []


def test_what_only_the_masked_text_suggests_is_no_finding(made, monkeypatch):
    monkeypatch.setattr(auditing, "rules_of", lambda *_: Misled("roof"))
    with Corpus(made / "graph") as corpus:
        result = corpus.audit(made / "out")
    assert (result.direct_readable, result.undecided, result.failed) == (0, 0, [])


def test_what_a_changed_text_suggests_is_one(out, made, monkeypatch):
    monkeypatch.setattr(auditing, "rules_of", lambda *_: Misled("roof"))
    file = out / "a.txt"
    file.write_text(file.read_text() + " It rained.")
    with Corpus(made / "graph") as corpus:
        result = corpus.audit(out)
    assert (result.direct_readable, result.undecided) == (1, 1)
    assert result.failed == ["tampering", "leaks", "policy"]


def test_a_kept_value_counts_as_the_graph_decided_and_an_unknown_one_as_it_is_found(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.txt").write_text("The roofer from Lodz was rather tall.")
    (tmp_path / "docs/b.txt").write_text("Nothing at all.")
    known = [["roofer", "roofer", "UNIQUE_FACT", 0.25]]
    lines = [{"id": "a.txt", "entities": known}, {"id": "b.txt", "entities": []}]
    (tmp_path / "entities.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(tmp_path / "docs", entities=tmp_path / "entities.jsonl")
        corpus.redact()
        corpus.export(tmp_path / "out")
        # Found with relevance 1 now; the graph knows it with .25: 1e6 · 10^(-9.9 · .25) people fit.
        monkeypatch.setattr(auditing, "rules_of", lambda *_: Blind("roofer", kind="UNIQUE_FACT"))
        kept = corpus.audit(tmp_path / "out")
        assert (kept.failed, kept.undecided) == ([], 0)
        assert kept.people.fewest_in_a_document == pytest.approx(1e6 * 10 ** (-9.9 * 0.25))
        monkeypatch.setattr(auditing, "rules_of", lambda *_: Blind("roofer", "Lodz", kind="UNIQUE_FACT"))
        more = corpus.audit(tmp_path / "out")
    assert (more.failed, more.undecided) == (["policy"], 1)
    assert "finds 1 value about which nothing was decided" in str(more.problem())


def test_a_corpus_audits_its_export_by_what_its_graph_holds(out, made):
    with Corpus(made / "graph") as corpus:
        result = corpus.audit(out)
    assert (result.documents, result.leaks, result.without_original) == (3, [], 0)


def test_bad_input_is_told(out, made, tmp_path):
    with pytest.raises(ConfigurationError, match="needs the originals"):
        audit(out, None)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputRejected, match="holds no document"):
        audit(tmp_path / "empty", made / "docs")


def exported_with(name, text, tmp_path):
    """The text of an export in which a name is masked."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text(text)
    line = {"id": "a.txt", "entities": [[name, name.lower(), "NAME", 1.0]]}
    (tmp_path / "entities.jsonl").write_text(json.dumps(line))
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(tmp_path / "docs", entities=tmp_path / "entities.jsonl")
        corpus.redact()
        corpus.export(tmp_path / "out")
    return tmp_path / "out" / "a.txt"


def test_a_part_of_a_name_may_be_another_word_with_a_small_letter(tmp_path):
    """The export masks "Berg" of Anna Berg and leaves "the berg"; who puts "Berg" back is found out."""
    text = "Anna Berg called about a ship. Then Berg paid for the berg that sank it."
    file = exported_with("Anna Berg", text, tmp_path)
    assert file.read_text() == "[NAME] called about a ship. Then [NAME] paid for the berg that sank it."
    assert audit(tmp_path / "out", tmp_path / "docs").passed
    file.write_text(file.read_text().replace("Then [NAME]", "Then Berg"))
    assert [one.form for one in audit(tmp_path / "out", tmp_path / "docs").near_misses] == ["surname alone"]


def test_so_may_a_name_with_an_end(tmp_path):
    file = exported_with("Budgie", "Budgie called. Then BUDGIES WERE SOLD, the last of all budgies.", tmp_path)
    assert file.read_text() == "[NAME] called. Then [NAME] WERE SOLD, the last of all budgies."
    assert audit(tmp_path / "out", tmp_path / "docs").passed
    file.write_text(file.read_text().replace("Then [NAME]", "Then BUDGIES"))
    assert [one.source_id for one in audit(tmp_path / "out", tmp_path / "docs").leaks] == ["a.txt"]


def test_spans_that_replace_a_value_by_itself_hide_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(auditing, "rules_of", lambda *_: Blind("Utku Karaarslan"))
    file = exported_with("Utku Karaarslan", "Utku Karaarslan called about the roof.", tmp_path)
    spans = tmp_path / "out" / ".sanon" / "spans.jsonl"
    for forged in (file, spans):
        forged.write_text(forged.read_text().replace("[NAME]", "Utku Karaarslan"))
    assert audit(tmp_path / "out", tmp_path / "docs").direct_readable == 1
