"""LlamaIndex's own documents, nodes and ingestion pipeline."""

import pytest
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import Document, ImageDocument, MediaResource, TextNode
from llama_index.core.storage.docstore import SimpleDocumentStore

from sanon.errors import ConfigurationError
from sanon.integrations.llamaindex import NodeProtector
from tests.integrations.conftest import CLINIC, FIRST, SECOND, TREATMENT


def documents(batch):
    return [Document(id_=one["id"], text=one["content"], metadata=one["metadata"]) for one in batch]


def test_a_pipeline_protects_splits_and_never_answers_from_its_cache(protection):
    protector = NodeProtector(protection=protection)
    pipeline = IngestionPipeline(transformations=[protector, SentenceSplitter(chunk_size=64, chunk_overlap=0)])

    def held(batch):
        # Everything a vector store keeps of a node, its relations to other nodes included.
        return {node.ref_doc_id: node.model_dump_json() for node in pipeline.run(documents=documents(batch))}

    assert CLINIC in held(FIRST)["letter"]
    held(SECOND)
    assert "letter" in [one.id_ for one in protector.again()]
    assert not [one for one in (CLINIC, TREATMENT) if one in str(held(FIRST))]
    protector.stored()
    assert protector.last.left_out == []


def test_nodes_are_made_anew_and_what_is_more_than_text_is_left_out(protection):
    protector = NodeProtector(protection=protection)
    nodes = [
        TextNode(
            id_="a",
            text="Mr Jonas Aldergrove wrote.",
            metadata={"by": "Jonas Aldergrove"},
            excluded_embed_metadata_keys=["by"],
            embedding=[0.5],
        ),
        Document(id_="b", text="It rained.", image_resource=MediaResource(data=b"x")),
        ImageDocument(id_="c", text="It snowed."),
        Document(id_="d", text_resource=MediaResource(text="Mr Jonas Aldergrove.", path="Jonas Aldergrove.txt")),
    ]
    a, d = protector(nodes)
    assert (a.text, a.metadata, a.embedding) == ("Mr [NAME] wrote.", {"by": "[NAME]"}, None)
    assert a.excluded_embed_metadata_keys == ["by"]
    assert type(a) is TextNode
    assert type(d) is Document
    assert "Aldergrove" not in a.model_dump_json() + d.model_dump_json()
    assert [one.id for one in protector.last.left_out] == ["b", "c"]


def test_nodes_of_a_splitter_are_refused(protection):
    nodes = SentenceSplitter(chunk_size=64, chunk_overlap=0)([Document(id_="a", text="It rained. It snowed.")])
    with pytest.raises(ConfigurationError, match="put the protector before it"):
        NodeProtector(protection=protection)(nodes)


def test_a_docstore_keeps_what_the_pipeline_is_given_so_protect_before_it(protection):
    given = [Document(id_="a", text="Mr Jonas Aldergrove wrote.")]
    kept = IngestionPipeline(
        transformations=[NodeProtector(protection=protection)],
        docstore=SimpleDocumentStore(),
        docstore_strategy=DocstoreStrategy.DUPLICATES_ONLY,
    )
    kept.run(documents=given)
    assert "Aldergrove" in str(kept.docstore.to_dict())  # as the how-to warns
    safe = IngestionPipeline(
        transformations=[], docstore=SimpleDocumentStore(), docstore_strategy=DocstoreStrategy.DUPLICATES_ONLY
    )
    safe.run(documents=NodeProtector(protection=protection)(given))
    assert "Aldergrove" not in str(safe.docstore.to_dict())
