"""sanon load."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click
from sanon.cli import model, options, printing, session
from sanon.cli.printing import counted
from sanon.cli.resume import recorded, resumed
from sanon.cli.told import Told, told

from sanon.commands.estimate import estimate as estimate_load
from sanon.commands.load import load as load_corpus
from sanon.corpus.chunks import Cut
from sanon.corpus_state.remembered import remember
from sanon.errors import ExtractionError, InputRejected
from sanon.extraction.build import estimating, forget_answers
from sanon.graph.open import create_or_open, open_existing, open_if_there, own_folder
from sanon.graph.store import Store
from sanon.results import LoadResult


@click.command()
@click.argument("docs", type=click.Path(path_type=Path, exists=True), required=False)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the last load, if it was interrupted or left documents pending, with its DOCS and options. The "
    "same command does so too.",
)
@click.option("--estimate", is_flag=True, help="Say what --extractor openai would ask and cost; ask and write nothing.")
@options.reading
@options.policy
@options.compute
@options.graph
@options.config
@options.output_format
@told
def load(
    told: Told, docs: Path | None, resume: bool, estimate: bool, prune: bool, reextract: bool, output_format: str
) -> None:
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
    if (docs is None) != resume or (resume and estimate):
        raise click.UsageError("name DOCS, or go on with the last load: --resume")
    if estimate and docs:
        tell_estimate(told, docs, output_format, reextract=reextract)
        return
    with create_or_open(told.graph) if docs else open_existing(told.graph) as store:
        if docs is None:
            docs, told, prune, reextract = resumed(store, told)
        report = load_into(store, told, docs, prune=prune, reextract=reextract)
    if output_format == "json":
        printing.as_json(report.to_json())
    else:
        printing.as_lines([*lines(report), ("graph", told.graph)])
    printing.next_step("sanon redact")
    refuse_rejected(report)


def tell_estimate(told: Told, docs: Path, output_format: str, *, reextract: bool) -> None:
    """Say what a load would ask the model, and what it costs.

    Raises:
        ConfigurationError: the options do not ask a model.
    """
    with open_if_there(told.graph) or nullcontext() as store:
        settings = told.settings(store)
        reading = settings.input
        answers = own_folder(told.graph) if store else None
        with estimating(reading, settings.model, settings.tables, settings.profile, answers) as extraction:
            found = estimate_load(
                store,
                docs,
                extraction=extraction,
                id_column=reading.id_column,
                text_column=reading.text_column,
                skip=[Path(told.graph)],
                reextract=reextract,
                model=settings.model,
                progress=session.show_progress,
            )
    if output_format == "json":
        printing.as_json(found.to_json())
    else:
        printing.as_lines(model.estimate_lines(found))


def load_into(store: Store, told: Told, docs: Path, *, prune: bool, reextract: bool) -> LoadResult:
    """Load as told, and tell what was rejected."""
    settings = told.settings(store)
    reading = settings.input
    options = recorded(told, prune=prune, reextract=reextract)
    options["tables"] = settings.tables.fingerprint(reading.extractor)
    before = next((run.parameters for run in store.runs() if run.command == "load"), None)
    with session.extraction_of(settings, store.address) as extraction:
        report = load_corpus(
            store,
            docs,
            extraction=extraction,
            profile=settings.profile,
            policy=settings.policy,
            compute=settings.compute,
            id_column=reading.id_column,
            text_column=reading.text_column,
            skip=[Path(told.graph), *([reading.entities] if reading.entities else [])],
            prune=prune,
            reextract=reextract,
            cut=Cut.parse(reading.chunk) if reading.chunk else None,
            date_order=reading.date_order,
            background=reading.background,
            progress=session.show_progress,
            block_progress=session.show_progress,
            options=options,
        )
        now = (extraction.name, extraction.model.model if extraction.model else None, options["tables"])
    session.tell_changed(remember(store, settings))
    forget_answers(own_folder(store.address), report.removed, report.pending)
    session.tell_derived(report.derived)
    if before and not (reading.entities or reextract):
        found_with = (before["extractor"], before["model"], before["options"].get("tables"))
        if found_with != now:
            session.tell_kept(report.unchanged)
    session.tell_rejected(report.rejected, report.pending, store.address)
    return report


def lines(report: LoadResult) -> list[tuple[str, str]]:
    """What was found, for a person."""
    counts = report.counts
    news = [
        (report.added, "new"),
        (report.changed, "changed"),
        (report.removed, "removed"),
        (report.pending, "pending"),
    ]
    said = ", ".join([f"{len(ids)} {what}" for ids, what in news if ids] or ["nothing new"])
    chunks = f", as {counted(counts.documents, 'chunk')}" if counts.documents > report.documents else ""
    result = [
        ("read", f"{counted(report.documents, 'document')} in the graph{chunks}: {said}"),
        ("found", f"{counted(counts.entities, 'entity', 'entities')} in {counted(counts.mentions, 'mention')}"),
        ("linked", f"{counted(counts.links, 'link')} between {'chunks' if chunks else 'documents'}"),
    ]
    if report.model:
        result[1:1] = model.lines(report.model)
    if report.not_in_input:
        result.append(
            ("left", f"{counted(len(report.not_in_input), 'document')} not in DOCS kept; --prune removes what is gone")
        )
    if report.not_verbatim:
        result.append(
            (
                "note",
                f"{counted(report.not_verbatim, 'value')} of the entities file "
                f"{'does not stand in its text' if report.not_verbatim == 1 else 'do not stand in their texts'}",
            )
        )
    return result


def refuse_rejected(report: LoadResult) -> None:
    """End with the exit code for rejected input, once everything else is done.

    Raises:
        ExtractionError: the model's endpoint gives no answers any more.
        InputRejected: something was rejected, or is pending.
    """
    if report.model and report.model.stopped:
        raise ExtractionError(
            f"{report.model.stopped}; {counted(len(report.pending), 'document')} pending. The answers until then are "
            "kept: sanon load --resume goes on from there"
        )
    if report.rejected or report.pending:
        what = [
            counted(len(some), noun)
            for some, noun in ((report.rejected, "rejected input"), (report.pending, "pending document"))
            if some
        ]
        raise InputRejected(f"{' and '.join(what)}; the rest is loaded")
