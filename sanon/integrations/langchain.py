"""LangChain: a document transformer that protects (extra `langchain`)."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.documents import BaseDocumentTransformer
from langchain_core.documents import Document as LangChainDocument

from sanon.errors import ConfigurationError
from sanon.integrations.protection import Incoming, LastBatch, Protected, Protection
from sanon.records import Document


class DocumentProtector(LastBatch, BaseDocumentTransformer):
    """Protects documents before they are split and embedded.

    Put it before the splitter: what a splitter cuts in two nobody finds.

    Args:
        protection: the graph, and how ids are told.

    Example:
        protector = DocumentProtector(Protection(graph="claims.graph", id_key="source"))
        store.add_documents(protector.transform_documents(documents))
    """

    def __init__(self, protection: Protection) -> None:
        self.protection = protection
        self._last: Protected | None = None

    def transform_documents(
        self, documents: Sequence[LangChainDocument], **kwargs: object
    ) -> Sequence[LangChainDocument]:
        """The documents that may be embedded: text and metadata replaced, ids kept or, with `rename`, pseudonyms.

        Call it with whole batches: each call decides about the whole corpus.

        Args:
            documents: of one batch.
            kwargs: none is known.

        Raises:
            ConfigurationError: an argument that nobody would heed, or a document without an id.
            SanonError: as `Protection.protect`.
        """
        if kwargs:
            raise ConfigurationError(f"unknown: {', '.join(sorted(kwargs))}; settings belong to Protection")
        self._last = self.protection.protect(
            [Incoming(one.id, one.page_content, one.metadata) for one in documents],
        )
        return [_made(one) for one in self._last.documents.values()]

    def again(self) -> list[LangChainDocument]:
        """Documents of earlier batches that an index may hold in an older state: to be embedded too."""
        return [_made(one) for one in self.last.again]


def _made(one: Document) -> LangChainDocument:
    return LangChainDocument(id=one.source_id, page_content=one.content, metadata=one.metadata)
