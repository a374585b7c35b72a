"""sanon run."""

from __future__ import annotations

from pathlib import Path

import click
from sanon.cli import export, load, options, printing, redact, session
from sanon.cli.printing import counted
from sanon.cli.told import Told, told

from sanon.errors import ConfigurationError
from sanon.graph.open import create_or_open


@click.command()
@click.argument("docs", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
@options.reading
@options.selecting
@options.writing
@options.policy
@options.compute
@options.graph
@options.config
@options.output_format
@told
def run(
    told: Told,
    docs: Path,
    out: Path,
    prune: bool,
    reextract: bool,
    fresh: bool,
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
    """Load DOCS, redact, and export to OUT, in one go.

    \b
    Examples:
      sanon run documents/ protected/
      sanon run documents/ protected/ --entities entities.jsonl
      sanon run cases.jsonl protected/ --profile legal --operator pseudonym
    """
    keeping, signing = export.keeping_of(vault, passphrase_file), session.signing_of(sign, sign_passphrase_file)
    with create_or_open(told.graph) as store:
        loaded = load.load_into(store, told, docs, prune=prune, reextract=reextract)
        if loaded.not_in_input:
            raise ConfigurationError(
                f"graph {store.address} holds {counted(len(loaded.not_in_input), 'document')} that {docs} has not: "
                "remove with --prune, or name another graph with --graph"
            )
        redaction = redact.redact_in(store, told, fresh=fresh)
        redact.refuse_unmet(redaction)
        exported = export.export_from(
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
        printing.as_json(
            {"load": loaded.to_json(), "redact": redaction.result().to_json(), "export": exported.to_json()}
        )
    else:
        printing.as_lines([*load.lines(loaded), *redact.lines(redaction), *export.lines(exported)])
    printing.next_step(
        f"sanon audit {out} judges it; sanon analyze --masked --show-values says why each value is masked"
    )
    load.refuse_rejected(loaded)
    export.refuse_linkable(exported)
