"""The order of day and month over loads: what a document shows, what the setting says, and a change of the setting."""

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.build import Extraction
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from tests.on_store import export, load, redact

PROFILE, POLICY = load_profile("insurance"), Policy(theta_doc=0.0, theta_chain=0.0)
OPEN, APRIL, MARCH = "Operated on 03/04/2024.", "Operated on 3 April 2024.", "Operated on March 4, 2024."


class Counting(EmbeddedExtractor):
    """The embedded extractor, with the number of its calls."""

    calls = 0

    def extract(self, document):
        self.calls += 1
        return super().extract(document)


@pytest.fixture
def extractor():
    return Counting(PROFILE)


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, content in {"open": OPEN, "april": APRIL, "march": MARCH}.items():
        (folder / f"{name}.txt").write_text(content)
    return folder


def dates(store):
    value = dict(zip(store.entities()["id"], store.entities()["value"], strict=True))
    return {(row.source_id, value[row.entity_id]) for row in store.mentioned_values().itertuples()}


def test_a_date_that_could_be_two_is_linked_with_both_and_any_mask_replaces_it(store, docs, extractor, tmp_path):
    load(store, docs, extraction=Extraction(extractor), profile=PROFILE, policy=POLICY)
    both = {("open.txt", "03/04/2024"), ("open.txt", "04/03/2024")}
    assert dates(store) == {*both, ("april.txt", "03/04/2024"), ("march.txt", "04/03/2024")}
    redact(store, profile=PROFILE, policy=POLICY)
    export(store, tmp_path / "out", profile=PROFILE)
    assert (tmp_path / "out/open.txt").read_text() == "Operated on [EVENT_DATE]."


def test_another_setting_reads_the_documents_of_the_graph_anew_and_asks_no_extractor(store, docs, extractor):
    options = {"extraction": Extraction(extractor), "profile": PROFILE, "policy": POLICY}
    load(store, docs, **options)
    others = {("april.txt", "03/04/2024"), ("march.txt", "04/03/2024")}
    for order, read in (("month-first", "04/03/2024"), ("day-first", "03/04/2024")):
        report = load(store, docs, date_order=order, **options)
        assert dates(store) == {*others, ("open.txt", read)}
        assert report.changed == ["open.txt"]
        assert store.runs()[0].parameters["date_order"] == order
    assert load(store, docs, date_order="day-first", **options).changed == []
    load(store, docs, **options)
    assert dates(store) == {*others, ("open.txt", "03/04/2024"), ("open.txt", "04/03/2024")}
    assert extractor.calls == 3


def test_a_setting_holds_for_documents_that_show_another_order(store, docs, extractor):
    (docs / "open.txt").write_text("Operated on 03/04/2024 in Duluth, MN 55804.")
    load(store, docs, extraction=Extraction(extractor), profile=PROFILE, policy=POLICY)
    assert ("open.txt", "04/03/2024") in dates(store)
    load(store, docs, extraction=Extraction(extractor), profile=PROFILE, policy=POLICY, date_order="day-first")
    assert ("open.txt", "03/04/2024") in dates(store)
    assert ("open.txt", "04/03/2024") not in dates(store)
