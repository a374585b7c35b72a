"""LlamaIndex: a transformation that protects (extra `llamaindex`)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from llama_index.core.schema import BaseNode, MetadataMode, TextNode, TransformComponent
from llama_index.core.schema import Document as LlamaDocument
from pydantic import PrivateAttr

from sanon.errors import ConfigurationError
from sanon.integrations.protection import Incoming, LastBatch, Protected, Protection
from sanon.records import Document


class NodeProtector(LastBatch, TransformComponent):
    """Protects documents and nodes before they are split and embedded.

    Give it documents, not the nodes of a splitter. An IngestionPipeline with a docstore keeps the documents that it is
    given: protect before the pipeline then (`NodeProtector(...)(documents)`), or run it with `store_doc_text=False`.

    Attributes:
        protection: the graph, and how ids are told.
    """

    protection: Protection
    _last: Protected | None = PrivateAttr(default=None)

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: object) -> Sequence[BaseNode]:
        """The nodes that may be embedded, made anew: text and metadata replaced, no embedding, no file, no relation.

        Args:
            nodes: of one batch; documents, or text nodes without relationships.
            kwargs: none is known.

        Raises:
            ConfigurationError: nodes of a splitter, an argument that nobody would heed, or a node without an id.
            SanonError: as `Protection.protect`.
        """
        if kwargs:
            raise ConfigurationError(f"unknown: {', '.join(sorted(kwargs))}; settings belong to Protection")
        if any(node.relationships for node in nodes):
            raise ConfigurationError(
                "nodes that a splitter made: put the protector before it; what it has cut in two nobody finds"
            )
        self._last = self.protection.protect([Incoming(one.id_, _text(one), one.metadata) for one in nodes])
        return [_made(one, nodes[position]) for position, one in self._last.documents.items()]

    def again(self) -> list[LlamaDocument]:
        """Documents of earlier batches that an index may hold in an older state: to be embedded too."""
        return [LlamaDocument(id_=one.source_id, text=one.content, metadata=one.metadata) for one in self.last.again]

    def to_dict(self, **kwargs: object) -> dict[str, object]:
        """What it is made of, never twice the same: a pipeline must not take an answer from its cache.

        The same document is protected in another way once other documents came.
        """
        return super().to_dict(**kwargs) | {"call": uuid4().hex}


def _text(node: BaseNode) -> str | None:
    """The text of a node that is nothing but text."""
    if type(node) is TextNode:
        return node.text
    if type(node) is LlamaDocument and not (node.image_resource or node.audio_resource or node.video_resource):
        return node.get_content(MetadataMode.NONE)
    return None


def _made(one: Document, like: BaseNode) -> BaseNode:
    """A new node of the same kind: an embedding, a path or a hash of the original would tell of it."""
    given = {"id_": one.source_id, "text": one.content, "metadata": one.metadata}
    made = LlamaDocument(**given) if type(like) is LlamaDocument else TextNode(**given)
    made.excluded_embed_metadata_keys = like.excluded_embed_metadata_keys
    made.excluded_llm_metadata_keys = like.excluded_llm_metadata_keys
    made.metadata_template = like.metadata_template
    made.metadata_separator = like.metadata_separator
    return made
