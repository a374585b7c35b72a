"""sanon audit."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sanon.cli import options, printing, session
from sanon.cli.printing import counted, say
from sanon.cli.told import Told, told

from sanon.errors import ConfigurationError, LeakFound, PolicyNotMet
from sanon.graph.open import open_if_there

if TYPE_CHECKING:
    from sanon.results import AuditResult, DisguisedPlace, LeakingPlace

_SHOWN = 20


@click.command()
@click.argument("out", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--originals",
    type=click.Path(path_type=Path, exists=True),
    help="The documents before protection. [default: those of --graph, if there is one]",
)
@click.option(
    "--k",
    type=click.IntRange(2),
    default=2,
    show_default=True,
    help="A phrase that stands in fewer originals than this leads back to them.",
)
@click.option("--record", is_flag=True, help="Keep the numbers of this audit in OUT/audit.json.")
@options.signing
@click.option(
    "--verify-key",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Only look whether the manifest is signed by the owner of this public key (PEM), and whether every file is as "
    "the manifest says. Needs no originals.",
)
@options.columns
@options.decided_policy
@options.graph
@options.config
@options.output_format
@told
def audit(
    told: Told,
    out: Path,
    originals: Path | None,
    k: int,
    record: bool,
    sign: Path | None,
    sign_passphrase_file: Path | None,
    verify_key: Path | None,
    output_format: str,
) -> None:
    """Judge the export OUT by other means than those that made it, with nothing but the originals.

    Looks for values that were replaced elsewhere, also in disguise; for texts and files that were changed afterwards;
    extracts the exported texts anew, to see which direct identifiers stand in them and what risks remain; and searches
    for phrases that lead back to an original. Exit code 1 on a leak, a change, or a risk over policy.

    \b
    Examples:
      sanon audit protected/
      sanon audit protected/ --originals documents/ --profile legal
      sanon audit protected/ --k 3 --format json
      sanon audit protected/ --record --sign key.pem
      sanon audit protected/ --verify-key pub.pem
    """
    from sanon.audit.record import record_audit, refuse_no_export
    from sanon.commands.audit import audit as audit_export
    from sanon.extraction.build import rules_of

    if verify_key is not None:
        if record or sign is not None or originals is not None:
            raise ConfigurationError("--verify-key looks at signature and digests only: name it without other options")
        _verify(out, verify_key, output_format)
        return
    signing = session.signing_of_record(record, sign, sign_passphrase_file)
    if record:
        refuse_no_export(out)

    with open_if_there(told.graph) or nullcontext() as store:
        settings = told.settings(store)
        result = audit_export(
            out,
            profile=settings.profile,
            policy=settings.policy,
            extractor=rules_of(settings.profile, settings.tables),
            originals=originals,
            store=store,
            k=k,
            id_column=settings.input.id_column,
            text_column=settings.input.text_column,
            progress=session.show_progress,
        )
    if record:
        record_audit(out, result, signing)
    if output_format == "json":
        printing.as_json(result.to_json())
    else:
        _print(result, k)
    if result.passed:
        printing.next_step(f"sanon audit {out} --record keeps these numbers beside the documents")
    _refuse_failed(result)


def _verify(out: Path, key: Path, output_format: str) -> None:
    """Look at signature and digests, and say what was touched.

    Raises:
        LeakFound: the export is not what was signed.
    """
    from sanon.commands.verify import verify

    result = verify(out, key)
    if output_format == "json":
        printing.as_json(result.to_json())
    else:
        printing.as_lines(
            [
                ("signature", f"{result.signature}, key {result.key_sha256[:16]}"),
                ("files", f"{counted(result.files, 'file')} in the manifest, {len(result.touched):,} not as it says"),
                *(
                    [("unsigned", f"{', '.join(result.unsigned)}: anybody can have written it")]
                    if result.unsigned
                    else []
                ),
                ("made", f"{result.made_at or 'unknown'}, run {result.run_id or 'unknown'}"),
            ]
        )
        for one in result.touched[:_SHOWN]:
            say(f"  {one.file}: {one.what}")
        if len(result.touched) > _SHOWN:
            say(f"  … and {len(result.touched) - _SHOWN} more: --format json")
    if not result.passed:
        # The places are told already; a name could only be in the export itself.
        raise LeakFound(
            f"{out} is not what the owner of the key signed: signature {result.signature}, "
            f"{counted(len(result.touched), 'file')} touched"
        )


def _print(result: AuditResult, k: int) -> None:
    unknown = f", {result.without_original:,} without an original" if result.without_original else ""
    printing.as_lines(
        [
            ("audited", f"{counted(result.documents, 'document')}{unknown}"),
            ("leaks", f"{_all(result.leaks)} in {counted(len(result.leaks), 'place')}"),
            ("disguised", f"{_all(result.near_misses)} in {counted(len(result.near_misses), 'place')}"),
            ("files", f"{result.changed_files:,} not as the export left them"),
            ("direct", f"{counted(result.direct_readable, 'direct identifier')} that a fresh extraction reads"),
            (
                "risks",
                f"document {result.max_document_risk:.3f}, chain {result.max_chain_risk:.3f} at most; over policy "
                f"{counted(result.over_policy.documents, 'document')}, {counted(result.over_policy.chains, 'chain')}",
            ),
            (
                "search",
                f"{counted(result.linkable_documents, 'document')} found again by phrases that stand in fewer than "
                f"{k} originals; {counted(result.linkable_ngrams, 'phrase')} do alone",
            ),
        ]
    )
    places = [f"leak: {one.source_id}, {one.field} ({one.count})" for one in result.leaks]
    places += [f"near miss: {one.source_id}, {one.field}: {one.form} ({one.count})" for one in result.near_misses]
    for place in places[:_SHOWN]:
        click.echo(f"  {place}")
    if len(places) > _SHOWN:
        click.echo(f"  … and {len(places) - _SHOWN} more: --format json")


def _all(places: list[LeakingPlace] | list[DisguisedPlace], noun: str = "value", plural: str = "values") -> str:
    return counted(sum(place.count for place in places), noun, plural)


def _refuse_failed(result: AuditResult) -> None:
    """End with exit code 1 for an export that fails.

    Raises:
        LeakFound: something stands that had to go, or was changed after the export.
        PolicyNotMet: a document or chain is over policy.
    """
    if result.leaks or result.near_misses or result.changed_files:
        raise LeakFound(
            f"{_all(result.leaks, 'leak', 'leaks')}, {_all(result.near_misses, 'near miss', 'near misses')} and "
            f"{counted(result.changed_files, 'changed file')}: export anew with `sanon export --overwrite`"
        )
    if not result.passed:
        raise PolicyNotMet(
            f"{counted(result.over_policy.documents, 'document')} and {counted(result.over_policy.chains, 'chain')} of "
            "the exported texts are over policy by a fresh extraction"
        )
