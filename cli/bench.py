"""sanon bench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sanon.cli import options, printing
from sanon.cli.bench_tables import print_bench, print_series
from sanon.cli.command import Grouped
from sanon.cli.printing import say
from sanon.cli.progress import show_progress

from sanon.errors import ConfigurationError
from sanon.settings.model import Model

if TYPE_CHECKING:
    from sanon.results import BenchResult
    from sanon.results.bench import SystemResult


@click.command(cls=Grouped)
@click.argument("folders", metavar="DIR...", nargs=-1, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--systems",
    metavar="NAME,NAME,…",
    help="What to compare, such as verbatim,direct-only,sanon@k=2,sanon@operator=generalize; see --list. "
    "[default: all systems, without ablations; on archives fewer]",
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
@options.takes(options.seed)
@click.option(
    "--prompts",
    type=click.IntRange(1, 2),
    default=2,
    show_default=True,
    help="Prompts of each attack for each value; with a model they cost most.",
)
@options.takes(
    options.setting(
        "model",
        help="Model that answers, is attacked and judges, behind OPENAI_BASE_URL. [default: none; answers are quoted "
        "from the documents, and the attacker reads all that was retrieved]",
    )
)
@options.takes(options.setting("concurrency", default=Model().concurrency))
@options.takes(options.setting("timeout", default=Model().timeout))
@click.option(
    "--chains",
    is_flag=True,
    help="Compare the chains with the hidden persons too, and their risk with what an attacker relinks; a picture "
    "with the extra plot.",
)
@click.option(
    "--curves",
    metavar="EXTRACTION",
    help="Measure families of systems from little protection to much besides, and compare them at equal words kept and "
    "equal leakage; all with this extractor, or `given`.",
)
@click.option(
    "--quick",
    is_flag=True,
    help="Only what needs no index: what stands in documents, which lead to each other, how many people fit, and which "
    "answers are left. Seconds a system instead of minutes.",
)
@options.takes(options.text_or_json)
def bench(
    folders: tuple[Path, ...],
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
    curves: str | None,
    quick: bool,
    output_format: str,
) -> None:
    """Compare systems on DIR, a folder that sanon generate made: what still leaks, and what can still be answered.

    The documents of every system go into the same index; four questions a cluster are asked, and every hidden person is
    attacked. Needs the extra bench. A run that was interrupted goes on where it was. Several folders are
    several seeds: their means come with intervals.

    DIR may also be an archive of real text: documents/ with gold.jsonl, and questions.jsonl and people.json if there
    are such, or a folder of archives. Then it is counted what is gone, what is kept and what can still be answered.

    \b
    Examples:
      sanon bench testbench/
      sanon bench testbench/ --systems verbatim,direct-only,sanon --clusters 10
      sanon bench testbench/ --systems sanon@k=2,sanon@k=4,document@theta=0.9
      sanon bench testbench/ --systems sanon@strategy=optimal@extraction=given,lprag@epsilon=5
      sanon bench testbench/ --model qwen2.5-coder-1.5b-instruct --concurrency 1
      sanon bench testbench/ --systems verbatim --chains
      sanon bench seed-7/ seed-8/ --curves embedded --quick
      sanon bench archives/ --systems presidio,direct-only,sanon
      sanon bench --list
    """
    if listed:
        _list()
        return
    if not folders:
        raise ConfigurationError("bench measures on a folder: name what sanon generate made, or an archive")
    labels = [name for name in systems.split(",") if name.strip()] if systems else None
    asked = Model(model=model, concurrency=concurrency, timeout=timeout)
    if archives := _archives(folders):
        _bench_archives(archives, out, labels, seed, asked, output_format)
        return
    from sanon.testbench.bench import BenchRequest
    from sanon.testbench.bench import bench as run_bench
    from sanon.testbench.series import series_of
    from sanon.testbench.systems import DEFAULT

    results = []
    for folder in folders:
        request = BenchRequest(
            folder=folder,
            out=out / folder.name if len(folders) > 1 else out,
            systems=labels or DEFAULT,
            clusters=clusters,
            seed=seed,
            prompts=prompts,
            model=asked,
            chains=chains,
            curves=curves,
            quick=quick,
        )
        results.append(run_bench(request, progress=show_progress, on_result=_say_result))
        _say_notes(results[-1], request.out)
    if output_format == "json":
        printing.as_json((results[0] if len(results) == 1 else series_of(results)).to_json())
    elif len(results) == 1:
        print_bench(results[0])
        say(f"\nevery score: {out / 'systems.csv'}; a page to look at: {out / 'frontier.html'}")
    else:
        print_series(series_of(results))


def _archives(folders: Sequence[Path]) -> list[Path]:
    """The archives among folders, and in them."""
    from sanon.testbench.archives.reader import is_archive

    inside = (one for folder in folders for one in [folder, *sorted(folder.iterdir())])
    return [one for one in inside if one.is_dir() and is_archive(one)]


def _bench_archives(
    archives: Sequence[Path],
    out: Path,
    labels: Sequence[str] | None,
    seed: int,
    model: Model,
    output_format: str,
) -> None:
    from sanon.testbench.archives.bench import DEFAULT, bench_archives
    from sanon.testbench.archives.tables import markdown
    from sanon.testbench.output import prepare, write
    from sanon.testbench.systems import parsed

    systems = [parsed(label) for label in dict.fromkeys(labels or DEFAULT)]
    prepare(out)
    found = bench_archives(
        archives,
        out,
        systems,
        seed=seed,
        model=model,
        on_result=lambda archive, row: say(f"{archive}: {row.name}", err=True),
    )
    write(out / "archives.md", markdown(found) + "\n")
    if output_format == "json":
        printing.as_json(found.to_json())
    else:
        say(markdown(found))


def _say_notes(found: BenchResult, out: Path) -> None:
    if found.chains:
        from sanon.cli.chain_plot import plot_if_possible

        if plot_if_possible(found.chains, out / "chains.png"):
            say(f"chains as a picture: {out / 'chains.png'}", err=True)
    for note in found.without_model:
        say(f"note: {note}", err=True)


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
        needs = ("; needs --model" if metric.needs_model else "") + ("; slow" if metric.slow else "")
        say(f"  {name:<14} {metric.summary}{needs}")


def _say_result(result: SystemResult, anew: bool) -> None:
    say(f"{result.name}: {f'{result.seconds:.0f} s' if anew else 'measured before'}", err=True)
