"""sanon export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click
from sanon.cli import options, passphrase, printing, session
from sanon.cli.printing import counted, say
from sanon.cli.told import Told, told

from sanon.commands.export import Keeping
from sanon.commands.export import export as export_corpus
from sanon.errors import ConfigurationError, PolicyNotMet
from sanon.graph.open import open_existing
from sanon.graph.store import Store
from sanon.results import ExportResult, NearMiss, RewritingResult


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@options.writing
@options.asking
@options.profile
@options.graph
@options.config
@options.output_format
@told
def export(
    told: Told,
    out: Path,
    overwrite: bool,
    rename: bool,
    strict: bool,
    vault: Path | None,
    passphrase_file: Path | None,
    sign: Path | None,
    sign_passphrase_file: Path | None,
    until_unlinkable: int | None,
    output_format: str,
) -> None:
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
    keeping, signing = keeping_of(vault, passphrase_file), session.signing_of(sign, sign_passphrase_file)
    with open_existing(told.graph) as store:
        exported = export_from(
            store,
            told,
            out,
            overwrite=overwrite,
            rename=rename,
            strict=strict,
            keeping=keeping,
            sign=signing,
            until_unlinkable=until_unlinkable,
        )
    if output_format == "json":
        printing.as_json(exported.to_json())
    else:
        printing.as_lines(lines(exported))
    printing.next_step(f"sanon audit {out}")
    refuse_linkable(exported)


def keeping_of(vault: Path | None, passphrase_file: Path | None) -> Keeping | None:
    """The vault that the options name, with its passphrase, which is asked for before anything is done."""
    if vault is None:
        if passphrase_file is not None:
            raise ConfigurationError("--passphrase-file without --vault")
        return None
    return Keeping(vault, passphrase.passphrase(passphrase_file, new=not vault.exists()))


def export_from(
    store: Store,
    told: Told,
    out: Path,
    *,
    overwrite: bool,
    rename: bool,
    strict: bool,
    keeping: Keeping | None,
    sign: Callable[[bytes], bytes] | None,
    until_unlinkable: int | None,
) -> ExportResult:
    """Export as told, and tell what stays behind."""
    settings = told.settings(store)
    with session.rewriting_of(settings, store, until_unlinkable) as rewriting:
        exported = export_corpus(
            store,
            out,
            profile=settings.profile,
            overwrite=overwrite,
            rename=rename,
            strict=strict,
            keeping=keeping,
            sign=sign,
            rewriting=rewriting,
        )
    if exported.pending:
        say(f"{counted(len(exported.pending), 'pending document')} not exported", err=True)
    if exported.unsaid:
        say(
            f"{counted(exported.unsaid, 'removed id')} not in changes.json: masked values stand in them; "
            "--format json prints them",
            err=True,
        )
    session.tell_newly_masked(exported.changes.newly_masked)
    return exported


_SHOWN = 10


def lines(exported: ExportResult) -> list[tuple[str, str]]:
    """What was written, for a person."""
    changes = exported.changes
    return [
        (
            "exported",
            f"{counted(exported.documents, 'document')} in {counted(exported.files, 'file')} to {exported.out}, "
            f"{counted(exported.spans, 'value')} replaced, no leak found",
        ),
        *(_rewritten(exported.rewriting) if exported.rewriting else []),
        *([("disguised", _disguised(exported.near_misses.replaced))] if exported.near_misses.replaced else []),
        *_left(exported.near_misses.left),
        *([("as text", _as_text(exported))] if exported.as_text else []),
        (
            "changes",
            f"{len(changes.added)} added, {len(changes.changed)} changed, "
            f"{len(changes.removed)} removed since the last export ({Path(exported.out) / 'changes.json'})",
        ),
        ("spans", f"what was replaced where: {Path(exported.out) / 'spans.jsonl'}"),
    ]


def _rewritten(one: RewritingResult) -> list[tuple[str, str]]:
    """What a model rewrote, and what that took."""
    refused = ", ".join(f"{number} {reason}" for reason, number in one.refused.items())
    found = [
        (
            "rewritten",
            f"{counted(one.rewritten, 'sentence')}, asked about {one.sentences:,}; {counted(one.calls, 'call')}, "
            f"{one.cached:,} answers from the cache, {one.input_tokens:,} tokens in, {one.output_tokens:,} out",
        )
    ]
    if refused:
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


def refuse_linkable(exported: ExportResult) -> None:
    """End with the exit code for a policy that is not met, once the export is in place.

    Raises:
        PolicyNotMet: documents can be looked up by their phrases still.
    """
    one = exported.rewriting.unlinkable if exported.rewriting else None
    left = (one.rounds[-1].linkable_documents if one.rounds else one.linkable_before) if one else 0
    if one and left:
        raise PolicyNotMet(
            f"{counted(left, 'document')} can be looked up by a phrase that stands in fewer than {one.k} originals: "
            "the model found no other words that pass the checks; sanon audit counts them, masks take them away"
        )


def _as_text(exported: ExportResult) -> str:
    many = counted(exported.as_text, "file", verb=("is", "are"))
    return f"{many} JSON now, of which only the text was read ({Path(exported.out) / 'read_as_text.txt'})"


def _left(left: Sequence[NearMiss]) -> list[tuple[str, str]]:
    """What stands in disguise and was not replaced."""
    named, doubtful = Counter[str](), Counter[str]()
    for one in left:
        (named if one.certain else doubtful)[one.form] += one.count
    found = []
    if named:
        found.append(("left", f"in ids, file names or names of metadata: {_disguised(named)}; --rename, or --strict"))
    if doubtful:
        some = counted(doubtful.total(), "name", verb=("stays", "stay"))
        found.append(("in doubt", f"{some} that may be a masked person's or somebody else's: {_by_form(doubtful)}"))
    return found


def _by_form(forms: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {form}" for form, number in sorted(forms.items(), key=lambda item: (-item[1], item[0])))


def _disguised(forms: Mapping[str, int]) -> str:
    return f"{counted(sum(forms.values()), 'value')} of them in disguise: {_by_form(forms)}"
