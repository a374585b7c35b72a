"""What tuning measures: by hand, and against the slow reference."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sanon.errors import ConfigurationError
from sanon.records import Document, Source
from sanon.results.tune import ChainAgreement, SeparationRow
from sanon.tuning.agreement import agreement, rouge_1, separation
from sanon.tuning.labels import Labels, clusters_of, read_labels
from tests.reference import Corpus
from tests.strategies import incidence_of, tables


def _chains(*chains):
    return {frozenset(chain) for chain in chains}


def _labels(*chains):
    return Labels.model_validate({"risky": [{"documents": list(chain), "why": "x"} for chain in chains]})


def test_risky_pairs_that_touch_make_longer_risky_chains():
    labels = _labels("ab", "bc", "xy", "pqr")
    assert labels.chains(2) == _chains("ab", "bc", "xy")
    assert labels.chains(3) == _chains("ab", "bc", "xy", "abc", "pqr")
    # Of a star, every two arms; of a path of four, no set that leaves out the middle.
    assert _labels("ab", "ac", "ad").chains(3) == _chains("ab", "ac", "ad", "abc", "abd", "acd")
    assert _labels("ab", "bc", "cd").chains(4) == _chains("ab", "bc", "cd", "abc", "bcd", "abcd")


def test_clusters_are_labelled_or_stand_in_metadata_or_ids():
    source = Source(path="d", form="json")
    documents = [
        Document(source_id="c1-memo", content="x", source=source),
        Document(source_id="c1-note", content="x", metadata={"cluster": "north"}, source=source),
        Document(source_id="c1-form", content="x", source=source),
    ]
    found = clusters_of(documents, Labels(clusters={"south": ("c1-form",)}))
    assert found == {"c1-memo": "c1", "c1-note": "north", "c1-form": "south"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[[risky]]\ndocuments = ["a", "gone"]\nwhy = "x"', "no document gone"),
        ('[[risky]]\ndocuments = ["a"]\nwhy = "x"', r"risky\.0\.documents"),
        ('[[risky]]\ndocuments = ["a", "b"]', r"risky\.0\.why"),
        ("[risk]", "risk"),
        ("=", "labels"),
    ],
)
def test_faulty_labels_are_refused_and_named(tmp_path, text, named):
    path = tmp_path / "labels.toml"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=named):
        read_labels(path, ["a", "b"])


@pytest.mark.parametrize(
    ("found", "expected", "f1"),
    [
        # 2 of the 3 found (ann, roe, ulm) are among the 4 expected (ann, roe, st, oswin): P = 2/3, R = 1/2,
        # F1 = 2 · 2/3 · 1/2 / (2/3 + 1/2) = 4/7.
        (["ann roe", "ulm"], ["Ann Roe", "st oswin"], 4 / 7),
        # "lung" stands twice on one side and once on the other: one hit of 3 and of 2, P = 1/3, R = 1/2.
        (["left lung", "lung"], ["lung", "aorta"], 2 / 5),
        (["12/03/2024"], ["12/03/2024"], 1.0),
        ([], ["ulm"], 0.0),
        ([], [], 1.0),
    ],
)
def test_rouge_1_by_hand(found, expected, f1):
    assert rouge_1(found, expected) == pytest.approx(f1)


def test_precision_recall_and_f1_by_hand():
    # 3 of 4 found chains are labelled, and 6 are labelled: P = 3/4, R = 1/2, F1 = 2·(3/8)/(5/4) = 0.6.
    one = ChainAgreement.of(0.5, 0.5, found=4, hits=3, labelled=6)
    assert (one.precision, one.recall, one.f1) == (0.75, 0.5, pytest.approx(0.6))


_THRESHOLDS = [0.05, 0.2, 0.5, 0.8]


@given(tables(documents=7, masks=False), st.integers(2, 4), st.data())
def test_sweeps_equal_the_reference(corpus, longest, data):
    reference = Corpus.of(corpus)
    assume(not any(reference.undecided(threshold) for threshold in _THRESHOLDS))
    names = sorted(reference.documents)
    cluster = {name: data.draw(st.sampled_from("xy")) for name in names}
    labelled = set()
    if len(names) > 1:
        groups = st.frozensets(st.sampled_from(names), min_size=2, max_size=min(longest, len(names)))
        labelled = data.draw(st.sets(groups, max_size=6))
    separations, agreements = [], []
    for threshold in _THRESHOLDS:
        links = reference.links(threshold)
        inside = sum(cluster[a] == cluster[b] for a, b in links)
        between = len(links) - inside
        row = SeparationRow(entities="by hand", edge_threshold=threshold, inside=inside, between=between)
        separations.append(row)
        risks = {}
        for chain in reference.chains(links, longest):
            risks.setdefault(frozenset(chain), []).append(reference.chain_risk(chain, set()))
        for least in (0.0, 0.3, 0.6):
            assume(all(abs(max(values) - least) > 1e-9 for values in risks.values()))
            found = {chain for chain, values in risks.items() if max(values) >= least}
            agreements.append(ChainAgreement.of(threshold, least, len(found), len(found & labelled), len(labelled)))
    incidence = incidence_of(corpus)
    assert separation(incidence, cluster, _THRESHOLDS, "by hand") == separations
    assert agreement(incidence, labelled, longest, _THRESHOLDS, [0.0, 0.3, 0.6]) == agreements
