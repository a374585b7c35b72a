"""sanon load."""

from __future__ import annotations

from typing import Any

import click

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.options import Option
from sanon.cli.printing import say
from sanon.commands.command import Command, Request
from sanon.commands.estimate import ESTIMATE
from sanon.commands.load import LOAD
from sanon.commands.resume import RESUME
from sanon.results import EstimateResult, LoadResult
from sanon.results.load import ModelUse
from sanon.text.counting import counted

_NAMED = 5


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Load, resume or estimate."""
    resume, estimate = given.pop("resume", False), given.pop("estimate", False)
    if ("docs" in given) == resume or (resume and estimate):
        raise click.UsageError("name DOCS, or go on with the last load: --resume")
    return RESUME if resume else ESTIMATE if estimate else LOAD


@command(
    LOAD,
    more=[
        Option(
            ["--resume"],
            is_flag=True,
            default=None,
            help="Go on with the last load, if it was interrupted or left documents pending, with its DOCS and "
            "settings. Loading the same DOCS again does so too.",
        ),
        Option(
            ["--estimate"],
            is_flag=True,
            default=None,
            help="Say what --extractor openai would ask and cost; ask and write nothing.",
        ),
    ],
    optional=["docs"],
    choose=_chosen,
)
def load(result: LoadResult | EstimateResult, request: Request) -> None:
    """Read DOCS, find what identifies people, and bring the graph up to date.

    DOCS is a folder or a file: JSON (one document a file), JSON lines, text, Markdown, CSV, Parquet; of e-mail, HTML,
    DOCX and PDF the text. Run it again when the folder changes: only new and changed documents are extracted.

    \b
    Examples:
      sanon load documents/
      sanon load documents/ --entities entities.jsonl
      sanon load cases.csv --id-column case --text-column facts --profile legal
      sanon load judgments/ --profile legal --chunk words=200
      sanon load documents/ --prune
      sanon load documents/ --extractor openai --model NAME --estimate
      sanon load --resume
    """
    if isinstance(result, EstimateResult):
        _tell_otherwise(result)
        printing.as_lines(_estimate_lines(result))
        return
    tell(result)
    printing.as_lines(lines(result))
    printing.next_step("sanon redact")


def tell(result: LoadResult) -> None:
    """Say on stderr what was not taken and why, and what is otherwise than before."""
    printing.tell_changed(result.changed_settings)
    _tell_otherwise(result)
    for line in result.left_out():
        say(line, err=True)


def _tell_otherwise(result: LoadResult | EstimateResult) -> None:
    if result.extracted_otherwise:
        say(
            f"note: {counted(result.extracted_otherwise, 'document')} did not change and keep what another extractor, "
            "model, recognizer or profile found; --reextract finds anew",
            err=True,
        )


def lines(result: LoadResult) -> list[tuple[str, str]]:
    """What was found, for a person."""
    counts = result.counts
    news = [
        (result.added, "new"),
        (result.changed, "changed"),
        (result.removed, "removed"),
        (result.pending, "pending"),
    ]
    what = ", ".join([f"{len(ids)} {how}" for ids, how in news if ids] or ["nothing new"])
    chunks = f", as {counted(counts.documents, 'chunk')}" if counts.documents > result.documents else ""
    found = [
        ("read", f"{counted(result.documents, 'document')} in the graph{chunks}: {what}"),
        (
            "found",
            f"{counted(counts.entities, 'value')} that may identify somebody, in {counted(counts.mentions, 'mention')}"
            + ("; the entities file alone says so, and sanon audit looks for others" if result.given else ""),
        ),
        ("linked", f"{counted(counts.links, 'pair')} of {'chunks' if chunks else 'documents'} that share enough"),
    ]
    if result.model:
        found[1:1] = _model_lines(result.model)
    if result.background:
        found.append(("background", f"{counted(result.background, 'text')} that an attacker may know"))
    if result.not_in_input:
        missing = counted(len(result.not_in_input), "document")
        found.append(("left", f"{missing} in the graph that DOCS no longer has; --prune removes what is gone"))
    if result.not_verbatim:
        where = "does not stand in its text" if result.not_verbatim == 1 else "do not stand in their texts"
        found.append(("note", f"{counted(result.not_verbatim, 'value')} of the entities file {where}"))
    return found


def _model_lines(use: ModelUse) -> list[tuple[str, str]]:
    """What asking a model came to."""
    remembered = f", {use.remembered_tokens:,} of them from its prompt cache" if use.remembered_tokens else ""
    calls = f"{counted(use.calls, 'call')}, {counted(use.cached, 'answer')} from the cache"
    tokens = f"{counted(use.input_tokens, 'token')} in{remembered}, {use.output_tokens:,} out"
    found = [("model", f"{calls}; {tokens}" if use.calls else calls)]
    if use.dropped:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in use.dropped.items())
        found.append(("dropped", f"entries of its answers that were not believed: {reasons}"))
    if use.unconfirmed:
        first = ", ".join(list(use.unconfirmed)[:_NAMED])
        more = f" and {len(use.unconfirmed) - _NAMED:,} more" if len(use.unconfirmed) > _NAMED else ""
        found.append(("look at", f"{first}{more}: asked twice, the model confirmed none of many candidates"))
    return found


def _estimate_lines(found: EstimateResult) -> list[tuple[str, str]]:
    cost = found.cost
    return [
        ("documents", f"{found.documents:,} to ask about"),
        ("calls", f"{found.calls:,}, besides {counted(found.cached, 'answer')} in the cache"),
        ("tokens", f"about {found.input_tokens:,} in, {found.output_tokens:,} out"),
        ("cost", "no prices: name --price-input and --price-output" if cost is None else f"about {cost:,.2f}"),
    ]
