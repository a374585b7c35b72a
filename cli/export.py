"""sanon export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.export import EXPORT, ExportRequest
from sanon.corpus.walk import AS_TEXT, CHANGES, SPANS
from sanon.results import ExportResult
from sanon.results.export import NearMiss, RewritingResult
from sanon.text.counting import counted


@command(EXPORT)
def export(result: ExportResult, request: ExportRequest) -> None:
    """Write the protected corpus to OUT, in the files and forms it was read from.

    Documents whose extraction is not finished stay behind. If a masked value still stands anywhere, nothing is written.

    \b
    Examples:
      sanon export protected/
      sanon export protected/ --overwrite
      sanon export protected/ --rename --strict
      sanon export protected/ --vault corpus.vault
      sanon export protected/ --sign key.pem
      sanon export protected/ --until-unlinkable 2 --model NAME
    """
    tell(result)
    printing.tell_newly_masked(result.changes.newly_masked)
    printing.as_lines(lines(result))
    printing.next_step(f"sanon audit {request.out}")


def tell(result: ExportResult) -> None:
    """Say on stderr what stays behind."""
    if result.pending:
        say(f"note: {counted(len(result.pending), 'pending document')} not exported", err=True)
    if result.unsaid:
        say(
            f"note: {counted(result.unsaid, 'removed id')} not in {CHANGES}, because masked values stand in them; "
            "--format json prints them",
            err=True,
        )


def lines(result: ExportResult) -> list[tuple[str, str]]:
    """What was written, for a person."""
    changes, out = result.changes, Path(result.out)
    found = [
        (
            "exported",
            f"{counted(result.documents, 'document')} in {counted(result.files, 'file')} to {result.out}; "
            f"{counted(result.spans, 'place')} replaced, no masked value left",
        ),
        *(_rewritten(result.rewriting) if result.rewriting else []),
        *([("disguised", _disguised(result.near_misses.replaced))] if result.near_misses.replaced else []),
        *_left(result.near_misses.left),
        *([("as text", _as_text(result))] if result.as_text else []),
    ]
    if result.made_safe:
        cells = f"{counted(result.made_safe, 'cell')} of CSV files with an apostrophe before them"
        found.append(("formulas", f"{cells}, which a spreadsheet would have run; --no-csv-safe leaves them"))
    if out.is_dir():
        counts = f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.removed)} removed"
        found.append(("changes", f"{counts} since the last export: {out / CHANGES}"))
        found.append(("spans", f"what was replaced where: {out / SPANS}"))
    return found


def _rewritten(one: RewritingResult) -> list[tuple[str, str]]:
    """What a model rewrote, and what that took."""
    found = [
        (
            "rewritten",
            f"{one.rewritten:,} of {counted(one.sentences, 'sentence')} that the model was asked about; "
            f"{counted(one.calls, 'call')}, {one.cached:,} answers from the cache, {one.input_tokens:,} tokens in, "
            f"{one.output_tokens:,} out",
        )
    ]
    if refused := ", ".join(f"{number} {reason}" for reason, number in one.refused.items()):
        found.append(("refused", f"answers that broke a rule, so that the sentence stays: {refused}"))
    if one.unlinkable:
        after = ", ".join(f"{round_.linkable_documents:,}" for round_ in one.unlinkable.rounds) or "no round"
        found.append(
            (
                "linkable",
                f"{counted(one.unlinkable.linkable_before, 'document')} by phrases in fewer than {one.unlinkable.k} "
                f"originals; after each round: {after}",
            )
        )
    return found


def _as_text(result: ExportResult) -> str:
    many = counted(result.as_text, "file", verb=("is", "are"))
    return f"{many} JSON now, because only the text was read: {Path(result.out) / AS_TEXT}"


def _left(left: Sequence[NearMiss]) -> list[tuple[str, str]]:
    """What stands in disguise and was not replaced."""
    named, doubtful = Counter[str](), Counter[str]()
    for one in left:
        (named if one.certain else doubtful)[one.form] += one.count
    found = []
    if named:
        some = counted(named.total(), "value", verb=("stands", "stand"))
        found.append(
            (
                "left",
                f"{some} in ids, file names or names of metadata in another form: {_by_form(named)}; --rename "
                "replaces ids and file names, --strict refuses to export",
            )
        )
    if doubtful:
        some = counted(doubtful.total(), "name", verb=("stays", "stay"))
        found.append(("in doubt", f"{some} that may be a masked person's or somebody else's: {_by_form(doubtful)}"))
    return found


def _disguised(forms: Mapping[str, int]) -> str:
    return f"{counted(sum(forms.values()), 'place')} of them held a value in another form: {_by_form(forms)}"


def _by_form(forms: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {form}" for form, number in sorted(forms.items(), key=lambda item: (-item[1], item[0])))
