"""What every framework gets: batches protected with one corpus behind them."""

import logging

import pytest

from sanon import Corpus
from sanon.errors import ConfigurationError, LeakFound
from sanon.integrations import Incoming, Protection
from tests.integrations.conftest import CLINIC, FIRST, SECOND, TREATMENT


def incoming(documents):
    return [Incoming(one["id"], one["content"], one["metadata"]) for one in documents]


def test_a_later_batch_brings_back_the_earlier_documents_that_it_changes_until_they_are_stored(protection):
    first = protection.protect(incoming(FIRST))
    assert (first.changes.added, first.again) == (sorted(one["id"] for one in FIRST), [])
    assert first.documents[0].content == FIRST[0]["content"]
    protection.stored(first)
    for _ in range(2):  # the second time as after a crash: nobody said that it was stored
        second = protection.protect(incoming(SECOND))
        assert [one.source_id for one in second.documents.values()] == ["report"]
        assert [one.source_id for one in second.again] == second.changes.changed == ["letter"]
    assert not [one for one in (CLINIC, TREATMENT) if one in second.again[0].content + str(second.again[0].metadata)]
    protection.stored(second)
    third = protection.protect(incoming(SECOND))
    assert (third.again, third.changes.added, third.changes.changed) == ([], [], [])


def test_what_cannot_be_protected_is_left_out_and_said_without_its_id(protection, caplog):
    with caplog.at_level(logging.WARNING, logger="sanon"):
        done = protection.protect(
            [
                Incoming("photo-of-smith", None, {}),
                Incoming("a", "Mr Jonas Aldergrove wrote.", {"by": "Jonas Aldergrove"}),
                Incoming("twice", "One text.", {}),
                Incoming("twice", "Another text.", {}),
            ]
        )
    assert list(done.documents) == [1]
    assert done.documents[1].metadata == {"by": "[NAME]"}
    assert [(one.position, one.id) for one in done.left_out] == [(0, "photo-of-smith"), (2, "twice"), (3, "twice")]
    assert "3 of 4 documents were not protected and are left out" in caplog.text
    assert "smith" not in caplog.text


def test_documents_that_nothing_brings_under_the_policy_are_left_out_and_go_from_the_index(tmp_path):
    policy = tmp_path / "policy.toml"
    protection = Protection(graph=str(tmp_path / "graph"), policy_file=str(policy))
    batch = [Incoming("a", "Jonas Aldergrove, born 3 May 1964.", {}), Incoming("b", "It rained all day.", {})]
    policy.write_text("")
    first = protection.protect(batch)
    assert first.left_out == []
    protection.stored(first)
    policy.write_text('theta_doc = 0.01\n[[never_mask]]\nvalue = "Jonas Aldergrove"\n')
    with Corpus(protection.graph, policy_file=policy) as corpus:
        corpus.redact(fresh=True)
    second = protection.protect(batch)
    assert [one.id for one in second.left_out] == ["a"]
    assert "above the policy" in second.left_out[0].reason
    assert second.changes.removed == ["a"]
    assert [one.source_id for one in second.documents.values()] == ["b"]


def test_a_batch_without_anything_readable_decides_nothing(protection):
    done = protection.protect([Incoming("a", " ", {})])
    assert (done.documents, done.redaction, done.changes.added) == ({}, None, [])
    assert protection.protect([]).left_out == []


def test_an_id_that_tells_who_it_is_needs_a_pseudonym(tmp_path):
    batch = [Incoming(None, "Mr Jonas Aldergrove wrote.", {"source": "letters/Jonas Aldergrove.txt"})]
    with pytest.raises(ConfigurationError, match="document 1 of the batch has no id"):
        Protection(graph=str(tmp_path / "a")).protect(batch)
    with pytest.raises(LeakFound):
        Protection(graph=str(tmp_path / "a"), id_key="source").protect(batch)
    renamed = Protection(graph=str(tmp_path / "b"), id_key="source", rename=True).protect(batch).documents[0]
    assert "Aldergrove" not in renamed.source_id + renamed.content + str(renamed.metadata)


def test_pruning_takes_each_batch_for_the_whole_corpus(tmp_path):
    protection = Protection(graph=str(tmp_path / "graph"), prune=True)
    a, b = Incoming("a", "It rained.", {}), Incoming("b", "It snowed.", {})
    protection.stored(protection.protect([a, b]))
    assert protection.protect([b]).changes.removed == ["a"]
