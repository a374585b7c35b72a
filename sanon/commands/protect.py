"""Protect: texts in memory, decided about as one corpus; no graph is left behind."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from sanon.commands import load, redact
from sanon.commands.command import ASKING, Command, Request, Terminal
from sanon.commands.hand_out import hand_out
from sanon.commands.load import LOAD, LoadRequest
from sanon.commands.redact import REDACT, RedactRequest
from sanon.corpus.chunks import owner_of_name
from sanon.errors import PolicyNotMet
from sanon.graph.open import create_or_open
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.replacement.masked import Span
from sanon.results import LoadResult, ProtectResult, RedactResult
from sanon.results.protect import LeftOutDocument, ProtectedDocument, ProtectedSpan
from sanon.settings.settings import Settings

OVER_POLICY = "above the policy, and nothing that may be masked brings it under"


def _listed(texts: object) -> object:
    return [texts] if isinstance(texts, str) else list(texts) if isinstance(texts, Iterable) else texts


class ProtectRequest(Request):
    """Texts to protect."""

    texts: Annotated[list[Any], BeforeValidator(_listed), Terminal(python_only=True)] = Field(
        description="Texts, or documents as mappings with id, content and metadata."
    )


def run(store: None, settings: Settings, request: ProtectRequest, progress: Progress = silent) -> ProtectResult:
    """Load the texts into a graph that is thrown away, decide, and give them back, checked as an export is.

    Raises:
        InputRejected: there is no text.
        LeakFound: a masked value would leave.
        PolicyNotMet: more chains stay above the policy than can be named.
    """
    with tempfile.TemporaryDirectory(prefix="sanon-") as folder, create_or_open(f"{folder}/graph") as made:
        loaded = load.run(made, settings, LoadRequest.of(docs=request.texts), progress)
        left = [LeftOutDocument(id=str(one.line or ""), reason=one.reason) for one in loaded.rejected]
        left += [LeftOutDocument(id=source_id, reason=reason) for source_id, reason in loaded.pending.items()]
        if loaded.counts.documents == loaded.counts.pending:
            return ProtectResult(documents=[], left_out=left)
        return _decided(made, settings, loaded, left, progress)


def over_policy(decided: RedactResult) -> set[str]:
    """Ids of documents that stay above the policy, alone or in a chain.

    Raises:
        PolicyNotMet: more chains stay above it than can be named.
    """
    if decided.over_policy.chains > len(decided.open.chains):
        raise PolicyNotMet(
            f"{decided.over_policy.chains} chains stay above the policy, too many to leave out their documents: "
            "allow more masks or raise theta_chain"
        )
    alone = {one.source_id for one in decided.open.documents}
    return alone.union(*(chain.documents for chain in decided.open.chains))


def _decided(
    store: Store, settings: Settings, loaded: LoadResult, left: list[LeftOutDocument], progress: Progress
) -> ProtectResult:
    over = over_policy(redact.run(store, settings, RedactRequest(), progress))
    handed = hand_out(store, settings.profile, without=over)
    left += [LeftOutDocument(id=one, reason=OVER_POLICY) for one in sorted({owner_of_name(o) or o for o in over})]
    entities, mentions = store.entities(), store.mentioned_values()
    reasons = dict(zip(entities["id"].tolist(), entities["reason"].tolist(), strict=True))
    found_by: defaultdict[str, set[str]] = defaultdict(set)
    for entity_id, by in zip(mentions["entity_id"].tolist(), mentions["found_by"].tolist(), strict=True):
        found_by[entity_id].update(by)
    documents = [
        ProtectedDocument(
            id=document.source_id,
            content=document.content,
            metadata=document.metadata,
            spans=[_span(one, reasons, found_by) for one in handed.spans[document.source_id]],
        )
        for document in sorted(handed.documents.values(), key=lambda one: one.source.position or 0)
    ]
    return ProtectResult(documents=documents, left_out=left)


def _span(one: Span, reasons: Mapping[str, str | None], found_by: Mapping[str, set[str]]) -> ProtectedSpan:
    return ProtectedSpan(
        field=one.field,
        start=one.start,
        end=one.end,
        entity_type=one.entity_type,
        operator=one.operator,
        replacement=one.replacement,
        reason=reasons.get(one.entity_id) or "",
        found_by=sorted(found_by.get(one.entity_id, ())),
    )


PROTECT = Command(
    "protect",
    ProtectRequest,
    run,
    graph="none",
    settings=(LOAD.settings | REDACT.settings | ASKING) - {"entities"},
)
