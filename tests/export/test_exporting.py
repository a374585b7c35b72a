"""Export: what stands beside the documents, and that it is all or nothing."""

import hashlib
import hmac
import json
import os
import stat
import time

import pytest

from sanon.corpus.reading import read_corpus
from sanon.errors import ConfigurationError, LeakFound
from sanon.export import folder
from sanon.export.changes import LastExport, digest
from sanon.export.export import export_corpus
from sanon.export.manifest import Statement
from sanon.export.redacted import RedactedCorpus
from sanon.records import Document, Source
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.replacer import Replacer
from sanon.replacement.search import Search

BESIDE = (".sanon/changes.json", ".sanon/manifest.json", ".sanon/spans.jsonl")
UTKU = MaskedEntity("secret-id", ("Mr Utku Karaarslan",), 1.0, True, "name", "NAME", "type-label", "[NAME]")


def document(content="fine", *, id_="d1", path="d1.json", form="json", position=0, metadata=None):
    source = Source(path=path, form=form, position=position)
    return Document(source_id=id_, content=content, metadata=metadata or {}, source=source)


def export(out, *documents, **options):
    return export_with_digests(out, *documents, **options)[0]


def export_with_digests(out, *documents, masked=(UTKU,), redact=True, former=None, **options):
    replacer = Replacer(masked if redact else ())
    redacted = (replacer.redact(one, ()) for one in documents)
    statement = Statement({"theta_doc": 0.95}, {"documents": len(documents)})
    corpus = RedactedCorpus([], redacted, Search(masked), list(masked), {}, [], {})
    return export_corpus(out, corpus, statement, LastExport(former or {}, 0), **options)


def export_as_it_is(out, one):
    corpus = RedactedCorpus([], iter([one]), Search([UTKU]), [UTKU], {}, [], {})
    return export_corpus(out, corpus, Statement({}, {}), LastExport({}, 0))


def names(path):
    return sorted(one.relative_to(path).as_posix() for one in path.rglob("*") if one.is_file())


def test_documents_spans_and_manifest_are_written(tmp_path):
    out = tmp_path / "new" / "out"
    text = document("So Mr Utku Karaarslan.", id_="sub/n.txt", path="sub/n.txt", form="text")
    report = export(out, text, document(metadata={"who": "Utku Karaarslan"}))
    assert names(out) == [*BESIDE, "d1.json", "sub/n.txt"]
    assert (out / "sub/n.txt").read_text() == "So Mr [NAME]."
    assert [json.loads(line) for line in (out / ".sanon/spans.jsonl").read_text().splitlines()] == [
        {
            "source_id": source_id,
            "field": field,
            "start": start,
            "end": end,
            "entity_type": "NAME",
            "operator": "type-label",
            "replacement": "[NAME]",
        }
        for source_id, field, start, end in (("d1", "metadata.who", 0, 15), ("sub/n.txt", "content", 6, 21))
    ]
    manifest = json.loads((out / ".sanon/manifest.json").read_text())
    assert manifest["parameters"] == {"theta_doc": 0.95}
    assert manifest["policy_sha256"] == hashlib.sha256(b'{"theta_doc":0.95}').hexdigest()
    assert manifest["files"] == {
        name: hashlib.sha256((out / name).read_bytes()).hexdigest()
        for name in (".sanon/changes.json", "d1.json", ".sanon/spans.jsonl", "sub/n.txt")
    }
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(manifest["files"].items()))
    assert manifest["files_sha256"] == hashlib.sha256(lines.encode()).hexdigest()
    assert (report.documents, report.files, report.spans) == (2, 2, 2)
    for name in names(out):
        raw = (out / name).read_text()
        assert "Karaarslan" not in raw
        assert "secret-id" not in raw


def test_the_same_export_twice_is_the_same_to_the_byte(tmp_path):
    documents = [document(id_=str(n), path=f"{n}.json") for n in range(5)]
    export(tmp_path / "a", *documents)
    export(tmp_path / "b", *reversed(documents))
    for name in names(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_permissions_are_the_usual_ones_after_the_rename(tmp_path):
    export(tmp_path / "out", document())
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain.txt").touch()
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    assert (tmp_path / "out/d1.json").stat().st_mode == (tmp_path / "plain.txt").stat().st_mode


def test_a_leak_stops_the_export_and_says_where_and_not_what(tmp_path):
    out = tmp_path / "new" / "out"
    with pytest.raises(LeakFound) as caught:
        export(out, document("Utku Karaarslan", metadata={"a": "utku karaarslan"}), redact=False)
    message = str(caught.value)
    assert "d1.json, content: NAME (1)" in message
    assert "d1.json, metadata.a: NAME (1)" in message
    assert "karaarslan" not in message.lower()
    assert "--rename" not in message
    assert list(tmp_path.iterdir()) == []


def test_names_that_leak_are_cured_by_renaming(tmp_path):
    one = document(id_="Utku Karaarslan", path="utku-karaarslan/claim.json")
    with pytest.raises(LeakFound, match="export with --rename") as caught:
        export(tmp_path / "out", one)
    assert "karaarslan" not in str(caught.value).lower()
    export(tmp_path / "out", one, rename_key=b"key")
    assert not any("karaarslan" in name for name in names(tmp_path / "out"))


def test_a_value_in_disguise_is_replaced_and_counted_and_one_in_a_name_is_told(tmp_path):
    one = document("UtkuKaraarslan and Utku%20Karaarslan", id_="ukaraarslan-7", metadata={"KaraarslanUtku": 1})
    report = export(tmp_path / "out", one)
    assert json.loads((tmp_path / "out" / "d1.json").read_text())["content"] == "[NAME] and [NAME]"
    assert report.near_misses.replaced == {"joined": 1, "escape": 1}
    assert [(left.source, left.field, left.form, left.count) for left in report.near_misses.left] == [
        ("d1.json", "id", "initials", 1),
        ("d1.json", "metadata key 1", "joined", 1),
    ]
    with pytest.raises(LeakFound, match="2 direct identifiers stand in disguise") as caught:
        export(tmp_path / "strict", one, strict=True)
    assert "karaarslan" not in str(caught.value).lower()
    assert not (tmp_path / "strict").exists()


def test_renaming_cures_a_disguise_in_a_file_name(tmp_path):
    one = document(path="UtkuKaraarslan.json")
    assert [left.field for left in export(tmp_path / "a", one).near_misses.left] == ["file name"]
    assert export(tmp_path / "b", one, rename_key=b"key", strict=True).near_misses.left == []


def test_a_metadata_key_that_leaks_is_not_shown(tmp_path):
    with pytest.raises(LeakFound, match="metadata key 1: NAME") as caught:
        export(tmp_path / "out", document(metadata={"Utku Karaarslan": 1}))
    assert "karaarslan" not in str(caught.value).lower()


def test_at_most_ten_places_are_named(tmp_path):
    many = [document("Utku Karaarslan", id_=str(n), path=f"{n}.json") for n in range(15)]
    with pytest.raises(LeakFound, match="and 5 more places") as caught:
        export(tmp_path / "out", *many, redact=False)
    assert str(caught.value).count(".json, content") == 10


def test_ids_and_names_become_the_same_keyed_pseudonyms_everywhere(tmp_path):
    def mark(text):
        return hmac.new(b"key", text.encode(), hashlib.sha256).hexdigest()[:16]

    text = document("Utku Karaarslan", id_="a/n.TXT", path="a/n.TXT", form="text")
    export(tmp_path / "out", text, document(path="a/d.json"), rename_key=b"key")
    place = mark("path\0a")
    renamed = f"{place}/{mark(chr(0).join(['path', 'a/n.TXT']))}.TXT"
    json_file = f"{place}/{mark(chr(0).join(['path', 'a/d.json']))}.json"
    assert names(tmp_path / "out") == sorted([renamed, json_file, *BESIDE])
    assert json.loads((tmp_path / "out" / json_file).read_text())["id"] == mark("id\0d1")
    assert json.loads((tmp_path / "out" / ".sanon/spans.jsonl").read_text())["source_id"] == renamed


def test_a_target_that_holds_something_is_refused_without_overwrite(tmp_path):
    (tmp_path / "note").write_text("mine")
    with pytest.raises(ConfigurationError, match="not empty"):
        export(tmp_path, document())
    with pytest.raises(ConfigurationError, match="something else than an export"):
        export(tmp_path, document(), overwrite=True)
    with pytest.raises(ConfigurationError, match="is a file"):
        export(tmp_path / "note", document(), overwrite=True)
    assert names(tmp_path) == ["note"]


def test_a_foreign_manifest_does_not_make_a_folder_ours(tmp_path):
    (tmp_path / ".sanon").mkdir()
    for text in ('{"name": "web app"}', "[]", "no json"):
        (tmp_path / ".sanon/manifest.json").write_text(text)
        with pytest.raises(ConfigurationError, match="something else"):
            export(tmp_path, document(), overwrite=True)


@pytest.mark.parametrize("exchange", [True, False])
def test_an_earlier_export_is_replaced_whole(tmp_path, monkeypatch, exchange):
    if not exchange:
        monkeypatch.setattr(folder, "_exchanged", lambda one, other: False)
    out = tmp_path / "out"
    out.mkdir()
    export(out, document(path="old.json"))
    export(out, document(path="new.json"), overwrite=True)
    assert names(tmp_path) == [*(f"out/{one}" for one in BESIDE), "out/new.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device"), RuntimeError])
@pytest.mark.parametrize("place", ["write_files", "write_json"])
def test_whatever_stops_an_export_the_old_one_stays_and_nothing_else(tmp_path, monkeypatch, error, place):
    out = tmp_path / "out"
    export(out, document("old"))
    before = (out / "d1.json").read_bytes()

    def stop(*_):
        raise error

    monkeypatch.setattr(f"sanon.export.export.{place}", stop)
    with pytest.raises(ConfigurationError if isinstance(error, OSError) else error):
        export(out, document("new"), overwrite=True)
    with pytest.raises(ConfigurationError if isinstance(error, OSError) else error):
        export(tmp_path / "deep" / "er" / "out", document("new"))
    assert (out / "d1.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_a_killed_export_has_left_goes_after_a_day(tmp_path):
    two_days_ago = time.time() - 2 * 24 * 3600
    for name in (".out.killed.partial", ".out.growing.partial", ".other.killed.partial"):
        (tmp_path / name / "new").mkdir(parents=True)
        (tmp_path / name / "new" / "d1.json").write_text("half of it")
        if "killed" in name:
            os.utime(tmp_path / name, (two_days_ago, two_days_ago))
    export(tmp_path / "out", document())
    assert sorted(one.name for one in tmp_path.iterdir()) == [".other.killed.partial", ".out.growing.partial", "out"]


def test_a_failing_second_step_puts_the_old_export_back(tmp_path, monkeypatch):
    out = tmp_path / "out"
    export(out, document("old"))
    monkeypatch.setattr(folder, "_exchanged", lambda one, other: False)
    rename, calls = type(out).rename, []

    def third_time_stopped(path, target):
        calls.append(path.name)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(type(out), "rename", third_time_stopped)
    with pytest.raises(KeyboardInterrupt):
        export(out, document("new"), overwrite=True)
    assert calls == ["new", "out", "new", "old"]
    assert "old" in (out / "d1.json").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("path", [".sanon/manifest.json", ".Sanon/a.json", ".sanon"])
def test_an_input_in_a_folder_named_like_ours_is_refused(tmp_path, path):
    with pytest.raises(ConfigurationError, match=r"writes a folder \.sanon itself"):
        export(tmp_path / "out", document(path=path))
    export(tmp_path / "out", document(path=path), rename_key=b"key")


def test_every_other_name_is_free(tmp_path):
    export(tmp_path / "out", document("a", path="sub/.sanon/manifest.json"), document("b", path="manifest.json"))


@pytest.mark.parametrize("path", ["../x.json", "/x.json", "a/../../x.json", "", "a//b.json", "./a.json", "a\0b"])
def test_a_path_out_of_the_folder_is_refused(tmp_path, path):
    with pytest.raises(ConfigurationError, match="outside the output folder"):
        export(tmp_path / "out", document(path=path))
    assert list(tmp_path.iterdir()) == []


def test_an_id_never_becomes_a_path(tmp_path):
    export(tmp_path / "out", document(id_="../../evil"))
    assert names(tmp_path) == [*(f"out/{one}" for one in BESIDE), "out/d1.json"]


@pytest.mark.parametrize(
    ("form", "path"), [("json", "a.json"), ("text", "a.txt"), ("csv", "a.csv"), ("jsonl", "a.jsonl")]
)
def test_two_documents_that_claim_one_place_are_refused(tmp_path, form, path):
    with pytest.raises(ConfigurationError, match=rf"{path}.*sanon load --prune"):
        export(tmp_path / "out", *(document(id_=name, path=path, form=form) for name in "ab"))


def test_a_search_index_is_told_what_changed_since_the_last_export(tmp_path):
    same, changed, new = (document(id_=name, path=f"{name}.json") for name in ("same", "changed", "new"))
    former = {"same": digest(same), "changed": "an older digest", "gone": "whatever"}
    report, digests = export_with_digests(tmp_path / "out", same, changed, new, former=former)
    expected = {"added": ["new"], "changed": ["changed"], "removed": ["gone"], "newly_masked": 0}
    assert json.loads((tmp_path / "out/.sanon/changes.json").read_text()) == expected
    assert report.changes.to_json() == expected
    assert digests["same"] == digest(same)


def test_the_digest_tells_text_and_metadata_apart():
    assert len({digest(document(c, metadata={"a": m})) for c in "xy" for m in (1, True)}) == 4


def test_an_empty_corpus_is_exported_as_an_empty_folder_with_its_manifest(tmp_path):
    assert export(tmp_path / "out").documents == 0
    assert names(tmp_path / "out") == sorted(BESIDE)


def test_the_document_itself_is_checked_and_not_the_spans(tmp_path):
    forged = RedactedDocument(document("Utku Karaarslan"), (), document("Utku Karaarslan"))
    with pytest.raises(LeakFound):
        export_as_it_is(tmp_path / "out", forged)


def test_text_that_was_changed_beside_the_spans_stops_the_export(tmp_path):
    forged = RedactedDocument(document("so it is"), (), document("so it was"))
    with pytest.raises(LeakFound, match=r"1 text differs .*\n  d1.json, content: text outside of what was replaced"):
        export_as_it_is(tmp_path / "out", forged)
    assert list(tmp_path.iterdir()) == []


def test_an_export_can_be_read_again_as_a_corpus(tmp_path):
    export(tmp_path / "out", document("So Utku Karaarslan"))
    assert [one.content for one in read_corpus(tmp_path / "out").documents] == ["So [NAME]"]


def test_an_id_of_the_last_export_that_holds_a_masked_value_is_not_written(tmp_path):
    former = {"utku-karaarslan": "digest", "case-7": "digest"}
    report = export(tmp_path / "out", document(), former=former)
    assert report.changes.removed == ["case-7", "utku-karaarslan"]
    assert report.unsaid == 1
    assert json.loads((tmp_path / "out" / ".sanon/changes.json").read_text())["removed"] == ["case-7"]
