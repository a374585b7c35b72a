"""Haystack's own documents, pipeline and store."""

import pytest
from haystack import Document, Pipeline
from haystack.components.writers import DocumentWriter
from haystack.dataclasses import ByteStream
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.document_stores.types import DuplicatePolicy

from sanon.errors import ConfigurationError
from sanon.integrations.haystack import DocumentProtector
from tests.integrations.conftest import CLINIC, FIRST, SECOND, TREATMENT


def documents(batch):
    return [Document(content=one["content"], meta=one["metadata"] | {"name": one["id"]}) for one in batch]


def test_a_pipeline_protects_and_writes_and_can_be_written_to_a_file(protection):
    store = InMemoryDocumentStore()
    pipeline = Pipeline()
    pipeline.add_component("protect", DocumentProtector(protection.model_copy(update={"id_key": "name"})))
    pipeline.add_component("write", DocumentWriter(store, policy=DuplicatePolicy.OVERWRITE))
    pipeline.add_component("write_again", DocumentWriter(store, policy=DuplicatePolicy.OVERWRITE))
    pipeline.connect("protect.documents", "write.documents")
    pipeline.connect("protect.again", "write_again.documents")
    for batch in (FIRST, SECOND):
        out = pipeline.run({"protect": {"documents": documents(batch)}})
        assert out["protect"] == {"removed": [], "left_out": []}
        pipeline.get_component("protect").stored()
    held = {one.id: one.to_dict() for one in store.filter_documents()}
    assert held.keys() == {one["id"] for one in FIRST + SECOND}
    assert not [one for one in (CLINIC, TREATMENT) if one in str(held)]
    component = pipeline.get_component("protect")
    assert DocumentProtector.from_dict(component.to_dict()).protection == component.protection
    assert "id_key: name" in pipeline.dumps()


def test_an_id_that_is_a_hash_of_the_text_is_refused(protection):
    with pytest.raises(ConfigurationError, match="a hash of its text"):
        DocumentProtector(protection).run(documents=[Document(content="It rained.")])


def test_bytes_are_left_out_and_numbers_made_from_the_original_do_not_come_back(protection):
    component = DocumentProtector(protection)
    done = component.run(
        documents=[
            Document(id="a", content="Mr Jonas Aldergrove wrote.", embedding=[0.5], score=0.5),
            Document(id="b", content="A scan.", blob=ByteStream(b"Jonas Aldergrove")),
        ]
    )
    assert done["left_out"] == ["b"]
    assert done["documents"] == [Document(id="a", content="Mr [NAME] wrote.")]
    assert component.last.left_out[0].position == 1
