"""sanon bench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from sanon.cli.bench_tables import print_bench, print_series
from sanon.cli.command import command
from sanon.cli.options import Option
from sanon.cli.printing import say
from sanon.commands.command import ASKING, Command
from sanon.errors import ConfigurationError
from sanon.progress import Progress, silent
from sanon.results import ArchiveBench, BenchResult, BenchSeries
from sanon.results.bench import SystemResult
from sanon.settings.settings import Settings
from sanon.testbench.request import BenchRequest


def run(
    store: None, settings: Settings, request: BenchRequest, progress: Progress = silent
) -> BenchResult | BenchSeries | ArchiveBench:
    """Measure the systems.

    Raises:
        ConfigurationError: no folder is named, or one that cannot be measured.
        SanonError: as the testbench says.
    """
    if not request.folders:
        raise ConfigurationError("bench measures on a folder: name what sanon generate made, or an archive")
    if archives := _archives(request):
        return _bench_archives(archives, settings, request)
    from sanon.testbench.bench import bench
    from sanon.testbench.curves_and_series import series_of

    results = []
    for folder in request.folders:
        out = request.out / folder.name if len(request.folders) > 1 else request.out
        results.append(bench(folder, out, request, settings.model, progress=progress, on_result=_say_result))
        _say_notes(results[-1], out)
    return results[0] if len(results) == 1 else series_of(results)


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Bench; or say what there is, and stop."""
    if given.pop("listed", False):
        _list()
        click.get_current_context().exit()
    return BENCH


BENCH = Command("bench", BenchRequest, run, graph="none", settings=ASKING)


@command(
    BENCH,
    more=[
        Option(
            ["--list", "listed"],
            is_flag=True,
            default=None,
            help="Say which systems there are and what parameters they take; stop.",
        )
    ],
    reads_files=False,
    choose=_chosen,
)
def bench(result: BenchResult | BenchSeries | ArchiveBench, request: BenchRequest) -> None:
    """Compare systems on DIR, a folder that sanon generate made: what still leaks, and what can still be answered.

    The documents of every system go into the same index; four questions a cluster are asked, and every hidden person is
    attacked. Needs the extra bench. A run that was interrupted goes on where it was. Several folders are
    several seeds: their means come with intervals.

    DIR may also be an archive of real text: documents/ with gold.jsonl, and questions.jsonl and people.json if there
    are such, or a folder of archives. Then it is counted what is gone, what is kept and what can still be answered.

    With --model that model answers, is attacked and judges; without one answers are quoted from the documents, and the
    attacker reads all that was retrieved.

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
    if isinstance(result, BenchSeries):
        print_series(result)
    elif isinstance(result, ArchiveBench):
        from sanon.testbench.archives.bench import markdown

        say(markdown(result))
    else:
        print_bench(result)
        say(f"\nevery score: {request.out / 'systems.csv'}; a page to look at: {request.out / 'frontier.html'}")


def _archives(request: BenchRequest) -> list[Path]:
    """The archives among folders, and in them; none if the folders are generated.

    Raises:
        ConfigurationError: generated folders beside archives, or an option that only these have.
    """
    from sanon.testbench.archives.reader import is_archive

    inside = {
        folder: [one for one in [folder, *sorted(folder.iterdir())] if one.is_dir() and is_archive(one)]
        for folder in request.folders
    }
    found = [one for some in inside.values() for one in some]
    for folder, some in inside.items():
        if found and not some:
            raise ConfigurationError(f"{folder} is no archive, but {found[0]} is: measure one kind after the other")
    for name in ("clusters", "chains", "curves", "quick"):
        if found and getattr(request, name):
            raise ConfigurationError(f"--{name} is for generated documents, and {found[0]} is an archive")
    return found


def _bench_archives(archives: Sequence[Path], settings: Settings, request: BenchRequest) -> ArchiveBench:
    from sanon.testbench.archives.bench import DEFAULT, bench_archives, markdown
    from sanon.testbench.output import prepare, write
    from sanon.testbench.systems import parsed

    systems = [parsed(label) for label in dict.fromkeys(request.labels or DEFAULT)]
    prepare(request.out)
    found = bench_archives(
        archives,
        request.out,
        systems,
        seed=request.seed,
        model=settings.model,
        on_result=lambda archive, row: say(f"{archive}: {row.name}", err=True),
    )
    write(request.out / "archives.md", markdown(found) + "\n")
    return found


def _say_notes(found: BenchResult, out: Path) -> None:
    if found.chains:
        from sanon.cli.bench_tables import plot_if_possible

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
