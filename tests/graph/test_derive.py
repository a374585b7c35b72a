"""Two ways to compute on two engines: one set of numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, assume, given, settings

from sanon.derivation.derive import derive, survey_chains
from sanon.derivation.in_arrays import Linked
from sanon.graph.rows import document_rows, mention_rows
from sanon.graph.store import Store
from sanon.risk.limits import limit_of
from sanon.settings.policy import HIGH_FROM, MEDIUM_FROM, Policy
from tests.graph.conftest import Place, empty
from tests.graph.numbers import NUMBERS, WITHIN, assert_same_numbers, numbers_of
from tests.graph.records import PROFILE, document, mention, write, write_tables
from tests.reference import Corpus
from tests.strategies import hidden_of, policies, tables

#: Half a second an example.
_EXAMPLES = {"ladybug": 20, "neo4j": 10}


def _assert_surveys_agree(store: Store, policy: Policy) -> None:
    arrays, cypher = (survey_chains(store, policy, compute, None) for compute in ("arrays", "cypher"))
    risks = [{chain.documents: chain[1:] for chain in one.worst} for one in (cypher, arrays)]
    assert risks[0].keys() == risks[1].keys()
    for chain, three in risks[0].items():
        assert three == pytest.approx(risks[1][chain], **NUMBERS)
    if all(abs(one.pre_risk - edge) > WITHIN for one in arrays.worst for edge in (HIGH_FROM, MEDIUM_FROM)):
        assert cypher.by_category == arrays.by_category
        limits = limit_of(np.array([one.pre_risk for one in arrays.worst]), policy)
        far = np.abs(np.array([one.residual_risk for one in arrays.worst]) - limits) > WITHIN
        if far.all() or policy.theta_chain in (0.0, 1.0):
            assert cypher.over_policy == arrays.over_policy
    few = survey_chains(store, policy, "cypher", 3).worst
    wanted = [chain.residual_risk for chain in arrays.worst[:3]]
    assert [chain.residual_risk for chain in few] == pytest.approx(wanted, **NUMBERS)


def test_cypher_and_arrays_derive_the_numbers_of_the_reference(place: Place, request: pytest.FixtureRequest):
    engine = place.engine()
    engine_name = request.node.callspec.params["place"]

    @settings(
        max_examples=_EXAMPLES[engine_name],
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(corpus=tables(), policy=policies)
    def check(corpus: dict[str, pd.DataFrame], policy: Policy) -> None:
        reference = Corpus.of(corpus)
        now, before_chains = hidden_of(corpus), hidden_of(corpus, before_chains=True)
        # Where rounding decides whether a pair is linked, both answers are right.
        assume(not reference.undecided(policy.edge_threshold))
        engine.create_schema()
        empty(engine)
        store = Store(engine)
        write_tables(store, corpus)
        graphs = {}
        for compute in ("arrays", "cypher", "cypher", "arrays"):
            derive(store, policy, PROFILE, compute)
            graph = numbers_of(store, engine)
            # The second time each derives over what the other one left.
            assert_same_numbers(graph, graphs.setdefault(compute, graph))
        assert_same_numbers(graphs["arrays"], graphs["cypher"])
        for source_id, risks in graphs["cypher"]["documents"].items():
            wanted = [reference.document_risk(source_id, one) for one in (set(), now[0], before_chains[0])]
            assert list(risks) == pytest.approx(wanted, **NUMBERS)
        for ends, numbers in graphs["cypher"]["links"].items():
            a, b = sorted(ends)
            strengths = reference.strength(a, b, set()), reference.strength(a, b, now[1])
            wanted = *strengths, reference.hop(a, b, *now), reference.hop(a, b, *before_chains)
            assert numbers == pytest.approx(wanted, **NUMBERS)
            assert graphs["cypher"]["via"][ends] == reference.shared(a, b)
        assert graphs["cypher"]["links"].keys() == {frozenset(pair) for pair in reference.links(policy.edge_threshold)}
        _assert_surveys_agree(store, policy)

    check()


@pytest.mark.parametrize("compute", ["cypher", "arrays"])
def test_ids_beyond_the_first_plane_of_unicode_get_their_own_numbers(compute, store: Store):
    """Neo4j orders texts by UTF-16 units, in which an emoji comes before a full-width letter."""
    ids = ["\uff5e", "\U0001f600", "\U0001f601", "a"]
    alone = [mention(source_id, f"alone {number}", relevance=number / 4) for number, source_id in enumerate(ids)]
    shared = [mention(source_id, "shared") for source_id in ids[:3]]
    write(store, [document(source_id) for source_id in ids], alone + shared)
    policy = Policy(edge_threshold=0.05)
    derive(store, policy, PROFILE, compute)
    risks = dict(zip(store.document_risks()["source_id"], store.document_risks()["risk"], strict=True))
    assert sorted(ids[:3], key=risks.__getitem__) == ids[:3]
    assert risks["a"] == pytest.approx(0.75)
    _assert_surveys_agree(store, policy)
    assert all(chain[0] < chain[-1] for chain in store.worst_chains(3, 0.05, 100)["documents"])


def test_a_corpus_that_the_graph_does_not_hold_is_not_taken_for_it(store: Store):
    mentions = [mention("a", "anna"), mention("b", "anna")]
    write(store, [document("a"), document("b"), document("c")], mentions)
    policy = Policy(edge_threshold=0.05)
    without_c = Linked.of_mentions({one.source_id: [one] for one in mentions}, policy, PROFILE)
    derive(store, policy, PROFILE, "arrays", linked=without_c)
    assert store.entities()["uniqueness"].tolist() == pytest.approx([0.5])  # ln(4/2) / ln 4


def test_numbers_are_written_with_new_entities_as_what_they_are():
    seen = [mention("a", "anna"), mention("b", "anna")]
    linked = Linked.of_mentions({one.source_id: [one] for one in seen}, Policy(), PROFILE)
    entities, _ = mention_rows(seen, PROFILE.weights, linked.entity_numbers())
    assert entities["frequency"].tolist() == [2]
    assert isinstance(entities["frequency"].tolist()[0], int), "Neo4j would keep 2.0"
    assert entities["uniqueness"].tolist() == pytest.approx([0.36907024642854247])  # ln(3/2) / ln 3


def test_a_pending_document_has_no_part_in_the_numbers(store: Store):
    write(store, [document("a"), document("b")], [mention("a", "anna"), mention("b", "anna")])
    store.upsert_documents(document_rows([(document("c"), "pending")]))
    for compute in ("cypher", "arrays"):
        derive(store, Policy(edge_threshold=0.05), PROFILE, compute)
        assert store.entities()["uniqueness"].tolist() == pytest.approx([0.36907024642854247])  # ln(3/2) / ln 3
        assert store.document_risks()["source_id"].tolist() == ["a", "b"]


@pytest.mark.parametrize("compute", ["cypher", "arrays"])
def test_an_empty_graph_derives_to_nothing(compute, store: Store):
    derive(store, Policy(), PROFILE, compute)
    assert store.relationship_counts() == {"mentions": 0, "links": 0}
    assert survey_chains(store, Policy(), compute, 10).count == 0
