"""What sanon tune writes: its tables as CSV files and as pictures. These need matplotlib, from the extra `plot`."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sanon.results import Result, TuneResult
from sanon.results.tune import AgreementRow, FilterResult, SeparationRow
from sanon.settings.policy import Policy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def write_tables(found: TuneResult, out: Path) -> None:
    """Write separation.csv, chains.csv if chains are labelled, and context.csv if a model was asked."""
    _write(out / "separation.csv", found.separation)
    _write(out / "chains.csv", found.chains)
    if found.filter is not None:
        _write(out / "context.csv", found.filter.points)


def _write(path: Path, rows: Sequence[Result]) -> None:
    if not rows:
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(type(rows[0]).model_fields), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.to_json().items()} for row in rows)


def _cell(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value


def plot(found: TuneResult, out: Path) -> None:
    """Draw separation.png, chains.png if chains are labelled, and context.png if a model was asked."""
    figure, axes = _figure(len(found.series))
    for name, place in zip(found.series, axes, strict=True):
        _separation(name, [row for row in found.separation if row.entities == name], place)
    _save(figure, out / "separation.png")
    if found.chains:
        figure, axes = _figure(len(found.series))
        for name, place in zip(found.series, axes, strict=True):
            _chains(name, [row for row in found.chains if row.entities == name], found.best_chains(name), place)
        _save(figure, out / "chains.png")
    if found.filter is not None:
        figure, axes = _figure(2)
        _quality(found.filter, axes[0])
        _counts(found.filter, axes[1])
        _save(figure, out / "context.png")


def _figure(count: int) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5 * count, 4.2), layout="constrained")
    return figure, [figure.add_subplot(1, count, number + 1) for number in range(count)]


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, dpi=100)


def _separation(name: str, rows: list[SeparationRow], axes: Axes) -> None:
    edges = [row.edge_threshold for row in rows]
    axes.plot(edges, [row.inside for row in rows], marker="o", label="inside of a cluster")
    axes.plot(edges, [row.between for row in rows], marker="s", label="between clusters")
    axes.axvline(Policy().edge_threshold, color="grey", linestyle=":", label="default")
    axes.set_xlabel("edge threshold")
    axes.set_ylabel("links")
    axes.set_ylim(bottom=0)
    axes.set_title(f"Links, entities {name}")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)


def _chains(name: str, rows: list[AgreementRow], top: AgreementRow, axes: Axes) -> None:
    edges = sorted({row.edge_threshold for row in rows})
    risks = sorted({row.risk_threshold for row in rows})
    f1 = np.zeros((len(edges), len(risks)))
    for row in rows:
        f1[edges.index(row.edge_threshold), risks.index(row.risk_threshold)] = row.f1
    picture = axes.imshow(f1, origin="lower", aspect="auto", vmin=0, vmax=1, cmap="viridis")
    axes.figure.colorbar(picture, ax=axes, label="F1")
    axes.set_xticks(range(len(risks)), [f"{risk:g}" for risk in risks])
    axes.set_yticks(range(len(edges)), [f"{edge:g}" for edge in edges])
    if f1.size <= 250:
        for (row_number, column), value in np.ndenumerate(f1):
            color = "black" if value > 0.6 else "white"
            axes.text(column, row_number, f"{value:.2f}"[1:], ha="center", va="center", fontsize=6.5, color=color)
    axes.plot(risks.index(top.risk_threshold), edges.index(top.edge_threshold), "s", ms=17, mfc="none", mec="red")
    axes.set_xlabel("risk threshold")
    axes.set_ylabel("edge threshold")
    axes.set_title(f"Chains against the labels, entities {name}")


def _quality(sweep: FilterResult, axes: Axes) -> None:
    for type_filter, marker, color in ((True, "o", "C0"), (False, "s", "C1")):
        points = [point for point in sweep.points if point.type_filter == type_filter]
        label = f"stage two, type filter {'on' if type_filter else 'off'}"
        strengths = [point.strength for point in points]
        axes.plot(strengths, [point.rouge_model for point in points], marker=marker, color=color, label=label)
        axes.plot(strengths, [point.rouge for point in points], marker=marker, color=color, linestyle="--", alpha=0.5)
    axes.axhline(sweep.first_stage.rouge_model, color="green", label="stage one")
    axes.axhline(sweep.rules, color="grey", linestyle=":", label="rules alone")
    axes.plot([], [], color="grey", linestyle="--", label="dashed: with the rules")
    axes.set_xlabel("strength of the context filter")
    axes.set_ylabel("ROUGE-1 F1, mean over documents")
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)


def _counts(sweep: FilterResult, axes: Axes) -> None:
    for type_filter, marker, color in ((True, "o", "C0"), (False, "s", "C1")):
        points = [point for point in sweep.points if point.type_filter == type_filter]
        label = f"type filter {'on' if type_filter else 'off'}"
        axes.plot([p.strength for p in points], [p.context for p in points], marker=marker, color=color, label=label)
    axes.set_xlabel("strength of the context filter")
    axes.set_ylabel("entities in the context")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
