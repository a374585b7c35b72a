"""What `sanon run --engine spark` comes to."""

from __future__ import annotations

from sanon.errors import InputRejected, PolicyNotMet, SanonError
from sanon.results.base import Count, Result
from sanon.results.load import RejectedInput
from sanon.text.counting import counted


class SparkResult(Result):
    """What was read, decided and written by the workers of Spark.

    Attributes:
        out: folder of the part files; None if nothing was written, because something stays above the policy.
        documents: whose extraction is finished.
        entities, mentions: of them.
        masked: stage -> entities that it masks.
        spans: places that were replaced.
        largest_part: documents that one worker had to decide about at once.
        open_documents, open_chains, open_people: what stays above the policy; of each bucket at most a hundred chains.
        pending: reason -> documents that stay behind for it.
        rejected: files and lines that hold no document.
    """

    out: str | None
    documents: Count
    entities: Count
    mentions: Count
    masked: dict[str, int]
    spans: Count
    largest_part: Count
    open_documents: Count
    open_chains: Count
    open_people: Count
    pending: dict[str, int]
    rejected: list[RejectedInput]

    def problem(self) -> SanonError | None:
        """A policy that is not met, else documents that stay behind."""
        if self.out is None:
            left = f"{self.open_documents:,} documents, {self.open_chains:,} chains, and {self.open_people:,} of people"
            return PolicyNotMet(f"above the policy whatever is masked: {left}; nothing was written")
        if self.rejected or self.pending:
            pending = sum(self.pending.values())
            what = [counted(len(self.rejected), "rejected input")] if self.rejected else []
            what += [counted(pending, "pending document")] if pending else []
            return InputRejected(f"{' and '.join(what)}; the rest is written")
        return None
