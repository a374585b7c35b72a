"""sanon attack."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sanon.cli import options, printing, session
from sanon.cli.printing import counted, say

from sanon.attack.attackers import ATTACKERS, attackers_named
from sanon.errors import PolicyNotMet
from sanon.graph.open import open_if_there

if TYPE_CHECKING:
    from sanon.commands.attack import Attack

_SHOWN = 10
_ATTACKERS = "; ".join(f"{name}: {one.summary}" for name, one in ATTACKERS.classes.items())


@click.command()
@click.argument("out", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--background",
    type=click.Path(path_type=Path, exists=True),
    help="Texts about people that an attacker may hold, in any form that load reads. Without, the documents of OUT are "
    "compared with each other.",
)
@click.option(
    "--truth",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="CSV with the columns document and person: which text is about the person of which document; without "
    "--background, which documents belong to one person. [default: what the original finds; the links of the graph]",
)
@click.option(
    "--originals",
    type=click.Path(path_type=Path, exists=True),
    help="The documents before protection. [default: those of --graph, if there is one]",
)
@click.option(
    "--attackers",
    multiple=True,
    type=click.Choice(ATTACKERS.names),
    help=f"Who attacks; may be repeated. They compare: {_ATTACKERS}. [default: all that need no model]",
)
@click.option(
    "--embeddings",
    "embeddings_folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="SANON_EMBEDDINGS",
    help="Folder with model.onnx and tokenizer.json of a sentence embedding model. [default: that of the extra]",
)
@click.option(
    "--at-most",
    type=click.FloatRange(0, 1),
    help="End with exit code 1 if an attacker finds a greater share of the documents than this.",
)
@click.option("--record", is_flag=True, help="Keep the numbers of this attack in OUT/attack.json.")
@options.signing
@options.columns
@options.graph
@options.config
@options.output_format
@options.show_values
def attack(
    out: Path,
    background: Path | None,
    truth: Path | None,
    originals: Path | None,
    attackers: tuple[str, ...],
    embeddings_folder: Path | None,
    at_most: float | None,
    record: bool,
    sign: Path | None,
    sign_passphrase_file: Path | None,
    id_column: str,
    text_column: str,
    graph: str,
    output_format: str,
    show_values: bool,
) -> None:
    """Try to find out whom each document of the export OUT is about.

    An attacker ranks the texts that he holds by their likeness to each protected document; it is found if the right one
    comes first. The same is done with the originals, to compare.

    \b
    Examples:
      sanon attack protected/ --background press/
      sanon attack protected/ --background press/ --truth who.csv --originals documents/
      sanon attack protected/ --background press/ --attackers tfidf --attackers embeddings
      sanon attack protected/ --background press/ --show-values --at-most 0.05
      sanon attack protected/ --record
    """
    from sanon.audit.record import record_attack, refuse_no_export
    from sanon.commands.attack import attack as attack_export

    signing = session.signing_of_record(record, sign, sign_passphrase_file)
    if record:
        refuse_no_export(out)

    with open_if_there(graph) or nullcontext() as store:
        found = attack_export(
            out,
            background=background,
            truth=truth,
            originals=originals,
            store=store,
            attackers=attackers_named(attackers, embeddings_folder),
            id_column=id_column,
            text_column=text_column,
            evidence=show_values and background is not None,
            progress=session.show_progress,
        )
    result = found.result
    if result.left_out:
        say(
            f"note: {counted(result.left_out, 'background text')} left out, since they are documents of the corpus "
            "themselves",
            err=True,
        )
    if record:
        record_attack(out, result, signing)
    if output_format == "json":
        printing.as_json(result.model_dump())
    else:
        _print(found, show_values)
    if result.against == "background":
        printing.next_step("sanon load DOCS --background DIR, then sanon redact: masks until nobody is found")
    worst = max(result.attackers, key=lambda one: one.top1)
    if at_most is not None and worst.top1 > at_most:
        raise PolicyNotMet(f"attacker {worst.name} finds {worst.top1:.0%} of the documents, more than {at_most:.0%}")


def _over(chains: int | None) -> str:
    return "" if chains is None else f"; {chains:,} over policy after the last redact"


def _print(attack: Attack, show_values: bool) -> None:
    result = attack.result
    said = {
        "truth": "the truth file",
        "original": "what the original finds",
        "links": "the links before any mask",
    }[result.right_by]
    others = "background text" if result.against == "background" else "document"
    printing.as_lines(
        [
            ("attacked", f"{counted(result.documents, 'document')} against {counted(result.background, others)}"),
            ("right", f"by {said}"),
            *([("words", f"{result.words_kept:.0%} kept")] if result.words_kept is not None else []),
            *(
                [("chains", f"greatest risk now {result.max_chain_risk:.3f}{_over(result.chains_over_policy)}")]
                if result.max_chain_risk is not None
                else []
            ),
            *(
                [("links", f"strength now and places here: rank correlation {result.agreement:.2f}")]
                if result.agreement is not None
                else []
            ),
        ]
    )
    before = any(one.original_top1 is not None for one in result.attackers)
    say(f"\n  {'attacker':<12} {'first':>6} {'in five':>8}{'  of the originals' if before else ''}")
    for one in result.attackers:
        former = f"{one.original_top1:>8.0%} {one.original_top5:>8.0%}" if one.original_top1 is not None else ""
        say(f"  {one.name:<12} {one.top1:>6.0%} {one.top5:>8.0%}{former}")
    if not result.found:
        say("\nno attacker finds a document")
        return
    say(f"\n{counted(len(result.found), 'document')} found")
    shown = result.found if show_values else result.found[:_SHOWN]
    for found in shown:
        words = f": {', '.join(attack.evidence[found.source_id])}" if found.source_id in attack.evidence else ""
        say(f"  {found.source_id} -> {found.person} by {', '.join(found.attackers)}{words}")
    if len(result.found) > len(shown):
        say(f"  … and {len(result.found) - len(shown)} more; --format json lists all")
    if result.against == "background" and not show_values:
        say("what gave them away: --show-values")
