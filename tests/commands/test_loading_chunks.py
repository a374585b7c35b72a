"""Loading chunks: what is compared, extracted, searched and exported are whole documents."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.corpus.chunks import Cut
from sanon.corpus_state.chunks import cut_with_mentions, metadata_of_wholes, read_wholes
from sanon.errors import ExtractionError, GraphError
from sanon.extraction.build import Extraction
from sanon.extraction.mentions import mentions_of
from sanon.graph.embedded import EmbeddedEngine
from sanon.graph.store import Store
from sanon.records import Finding
from sanon.resolution.mentions import joined_mentions
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from tests.documents import document
from tests.on_store import export, load, redact

PROFILE, POLICY = load_profile("insurance"), Policy(theta_doc=0.0)


class Found:
    """An extractor that says what it was told, and counts its calls."""

    name = "found"

    def __init__(self, **findings):
        self.findings_of, self.calls = findings, []

    def extract(self, document):
        self.calls.append(document.source_id)
        if self.findings_of.get(document.source_id) is None:
            raise ExtractionError("told so")
        return [
            Finding(value, value.casefold(), kind, 0.9, "rules") for value, kind in self.findings_of[document.source_id]
        ]


@pytest.fixture
def store(tmp_path):
    with Store(EmbeddedEngine(tmp_path / "graph")) as opened:
        yield opened


@pytest.fixture
def docs(tmp_path):
    def write(**contents):
        folder = tmp_path / "docs"
        folder.mkdir(exist_ok=True)
        for name, content in contents.items():
            (folder / f"{name}.json").write_text(json.dumps({"id": name, "content": content, "metadata": {"n": name}}))
        return folder

    return write


def load_with(store, folder, extractor, cut="sentences", **options):
    return load(store, folder, extraction=Extraction(extractor), profile=PROFILE, policy=POLICY, chunk=cut, **options)


def nodes(store):
    return {document.source_id: document.content for document, _ in store.documents()}


def graph(store):
    """All that a load leaves, without its runs."""
    mentions = store.mentioned_values().sort_values(["source_id", "entity_id"]).to_dict("records")
    return list(store.documents()), mentions, store.document_risks().to_dict("records")


TEXT = "Anna Berger came. She met Bo.\n\nBo left. Nobody saw Anna\n\nBerger. The end."
FINDINGS = [("Anna Berger", "NAME"), ("Bo", "EVENT"), ("She met", "EVENT"), ("gone", "EVENT")]


def test_chunks_are_cut_outside_of_values_and_mention_what_stands_in_them(store, docs):
    load_with(store, docs(d=TEXT), Found(d=FINDINGS))
    assert nodes(store) == {
        "d#1": "Anna Berger came. ",
        "d#2": "She met Bo.\n\n",
        "d#3": "Bo left. ",
        "d#4": "Nobody saw Anna\n\nBerger. ",
        "d#5": "The end.",
    }
    values = store.entities().set_index("id")["value"]
    found = store.mentioned_values()
    mentioned = {(node, values[entity]) for node, entity in zip(found["source_id"], found["entity_id"], strict=True)}
    assert mentioned == {
        ("d#1", "anna berger"),
        ("d#1", "gone"),  # stands nowhere
        ("d#2", "bo"),
        ("d#2", "she met"),
        ("d#3", "bo"),
        ("d#4", "anna berger"),
    }


@given(
    st.lists(st.sampled_from(["Anna ", "Dr. Berger", "Berger", ". ", " ", "\n\n", "Ulm", "x. Y "]), min_size=1).map(
        "".join
    ),
    st.lists(st.sampled_from(["Anna", "Dr. Berger", "anna dr. berger", "ULM", "Ulm. ", "nowhere", "y"]), max_size=5),
    st.one_of(st.just(Cut()), st.integers(1, 4).map(Cut)),
)
def test_mentions_of_chunks_are_those_of_the_whole(content, values, cut):
    whole = document(content, metadata={"by": "Anna"})
    mentions = mentions_of("d", [Finding(value, value.casefold(), "NAME", 0.5, "rules") for value in values])
    chunks = cut_with_mentions(whole, mentions, cut, PROFILE)
    assert joined_mentions("d", [mention for _, there in chunks for mention in there]) == mentions
    for chunk, there in chunks:
        assert all(mention.source_id == chunk.source_id for mention in there)


def test_loading_again_costs_nothing_and_another_rule_cuts_again_without_extraction(store, docs, tmp_path):
    folder, extractor = docs(d=TEXT, e="Short."), Found(d=FINDINGS, e=[])
    first = load_with(store, folder, extractor)
    assert (first.documents, first.added, first.counts.documents) == (2, ["d", "e"], 6)
    runs = len(store.runs())
    again = load_with(store, folder, extractor)
    assert (again.added, again.changed, again.unchanged, len(store.runs())) == ([], [], 2, runs)
    for rule in ("words=3", None, "sentences"):
        report = load_with(store, folder, extractor, rule)
        assert (report.added, report.changed) == ([], ["d", "e"])
        with Store(EmbeddedEngine(tmp_path / f"fresh {rule}")) as fresh:
            load_with(fresh, folder, Found(d=FINDINGS, e=[]), rule)
            assert graph(store) == graph(fresh)
    assert extractor.calls == ["d", "e"]


def test_a_changed_document_is_cut_again_and_prune_takes_all_chunks(store, docs):
    folder, extractor = docs(d=TEXT, e="One. Two."), Found(d=FINDINGS, e=[])
    load_with(store, folder, extractor)
    report = load_with(store, docs(d="Bo came. The end."), extractor)
    assert (report.changed, report.unchanged) == (["d"], 1)
    assert set(nodes(store)) == {"d#1", "d#2", "e#1", "e#2"}
    (folder / "d.json").unlink()
    assert load_with(store, folder, extractor).not_in_input == ["d"]
    assert load_with(store, folder, extractor, prune=True).removed == ["d"]
    assert set(nodes(store)) == {"e#1", "e#2"}


def test_a_name_found_later_moves_the_cuts_of_documents_that_only_the_graph_holds(store, docs, tmp_path):
    folder = docs(d="Here came Anna\n\nBerger. The end.")
    load_with(store, folder, Found(d=[]))
    assert nodes(store)["d#1"] == "Here came Anna\n\n"
    (folder / "d.json").rename(tmp_path / "d.json")
    load_with(store, docs(e="Anna Berger. It is."), Found(e=[("Anna Berger", "NAME")]), "words=2")
    assert nodes(store) == {
        "d#1": "Here came Anna\n\nBerger. ",
        "d#2": "The end.",
        "e#1": "Anna Berger. ",
        "e#2": "It is.",
    }


def test_a_failed_document_is_pending_as_a_whole_and_never_exported(store, docs, tmp_path):
    folder = docs(d=TEXT, e="One. Two.")
    load_with(store, folder, Found(d=FINDINGS, e=[]))
    report = load_with(store, docs(d=TEXT + " Bo."), Found())
    assert set(report.pending) == {"d"}
    assert set(nodes(store)) == {"d", "e#1", "e#2"}
    redact(store, policy=POLICY, profile=PROFILE)
    exported = export(store, tmp_path / "out", profile=PROFILE)
    assert exported.pending == ["d"]
    assert set(store.exported_digests()) == {"e"}
    assert load_with(store, folder, Found(d=[])).changed == ["d"]
    assert "d#1" in nodes(store)


def test_what_lost_a_chunk_is_not_exported_until_it_is_loaded_again(store, docs, tmp_path):
    folder, extractor = docs(d=TEXT, e="One. Two."), Found(d=FINDINGS, e=[])
    load_with(store, folder, extractor)
    redact(store, policy=POLICY, profile=PROFILE)
    store.delete_documents(["d#2"])
    assert read_wholes(store).broken == ["d"]
    with pytest.raises(GraphError, match="chunks are missing or changed of d;"):
        export(store, tmp_path / "out", profile=PROFILE)
    assert not (tmp_path / "out").exists()
    assert load_with(store, folder, extractor).changed == ["d"]
    redact(store, policy=POLICY, profile=PROFILE)
    assert export(store, tmp_path / "out", profile=PROFILE).documents == 2


def test_a_limit_by_format_holds_for_every_chunk(store, docs):
    load_with(store, docs(d=TEXT), Found(d=FINDINGS))
    assert metadata_of_wholes(store) == {node: {"n": "d"} for node in nodes(store)}


def test_an_interrupted_load_leaves_documents_whole(store, docs, monkeypatch):
    folder, extractor = docs(d=TEXT, e="One. Two."), Found(d=FINDINGS, e=[])
    load_with(store, folder, extractor)
    written = Store.upsert_mentions

    def stop(self, entities, mentions):
        written(self, entities, mentions)
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "upsert_mentions", stop)
    before = nodes(store)
    with pytest.raises(KeyboardInterrupt):
        load_with(store, folder, extractor, "words=2")
    assert nodes(store) == before
    monkeypatch.undo()
    assert load_with(store, folder, extractor, "words=2").changed == ["d", "e"]


def test_an_id_that_a_chunk_may_have_is_rejected(store, docs, tmp_path):
    nothing = Found(**{"d": [], "d#2": [], "d#x": []})
    folder = docs(**{"d": "One. Two.", "d#2": "Mine.", "d#x": "Fine."})
    report = load_with(store, folder, nothing)
    assert [(one.file, one.line) for one in report.rejected] == [("d#2.json", None)]
    assert set(nodes(store)) == {"d#1", "d#2", "d#x"}
    # Also beside chunks that only the graph holds, and the other way round.
    for name in ("d", "d#x"):
        (folder / f"{name}.json").unlink()
    assert len(load_with(store, folder, nothing, None).rejected) == 1
    assert load_with(store, folder, nothing, None, prune=True).added == ["d#2"]
    (folder / "d#2.json").unlink()
    report = load_with(store, docs(d="One. Two."), nothing)
    assert [one.file for one in report.rejected] == ["d.json"]
    assert nodes(store) == {"d#2": "Mine."}
    assert load_with(store, docs(d="One. Two."), nothing, None).added == ["d"]
