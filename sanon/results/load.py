"""What `sanon load` finds, and what it would ask a model."""

from __future__ import annotations

from pydantic import Field

from sanon.errors import ExtractionError, InputRejected, SanonError
from sanon.results.base import Count, Result
from sanon.text.counting import counted

_SHOWN = 20


class Counts(Result):
    """What a graph holds; documents are those of the graph, which may be chunks."""

    documents: Count
    pending: Count
    entities: Count
    masked: Count
    mentions: Count
    links: Count


class RejectedInput(Result):
    """A file or record that was not read.

    Attributes:
        file: path relative to the input folder.
        line: line of a text form, row of a Parquet file, both from 1; None if the whole file is meant.
        reason: what is wrong; never an id, a value or a piece of text.
    """

    file: str
    line: int | None = Field(ge=1)
    reason: str

    def __str__(self) -> str:
        """File, line and reason."""
        line = f" line {self.line}" if self.line is not None else ""
        return f"{self.file}{line}: {self.reason}"


class ModelCalls(Result):
    """Questions to a language model.

    Attributes:
        calls: questions that were asked.
        cached: answers that were there already.
        input_tokens, output_tokens: read and written by the model, as the endpoint counts them.
    """

    calls: Count
    cached: Count
    input_tokens: Count
    output_tokens: Count


class ModelUse(ModelCalls):
    """What asking a language model came to.

    Attributes:
        remembered_tokens: of the input, those that it had in its prompt cache.
        dropped: reason -> entries of its answers that were not believed.
        stopped: why the endpoint was not asked any more; None if it was.
        unconfirmed: source id -> candidates, of which two answers confirmed none: the document may have misled the
            model. What is certain is found all the same.
    """

    remembered_tokens: Count
    dropped: dict[str, Count]
    stopped: str | None
    unconfirmed: dict[str, Count] = Field(default_factory=dict)


class LoadResult(Result):
    """What changed in the graph. Documents are those of the input, whether the graph holds them whole or as chunks.

    Attributes:
        documents: how many the graph holds now.
        added, changed, removed: source ids, against what the graph held.
        unchanged: how many documents were as the graph held them.
        pending: source id -> why its extraction failed; these are never exported.
        not_in_input: source ids that the graph holds and the input has no more; `prune` removes them.
        rejected: files and lines that hold no document, or no entities.
        not_verbatim: how many spellings do not stand in their document, and so cannot be masked there.
        model: what asking a language model came to, if one was asked.
        background: texts that an attacker may know, in the graph now.
        rejected_list: file that lists all that was rejected; None if nothing was.
        changed_settings: settings that the graph remembers otherwise from now on, as `name: before -> after`.
        given: whether entities came from a file: risks and limits are then those of what it names, and no other value
            was looked for.
        extracted_otherwise: how many unchanged documents keep what another extractor, model, recognizer or
            profile found.
    """

    listed = "rejected"

    documents: Count
    added: list[str]
    changed: list[str]
    removed: list[str]
    unchanged: Count
    pending: dict[str, str]
    not_in_input: list[str]
    rejected: list[RejectedInput]
    not_verbatim: Count
    model: ModelUse | None
    counts: Counts
    background: Count = 0
    rejected_list: str | None = None
    changed_settings: list[str] = Field(default_factory=list)
    given: bool = False
    extracted_otherwise: Count = 0

    def left_out(self) -> list[str]:
        """What was not taken and why, a line each; of many the first."""
        lines = [f"rejected: {one}" for one in self.rejected[:_SHOWN]]
        lines += [
            f"pending:  {source_id}: {reason}; it will not be exported"
            for source_id, reason in sorted(self.pending.items())[:_SHOWN]
        ]
        if hidden := max(len(self.rejected) - _SHOWN, 0) + max(len(self.pending) - _SHOWN, 0):
            lines.append(f"… and {hidden} more")
        if self.rejected_list:
            lines.append(f"{len(self.rejected)} rejected, listed in {self.rejected_list}")
        return lines

    def problem(self) -> SanonError | None:
        """An endpoint that stopped answering, or input that was rejected or is pending."""
        if self.model and self.model.stopped:
            return ExtractionError(
                f"{self.model.stopped}; {counted(len(self.pending), 'document')} pending. The answers until then are "
                "kept: sanon load --resume goes on from there"
            )
        if self.rejected or self.pending:
            what = [
                counted(len(some), noun)
                for some, noun in ((self.rejected, "rejected input"), (self.pending, "pending document"))
                if some
            ]
            return InputRejected(f"{' and '.join(what)}; the rest is loaded")
        return None


class EstimateResult(ModelCalls):
    """What a load would ask a language model; tokens are about as many.

    Attributes:
        documents: about which it would be asked.
        cost: at the prices of the configuration; None without both.
        extracted_otherwise: how many unchanged documents would keep what another extractor, model, recognizer or
            profile found.
    """

    documents: Count
    cost: float | None
    extracted_otherwise: Count = 0
