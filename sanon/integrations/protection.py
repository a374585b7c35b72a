"""Protect a batch of documents before it is embedded, with one corpus behind all batches (docs/decisions/0008)."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sanon.api import Corpus
from sanon.commands.hand_out import HandOut
from sanon.commands.protect import OVER_POLICY, over_policy
from sanon.errors import ConfigurationError
from sanon.records import Document, StrictModel
from sanon.results import ExportChanges, LoadResult, RedactResult
from sanon.settings.model import Model

_log = logging.getLogger(__name__)

_NOTHING = ExportChanges(added=[], changed=[], removed=[], newly_masked=0)


class Incoming(NamedTuple):
    """A document of a batch, as a framework has it.

    Attributes:
        id: its own; None if it has none.
        content: its text; None if it holds anything else than text.
        metadata: what goes along with the text, and through replacement too.
    """

    id: str | None
    content: str | None
    metadata: Mapping[str, object]


class LeftOut(NamedTuple):
    """A document of a batch that does not come back.

    Attributes:
        position: in the batch, from 0.
        reason: why it is not protected.
    """

    position: int
    id: str
    reason: str


@dataclass(frozen=True)
class Protected:
    """What came of a batch.

    Attributes:
        documents: position in the batch -> document as it may be embedded, in the order of the batch.
        again: other documents of the corpus that an index may hold in an older state, or not at all: embed them too.
        changes: ids that came, differ or must go, since `stored` was last called.
        left_out: what does not come back.
        redaction: what was decided; None if there was nothing to decide about.
        handed: the whole corpus as it was handed out.
    """

    documents: dict[int, Document]
    again: list[Document]
    changes: ExportChanges
    left_out: list[LeftOut]
    redaction: RedactResult | None
    handed: HandOut | None


class Protection(StrictModel):
    """How batches are protected, and the graph that remembers them all.

    The graph is opened for each batch and closed after it, so that `sanon analyze` works in between.

    Attributes:
        graph: a folder, or the address of a Neo4j server; it is made by the first batch.
        profile: name or file of a profile; None for the one that the graph remembers.
        policy_file: thresholds, lists and accepted risks; None for what the graph remembers.
        operators: one for all types, or type -> operator; None for what the graph remembers.
        extractor: what finds the entities, beside the rules.
        model: of the extractor "openai".
        id_key: entry of the metadata that holds the id of a document; None if its own id stays the same for ever.
        rename: give ids keyed pseudonyms; for ids that are paths or names.
        prune: each batch is the whole corpus: what is not in it goes.
    """

    graph: str
    profile: str | None = None
    policy_file: str | None = None
    operators: str | dict[str, str] | None = None
    extractor: str = "embedded"
    model: Model | None = None
    id_key: str | None = None
    rename: bool = False
    prune: bool = False

    def protect(self, batch: Sequence[Incoming]) -> Protected:
        """Load the batch, decide anew for the whole corpus, and give the batch back protected.

        What cannot be protected is left out and said in the log, without its id; nothing passes through as it was.

        Raises:
            ConfigurationError: a document has no id, or a setting is none.
            LeakFound: a masked value would leave.
            PolicyNotMet: more chains stay above the policy than can be named.
            GraphError: the graph is in use, unreachable or refused.
        """
        if not batch:
            return Protected({}, [], _NOTHING, [], None, None)
        ids = [self._id(one, position) for position, one in enumerate(batch)]
        with self._corpus() as corpus:
            loaded = corpus.load(
                [
                    {"id": source_id, "content": one.content, "metadata": dict(one.metadata)}
                    for source_id, one in zip(ids, batch, strict=True)
                ],
                extractor=self.extractor,
                model=self.model,
                prune=self.prune,
            )
            unread = {one.line - 1: one.reason for one in loaded.rejected if one.line is not None}
            redaction, handed, over = _decided(corpus, loaded, self.operators, self.rename)
        left_out: list[LeftOut] = []
        documents: dict[int, Document] = {}
        for position, source_id in enumerate(ids):
            reason = unread.get(position) or loaded.pending.get(source_id)
            if reason is None and handed and source_id in handed.documents:
                documents[position] = handed.documents[source_id]
            else:
                reason = reason or (OVER_POLICY if source_id in over else "its extraction is not finished")
                left_out.append(LeftOut(position, source_id, reason))
        _say(left_out, len(batch))
        changes = handed.changes if handed else _NOTHING
        here = {document.source_id for document in documents.values()}
        elsewhere = {*changes.added, *changes.changed} - here
        again = [one for one in handed.documents.values() if one.source_id in elsewhere] if handed else []
        return Protected(documents, again, changes, left_out, redaction, handed)

    def stored(self, protected: Protected) -> None:
        """Say that an index holds what `protect` gave, `again` and removals included.

        Until then the next batch tells the same changes again, so that none is lost when indexing fails.
        """
        if protected.handed:
            with self._corpus() as corpus:
                corpus.handed_out(protected.handed)

    def _corpus(self) -> Corpus:
        return Corpus(self.graph, profile=self.profile, policy_file=self.policy_file)

    def _id(self, one: Incoming, position: int) -> str:
        found = one.metadata.get(self.id_key) if self.id_key else one.id
        if isinstance(found, str) and found:
            return found
        where = f"no text under {self.id_key!r} in its metadata" if self.id_key else "no id"
        raise ConfigurationError(
            f"document {position + 1} of the batch has {where}; give each document an id that stays the same when it "
            "comes again, or name the entry of the metadata that holds one (id_key)"
        )


class LastBatch:
    """What came of the last batch, for a component of a framework."""

    protection: Protection
    _last: Protected | None

    @property
    def last(self) -> Protected:
        """What came of the last batch: what was left out, changes, decisions.

        Raises:
            ConfigurationError: there was none yet.
        """
        if self._last is None:
            raise ConfigurationError("nothing was protected yet: give it a batch first")
        return self._last

    def stored(self) -> None:
        """Say that the index holds the last batch, `again` included, and no more what was removed."""
        self.protection.stored(self.last)


def _decided(
    corpus: Corpus, loaded: LoadResult, operators: str | dict[str, str] | None, rename: bool
) -> tuple[RedactResult | None, HandOut | None, set[str]]:
    """What is masked now, what may leave, and the ids of documents that stay above the policy.

    Raises:
        PolicyNotMet: more chains stay above the policy than can be named.
    """
    if loaded.counts.documents == loaded.counts.pending:
        return None, None, set()
    redaction = corpus.redact(operators=operators)
    over = over_policy(redaction)
    return redaction, corpus.hand_out(rename=rename, strict=True, without=over), over


def _say(left_out: Sequence[LeftOut], total: int) -> None:
    if left_out:
        reasons = Counter(one.reason for one in left_out)
        told = "; ".join(f"{reason} ({count})" for reason, count in sorted(reasons.items()))
        _log.warning("%d of %d documents were not protected and are left out: %s", len(left_out), total, told)
