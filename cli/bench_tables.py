"""What sanon bench prints, and draws where the extra `plot` has brought matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sanon.cli.printing import say
from sanon.results.bench import CalibrationBin, ChainTruth

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sanon.results import BenchResult
    from sanon.results.bench import BenchSeries, ChainTruth


def print_bench(found: BenchResult) -> None:
    """The table of one data set, and what was asked for besides."""
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
    for skipped in found.skipped:
        say(f"{skipped.name}  {skipped.reason}")
    counts = found.parameters
    say(
        f"\n{counts.clusters} clusters, {counts.documents} documents, {counts.questions} questions, {counts.entities} "
        "values of hidden persons. Answers left: whose every fact still stands in their sources."
    )
    if found.equal:
        _print_equal(found)
    if found.chains:
        _print_chains(found.chains)
    for system in found.systems:
        if (agreement := system.agreement) and agreement.agree is not None:
            say(
                f"{system.name}: judge and exact truth agree on {agreement.agree:.0%} of {agreement.answers} answers; "
                f"right by the judge only {agreement.judge_only}, by the truth only {agreement.exact_only}; "
                f"leak rate without the judge {written(agreement.leak_rate_without_judge)}"
            )


def _print_equal(found: BenchResult) -> None:
    """Families side by side where they are equal in something."""
    from sanon.testbench.tables import written

    for measure in dict.fromkeys(one.measure for one in found.equal):
        rows = [one for one in found.equal if one.measure == measure]
        say(f"\nat equal {measure.replace('_', ' ')}:")
        for row in rows:
            said = ", ".join(f"{name.replace('_', ' ')} {written(value) or '-'}" for name, value in row.numbers.items())
            say(f"  {row.level:g}  {row.family}: {said}")


def print_series(found: BenchSeries) -> None:
    """Means over the data sets, with half of their 95 % intervals."""
    from sanon.testbench.metrics import columns
    from sanon.testbench.tables import markdown

    shown = [column for column in columns() if column.shown]
    digits = {"masks": 0} | {column.key: 3 for column in shown}
    rows = [[row.name, *(_with_interval(row.numbers.get(key), digits[key]) for key in digits)] for row in found.summary]
    say(markdown(["system", "masks", *(column.title for column in shown)], rows))
    for skipped in found.results[0].skipped:
        say(f"| {skipped.name} | {skipped.reason} |")
    for measure in dict.fromkeys(one.measure for one in found.equal):
        points = [one for one in found.equal if one.measure == measure]
        keys = list(dict.fromkeys(key for one in points for key in one.numbers))
        head = [measure.replace("_", " "), "family", *(key.replace("_", " ") for key in keys)]
        cells = [
            [f"{one.level:g}", one.family, *(_with_interval(one.numbers.get(key), 3) for key in keys)] for one in points
        ]
        say("\n" + markdown(head, cells))


def _with_interval(number: tuple[float, float | None] | None, digits: int) -> str:
    if number is None:
        return ""
    mean, half = number
    return f"{mean:.{digits}f}" + (f" ± {half:.{digits}f}" if half is not None else "")


def _print_chains(found: ChainTruth) -> None:
    here, best = found.at_policy, found.best
    say(
        f"\nchains of up to {found.max_chain_length} documents against the hidden persons: at edge threshold "
        f"{here.edge_threshold:g} precision {here.precision:.3f}, recall {here.recall:.3f}, F1 {here.f1:.3f}; best F1 "
        f"{best.f1:.3f} at {best.edge_threshold:g}"
    )
    say(f"\n  {'chain risk':<12}{'chains':>8}{'walked':>8}   by an attacker who looks at the first {found.first}")
    for one in found.calibration:
        if one.relinked is not None:
            say(f"  {one.low:.1f} to {one.high:.1f}  {one.chains:>8,}{one.relinked:>8.0%}")


def plot_if_possible(found: ChainTruth, out: Path) -> bool:
    """Draw precision, recall and F1 by edge threshold, and risk against what was relinked; False without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(11, 4.2), layout="constrained")
    agreement, calibration = figure.subplots(1, 2)
    rows = [row for row in found.agreements if row.risk_threshold == 0]
    edges = [row.edge_threshold for row in rows]
    agreement.plot(edges, [row.precision for row in rows], marker="^", label="precision")
    agreement.plot(edges, [row.recall for row in rows], marker="v", label="recall")
    agreement.plot(edges, [row.f1 for row in rows], marker="o", label="F1")
    agreement.axvline(found.edge_threshold, color="grey", linestyle=":", label="edge threshold of the policy")
    agreement.set_xlabel("edge threshold")
    agreement.set_title(f"Chains of up to {found.max_chain_length} documents against the hidden persons")
    _bins(found.calibration, calibration)
    calibration.set_xlabel("mean chain risk of the bin")
    calibration.set_ylabel(f"share that an attacker walks (first {found.first})")
    calibration.set_title("Chain risk and what an attacker gets; size: chains")
    for axes in (agreement, calibration):
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, 1.02)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8)
    figure.savefig(out, dpi=100)
    return True


def _bins(bins: list[CalibrationBin], axes: Axes) -> None:
    points = [
        (one.mean_risk, one.relinked, one.chains)
        for one in bins
        if one.mean_risk is not None and one.relinked is not None
    ]
    risks, shares = [risk for risk, _, _ in points], [share for _, share, _ in points]
    most = max((chains for *_, chains in points), default=1)
    axes.plot(risks, shares, alpha=0.5)
    axes.scatter(risks, shares, s=[10 + 60 * (chains / most) ** 0.5 for *_, chains in points], label="originals")
