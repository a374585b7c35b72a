"""Explanations against the slow reference, with one mask toggled."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.explanation.chain import explain_chain
from sanon.explanation.document import explain_document
from sanon.explanation.entity import explain_entity
from sanon.risk.links import links_along
from sanon.risk.paths_near import worst_chains_through
from sanon.settings.policy import TIE
from tests.explanation.masked_cases import cases

_data = st.data()


@settings(max_examples=60)
@given(cases(), _data)
def test_the_effect_of_an_entity_is_the_reference_with_its_mask_toggled(case, data):
    assume(case.slow.weight)
    incidence = case.corpus.incidence
    entity = data.draw(st.integers(0, incidence.entities - 1))
    name = incidence.entity_ids[entity]
    assume(not case.is_undecided())
    # The other decision: readable if it is masked, a label if it is not.
    is_masked = name in case.masked
    toggled = tuple(hidden - {name} if is_masked else hidden | {name} for hidden in case.hidden)
    one = explain_entity(case.corpus, entity, chains=5)
    mentioned = {d for d, entities in case.slow.documents.items() if name in entities}
    assert {effect.source_id for effect in one.documents} == mentioned
    for effect in one.documents:
        source_id = effect.source_id
        assert effect.risk == pytest.approx(case.slow.document_risk(source_id, set()), abs=1e-9)
        assert effect.residual_risk == pytest.approx(case.slow.document_risk(source_id, case.masked), abs=1e-9)
        assert effect.risk_without == pytest.approx(case.slow.document_risk(source_id, toggled[0]), abs=1e-9)
    for effect in one.chains:
        chain = tuple(effect.documents)
        assert effect.risk == pytest.approx(case.slow.chain_risk(chain, set()), abs=1e-9)
        assert effect.residual_risk == pytest.approx(case.slow.chain_risk(chain, *case.hidden), abs=1e-9)
        assert effect.risk_without == pytest.approx(case.slow.chain_risk(chain, *toggled), abs=1e-9)
    readable = tuple(hidden - {name} for hidden in case.hidden)
    through = [chain for chain in case.chains() if mentioned.intersection(chain)]
    worst = sorted((case.slow.chain_risk(chain, *readable) for chain in through), reverse=True)[:5]
    shown = [max(effect.residual_risk, effect.risk_without) for effect in one.chains]
    assert shown == pytest.approx(worst, abs=1e-9)


@settings(max_examples=60)
@given(cases(documents=7), _data, st.integers(1, 6))
def test_the_worst_chains_through_documents_are_the_worst_of_all_that_hold_one(case, data, limit):
    assume(not case.is_undecided())
    names = case.corpus.incidence.source_ids
    wanted = data.draw(st.sets(st.integers(0, len(names) - 1), max_size=2))
    found = worst_chains_through(case.corpus.graph, wanted, case.policy.max_chain_length, limit)
    through = {
        chain: case.slow.chain_risk(chain, *case.hidden)
        for chain in case.chains()
        if {names[row] for row in wanted}.intersection(chain)
    }
    assert len({chain.documents for chain in found}) == len(found)
    assert [chain.risk for chain in found] == pytest.approx(sorted(through.values(), reverse=True)[:limit], abs=1e-9)
    for chain in found:
        path = tuple(case.corpus.names(chain.documents))
        assert chain.risk == pytest.approx(through[min(path, path[::-1])], abs=1e-9)


@given(cases(), _data)
def test_the_waterfall_of_a_document_ends_at_its_risk_and_masked_entities_add_nothing(case, data):
    names = case.corpus.incidence.source_ids
    row = data.draw(st.integers(0, len(names) - 1))
    one = explain_document(case.corpus, row, chains=3)
    assert one.residual_risk == pytest.approx(case.slow.document_risk(names[row], case.masked), abs=1e-9)
    assert one.risk == pytest.approx(case.slow.document_risk(names[row], set()), abs=1e-9)
    hidden, before, seen = set(case.slow.documents[names[row]]), 0.0, []
    for step in one.entities:
        name = step.id
        seen.append(case.slow.contribution(name, names[row]))
        assert step.contribution == pytest.approx(seen[-1], abs=1e-9)
        hidden.remove(name)
        assert step.cumulative == pytest.approx(case.slow.document_risk(names[row], hidden | case.masked), abs=1e-9)
        assert not step.masked or step.cumulative == before
        before = step.cumulative
    assert not hidden
    assert all(a >= b - 1e-9 for a, b in pairwise(seen))


@settings(max_examples=60)
@given(cases(), _data)
def test_the_hops_and_breaks_of_a_path_are_those_of_the_reference(case, data):
    names = case.corpus.incidence.source_ids
    assume(len(names) >= 2)
    path = data.draw(st.permutations(range(len(names))).map(lambda rows: tuple(rows[: case.policy.max_chain_length])))
    chain = tuple(names[row] for row in path)
    one = explain_chain(case.corpus, path, breaks=100)
    assert one.residual_risk == pytest.approx(case.slow.chain_risk(chain, *case.hidden), abs=1e-9)
    assert one.risk == pytest.approx(case.slow.chain_risk(chain, set()), abs=1e-9)
    assert len(links_along(case.corpus.incidence, path).a) == len(path) - 1
    for hop in one.hops:
        a, b = hop.source, hop.target
        assert hop.residual_strength == pytest.approx(case.slow.strength(a, b, case.unlinked), abs=1e-9)
        assert hop.strength == pytest.approx(case.slow.strength(a, b, set()), abs=1e-9)
        assert hop.hop_risk == pytest.approx(case.slow.hop(a, b, *case.hidden), abs=1e-9)
        assert {carrier.id for carrier in hop.via} == case.slow.shared(a, b)
        assert {carrier.id for carrier in hop.via if carrier.masked} == case.slow.shared(a, b) & case.unlinked
    for single in one.breaks:
        left = case.slow.chain_risk(chain, *(hidden | {single.id} for hidden in case.hidden))
        assert single.risk_after == pytest.approx(left, abs=1e-9)
        assert single.enough == (single.risk_after <= one.limit + 1e-12)
    impacts = [single.impact for single in one.breaks]
    assert impacts == pytest.approx(sorted(impacts, reverse=True), abs=1e-9)
    if one.together:
        left = case.slow.chain_risk(chain, *(hidden | {entity.id for entity in one.together} for hidden in case.hidden))
        assert left <= one.limit + 1e-9
    assert bool(one.together) == (one.residual_risk > one.limit + TIE and bool(np.any(impacts)))
