"""Labels that a reader can tell apart: numbered within a document, one for a clause."""

import json
from dataclasses import replace

import pytest

from sanon import Corpus
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.replacer import Replacer
from sanon.replacement.vault import VaultWriter, read_vault
from tests.documents import document


def entity(kind, *values, form="text", corpus_wide=False, operator="type-label", replacement=None):
    replacement = replacement or f"[{kind}]"
    return MaskedEntity(values[0], values, 0.5, corpus_wide, form, kind, operator, replacement, values[0].casefold())


ANN, BOB = entity("NAME", "Ann Tarq", "Ms Tarq", form="name"), entity("NAME", "Bob Roe", form="name")
GOUT, TOWN = entity("CONDITION", "gout"), entity("TOWN", "Kars")
BURNING, RESCUED, WORKS = (
    entity("FACT", "burning glass works"), entity("FACT", "rescued a colleague"), entity("PLACE", "works")
)  # fmt: skip


def redacted(content, *masked, metadata=None):
    return Replacer(masked).redact(document(content, metadata=metadata), {one.id for one in masked})


def test_several_of_a_type_are_numbered_as_a_document_names_them_and_one_is_not():
    one = redacted("Bob Roe met Ann Tarq in Kars. Ms Tarq has gout, Bob Roe none.", ANN, BOB, GOUT, TOWN)
    assert one.document.content == "[NAME_1] met [NAME_2] in [TOWN]. Ms [NAME_2] has [CONDITION], [NAME_1] none."
    assert [(span.start, span.replacement) for span in one.spans][:2] == [(0, "[NAME_1]"), (12, "[NAME_2]")]


def test_the_metadata_go_on_where_the_content_ends():
    one = redacted("Ann Tarq came.", ANN, BOB, metadata={"by": ["Bob Roe", {"for": "Ms Tarq"}]})
    assert one.document.content == "[NAME_1] came."
    assert one.document.metadata == {"by": ["[NAME_2]", {"for": "Ms [NAME_1]"}]}


def test_numbers_begin_anew_in_each_document_and_say_nothing_across():
    replacer = Replacer([ANN, BOB])
    texts = ["Ann Tarq and Bob Roe.", "Bob Roe and Ann Tarq.", "Bob Roe."]
    contents = [replacer.redact(document(one), {ANN.id, BOB.id}).document.content for one in texts]
    assert contents == ["[NAME_1] and [NAME_2].", "[NAME_1] and [NAME_2].", "[NAME]."]


@pytest.mark.parametrize(
    ("operator", "replacement"),
    [("redacted", "[REDACTED]"), ("pseudonym", "[NAME_1f3a9c]"), ("generalize", "[a poet]")],
)
def test_other_operators_have_no_numbers(operator, replacement):
    masked = [replace(one, operator=operator, replacement=replacement) for one in (ANN, BOB)]
    assert redacted("Ann Tarq, Bob Roe", *masked).document.content == f"{replacement}, {replacement}"


def test_a_label_without_a_stand_in_is_numbered_with_the_labels():
    masked = [replace(ANN, operator="surrogate-by-document"), BOB]
    assert redacted("Ann Tarq, Bob Roe", *masked).document.content == "[NAME_1], [NAME_2]"


def test_a_masked_clause_is_one_label_and_a_verb_stays():
    facts = (BURNING, RESCUED)
    assert redacted("He rescued a colleague from the burning glass works.", *facts).document.content == "He [FACT]."
    assert (
        redacted("He rescued a colleague, the burning glass works", *facts).document.content
        == "He [FACT_1], the [FACT_2]"
    )
    said = "rescued a colleague saw burning glass works and burning glass works"
    assert redacted(said, *facts).document.content == "[FACT_1] saw [FACT_2] and [FACT_2]"


def test_a_clause_is_of_one_type_and_no_list_of_people():
    assert redacted("rescued a colleague from works", RESCUED, WORKS).document.content == "[FACT] from [PLACE]"
    assert redacted("Ann Tarq Bob Roe", ANN, BOB).document.content == "[NAME_1] [NAME_2]"


def test_a_vault_gives_back_what_numbered_labels_hide(tmp_path):
    one = redacted("Bob Roe met Ann Tarq. rescued a colleague from the burning glass works", ANN, BOB, BURNING, RESCUED)
    writer = VaultWriter(tmp_path / "vault", "open sesame", b"key")
    writer.take(one)
    writer.write()
    vault = read_vault(tmp_path / "vault", "open sesame")
    assert vault.original(one.document) == one.original


def test_the_numbers_of_a_document_go_through_its_chunks_and_a_second_export_has_the_same(tmp_path):
    names = ["Ann Tarq", "Bob Roe", "Cleo Vance"]
    text = " ".join(f"Then {names[n % 3]} spoke with {names[(n + 1) % 3]} about the boat." for n in range(12))
    entities = [[name, name.casefold(), "NAME", 1.0] for name in names]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text(text)
    (tmp_path / "found.jsonl").write_text(json.dumps({"id": "a.txt", "entities": entities}) + "\n")
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(tmp_path / "docs", entities=tmp_path / "found.jsonl", chunk="words=20")
        assert len(corpus.documents) > 1
        corpus.redact()
        corpus.export(tmp_path / "out")
        corpus.export(tmp_path / "again")
    expected = text
    for number, name in enumerate(names, 1):
        expected = expected.replace(name, f"[NAME_{number}]")
    assert (tmp_path / "out" / "a.txt").read_text() == expected
    assert (tmp_path / "again" / "a.txt").read_text() == expected
