"""sanon load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from sanon.cli import options, printing, session
from sanon.cli.printing import counted

from sanon.errors import InputRejected
from sanon.graph.open import create_or_open
from sanon.graph.store import Store
from sanon.profile import Profile, load_profile
from sanon.steps.load import LoadReport
from sanon.steps.load import load as load_corpus


@click.command()
@click.argument("docs", type=click.Path(path_type=Path, exists=True))
@options.reading
@options.policy
@options.compute
@options.graph
@options.config
@options.output_format
def load(docs: Path, output_format: str, **settings: Any) -> None:
    """Read DOCS, find what identifies people, and bring the graph up to date.

    DOCS is a folder or a file: JSON (one document a file), JSON lines, text, Markdown, CSV, Parquet. Run it again when
    the folder changes: only new and changed documents are extracted.

    \b
    Examples:
      sanon load documents/
      sanon load documents/ --entities entities.jsonl
      sanon load cases.csv --id-column case --text-column facts --profile legal
      sanon load judgments/ --profile legal --chunk words=200
      sanon load documents/ --prune
    """
    profile = load_profile(settings["profile"])
    with create_or_open(settings["graph"]) as store:
        report = load_into(store, docs, profile, settings)
    if output_format == "json":
        printing.as_json(to_json(report))
    else:
        printing.as_lines([*lines(report), ("graph", f"{settings['graph']}; next: sanon redact")])
    refuse_rejected(report)


def load_into(store: Store, docs: Path, profile: Profile, settings: dict[str, Any]) -> LoadReport:
    """Load with the options of a command, and tell what was rejected."""
    entities = settings["entities"]
    report = load_corpus(
        store,
        docs,
        extractor=session.make_extractor(settings["extractor"], entities, profile),
        profile=profile,
        policy=options.policy_of(settings),
        compute=settings["compute"],
        id_column=settings["id_column"],
        text_column=settings["text_column"],
        skip=[Path(settings["graph"]), *([entities] if entities else [])],
        prune=settings["prune"],
        reextract=settings["reextract"],
        cut=settings["chunk"],
        progress=session.show_progress,
    )
    session.tell_rejected(report.rejected, report.pending, store.address)
    return report


def lines(report: LoadReport) -> list[tuple[str, str]]:
    """What was found, for a person."""
    counts = report.counts
    news = [
        (report.added, "new"),
        (report.changed, "changed"),
        (report.removed, "removed"),
        (report.pending, "pending"),
    ]
    said = ", ".join([f"{len(ids)} {what}" for ids, what in news if ids] or ["nothing new"])
    chunks = f", as {counted(counts['documents'], 'chunk')}" if counts["documents"] > report.documents else ""
    result = [
        ("read", f"{counted(report.documents, 'document')} in the graph{chunks}: {said}"),
        ("found", f"{counted(counts['entities'], 'entity', 'entities')} in {counted(counts['mentions'], 'mention')}"),
        ("linked", f"{counted(counts['links'], 'link')} between {'chunks' if chunks else 'documents'}"),
    ]
    if report.not_in_input:
        result.append(
            ("left", f"{counted(len(report.not_in_input), 'document')} not in DOCS stay; --prune removes them")
        )
    if report.not_verbatim:
        result.append(
            ("note", f"{counted(report.not_verbatim, 'value')} of the entities file do not stand in their text")
        )
    return result


def to_json(report: LoadReport) -> dict[str, Any]:
    """The report without texts."""
    return {
        "documents": report.documents,
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "pending": report.pending,
        "not_in_input": report.not_in_input,
        "rejected": [{"file": one.file, "line": one.line, "reason": one.reason} for one in report.rejected],
        "not_verbatim": report.not_verbatim,
        "counts": report.counts,
    }


def refuse_rejected(report: LoadReport) -> None:
    """End with the exit code for rejected input, once everything else is done.

    Raises:
        InputRejected: something was rejected, or is pending.
    """
    if report.rejected or report.pending:
        what = [
            counted(len(some), noun)
            for some, noun in ((report.rejected, "rejected input"), (report.pending, "pending document"))
            if some
        ]
        raise InputRejected(f"{' and '.join(what)}; the rest is loaded")
