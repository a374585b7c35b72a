"""sanon bench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from sanon.cli import model as asking
from sanon.cli import options, printing, session
from sanon.cli.printing import say

if TYPE_CHECKING:
    from sanon.results import BenchResult
    from sanon.results.bench import SystemResult
    from sanon.results.chains_and_truth import CalibrationBin, ChainTruth


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--systems",
    metavar="NAME,NAME,…",
    help="What to compare, such as verbatim,direct-only,sanon@k=2,sanon@operator=generalize; see --list. "
    "[default: all systems, without ablations]",
)
@click.option("--list", "listed", is_flag=True, help="Say which systems there are and what parameters they take; stop.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("bench"),
    show_default=True,
    help="Folder for tables, page and caches; the same command again goes on from there.",
)
@click.option("--clusters", type=click.IntRange(1), help="Measure the first so many clusters only.")
@options.seed
@click.option(
    "--prompts",
    type=click.IntRange(1, 2),
    default=2,
    show_default=True,
    help="Prompts of each attack for each value; with a model they cost most.",
)
@asking.name(
    "Model that answers, is attacked and judges, behind OPENAI_BASE_URL. [default: none; answers are quoted from the "
    "documents, and the attacker reads all that was retrieved]"
)
@asking.concurrency("Questions that the model is asked at the same time.")
@asking.timeout
@click.option(
    "--chains",
    is_flag=True,
    help="Compare the chains with the hidden persons too, and their risk with what an attacker relinks; a picture with "
    "pip install 'sanon[plot]'.",
)
@options.output_format
def bench(
    folder: Path,
    systems: str | None,
    listed: bool,
    out: Path,
    clusters: int | None,
    seed: int,
    prompts: int,
    model: str | None,
    concurrency: int,
    timeout: float,
    chains: bool,
    output_format: str,
) -> None:
    """Compare systems on DIR, a folder that sanon generate made: what still leaks, and what can still be answered.

    The documents of every system go into the same index; four questions a cluster are asked, and every hidden person is
    attacked. Needs pip install 'sanon[bench]'. A run that was interrupted goes on where it was.

    \b
    Examples:
      sanon bench testbench/
      sanon bench testbench/ --systems verbatim,direct-only,sanon --clusters 10
      sanon bench testbench/ --systems sanon@k=2,sanon@k=4,document@theta=0.9
      sanon bench testbench/ --systems sanon@strategy=optimal@extraction=given,lprag@epsilon=5
      sanon bench testbench/ --model qwen2.5-coder-1.5b-instruct --concurrency 1
      sanon bench testbench/ --systems verbatim --chains
      sanon bench testbench/ --list
    """
    from sanon.testbench.bench import Answering, BenchRequest
    from sanon.testbench.bench import bench as run_bench
    from sanon.testbench.systems import DEFAULT

    if listed:
        _list()
        return
    request = BenchRequest(
        folder=folder,
        out=out,
        systems=[name for name in systems.split(",") if name.strip()] if systems else DEFAULT,
        clusters=clusters,
        seed=seed,
        prompts=prompts,
        answering=Answering(model, concurrency, timeout, _say_where) if model else None,
        chains=chains,
    )
    found = run_bench(request, progress=session.show_progress, on_result=_say_result)
    if found.chains:
        from sanon.cli.chain_plot import plot_if_possible

        if plot_if_possible(found.chains, out / "chains.png"):
            say(f"chains as a picture: {out / 'chains.png'}", err=True)
    for note in found.without_model:
        say(f"note: {note}", err=True)
    for skipped in found.skipped:
        say(f"note: {skipped.name} was not measured: {skipped.reason}", err=True)
    if output_format == "json":
        printing.as_json(found.to_json())
    else:
        _print(found)
        if found.chains:
            _print_chains(found.chains)
        say(f"\nevery score: {out / 'systems.csv'}; a page to look at: {out / 'frontier.html'}")


def _say_where(host: str) -> None:
    say(f"note: texts of the documents are sent to {host}", err=True)


def _list() -> None:
    from sanon.testbench.metrics import METRICS
    from sanon.testbench.systems import SYSTEMS

    say("systems, with what may follow their names:")
    for name, kind in SYSTEMS.classes.items():
        say(f"  {name:<14} {kind.summary}{'; needs --model' if kind.needs_model else ''}")
        for key, field in kind.parameters.model_fields.items():
            default = "" if field.default is None else f" [default: {field.default}]"
            say(f"    @{key}=  {field.description}{default}")
    say("metrics:")
    for name, metric in METRICS.classes.items():
        say(f"  {name:<14} {metric.summary}{'; needs --model' if metric.needs_model else ''}")


def _say_result(result: SystemResult, anew: bool) -> None:
    say(f"{result.name}: {f'{result.seconds:.0f} s' if anew else 'measured before'}", err=True)


def _print(found: BenchResult) -> None:
    from rich.console import Console
    from rich.table import Table

    from sanon.testbench.tables import cells, headings, written

    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, name in enumerate(headings(shown=True)):
        table.add_column(name, justify="right" if number else "left", no_wrap=not number, overflow="fold")
    for system in found.systems:
        table.add_row(*cells(system, shown=True))
    # A pipe has no width; a table that is cut helps nobody.
    console = Console()
    console = console if console.is_terminal else Console(width=200)
    console.print(table)
    counts = found.parameters
    say(
        f"\n{counts.clusters} clusters, {counts.documents} documents, {counts.questions} questions, {counts.entities} "
        "values of hidden persons. Answers left: whose every fact still stands in their sources."
    )
    for system in found.systems:
        if (agreement := system.agreement) and agreement.agree is not None:
            say(
                f"{system.name}: judge and exact truth agree on {agreement.agree:.0%} of {agreement.answers} answers; "
                f"right by the judge only {agreement.judge_only}, by the truth only {agreement.exact_only}; "
                f"leak rate without the judge {written(agreement.leak_rate_without_judge)}"
            )


def _print_chains(found: ChainTruth) -> None:
    here, best = found.at_policy, found.best
    say(
        f"\nchains of up to {found.max_chain_length} documents against the hidden persons: at edge threshold "
        f"{here.edge_threshold:g} precision {here.precision:.3f}, recall {here.recall:.3f}, F1 {here.f1:.3f}; best F1 "
        f"{best.f1:.3f} at {best.edge_threshold:g}"
    )
    if found.pairs_relinked is not None and found.pairs_relinked_protected is not None:
        say(
            f"pairs about one person that an attacker finds among the first {found.first}: "
            f"{found.pairs_relinked:.0%} of the originals, {found.pairs_relinked_protected:.0%} under the default "
            "policy"
        )
    say(f"\n  {'chain risk':<12}{'originals':>10}{'walked':>8}{'protected':>11}{'walked':>8}")
    for before, after in zip(found.originals, found.protected, strict=True):
        if before.chains or after.chains:
            say(f"  {before.low:.1f} to {before.high:.1f}  {_bin(before)}{_bin(after)} ")


def _bin(one: CalibrationBin) -> str:
    return f"{one.chains:>10,}{f'{one.relinked:.0%}' if one.relinked is not None else '':>8} "
